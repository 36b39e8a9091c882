public import ArgumentParser
public import SchemeHost
import StandardHandlers

/// The `schemehost` command as a library, so that others can build a binary with their own handlers in it:
///
///     @main struct Main {
///         static func main() async {
///             await SchemeHostCommand.main(registry: .standard + [ClockHandler.self])
///         }
///     }
public struct SchemeHostCommand: AsyncParsableCommand {
    /// Name, help and subcommands.
    public static let configuration = CommandConfiguration(
        commandName: "schemehost",
        abstract: "Turns URLs of any scheme into bytes, through handlers that a JSON manifest declares.",
        discussion: """
            The manifest is the file given by -m, else ./schemehost.json, else none. Without one, get, list and explain \
            know the schemes \(BuiltInRoutes.schemes.joined(separator: ", ")), and paths: \
            schemehost get ./a.deb/data.tar.xz/usr/share/doc/x

            Exit codes: 0 success; 1 the handler failed; 2 manifest or configuration; 3 no route; \
            4 the answer was 4xx; 64 usage; 130 or 143 where SIGINT or SIGTERM came.
            """,
        version: Version.text,
        subcommands: [
            GetCommand.self, ListCommand.self, ExplainCommand.self, ValidateCommand.self, HandlersCommand.self,
            SchemaCommand.self, ServeCommand.self,
        ]
    )

    /// The handlers that manifests may name, for the running command.
    @TaskLocal static var registry: HandlerRegistry = .standard

    /// Creates the command.
    public init() {}

    /// Runs the command with the process's arguments, and exits.
    /// - Parameter registry: The handlers that manifests may name.
    public static func main(registry: HandlerRegistry) async {
        await $registry.withValue(registry) {
            do {
                defer { if let status = Interruption.exitStatus { Terminal.exit(status) } }
                var command = try parseAsRoot()
                if let serve = command as? ServeCommand {
                    // It drains on signals instead of ending at once.
                    try await serve.run()
                } else if let asynchronous = command as? any AsyncParsableCommand {
                    // Handed over to the one task that runs it.
                    nonisolated(unsafe) let parsed = asynchronous
                    try await Interruption.cancelling {
                        // Nobody else holds it any more.
                        nonisolated(unsafe) var command = parsed
                        try await command.run()
                    }
                } else {
                    try command.run()
                }
            } catch let error as SchemeHostError {
                Terminal.report(error)
                Terminal.exit(ExitStatus(error))
            } catch is CancellationError {
                Terminal.exit(.interrupted)
            } catch {
                exit(withError: error)
            }
        }
    }
}

/// The version of the program.
enum Version {
    static let number = "0.1.0"

    static var text: String {
        "schemehost \(number) (\(StandardHandlers.libraryVersions.joined(separator: ", ")))"
    }
}

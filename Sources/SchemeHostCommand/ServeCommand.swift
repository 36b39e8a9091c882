import ArgumentParser
import Logging
import SchemeHost
import SchemeHostGateway

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `schemehost serve`: the routes over HTTP.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve the manifest's routes, or one URL, over HTTP.",
        discussion: """
            With a URL, only what lies below it is served, at /; otherwise all routes of the manifest:
            http://127.0.0.1:8080/SCHEME/AUTHORITY/PATH, or http://AUTHORITY.SCHEME.localhost:8080/PATH.

              schemehost serve -m schemehost.json
              schemehost serve ./book.epub/ --port 0

            SIGTERM lets requests under way finish. Other machines can connect only with --host and --token.
            """
    )

    @OptionGroup var manifest: ManifestOptions

    @Argument(help: "Serve this URL, or path, at / and nothing else.", completion: .file())
    var url: String?

    @Option(help: "The same as the argument.")
    var root: String?

    @Option(help: "The name or address to listen at.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen at; 0 for any free one.")
    var port = 8080

    @Option(
        help: "The secret that clients must know; needed where other machines can connect. Default: $SCHEMEHOST_TOKEN."
    )
    var token: String?

    @Flag(help: "Load the manifest again when it changes; one with errors is reported, and the old one stays.")
    var watch = false

    func validate() throws {
        if url != nil, root != nil { throw ValidationError("name the URL once: as the argument, or with --root") }
        if watch, manifest.path == nil { throw ValidationError("--watch needs a manifest") }
    }

    func run() async throws {
        let root = try (url ?? root).map { try Target.url($0) }
        let host = try await makeHost(root: root)
        let configuration = Gateway.Configuration(
            hostname: self.host,
            port: port,
            token: token ?? ProcessInfo.processInfo.environment["SCHEMEHOST_TOKEN"],
            root: root
        )
        let gateway = try Gateway(host: host, configuration: configuration, logger: .standardError) { port in
            let name = self.host.contains(":") ? "[\(self.host)]" : self.host
            Terminal.note("Serving \(root.map { "\($0)" } ?? "all routes") at http://\(name):\(port)/")
        }
        let watcher = watch ? manifest.path.map { path in Task { await reload(gateway, at: path, root: root) } } : nil
        defer { watcher?.cancel() }
        try await gateway.runUntilSignalled()
        await (gateway.host as? SchemeHost)?.shutdown()
    }

    /// Without a manifest only a URL can be served, and the built-in routes resolve it; `root` keeps all else away.
    private func makeHost(root: SchemeURL?) async throws -> SchemeHost {
        guard root != nil else { return try await Self.load(manifest.required(for: "serve without a URL")) }
        let builtIn = try await BuiltInRoutes.make()
        guard let path = manifest.path else { return SchemeHost(routes: builtIn) }
        return try await Self.load(Manifest(contentsOf: path), furtherRoutes: builtIn)
    }

    private static func load(_ manifest: Manifest, furtherRoutes: [Route] = []) async throws -> SchemeHost {
        var options = HostOptions()
        options.furtherRoutes = furtherRoutes
        options.logger = .standardError
        return try await SchemeHost(manifest: manifest, registry: SchemeHostCommand.registry, options: options)
    }

    /// Looks at the manifest twice a second: editors replace files in too many ways to be told of each.
    private func reload(_ gateway: Gateway, at path: String, root: SchemeURL?) async {
        var seen = try? FileSource(path: path).identity
        while (try? await Task.sleep(for: .milliseconds(500))) != nil {
            guard let identity = try? FileSource(path: path).identity, identity != seen else { continue }
            seen = identity
            do {
                let host = try await makeHost(root: root)
                let old = gateway.host
                gateway.replace(host: host)
                Terminal.note("Loaded \(path) again")
                // Requests under way hold their own handlers; what outlives requests gets its time.
                await (old as? SchemeHost)?.shutdown()
            } catch let error as SchemeHostError {
                Terminal.report(error)
                Terminal.note("schemehost: \(path) has errors; the one loaded before stays in use")
            } catch {
                Terminal.note("schemehost: \(error)")
            }
        }
    }
}

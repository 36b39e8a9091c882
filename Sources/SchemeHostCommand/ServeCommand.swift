import ArgumentParser
import HTTPTypes
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
              schemehost serve ./book.epub --port 0
              schemehost serve ./folder

            A folder is served without its hidden files, and links do not lead out of it.

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

    @Option(
        name: .customLong("name"),
        help: ArgumentHelp("A further name that clients may use for this server; may be repeated.", valueName: "host")
    )
    var names: [String] = []

    @Flag(help: "Load the manifest again when it changes; one with errors is reported, and the old one stays.")
    var watch = false

    func validate() throws {
        if url != nil, root != nil { throw ValidationError("name the URL once: as the argument, or with --root") }
        if let root = url ?? root { try Target.validate(root) }
        if watch, manifest.path == nil { throw ValidationError("--watch needs a manifest") }
    }

    func run() async throws {
        var target = try (url ?? root).map { try Target($0) }
        target = try await target?.opened()
        var host = try await makeHost(isRouted: target == nil)
        var isFolder = false
        if let given = target {
            if let folder = given.folder, given.isPath || BuiltInRoutes.answer(given.url, in: host) {
                await host.shutdown()
                host = try await BuiltInRoutes.host(ofFolder: folder)
                target = try given.mounted()
                isFolder = true
            } else {
                do { try await check(given, in: host) } catch let error as SchemeHostError { throw given.naming(error) }
            }
        }
        let configuration = Gateway.Configuration(
            hostname: self.host,
            port: port,
            token: token ?? ProcessInfo.processInfo.environment["SCHEMEHOST_TOKEN"],
            root: target?.url,
            names: names
        )
        var logger = Logger.standardError
        logger.logLevel = .warning
        let examples = target == nil ? try await ExampleAddresses.paths(of: manifest, in: host) : []
        let isRunning = Lock(false)
        let gateway = try Gateway(host: host, configuration: configuration, logger: logger) { [target] port in
            isRunning.withLock { $0 = true }
            announce(target, examples, port: port)
        }
        let watched = watch && !isFolder ? manifest.path : nil
        let watcher = watched.map { path in
            Task { [target] in await reload(gateway, at: path, isRouted: target == nil) }
        }
        defer { watcher?.cancel() }
        do {
            try await gateway.runUntilSignalled()
        } catch {
            guard !isRunning.withLock({ $0 }), !(error is SchemeHostError) else { throw error }
            throw cannotListen(error)
        }
        await (gateway.host as? SchemeHost)?.shutdown()
    }

    private func cannotListen(_ error: any Error) -> SchemeHostError {
        let address = "\(host.contains(":") ? "[\(host)]" : host):\(port)"
        let reason = "\(error)".contains("Address already in use") ? "another program does already" : "\(error)"
        let hint = "choose another port with --port, or any free one with --port 0"
        return SchemeHostError(.sourceUnavailable, "cannot listen at \(address): \(reason); \(hint)")
    }

    private func announce(_ target: Target?, _ examples: [String], port: Int) {
        // What stands for all addresses of the machine is none to connect to.
        let name = ["0.0.0.0": "127.0.0.1", "::": "[::1]"][host] ?? (host.contains(":") ? "[\(host)]" : host)
        Terminal.note("Serving \(target?.argument ?? "all routes") at http://\(name):\(port)/")
        for path in examples { Terminal.note("  http://\(name):\(port)/\(path)") }
    }

    /// - Throws: ``SchemeHostError`` where nothing lies below a URL.
    private func check(_ target: Target, in host: SchemeHost) async throws {
        var request = SchemeRequest(url: target.url)
        request.headerFields[.accept] = "application/json"
        let (response, final) = try await host.respond(following: request)
        // A folder's URL may have no answer of its own, as long as what is below it does.
        let isBuiltIn = target.isPath || BuiltInRoutes.answer(target.url, in: host)
        if isBuiltIn, let problem = response.problem { throw problem }
        guard !response.isListing, !final.url.percentEncodedPath.hasSuffix("/") else { return }
        let hint = "name a folder or an archive, or write it with schemehost get \(target.argument)"
        throw SchemeHostError(
            .invalidConfiguration,
            "\(target.url) is no folder, so nothing below it can be served; \(hint)"
        )
    }

    /// Without a manifest only a URL can be served, and the built-in routes resolve it; `root` keeps all else away.
    private func makeHost(isRouted: Bool) async throws -> SchemeHost {
        guard !isRouted else { return try await Self.load(manifest.required(for: "serve without a URL")) }
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
    private func reload(_ gateway: Gateway, at path: String, isRouted: Bool) async {
        var seen = try? FileSource(path: path).identity
        while (try? await Task.sleep(for: .milliseconds(500))) != nil {
            guard let identity = try? FileSource(path: path).identity, identity != seen else { continue }
            seen = identity
            do {
                let host = try await makeHost(isRouted: isRouted)
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

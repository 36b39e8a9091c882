import ArgumentParser
import Logging
import SchemeHost

/// Where the manifest is.
struct ManifestOptions: ParsableArguments {
    @Option(
        name: [.customShort("m"), .long],
        help: ArgumentHelp("The manifest. Default: ./schemehost.json, if it is there.", valueName: "file"),
        completion: .file(extensions: ["json"])
    )
    var manifest: String?

    static let defaultPath = "schemehost.json"

    /// The manifest's path; nil where none is given and none is found.
    var path: String? {
        manifest ?? (FileOutput.exists(Self.defaultPath) ? Self.defaultPath : nil)
    }

    /// The manifest, which must be there.
    /// - Throws: ``SchemeHostError`` that says where was looked.
    func required(for purpose: String) throws -> Manifest {
        guard let path else {
            let example =
                "{\"version\": 1, \"routes\": [{\"match\": {\"scheme\": \"docs\"}, \"handle\": {\"mirror\": {\"root\": \"docs\"}}}]}"
            throw SchemeHostError(
                .invalidManifest,
                "\(purpose) needs a manifest: there is no ./\(Self.defaultPath), and none was given with -m; a small one: \(example)"
            )
        }
        return try Manifest(contentsOf: path)
    }

    /// A host for commands that resolve one URL: the manifest's routes, then the built-in ones.
    func host() async throws -> SchemeHost {
        let builtIn = try await BuiltInRoutes.make()
        guard let path else { return SchemeHost(routes: builtIn) }
        var options = HostOptions()
        options.provisioning = .lazy
        options.furtherRoutes = builtIn
        options.logger = .standardError
        return try await SchemeHost(
            manifest: Manifest(contentsOf: path),
            registry: SchemeHostCommand.registry,
            options: options
        )
    }

    /// What to add to "no route".
    var hint: String {
        guard let path else {
            return "; there is no ./\(Self.defaultPath): write one with a route for it, or name it with -m"
        }
        return "; add a route for it to \(path), and see what is tried with: schemehost explain"
    }
}

extension Logger {
    /// Logs to standard error.
    static var standardError: Logger {
        Logger(label: "schemehost") { StreamLogHandler.standardError(label: $0) }
    }
}

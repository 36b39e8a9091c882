public import Logging

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The declaration of a host: handlers, and the routes that lead to them, as JSON.
///
/// Reading a manifest never fails for what stands in it: everything that is wrong is found in one pass, by
/// ``diagnose(registry:)`` or when a ``SchemeHost`` is made of it.
public struct Manifest: Sendable {
    /// The folder that relative paths start from.
    public let baseFolder: String
    /// What diagnostics call the manifest.
    public var name: String { file }
    /// The text.
    public let text: String
    let file: String
    let document: JSONDocument?
    let readingDiagnostics: [Diagnostic]

    /// Reads a manifest from memory.
    /// - Parameters:
    ///   - json: The text.
    ///   - folder: The folder that relative paths start from.
    ///   - name: What diagnostics call the manifest.
    public init(json: String, relativeTo folder: String = ".", name: String = "manifest") {
        self.init(bytes: Array(json.utf8), relativeTo: folder, name: name)
    }

    /// Reads a manifest file. Relative paths in it start from its folder.
    /// - Throws: ``SchemeHostError`` with code `invalidManifest` where the file cannot be read or is larger than 16 MiB.
    public init(contentsOf path: String) throws {
        let file: FileSource
        do {
            file = try FileSource(path: path)
        } catch let error as SchemeHostError {
            throw SchemeHostError(.invalidManifest, "no manifest: \(error.message)")
        }
        guard file.size <= Int64(JSONParser.sizeLimit) else {
            throw SchemeHostError(.invalidManifest, "\(path) has \(file.size) bytes; a manifest has 16 MiB at most")
        }
        let data = try Data(capacity: Int(file.size)) { try file.read(into: $0, at: 0) }
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        self.init(bytes: Array(data), relativeTo: folder, name: path)
    }

    private init(bytes: [UInt8], relativeTo folder: String, name: String) {
        baseFolder = folder
        file = name
        text = String(decoding: bytes, as: UTF8.self)
        var diagnostics: [Diagnostic] = []
        document = JSONDocument.parse(bytes, file: name, into: &diagnostics)
        readingDiagnostics = diagnostics
    }

    /// Everything that is wrong with the manifest, or looks as if it were, in the order of the text.
    ///
    /// Handlers are made for it and shut down again, so missing files and damaged databases are found too.
    /// - Parameter registry: The handler kinds that the manifest may name.
    public func diagnose(registry: HandlerRegistry) async -> [Diagnostic] {
        var compiler = ManifestCompiler(manifest: self, registry: registry, options: HostOptions())
        let plan = compiler.compile()
        var diagnostics = compiler.diagnostics
        if let plan {
            diagnostics += await plan.provision()
            // A route that is missing from the plan would make handlers look unused.
            if compiler.isSound { diagnostics += plan.lint() }
            await plan.shutdown()
        }
        return diagnostics.sorted()
    }
}

/// How a host is made of a manifest.
public struct HostOptions: Sendable {
    /// When handlers are made.
    public enum Provisioning: Sendable {
        /// All at once; what is wrong with any of them is reported before the first request.
        case eager
        /// Each with the first request that needs it.
        case lazy
    }

    /// When handlers are made.
    public var provisioning = Provisioning.eager
    /// Routes that are tried after those of the manifest.
    public var furtherRoutes: [Route] = []
    /// The variables that `${env:NAME}` reads.
    public var environment = ProcessInfo.processInfo.environment
    /// The folder for what is kept across runs; the user's own cache folder by default.
    public var cacheFolder = HandlerContext.defaultCacheFolder
    /// Where handlers log.
    public var logger = Logger(label: "schemehost")
    /// The time, as handlers see it.
    public var clock = HostClock.system

    /// The default options.
    public init() {}
}

extension SchemeHost {
    /// Makes a host of a manifest.
    /// - Parameters:
    ///   - manifest: The declaration.
    ///   - registry: The handler kinds that it may name.
    ///   - options: When handlers are made, and with what.
    /// - Throws: ``SchemeHostError`` with code `invalidManifest`; `underlying` is ``InvalidJSON`` with every error found.
    public convenience init(
        manifest: Manifest,
        registry: HandlerRegistry,
        options: HostOptions = HostOptions()
    ) async throws {
        var compiler = ManifestCompiler(manifest: manifest, registry: registry, options: options)
        let plan = compiler.compile()
        guard let plan, compiler.isSound else {
            var diagnostics = compiler.diagnostics
            if let plan, options.provisioning == .eager {
                diagnostics += await plan.provision()
                await plan.shutdown()
            }
            throw Self.invalid(manifest, diagnostics)
        }
        let routes = plan.routes.map(\.route) + options.furtherRoutes
        self.init(routes: routes, unmatched: plan.unmatched, services: plan.services)
        guard options.provisioning == .eager else { return }
        let failures = await plan.provision()
        guard failures.isEmpty else {
            await shutdown()
            throw Self.invalid(manifest, failures)
        }
    }

    private static func invalid(_ manifest: Manifest, _ diagnostics: [Diagnostic]) -> SchemeHostError {
        let errors = diagnostics.filter { $0.severity == .error }.sorted()
        let more = errors.count > 1 ? " (and \(errors.count - 1) more)" : ""
        let first = errors.first.map(\.description) ?? "\(manifest.file) has no content"
        return SchemeHostError(.invalidManifest, first + more, underlying: InvalidJSON(errors))
    }
}

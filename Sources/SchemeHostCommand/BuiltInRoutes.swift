import ArchiveHandler
import ComputedHandler
import HTTPTypes
import MirrorHandler
import SQLiteHandler
import SchemeHost

/// What get, list and explain know without a manifest: the URLs that say themselves where their bytes are.
///
/// Whoever types such a URL may read what it names; `serve` offers nothing but the one container or folder it was given.
enum BuiltInRoutes {
    static let schemes = ["file", "data", "zip", "tar", "archive", "epub", "sqlar"]
    private static let idPrefix = "built-in "

    static func make() async throws -> [Route] {
        let context = HandlerContext()
        let files = try await MirrorHandler(
            configuration: .init(root: RequestTemplate(literal: "/"), index: [], hide: []),
            context: context
        )
        let archives = try await ArchiveHandler(configuration: .init(roots: ["/"]), context: context)
        let walked = try await ArchiveHandler(configuration: .init(roots: ["/"], walks: true), context: context)
        let databases = Databases()
        return [
            Route(.scheme("file"), id: idPrefix + "file", to: files),
            Route(.scheme("data"), id: idPrefix + "data", to: DataURLHandler(configuration: .init(), context: context)),
            Route(.scheme("zip", "tar", "archive", "epub"), id: idPrefix + "archive", to: archives),
            Route(.scheme(Target.walkScheme), id: idPrefix + "path", to: walked),
            Route(.scheme("sqlar"), id: idPrefix + "sqlar") { try await databases.respond(to: $0) },
        ]
    }

    /// A host for one folder, at `file:///`: links do not lead out of it.
    /// - Parameter asIs: Whether index files and hidden ones are nothing special.
    static func host(ofFolder path: String, asIs: Bool = false) async throws -> SchemeHost {
        var configuration = MirrorHandler.Configuration(root: RequestTemplate(literal: path))
        if asIs { (configuration.index, configuration.hide) = ([], []) }
        let folder = try await MirrorHandler(configuration: configuration, context: HandlerContext())
        return SchemeHost(routes: [Route(.scheme("file"), id: idPrefix + "folder", to: folder)])
    }

    /// Whether no route of the manifest takes a URL before the built-in ones.
    static func answer(_ url: SchemeURL, in host: SchemeHost) -> Bool {
        let declared = host.routes.filter { !$0.id.hasPrefix(idPrefix) }
        return !SchemeHost(routes: declared).hasRoute(for: SchemeRequest(url: url))
    }
}

/// The SQLite archives that URLs have named, opened once.
private actor Databases {
    private var hosts: [String: SchemeHost] = [:]

    /// One member of the archive that the URL names.
    func respond(to request: SchemeRequest) async throws -> SchemeResponse {
        let path = try request.containerPath
        guard path.members.count == 1 else {
            let hint =
                "write sqlar:///path/to/file.sqlar!/member; for containers inside of it, declare it in a manifest"
            throw SchemeHostError(.invalidRequest, "\(request.url) names \(path.members.count) members; \(hint)")
        }
        let host = try await host(of: "/" + path.file.name)
        let url = try request.url.replacing(path: path.members[0].percentEncoded, query: nil)
        return try await host.respond(
            to: SchemeRequest(url: url, method: request.method, headerFields: request.headerFields, body: request.body)
        )
    }

    private func host(of path: String) async throws -> SchemeHost {
        if let host = hosts[path] { return host }
        let handler = try await SQLiteHandler(
            configuration: .init(database: RequestTemplate(literal: path)),
            context: HandlerContext()
        )
        let host = SchemeHost(routes: [Route(.any, to: handler)])
        hosts[path] = host
        return host
    }
}

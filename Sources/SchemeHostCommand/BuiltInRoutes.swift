import ArchiveHandler
import ComputedHandler
import HTTPTypes
import MirrorHandler
import SQLiteHandler
import SchemeHost

/// What get, list and explain know without a manifest: the URLs that say themselves where their bytes are.
///
/// Whoever types such a URL may read what it names; `serve` does not offer these routes.
enum BuiltInRoutes {
    static let schemes = ["file", "data", "zip", "tar", "archive", "epub", "sqlar"]

    static func make() async throws -> [Route] {
        let context = HandlerContext()
        let files = try await MirrorHandler(
            configuration: .init(root: RequestTemplate(literal: "/"), index: [], hide: []),
            context: context
        )
        let archives = try await ArchiveHandler(configuration: .init(roots: ["/"]), context: context)
        let walked = try await ArchiveHandler(configuration: .init(roots: ["/"], walks: true), context: context)
        return [
            Route(.scheme("file"), id: "built-in file", to: files),
            Route(.scheme("data"), id: "built-in data", to: DataURLHandler(configuration: .init(), context: context)),
            Route(.scheme("zip", "tar", "archive", "epub"), id: "built-in archive", to: archives),
            Route(.scheme(Target.walkScheme), id: "built-in path", to: walked),
            Route(.scheme("sqlar"), id: "built-in sqlar") { try await respondFromDatabase(to: $0, context) },
        ]
    }

    /// One member of the SQLite archive that the URL names.
    private static func respondFromDatabase(
        to request: SchemeRequest,
        _ context: HandlerContext
    ) async throws -> SchemeResponse {
        let path = try request.containerPath
        guard path.members.count == 1 else {
            let hint =
                "write sqlar:///path/to/file.sqlar!/member; for containers inside of it, declare it in a manifest"
            throw SchemeHostError(.invalidRequest, "\(request.url) names \(path.members.count) members; \(hint)")
        }
        let file = RequestTemplate(literal: "/" + path.file.name)
        let handler = try await SQLiteHandler(configuration: .init(database: file), context: context)
        let host = SchemeHost(routes: [Route(.any, to: handler)])
        let url = try request.url.replacing(path: path.members[0].percentEncoded, query: nil)
        return try await host.respond(
            to: SchemeRequest(url: url, method: request.method, headerFields: request.headerFields, body: request.body)
        )
    }
}

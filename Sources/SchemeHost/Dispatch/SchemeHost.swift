public import HTTPTypes
import Logging

/// Turns URLs of any scheme into bytes, through the handlers of its routes.
///
/// An instance is immutable; several in one process do not see each other.
public final class SchemeHost: Responder {
    /// What a request that no route matches gets at the URLSession door.
    public enum Unmatched: String, Sendable, CaseIterable, Decodable {
        /// The system's own loading.
        case pass
        /// An error, so that a test notices.
        case fail
    }

    /// The routes, in the order in which they are tried.
    public let routes: [Route]
    /// What a request that no route matches gets at the URLSession door.
    public let unmatched: Unmatched
    let index: RouteIndex
    private let services: HostServices
    private let slots: [HandlerSlot]

    /// The most times a request is routed again before it counts as a loop.
    public static let maximumHops = 20

    init(routes: [Route], unmatched: Unmatched, services: HostServices) {
        var routes = routes
        for position in routes.indices where routes[position].id.isEmpty { routes[position].id = String(position) }
        self.routes = routes
        self.unmatched = unmatched
        self.services = services
        index = RouteIndex(routes.map(\.matcher))
        var seen: Set<ObjectIdentifier> = []
        slots = routes.flatMap(\.chain.slots).filter { seen.insert(ObjectIdentifier($0)).inserted }
        services.host = self
    }

    /// Creates a host from routes made in code.
    /// - Parameters:
    ///   - routes: In the order in which they are tried.
    ///   - unmatched: What a request that no route matches gets at the URLSession door.
    public convenience init(routes: [Route], unmatched: Unmatched = .pass) {
        self.init(routes: routes, unmatched: unmatched, services: HostServices())
    }

    /// Answers a request.
    ///
    /// Redirects are answers; see ``respond(following:)`` to follow them.
    /// - Returns: The response. An error whose code has an HTTP status is one too: a problem document (RFC 9457).
    /// - Throws: ``SchemeHostError`` with any other code, and `CancellationError`.
    public func respond(to request: SchemeRequest) async throws -> SchemeResponse {
        do {
            return try await dispatch(request)
        } catch let error as SchemeHostError where error.code.status != nil {
            return try await Semantics.apply(to: .problem(error), for: request)
        }
    }

    private func dispatch(_ request: SchemeRequest) async throws -> SchemeResponse {
        guard request.hops <= Self.maximumHops else {
            let message = "the request was routed \(request.hops) times without an answer; "
            let hint = "look for a rewrite or a source that leads back to its own route"
            throw SchemeHostError(.loop, message + hint, url: request.url.description)
        }
        guard let match = try await index.firstMatch(for: request) else { throw noRoute(request) }
        let route = routes[match.route]
        var inner = match.request
        inner.captures = match.captures
        inner.mappedPath = try route.mapping?.path(for: inner)
        inner.routeTypes = route.types
        inner.routeFields = route.fields
        return try await route.chain.respond(to: inner)
    }

    /// Answers a request for a URL.
    /// - Parameters:
    ///   - url: The URL's text, at most 64 KiB.
    ///   - method: The method.
    ///   - headerFields: The header fields.
    ///   - body: The content, where there is some.
    /// - Throws: As ``respond(to:)-(SchemeRequest)``; `invalidRequest` where the text is no URL.
    public func respond(
        to url: String,
        method: HTTPRequest.Method = .get,
        headerFields: HTTPFields = [:],
        body: Body? = nil
    ) async throws -> SchemeResponse {
        try await respond(to: SchemeRequest(url, method: method, headerFields: headerFields, body: body))
    }

    /// Whether some route would take the request, by everything but its body.
    public func hasRoute(for request: SchemeRequest) -> Bool { index.mayMatch(request) }

    /// Ends all handlers, after work that outlives its requests is done.
    /// - Parameter deadline: How long that work may take before it is cancelled.
    public func shutdown(within deadline: Duration = .seconds(10)) async {
        await services.background.finish(within: deadline)
        for slot in slots { await slot.shutdown() }
    }

    private func noRoute(_ request: SchemeRequest) -> SchemeHostError {
        let ids = Suggestion.list(routes.map(\.id))
        let known = routes.isEmpty ? "there are no routes" : "there are: \(ids)"
        return SchemeHostError(
            .noRoute,
            "no route matches \(request.method) \(request.url); \(known)",
            url: request.url.description
        )
    }
}

extension RequestTemplate {
    /// The path that a route's `"as"` makes for a request.
    func path(for request: SchemeRequest) throws -> URLPath {
        // A capture is decoded text; only a path without escaped slashes can be put together again.
        _ = try request.urlPath.validated()
        var text = ""
        for part in parts {
            let value = try value(of: part, in: request)
            switch part {
            case .literal: break
            case .capture, .path:
                guard !value.split(separator: "/").contains(where: { $0 == "." || $0 == ".." }) else {
                    throw SchemeHostError(.invalidRequest, "\"\(value)\" cannot be part of a path")
                }
            case .host, .query, .header: _ = try Self.component(value)
            }
            text += value
        }
        let names = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        let trimmed = names.first == "" ? names.dropFirst() : names[...]
        let isFolder = trimmed.last == ""
        return URLPath(components: Array(isFolder ? trimmed.dropLast() : trimmed), hasTrailingSlash: isFolder)
    }
}

import HTTPTypes

/// Why a request is answered as it is: every route with every criterion, the chain chosen, the answer's head.
public struct HostExplanation: Sendable {
    /// How one route fares.
    public struct RouteReport: Sendable {
        /// The route's name.
        public var id: String
        /// Whether it takes the request, or would if no earlier route did.
        public var matches: Bool
        /// Whether it is the one that answers.
        public var isChosen: Bool
        /// Its criteria.
        public var criteria: [Explanation]
        /// The kinds of its handlers, in order.
        public var chain: [String]
    }

    /// The URL as it was read.
    public var url: String
    /// The path as matchers and handlers read it.
    public var path: String
    /// What keeps the path from naming a resource, if anything does.
    public var pathDefect: String?
    /// All routes, in the order in which they are tried.
    public var routes: [RouteReport]
    /// What the chosen route's patterns captured.
    public var captures: Captures
    /// The path that the route's `"as"` makes of it.
    public var mappedPath: String?
    /// The answer, without a body; nil where there is none.
    public var response: SchemeResponse?
    /// What was thrown in place of an answer.
    public var error: SchemeHostError?
}

extension SchemeHost {
    /// Explains how a request is answered, by answering it with the body left out.
    /// - Parameter request: A GET is answered like a HEAD; for any other method no handler is asked.
    /// - Throws: What reading the request's body throws.
    public func explain(_ request: SchemeRequest) async throws -> HostExplanation {
        var request = request
        var reports: [HostExplanation.RouteReport] = []
        for route in routes {
            let criteria = try await route.matcher.explain(&request)
            reports.append(
                .init(
                    id: route.id,
                    matches: criteria.allSatisfy(\.holds),
                    isChosen: false,
                    criteria: criteria,
                    chain: route.chain.slots.map(\.kind)
                )
            )
        }
        // After the explanations, which leave a body that can be read again.
        let chosen = try await index.firstMatch(for: request)
        if let chosen { reports[chosen.route].isChosen = true }
        var explanation = HostExplanation(
            url: request.url.description,
            path: request.urlPath.description,
            pathDefect: request.urlPath.defect,
            routes: reports,
            captures: chosen?.captures ?? Captures()
        )
        if let chosen, let mapping = routes[chosen.route].mapping {
            var inner = request
            inner.captures = chosen.captures
            explanation.mappedPath = try? mapping.path(for: inner).description
        }
        guard request.isRead else { return explanation }
        do {
            // A GET that is not pulled: a handler may know more of the media type than for a HEAD.
            var response = try await respond(to: request)
            response.body = Body()
            explanation.response = response
        } catch let error as SchemeHostError {
            explanation.error = error
        }
        return explanation
    }
}

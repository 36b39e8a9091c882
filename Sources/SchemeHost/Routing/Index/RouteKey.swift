/// What the index knows of one alternative of a matcher: a superset of the requests that it takes.
struct RouteKey: Sendable, Hashable {
    /// Nil: any.
    var scheme: String?
    /// From the right.
    var host = SegmentKey.all
    var path = SegmentKey.all

    /// The most alternatives of one matcher that are kept apart.
    static let maximumCount = 64

    /// Alternatives that together cover all requests that a matcher takes.
    static func keys(of matcher: Matcher) -> [RouteKey] {
        switch matcher.criterion {
        case .scheme(let names): limited(names.map { RouteKey(scheme: $0) })
        case .host(let patterns): limited(patterns.map { RouteKey(host: SegmentKey($0.sequence.elements.reversed())) })
        case .path(let patterns): limited(patterns.map { RouteKey(path: SegmentKey($0.sequence.elements)) })
        case .anyOf(let matchers): limited(matchers.flatMap(keys))
        case .all(let matchers):
            matchers.reduce([RouteKey()]) { keys, matcher in
                let further = Self.keys(of: matcher)
                // Leaving a criterion out only makes the keys cover more.
                guard keys.count * further.count <= maximumCount else { return keys }
                return keys.flatMap { key in further.map { key.narrowed(by: $0) } }
            }
        case .any, .port, .pathRegex, .method, .query, .header, .domains, .body, .not: [RouteKey()]
        }
    }

    private static func limited(_ keys: [RouteKey]) -> [RouteKey] {
        keys.count <= maximumCount ? keys : [RouteKey()]
    }

    /// Both keys at once; where both name a thing, this one's stays.
    private func narrowed(by other: RouteKey) -> RouteKey {
        RouteKey(
            scheme: scheme ?? other.scheme,
            host: host == .all ? other.host : host,
            path: path == .all ? other.path : path
        )
    }
}

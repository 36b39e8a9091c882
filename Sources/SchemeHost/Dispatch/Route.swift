public import HTTPTypes

/// A rule that sends the requests it matches to a chain of handlers.
public struct Route: Sendable {
    /// The route's name, unique within a host; its position where none is given.
    public var id: String
    /// Which requests the route takes.
    public var matcher: Matcher
    /// The path that the handlers see; nil for the URL's own.
    public var mapping: RequestTemplate?
    /// Fields that are set on every response of the route.
    public var fields: HTTPFields
    /// Media types by file extension, before all others.
    public var types: [String: String]
    let chain: ChainLink

    init(
        id: String,
        matcher: Matcher,
        mapping: RequestTemplate?,
        fields: HTTPFields,
        types: [String: String],
        chain: ChainLink
    ) {
        self.id = id
        self.matcher = matcher
        self.mapping = mapping
        self.fields = fields
        self.types = types
        self.chain = chain
    }

    /// Creates a route to a handler, or to a chain of them.
    /// - Parameters:
    ///   - matcher: Which requests the route takes.
    ///   - id: The route's name.
    ///   - handler: The first handler.
    ///   - further: The handlers behind it, in order.
    public init(_ matcher: Matcher, id: String = "", to handler: any SchemeHandler, _ further: any SchemeHandler...) {
        var tail: ChainLink?
        for handler in further.reversed() { tail = ChainLink(HandlerSlot(handler), next: tail) }
        let chain = ChainLink(HandlerSlot(handler), next: tail)
        self.init(id: id, matcher: matcher, mapping: nil, fields: [:], types: [:], chain: chain)
    }

    /// Creates a route to a closure, which is given requests of every method.
    /// - Parameters:
    ///   - matcher: Which requests the route takes.
    ///   - id: The route's name.
    ///   - closure: Answers; what it throws is treated as a handler's errors are.
    public init(_ matcher: Matcher, id: String = "", to closure: @escaping HandlerRegistry.Closure) {
        let chain = ChainLink(HandlerSlot(closure: closure), next: nil)
        self.init(id: id, matcher: matcher, mapping: nil, fields: [:], types: [:], chain: chain)
    }
}

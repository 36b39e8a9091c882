/// The handler kinds, and the closures, that a manifest may name. A value: adding to one leaves others alone.
public struct HandlerRegistry: Sendable, ExpressibleByArrayLiteral {
    /// A handler that is a function; what it may throw is what ``SchemeHandler/respond(to:)`` may.
    public typealias Closure = @Sendable (SchemeRequest) async throws -> SchemeResponse

    private var kinds: [String: any SchemeHandler.Type] = [:]
    var closures: [String: Closure] = [:]

    /// Creates a registry of these kinds; of two with one name the later counts.
    public init(_ handlers: [any SchemeHandler.Type] = []) {
        for handler in handlers { kinds[handler.kind] = handler }
    }

    /// Creates a registry of these kinds.
    public init(arrayLiteral elements: any SchemeHandler.Type...) { self.init(elements) }

    /// A registry with further kinds; one that is there already is replaced.
    public static func + (registry: HandlerRegistry, handlers: [any SchemeHandler.Type]) -> HandlerRegistry {
        var result = registry
        for handler in handlers { result.kinds[handler.kind] = handler }
        return result
    }

    /// A registry with a closure under a name that the manifest refers to: `{"computed": {"closure": "name"}}`.
    public func adding(closure name: String, _ closure: @escaping Closure) -> HandlerRegistry {
        var result = self
        result.closures[name] = closure
        return result
    }

    /// The handler of a kind.
    public subscript(kind: String) -> (any SchemeHandler.Type)? { kinds[kind] }

    /// All handlers, by kind.
    public var handlers: [any SchemeHandler.Type] { kinds.values.sorted { $0.kind < $1.kind } }

    /// The names of all kinds, sorted.
    public var kindNames: [String] { kinds.keys.sorted() }
}

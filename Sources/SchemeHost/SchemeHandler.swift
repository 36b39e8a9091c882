public import HTTPTypes

/// A module that answers requests, configured by its own part of the manifest.
///
/// The core applies HTTP's semantics to what it answers, so returning a full 200 is enough: ranges, preconditions,
/// HEAD, media types and lengths follow by themselves.
public protocol SchemeHandler: Responder {
    /// The handler's own part of the manifest.
    associatedtype Configuration: Decodable & Sendable

    /// The word that names the handler in a manifest.
    static var kind: String { get }
    /// One line for `schemehost handlers`.
    static var summary: String { get }
    /// The keys of the configuration: checked against the manifest and printed as JSON Schema.
    static var schema: Schema { get }
    /// Whether other handlers may stand behind this one. Default: ``ChainRole/none``.
    static var chain: ChainRole { get }

    /// Makes an instance. What is wrong with the configuration (a path, a database) fails here, not at a request.
    /// - Throws: ``SchemeHostError``.
    init(configuration: Configuration, context: HandlerContext) async throws

    /// The methods this instance answers; others are refused with 405. Default: GET and HEAD.
    var methods: MethodSet { get }

    /// Answers a request. A HEAD may be answered like a GET.
    /// - Throws: ``SchemeHostError``; a code with an HTTP status becomes a problem document.
    func respond(to request: SchemeRequest) async throws -> SchemeResponse

    /// Ends what outlives requests; bodies that were answered before stay readable to their end. Default: nothing.
    func shutdown() async
}

extension SchemeHandler {
    /// Nothing may stand behind this handler.
    public static var chain: ChainRole { .none }
    /// The keys as they follow from the type of the configuration.
    public static var schema: Schema { Schema(Configuration.self) }
    /// GET and HEAD.
    public var methods: MethodSet { .read }
    /// Does nothing.
    public func shutdown() async {}
}

/// Whether a handler takes others behind it in a chain.
public enum ChainRole: String, Sendable, CaseIterable {
    /// It ends a chain.
    case none
    /// It wraps what follows and cannot stand last.
    case required
    /// It may stand last, or hand on what it cannot answer.
    case optional
}

/// The methods a handler answers.
public struct MethodSet: Sendable, Hashable, ExpressibleByArrayLiteral {
    /// The methods, in the order of the `Allow` field; nil where the handler decides itself.
    public let methods: [HTTPRequest.Method]?

    /// Exactly these methods; GET includes HEAD.
    public init(arrayLiteral elements: HTTPRequest.Method...) {
        methods = elements.contains(.get) && !elements.contains(.head) ? elements + [.head] : elements
    }

    private init(any: Void) { methods = nil }

    /// GET and HEAD.
    public static let read: MethodSet = [.get, .head]
    /// Every method: the handler decides itself.
    public static let any = MethodSet(any: ())

    /// Whether the handler answers a method.
    public func contains(_ method: HTTPRequest.Method) -> Bool { methods?.contains(method) ?? true }

    /// The value of the `Allow` field (RFC 9110, section 10.2.1).
    public var allow: String { (methods ?? []).map(\.rawValue).joined(separator: ", ") }
}

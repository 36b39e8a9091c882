public import HTTPTypes

/// A request as a handler sees it.
public struct SchemeRequest: Sendable {
    /// The URL as it was sent (see ``SchemeURL`` for the little that is normalized).
    public var url: SchemeURL { target.url }
    /// The method.
    public var method: HTTPRequest.Method
    /// The header fields.
    public var headerFields: HTTPFields
    /// The content, where there is some.
    public var body: Body?
    /// What the route's patterns captured.
    public internal(set) var captures: Captures
    /// The rest of the chain behind this handler; nil at its end.
    public internal(set) var next: (any Responder)?
    /// How many times the request was routed again on its way here.
    public internal(set) var hops: Int
    /// The path that matchers read: the URL's own, whatever the route says.
    var urlPath: URLPath { target.path }
    private let target: Target
    /// The path that the route's `"as"` made, where it has one.
    var mappedPath: URLPath?
    /// The manifest's `"types"` of the route, by extension.
    var routeTypes: [String: String]?
    /// The manifest's `"fields"` of the route.
    var routeFields: HTTPFields?

    /// Creates a request.
    /// - Parameters:
    ///   - url: What is asked for.
    ///   - method: The method.
    ///   - headerFields: The header fields.
    ///   - body: The content, where there is some.
    public init(
        url: SchemeURL,
        method: HTTPRequest.Method = .get,
        headerFields: HTTPFields = [:],
        body: Body? = nil
    ) {
        target = Target(url)
        self.method = method
        self.headerFields = headerFields
        self.body = body
        captures = Captures()
        hops = 0
    }

    /// Creates a request from a URL's text.
    /// - Throws: ``SchemeHostError`` with code `invalidRequest` where the text is no URL.
    public init(
        _ url: String,
        method: HTTPRequest.Method = .get,
        headerFields: HTTPFields = [:],
        body: Body? = nil
    ) throws {
        self.init(url: try SchemeURL(url), method: method, headerFields: headerFields, body: body)
    }

    /// The path that names the resource: the URL's, or what the route's `"as"` makes of it.
    /// - Throws: ``SchemeHostError`` with code `invalidRequest` where a component cannot be a name (it holds `/`, `\` or
    ///   NUL, is empty, or is not UTF-8).
    public var path: URLPath {
        get throws { try (mappedPath ?? urlPath).validated() }
    }

    /// The containers and the member that a self-contained URL names.
    /// - Throws: ``SchemeHostError`` with code `invalidRequest` where a component cannot be a name.
    public var containerPath: ContainerPath {
        get throws { try ContainerPath(percentEncoded: url.percentEncodedPath) }
    }

    /// The same request for another URL: captures, chain and the route's mapping are dropped.
    public func replacing(url: SchemeURL) -> SchemeRequest {
        var request = SchemeRequest(url: url, method: method, headerFields: headerFields, body: body)
        request.hops = hops
        return request
    }
}

/// What all copies of a request share. A request is copied at every hop, and a URL is many strings.
private final class Target: Sendable {
    let url: SchemeURL
    let path: URLPath

    init(_ url: SchemeURL) {
        self.url = url
        path = URLPath(percentEncoded: url.percentEncodedPath)
    }
}

/// Named text that a route's patterns took out of a URL.
public struct Captures: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    private var items: [(name: String, value: String)] = []

    /// Creates captures; of a repeated name the last one counts.
    public init(dictionaryLiteral elements: (String, String)...) { items = elements.map { ($0, $1) } }

    /// The value captured under a name.
    public subscript(name: String) -> String? {
        get { items.last { $0.name == name }?.value }
        set {
            items.removeAll { $0.name == name }
            if let newValue { items.append((name, newValue)) }
        }
    }

    /// The names, in the order of capture.
    public var names: [String] { items.map(\.name) }

    /// Whether nothing was captured.
    public var isEmpty: Bool { items.isEmpty }

    mutating func append(_ name: String, _ value: String) { items.append((name, value)) }

    mutating func truncate(to count: Int) { items.removeSubrange(count...) }

    var count: Int { items.count }

    /// Whether both hold the same values under the same names, in order.
    public static func == (left: Captures, right: Captures) -> Bool {
        left.items.elementsEqual(right.items, by: ==)
    }

    /// Hashes names and values.
    public func hash(into hasher: inout Hasher) {
        for item in items {
            hasher.combine(item.name)
            hasher.combine(item.value)
        }
    }
}

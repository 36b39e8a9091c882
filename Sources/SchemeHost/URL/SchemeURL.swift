/// A URL of any scheme, read once and strictly (RFC 3986).
///
/// Scheme and host are lowercased, user information and fragment are removed, an empty path after an authority
/// becomes `/`; everything else stays as it was sent. Characters that a URL may not hold (spaces, non-ASCII letters)
/// are percent-encoded in path and query; control characters and broken percent escapes are refused.
public struct SchemeURL: Sendable, Hashable, CustomStringConvertible {
    /// The whole URL.
    public let description: String
    /// The scheme, lowercased, without the colon.
    public let scheme: String
    /// The host, lowercased, IPv6 addresses without brackets; empty where there is no authority.
    public let host: String
    /// The port, 0…65535, where one is written.
    public let port: Int?
    /// The path as sent, percent-encoded; starts with `/` unless the URL is opaque (`data:text/plain,hi`).
    public let percentEncodedPath: String
    /// The query as sent, percent-encoded, without the question mark.
    public let percentEncodedQuery: String?

    /// The longest URL that is read, in bytes.
    public static let maximumLength = 65_536

    /// Reads a URL.
    /// - Throws: ``SchemeHostError`` with code `invalidRequest`.
    public init(_ text: String) throws {
        var text = text
        self = try text.withUTF8 { try Self(utf8: $0) }
    }

    init(scheme: String, host: String, port: Int?, hasAuthority: Bool, path: String, query: String?) {
        self.scheme = scheme
        self.host = host
        self.port = port
        percentEncodedPath = path
        percentEncodedQuery = query
        var text = ""
        text.reserveCapacity(scheme.utf8.count + host.utf8.count + path.utf8.count + (query?.utf8.count ?? 0) + 12)
        text += scheme
        text += ":"
        if hasAuthority {
            text += "//"
            text += Self.bracketed(host)
            if let port { text += ":\(port)" }
        }
        text += path
        if let query { text += "?" + query }
        description = text
    }

    /// A host as it stands in a URL.
    private static func bracketed(_ host: String) -> String {
        host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host
    }

    /// Host and port as they stand in the URL; empty where there is no authority.
    public var authority: String {
        let name = Self.bracketed(host)
        return port.map { "\(name):\($0)" } ?? name
    }

    /// Whether the path does not start with a slash, as in `data:text/plain,hi`.
    public var isOpaque: Bool { host.isEmpty && !percentEncodedPath.hasPrefix("/") }

    /// The same URL with other parts.
    /// - Parameters:
    ///   - path: The new path, percent-encoded.
    ///   - query: The new query, percent-encoded; nil removes it.
    /// - Throws: ``SchemeHostError`` with code `invalidRequest` where the parts are malformed.
    public func replacing(path: String, query: String?) throws -> SchemeURL {
        let prefix = scheme + ":" + (hasAuthority ? "//" + authority : "")
        return try SchemeURL(prefix + path + (query.map { "?" + $0 } ?? ""))
    }

    private var hasAuthority: Bool { description.utf8.dropFirst(scheme.utf8.count + 1).starts(with: "//".utf8) }

    /// The percent-decoded values of a query item, in order; `+` is a space (the form encoding of the URL standard).
    public func queryItems(named name: String) -> [String] {
        queryItems.lazy.filter { $0.name == name }.map(\.value)
    }

    /// The percent-decoded items of the query, in order; an item without `=` has an empty value.
    public var queryItems: [(name: String, value: String)] { percentEncodedQuery.map(Self.formItems) ?? [] }

    /// The decoded items of a form (`application/x-www-form-urlencoded`), in order.
    static func formItems(_ text: String) -> [(name: String, value: String)] {
        text.utf8.split(separator: UInt8(ascii: "&")).map { item in
            let halves = item.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let value = halves.count > 1 ? PercentEncoding.decodeForm(halves[1]) : ""
            return (PercentEncoding.decodeForm(halves[0]), value)
        }
    }
}

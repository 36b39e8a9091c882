/// The one reading of a URL's path: split at its slashes first, each component decoded once, dot segments removed.
///
/// Dot segments, escaped ones included, never lead above the root. Empty components stay visible. A trailing slash
/// is kept apart: it means a folder.
public struct URLPath: Sendable, Hashable, CustomStringConvertible {
    /// The decoded components, without those of dot segments.
    public let components: [String]
    /// Whether the path ends in a slash (or in a dot segment, which names a folder); true for the root.
    public let hasTrailingSlash: Bool
    /// What keeps the path from naming a resource: a component with `/`, `\` or NUL in it, or that is not UTF-8.
    public let defect: String?
    private let plainText: String?

    /// Reads a percent-encoded path.
    ///
    /// A component that cannot be a name does not fail here but is noted as ``defect``, so that matchers can still read
    /// it as the ordinary text it is for a server upstream.
    public init(percentEncoded text: some StringProtocol) {
        var text = String(text)
        self = text.withUTF8 { Self(utf8: $0) }
    }

    private init(utf8 bytes: UnsafeBufferPointer<UInt8>) {
        let slash = UInt8(ascii: "/")
        let body = bytes.first == slash ? bytes.dropFirst() : bytes[...]
        let endsInSlash = body.last == slash
        var components: [String] = []
        components.reserveCapacity(4)
        var defect: String?
        var isPlain = true
        var endsInDots = false
        var start = body.startIndex
        // The text after the last slash is a component of its own only if something stands there.
        while start < body.endIndex {
            let end = body[start...].firstIndex(of: slash) ?? body.endIndex
            let raw = body[start..<end]
            start = end + 1
            var name = String(decoding: raw, as: UTF8.self)
            if raw.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "\\") }) {
                isPlain = false
                let decoded = PercentEncoding.decode(raw) ?? Array(raw)
                name = String(decoding: decoded, as: UTF8.self)
                defect = defect ?? Self.defect(of: decoded, decoded: name)
            }
            endsInDots = name == "." || name == ".."
            if endsInDots {
                isPlain = false
                if name == ".." { _ = components.popLast() }
            } else {
                components.append(name)
            }
        }
        self.components = components
        hasTrailingSlash = endsInSlash || endsInDots || components.isEmpty
        self.defect = defect
        plainText = isPlain ? String(decoding: endsInSlash ? body.dropLast() : body, as: UTF8.self) : nil
    }

    /// Makes a path of names that are decoded already.
    public init(components: [String], hasTrailingSlash: Bool) {
        self.components = components
        self.hasTrailingSlash = hasTrailingSlash || components.isEmpty
        defect = components.lazy.compactMap { Self.defect(of: Array($0.utf8), decoded: $0) }.first
        plainText = nil
    }

    /// The components joined by slashes, without a leading or a trailing one: the name of a member or a key.
    public var name: String { plainText ?? components.joined(separator: "/") }

    /// The last component; empty at the root.
    public var lastComponent: String { components.last ?? "" }

    /// Whether a component is empty, as in `/a//b`.
    public var hasEmptyComponents: Bool { components.contains("") }

    /// The decoded path with its leading slash, for people to read.
    public var description: String { "/" + name + (hasTrailingSlash && !components.isEmpty ? "/" : "") }

    /// The path percent-encoded, with its leading slash.
    public var percentEncoded: String {
        let names = components.map { PercentEncoding.encode(component: $0) }.joined(separator: "/")
        return "/" + names + (hasTrailingSlash && !components.isEmpty ? "/" : "")
    }

    /// Checks that the path can name a resource.
    /// - Throws: ``SchemeHostError`` with code `invalidRequest` where a component holds `/`, `\` or NUL, is not UTF-8,
    ///   or, unless allowed, is empty.
    public func validated(allowingEmptyComponents: Bool = false) throws -> URLPath {
        if let defect { throw SchemeHostError(.invalidRequest, defect) }
        if !allowingEmptyComponents, hasEmptyComponents {
            throw SchemeHostError(
                .invalidRequest,
                "the path \(description) has an empty component; write single slashes"
            )
        }
        return self
    }

    private static func defect(of bytes: [UInt8], decoded: String) -> String? {
        if bytes.contains(0) { return "a component of the path holds NUL (%00), which no name may" }
        if bytes.contains(UInt8(ascii: "/")) { return "a component of the path holds an escaped slash (%2F)" }
        if bytes.contains(UInt8(ascii: "\\")) {
            return "a component of the path holds a backslash; use / between names"
        }
        if !decoded.utf8.elementsEqual(bytes) { return "a component of the path is not UTF-8" }
        return nil
    }
}

/// A pattern of a URL's path: `/books/{book}/*.html`, `/assets/{rest...}`.
///
/// - `*` is any text within one segment; `**`, alone in its segment, is any number of segments, none included.
/// - `{name}` captures a segment, or a part of one (`{name}.html`), of at least one byte; where several readings are
///   possible, the first captures are the shortest.
/// - `{name...}`, as the last segment, captures the rest, which may be empty: `/a/{rest...}` and `/a/**` match `/a`,
///   `/a/` and all beneath. The captured rest keeps a trailing slash.
/// - A trailing slash counts: `/a` is a file, `/a/` a folder. Only a final `**` or `{name...}` matches both.
/// - The rest is text, percent-decoded once, and compared byte for byte: `%2A` is a literal star, `%2F` a slash within a
///   segment.
///
/// The path `/` has no segments. A path without its leading slash (`mock:a/b`) is read as though it had one.
public struct PathPattern: Sendable, Hashable, CustomStringConvertible {
    let sequence: GlobSequence
    /// The name of a final `{name...}`.
    let restName: String?
    /// Whether the path must, or must not, end in a slash; nil: either.
    let trailingSlash: Bool?
    /// The pattern as it was written.
    public let description: String

    /// Reads a pattern.
    /// - Throws: ``SchemeHostError`` with code `invalidConfiguration`.
    public init(_ text: String) throws {
        description = text
        (sequence, restName, trailingSlash) = try PatternError.naming("path pattern", text) { try Self.parse(text) }
    }

    private static func parse(_ text: String) throws -> (GlobSequence, String?, Bool?) {
        guard text.utf8.first == UInt8(ascii: "/") else { throw PatternError("does not start with a slash") }
        if let mark = text.first(where: { $0 == "?" || $0 == "#" }) {
            let escape = mark == "?" ? "%3F; a query is matched by \"query\"" : "%23"
            throw PatternError("holds \(mark); write a literal one as \(escape)")
        }
        var segments = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        let endsInSlash = segments.last?.isEmpty == true
        if endsInSlash { segments.removeLast() }

        var restName: String?
        var elements: [GlobSequence.Element] = []
        for (index, segment) in segments.enumerated() {
            if segment == "**" {
                elements.append(.anyNumber)
            } else if segment.first == "{", segment.hasSuffix("...}") {
                guard index == segments.count - 1, !endsInSlash else {
                    throw PatternError("has \(segment) before its end; what captures the rest stands last")
                }
                restName = try CaptureName.checked(String(segment.dropFirst().dropLast(4)))
                elements.append(.anyNumber)
            } else {
                elements.append(.segment(try glob(segment)))
            }
        }
        let sequence = GlobSequence(elements: elements)
        try CaptureName.checkUnique(sequence.captureNames + [restName].compactMap(\.self))
        let isOpen = elements.last == .anyNumber && !endsInSlash
        return (sequence, restName, isOpen ? nil : endsInSlash)
    }

    private static func glob(_ segment: Substring) throws -> SegmentGlob {
        let glob = try SegmentGlob(segment) { literal in
            guard let bytes = PercentEncoding.decode(literal.utf8) else {
                throw PatternError("has a % that no two hexadecimal digits follow; write a literal one as %25")
            }
            return Array(String(decoding: bytes, as: UTF8.self).utf8)
        }
        if let literal = glob.literal, literal == "." || literal == ".." {
            throw PatternError(
                "has the segment \(segment), which no path has: dot segments are removed before matching"
            )
        }
        return glob
    }

    /// The names that every match captures.
    public var captureNames: [String] { sequence.captureNames + [restName].compactMap(\.self) }

    func matches(_ path: URLPath, into captures: inout Captures) -> Bool {
        if let trailingSlash, trailingSlash != path.hasTrailingSlash { return false }
        guard let rest = sequence.match(path.components, into: &captures) else { return false }
        if let restName { captures.append(restName, path.text(from: rest)) }
        return true
    }
}

extension URLPath {
    /// The components from one on, joined by slashes, with the trailing slash.
    fileprivate func text(from start: Int) -> String {
        guard start < components.count else { return "" }
        if start == components.count - 1, !hasTrailingSlash { return components[start] }
        return components[start...].joined(separator: "/") + (hasTrailingSlash ? "/" : "")
    }
}

/// A pattern of a URL's host: `*.example`, `{user}.blog.example`, `img*.cdn.example`, `**.example`.
///
/// - `*` is exactly one label, or any text within one (`img*`); `**`, alone between dots, is any number of labels, none
///   included: `**.example` matches `example`, too.
/// - `{name}` captures a label, or a part of one, of at least one byte. Hosts are lowercase, and so is what is captured.
/// - The empty pattern matches URLs without a host; `**` alone matches those as well.
/// - An IPv6 address, with or without brackets, is literal and counts as one label.
///
/// Letters match in either case, and a final dot, as in `example.com.`, is ignored on both sides.
public struct HostPattern: Sendable, Hashable, CustomStringConvertible {
    let sequence: GlobSequence
    /// The pattern as it was written.
    public let description: String

    /// Reads a pattern.
    /// - Throws: ``SchemeHostError`` with code `invalidConfiguration`.
    public init(_ text: String) throws {
        description = text
        sequence = try PatternError.naming("host pattern", text) { GlobSequence(elements: try Self.parse(text)) }
        try PatternError.naming("host pattern", text) { [sequence] in
            try CaptureName.checkUnique(sequence.captureNames)
        }
    }

    private static func parse(_ text: String) throws -> [GlobSequence.Element] {
        guard !text.isEmpty else { return [] }
        if text.contains("...}") { throw PatternError("captures the rest, which only paths do; write {name} or **") }
        if let slash = text.first(where: { $0 == "/" || $0 == "@" }) {
            throw PatternError("holds \(slash); write the host alone, and the scheme as \"scheme\"")
        }
        if text.utf8.count(where: { $0 == UInt8(ascii: ":") }) > 1 {
            let isBracketed = text.first == "[" && text.last == "]"
            let address = isBracketed ? text.dropFirst().dropLast() : text[...]
            guard address.utf8.allSatisfy(\.isIPv6Character) else {
                throw PatternError("is no IPv6 address; write it like ::1, and the port as \"port\"")
            }
            return [.segment(SegmentGlob(literal: address.utf8.map(\.lowercasedASCII)))]
        }
        if text.contains(":") { throw PatternError("holds a colon; write the port as \"port\"") }
        let labels = (text.last == "." ? text.dropLast() : text[...]).split(
            separator: ".",
            omittingEmptySubsequences: false
        )
        return try labels.map { label in
            if label.isEmpty { throw PatternError("has an empty label") }
            return label == "**" ? .anyNumber : .segment(try SegmentGlob(label, literal: literal))
        }
    }

    private static func literal(_ text: Substring) throws -> [UInt8] {
        if text.utf8.contains(where: { $0 >= 0x80 }) {
            throw PatternError("has non-ASCII characters; write the xn-- form (IDNA)")
        }
        if let other = text.utf8.first(where: { !$0.isHostCharacter }) {
            throw PatternError("holds \"\(Character(Unicode.Scalar(other)))\", which hosts may not")
        }
        return text.utf8.map(\.lowercasedASCII)
    }

    /// The names that every match captures.
    public var captureNames: [String] { sequence.captureNames }

    /// The one host that matches, where the pattern has no wildcard.
    var literal: String? {
        let labels = sequence.elements.compactMap(\.glob?.literal)
        return labels.count == sequence.elements.count ? labels.joined(separator: ".") : nil
    }

    func matches(_ labels: [Substring], into captures: inout Captures) -> Bool {
        sequence.match(labels, into: &captures) != nil
    }
}

extension SchemeURL {
    /// The labels of the host as patterns see them: none without a host, one for an IPv6 address, no final empty one.
    var hostLabels: [Substring] {
        let host = host[...].utf8
        guard !host.isEmpty else { return [] }
        if host.contains(UInt8(ascii: ":")) { return [Substring(host)] }
        var labels: [Substring] = []
        labels.reserveCapacity(4)
        var start = host.startIndex
        while let dot = host[start...].firstIndex(of: UInt8(ascii: ".")) {
            labels.append(Substring(host[start..<dot]))
            start = host.index(after: dot)
        }
        if start < host.endIndex { labels.append(Substring(host[start...])) }
        return labels
    }
}

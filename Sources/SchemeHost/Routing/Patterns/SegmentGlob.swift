/// One label of a host, or one segment of a path: literal text with wildcards between.
///
/// `*` is any text, none included; `{name}` is any text of at least one byte and captures it. Where several readings
/// are possible, each wildcard but the last takes as little as it can. Matching is linear in the text for each wildcard.
struct SegmentGlob: Sendable, Hashable {
    /// A wildcard, and the literal text behind it.
    struct Part: Sendable, Hashable {
        /// The name of a capture; nil for `*`.
        var name: String?
        var literal: [UInt8]

        var minimum: Int { name == nil ? 0 : 1 }
    }

    /// The literal text before the first wildcard.
    private(set) var head: [UInt8] = []
    private(set) var parts: [Part] = []

    /// A segment that is only text.
    init(literal: [UInt8]) { head = literal }

    /// Reads a segment.
    /// - Parameters:
    ///   - text: The segment, without separators.
    ///   - literal: Turns literal text of the pattern into the bytes to compare.
    /// - Throws: ``SchemeHostError`` whose message goes on after "the pattern …".
    init(_ text: Substring, literal: (Substring) throws -> [UInt8]) throws {
        var rest = text
        while let special = rest.firstIndex(where: { "*{}".contains($0) }) {
            append(try literal(rest[..<special]))
            if parts.last?.literal.isEmpty == true {
                throw PatternError("has two wildcards side by side; put literal text between them")
            }
            switch rest[special] {
            case "*":
                parts.append(Part(name: nil, literal: []))
                rest = rest[rest.index(after: special)...]
            case "{":
                guard let close = rest[special...].firstIndex(of: "}") else {
                    throw PatternError("has a { that is not closed")
                }
                let name = String(rest[rest.index(after: special)..<close])
                parts.append(Part(name: try CaptureName.checked(name), literal: []))
                rest = rest[rest.index(after: close)...]
            default:
                throw PatternError("has a } that closes nothing")
            }
        }
        append(try literal(rest))
    }

    private mutating func append(_ literal: [UInt8]) {
        if parts.isEmpty { head += literal } else { parts[parts.count - 1].literal += literal }
    }

    /// The names it captures.
    var captureNames: [String] { parts.compactMap(\.name) }

    /// The text, where the segment has no wildcard.
    var literal: String? { parts.isEmpty ? String(decoding: head, as: UTF8.self) : nil }

    /// Whether every text, or every text that is not empty, matches.
    var isWholeWildcard: Bool { head.isEmpty && parts.count == 1 && parts[0].literal.isEmpty }

    /// The fewest bytes that match.
    var minimumLength: Int { parts.reduce(head.count) { $0 + $1.minimum + $1.literal.count } }

    /// Whether a text matches; then its captures are appended.
    func matches(_ text: some StringProtocol, into captures: inout Captures) -> Bool {
        text.withUTF8Bytes { bytes in matches(bytes, into: &captures) }
    }

    private func matches(_ text: UnsafeBufferPointer<UInt8>, into captures: inout Captures) -> Bool {
        guard text.hasBytes(head, at: 0) else { return false }
        if parts.isEmpty { return text.count == head.count }
        var position = head.count
        let mark = captures.count
        for index in parts.indices {
            let isLast = index == parts.count - 1
            let start = position + parts[index].minimum
            guard let found = text.find(parts[index].literal, from: start, atEnd: isLast) else {
                captures.truncate(to: mark)
                return false
            }
            if let name = parts[index].name {
                captures.append(name, String(decoding: text[position..<found], as: UTF8.self))
            }
            position = found + parts[index].literal.count
        }
        return true
    }
}

/// What is wrong with a pattern, without the pattern; its owner makes a ``SchemeHostError`` of it.
struct PatternError: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }

    /// Runs `body` and makes errors of this type into ones that name the whole pattern.
    static func naming<Result>(_ kind: String, _ text: String, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as PatternError {
            throw SchemeHostError(.invalidConfiguration, "the \(kind) \"\(text)\" \(error.reason)")
        }
    }
}

/// The names that captures may have: those that a ``RequestTemplate`` can refer to.
enum CaptureName {
    static func checked(_ name: String) throws -> String {
        guard let first = name.utf8.first, first.isASCIILetter || first == UInt8(ascii: "_"),
            name.utf8.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit || $0 == 0x5F || $0 == 0x2D })
        else {
            throw PatternError("has a capture {\(name)}; a name has letters, digits, - and _, and starts with a letter")
        }
        guard name != "host", name != "path" else {
            throw PatternError("has a capture {\(name)}, which always stands for the URL's whole \(name); rename it")
        }
        return name
    }

    /// Refuses a name that comes twice.
    static func checkUnique(_ names: [String]) throws {
        var seen: Set<String> = []
        for name in names where !seen.insert(name).inserted { throw PatternError("captures {\(name)} twice") }
    }
}

/// What the value of a query item or of a header field must be.
///
/// Where an item is repeated, it is enough that one of its values matches.
public enum ValuePattern: Sendable, Hashable {
    /// A glob, in which `*` is any text, none included. Without a star it is the value itself.
    case glob(String)
    /// Exactly this text.
    case equals(String)
    /// This text somewhere in the value.
    case contains(String)
    /// This text at the start of the value.
    case prefix(String)
    /// This text at the end of the value.
    case suffix(String)
    /// A match of the expression somewhere in the value.
    case regex(RegexPattern)
    /// One of these texts.
    case `in`([String])
    /// Whether there is such an item at all, whatever its value.
    case present(Bool)

    /// A glob; every text is one, so this never throws.
    public init(_ text: String) throws { self = .glob(text) }

    /// Whether one of the values matches.
    func matches(any values: [String]) -> Bool {
        if case .present(let expected) = self { return values.isEmpty != expected }
        return values.contains(where: matches)
    }

    /// Whether a value matches.
    func matches(_ value: String) -> Bool {
        switch self {
        case .glob(let pattern): Self.glob(pattern, matches: value)
        case .equals(let text): value.hasSameBytes(as: text)
        case .contains(let text): value.find(text) { $0.find($1, from: 0, atEnd: false) != nil }
        case .prefix(let text): value.find(text) { $0.hasBytes($1, at: 0) }
        case .suffix(let text): value.find(text) { $0.find($1, from: 0, atEnd: true) != nil }
        case .regex(let pattern): pattern.matches(value)
        case .in(let texts): texts.contains { value.hasSameBytes(as: $0) }
        case .present(let expected): expected
        }
    }

    /// Matches from the left; a mismatch goes back to the latest star only.
    private static func glob(_ pattern: String, matches value: String) -> Bool {
        let pattern = Array(pattern.utf8)
        return value.withUTF8Bytes { text in
            var (position, index) = (0, 0)
            var retry: (position: Int, index: Int)?
            while position < text.count {
                if index < pattern.count, pattern[index] == UInt8(ascii: "*") {
                    index += 1
                    retry = (position, index)
                } else if index < pattern.count, pattern[index] == text[position] {
                    (position, index) = (position + 1, index + 1)
                } else if let (start, resume) = retry {
                    retry = (start + 1, resume)
                    (position, index) = (start + 1, resume)
                } else {
                    return false
                }
            }
            return pattern[index...].allSatisfy { $0 == UInt8(ascii: "*") }
        }
    }
}

extension String {
    fileprivate func find(_ text: String, _ body: (UnsafeBufferPointer<UInt8>, [UInt8]) -> Bool) -> Bool {
        withUTF8Bytes { body($0, Array(text.utf8)) }
    }
}

extension ValuePattern: CustomStringConvertible {
    /// The pattern in words.
    public var description: String {
        switch self {
        case .glob(let text): "like \"\(text)\""
        case .equals(let text): "equal to \"\(text)\""
        case .contains(let text): "containing \"\(text)\""
        case .prefix(let text): "starting with \"\(text)\""
        case .suffix(let text): "ending in \"\(text)\""
        case .regex(let pattern): "matching \(pattern)"
        case .in(let texts): "one of " + texts.map { "\"\($0)\"" }.joined(separator: ", ")
        case .present(let expected): expected ? "present" : "absent"
        }
    }
}

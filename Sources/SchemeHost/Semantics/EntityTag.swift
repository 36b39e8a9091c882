/// An entity tag: names one version of a representation (RFC 9110, section 8.8.3).
public struct EntityTag: Sendable, CustomStringConvertible {
    /// The text between the quotation marks.
    public let opaqueValue: String
    /// Whether the tag names versions that are equivalent rather than equal byte for byte.
    public let isWeak: Bool

    /// Creates a tag.
    /// - Parameters:
    ///   - opaqueValue: The text between the quotation marks.
    ///   - isWeak: Whether the tag is weak.
    /// - Returns: nil where the text holds a quotation mark, white space or a control character.
    public init?(opaqueValue: String, isWeak: Bool = false) {
        guard opaqueValue.utf8.allSatisfy(Self.isOpaqueCharacter) else { return nil }
        self.opaqueValue = opaqueValue
        self.isWeak = isWeak
    }

    /// Creates a tag of numbers that together identify a version: a checksum and a size, for example.
    /// - Parameters:
    ///   - numbers: Written in hexadecimal, with hyphens between them.
    ///   - isWeak: Whether the tag is weak.
    public init(_ numbers: UInt64..., isWeak: Bool = false) {
        var text = ""
        for number in numbers {
            if !text.isEmpty { text += "-" }
            text += String(number, radix: 16)
        }
        opaqueValue = text
        self.isWeak = isWeak
    }

    /// Reads the value of an `ETag` field, strictly: `"abc"` or `W/"abc"`.
    public init?(_ fieldValue: String) {
        var scanner = FieldScanner(fieldValue)
        guard let tag = Self(&scanner), scanner.isAtEnd else { return nil }
        self = tag
    }

    init?(_ scanner: inout FieldScanner) {
        isWeak = scanner.skip("W/")
        guard scanner.skip(UInt8(ascii: "\"")) else { return nil }
        opaqueValue = scanner.take(while: Self.isOpaqueCharacter).map { String(decoding: $0, as: UTF8.self) } ?? ""
        guard scanner.skip(UInt8(ascii: "\"")) else { return nil }
    }

    /// The value of an `ETag` field.
    public var description: String { isWeak ? "W/\"\(opaqueValue)\"" : "\"\(opaqueValue)\"" }

    /// The strong comparison: both tags are strong and equal (RFC 9110, section 8.8.3.2).
    public func matchesStrongly(_ other: EntityTag) -> Bool { !isWeak && !other.isWeak && matchesWeakly(other) }

    /// The weak comparison: the opaque values are equal, byte for byte (RFC 9110, section 8.8.3.2).
    public func matchesWeakly(_ other: EntityTag) -> Bool {
        // String's own == takes canonically equivalent text for equal.
        opaqueValue.utf8.elementsEqual(other.opaqueValue.utf8)
    }

    /// etagc: visible characters but the quotation mark, and obs-text.
    private static func isOpaqueCharacter(_ byte: UInt8) -> Bool {
        byte == 0x21 || (0x23...0x7E).contains(byte) || byte >= 0x80
    }
}

extension EntityTag: Hashable {
    /// Whether both are weak or both are strong, with equal opaque values.
    public static func == (left: EntityTag, right: EntityTag) -> Bool {
        left.isWeak == right.isWeak && left.matchesWeakly(right)
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(isWeak)
        for byte in opaqueValue.utf8 { hasher.combine(byte) }
    }
}

/// The value of `If-Match` or `If-None-Match`: a list of entity tags, or `*` (RFC 9110, sections 13.1.1 and 13.1.2).
public enum EntityTagList: Sendable, Hashable {
    /// `*`: any current representation.
    case any
    /// The tags in their order; never empty.
    case tags([EntityTag])

    /// Reads a field value, strictly; empty elements of the list are skipped.
    public init?(_ fieldValue: String) {
        var scanner = FieldScanner(fieldValue)
        scanner.skipEmptyElements()
        if scanner.skip("*") {
            guard scanner.skipSeparator(), scanner.isAtEnd else { return nil }
            self = .any
            return
        }
        var tags: [EntityTag] = []
        while !scanner.isAtEnd {
            guard let tag = EntityTag(&scanner), scanner.skipSeparator() else { return nil }
            tags.append(tag)
        }
        guard !tags.isEmpty else { return nil }
        self = .tags(tags)
    }
}

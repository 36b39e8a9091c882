/// Reads a field value from left to right by the common rules of RFC 9110, section 5.6.
struct FieldScanner {
    private let bytes: [UInt8]
    private var position = 0

    init(_ value: some StringProtocol) { bytes = Array(value.utf8) }

    var isAtEnd: Bool { position == bytes.count }

    var next: UInt8? { isAtEnd ? nil : bytes[position] }

    /// OWS.
    mutating func skipWhitespace() {
        while let byte = next, byte == 0x20 || byte == 0x09 { position += 1 }
    }

    /// Moves past `byte` where it stands next.
    mutating func skip(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    /// Moves past `text` where it stands next.
    mutating func skip(_ text: StaticString) -> Bool {
        let end = position + text.utf8CodeUnitCount
        guard end <= bytes.count else { return false }
        for offset in 0..<text.utf8CodeUnitCount where bytes[position + offset] != text.utf8Start[offset] {
            return false
        }
        position = end
        return true
    }

    /// The longest run of bytes that satisfy the condition; nil where there is none.
    mutating func take(while condition: (UInt8) -> Bool) -> ArraySlice<UInt8>? {
        let start = position
        while let byte = next, condition(byte) { position += 1 }
        return start == position ? nil : bytes[start..<position]
    }

    mutating func token() -> String? {
        take(while: \.isTokenCharacter).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The content of a quoted string, its escapes removed.
    mutating func quotedString() -> String? {
        guard skip(UInt8(ascii: "\"")) else { return nil }
        var content: [UInt8] = []
        while let byte = next {
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                return String(decoding: content, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let escaped = next else { return nil }
                position += 1
                content.append(escaped)
            default:
                content.append(byte)
            }
        }
        return nil
    }

    /// Moves past commas and white space: the empty elements that a list may have.
    mutating func skipEmptyElements() {
        while let byte = next, byte == UInt8(ascii: ",") || byte == 0x20 || byte == 0x09 { position += 1 }
    }

    /// Moves to the next element of a list.
    /// - Returns: Whether a comma, or the end, is what stands between.
    mutating func skipSeparator() -> Bool {
        skipWhitespace()
        guard isAtEnd || next == UInt8(ascii: ",") else { return false }
        skipEmptyElements()
        return true
    }

    /// Moves to the comma that ends this element of a list, or to the end; commas in quoted strings do not count.
    mutating func skipElement() {
        while let byte = next, byte != UInt8(ascii: ",") {
            if byte == UInt8(ascii: "\"") {
                guard quotedString() != nil else { continue }
            } else {
                position += 1
            }
        }
    }
}

extension UInt8 {
    /// tchar (RFC 9110, section 5.6.2).
    var isTokenCharacter: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E...0x60, 0x7C, 0x7E: true
        default: false
        }
    }
}

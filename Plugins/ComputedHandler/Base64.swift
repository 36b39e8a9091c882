import SchemeHost

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Base64 (RFC 4648, section 4), with white space anywhere and the padding optional.
enum Base64 {
    /// The decoded bytes; nil where the text is malformed.
    static func decode(_ text: some Sequence<UInt8>) -> Data? {
        var digits = text.filter { ![0x20, 0x09, 0x0A, 0x0C, 0x0D].contains($0) }
        if digits.count % 4 == 0 {
            for _ in 0..<2 where digits.last == padding { digits.removeLast() }
        }
        guard !digits.contains(padding), digits.count % 4 != 1 else { return nil }
        digits += Array(repeating: padding, count: (4 - digits.count % 4) % 4)
        return Data(base64Encoded: Data(digits))
    }

    /// The bytes of a manifest's value.
    /// - Throws: ``SchemeHostError`` with code `invalidConfiguration`.
    static func decode(configured text: String) throws -> Data {
        if let data = decode(text.utf8) { return data }
        throw SchemeHostError(
            .invalidConfiguration,
            "this is no base64: it consists of A-Z, a-z, 0-9, + and /, in groups of four, with = at the end"
        )
    }

    private static let padding = UInt8(ascii: "=")
}

/// Percent-encoding (RFC 3986, section 2.1) over bytes.
package enum PercentEncoding {
    /// The bytes with every escape decoded once, or nil where an escape is broken.
    package static func decode(_ bytes: some Collection<UInt8>) -> [UInt8]? {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var iterator = bytes.makeIterator()
        while let byte = iterator.next() {
            if byte == UInt8(ascii: "%") {
                guard let high = iterator.next()?.hexValue, let low = iterator.next()?.hexValue else { return nil }
                result.append(high << 4 | low)
            } else {
                result.append(byte)
            }
        }
        return result
    }

    /// One name or value of a query: `+` is a space, broken escapes stay as they are, invalid UTF-8 is repaired.
    package static func decodeForm(_ bytes: some Collection<UInt8>) -> String {
        let spaced = bytes.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
        return String(decoding: decode(spaced) ?? spaced, as: UTF8.self)
    }

    /// The text with all bytes escaped but those that `isAllowed` names.
    package static func encode(_ bytes: some Sequence<UInt8>, where isAllowed: (UInt8) -> Bool) -> String {
        var result: [UInt8] = []
        for byte in bytes {
            if isAllowed(byte) {
                result.append(byte)
            } else {
                result += [UInt8(ascii: "%"), hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]]
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// A name as one path component: everything outside `pchar` escaped, a final `!` too (it would separate containers).
    package static func encode(component name: some StringProtocol) -> String {
        let text = encode(name.utf8) { $0.isUnreserved || "!$&'()*+,;=:@".utf8.contains($0) }
        return text.hasSuffix("!") ? text.dropLast() + "%21" : text
    }

    private static let hexDigits = Array("0123456789ABCDEF".utf8)
}

extension UInt8 {
    package var isASCIILetter: Bool { (0x61...0x7A).contains(self | 0x20) }
    package var isASCIIDigit: Bool { (0x30...0x39).contains(self) }
    package var lowercasedASCII: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }

    /// ALPHA / DIGIT / "-" / "." / "_" / "~" (RFC 3986, section 2.3).
    package var isUnreserved: Bool {
        isASCIILetter || isASCIIDigit || self == 0x2D || self == 0x2E || self == 0x5F || self == 0x7E
    }

    package var hexValue: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x37
        case 0x61...0x66: self - 0x57
        default: nil
        }
    }

    var isSchemeCharacter: Bool { isASCIILetter || isASCIIDigit || self == 0x2B || self == 0x2D || self == 0x2E }

    /// unreserved / sub-delims, as a registered name may hold.
    var isHostCharacter: Bool { isUnreserved || "!$&'()*+,;=".utf8.contains(self) }

    var isIPv6Character: Bool { hexValue != nil || self == 0x3A || self == 0x2E }

    /// What path and query may hold unescaped; `[` and `]` too, since servers see them in practice.
    var isURLCharacter: Bool { URLCharacters.table[Int(self)] }
}

private enum URLCharacters {
    static let table: [Bool] = (0..<256).map { value in
        let byte = UInt8(value)
        return byte.isUnreserved || "!$&'()*+,;=:@/?[]".utf8.contains(byte)
    }
}

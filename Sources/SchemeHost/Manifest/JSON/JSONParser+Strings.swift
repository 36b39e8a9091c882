extension JSONParser {
    /// Parses a string that begins at the current position (RFC 8259, section 7).
    mutating func parseString() throws(JSONSyntaxError) -> String {
        let start = index
        index += 1
        var text = ""
        var run = index
        while let byte {
            switch byte {
            case UInt8(ascii: "\""):
                text += String(decoding: bytes[run..<index], as: UTF8.self)
                index += 1
                return text
            case UInt8(ascii: "\\"):
                text += String(decoding: bytes[run..<index], as: UTF8.self)
                text.unicodeScalars.append(try parseEscape())
                run = index
            case 0x0A, 0x0D:
                throw JSONSyntaxError(offset: start, message: "the string has no closing quote on its line")
            case 0..<0x20:
                throw error("a control character in a string is written \(Self.escape(UInt32(byte)))")
            default:
                index += 1
            }
        }
        throw JSONSyntaxError(offset: start, message: "the string has no closing quote")
    }

    private mutating func parseEscape() throws(JSONSyntaxError) -> Unicode.Scalar {
        let start = index
        index += 1
        guard let byte else { throw error("the document ends inside a string") }
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try parseUnicodeEscape(start)
        default:
            let message = #"JSON has no such escape; a backslash itself is written \\"#
            throw JSONSyntaxError(offset: start, message: message)
        }
    }

    private mutating func parseUnicodeEscape(_ start: Int) throws(JSONSyntaxError) -> Unicode.Scalar {
        let unit = try parseHexDigits(start)
        if let scalar = Unicode.Scalar(unit) { return scalar }
        let low = index
        if unit < 0xDC00, bytes[index...].starts(with: #"\u"#.utf8) {
            index += 2
            let second = try parseHexDigits(low)
            if (0xDC00...0xDFFF).contains(second),
                let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (second - 0xDC00))
            {
                return scalar
            }
        }
        let message = "\(Self.escape(unit)) is one half of a surrogate pair; the other half is missing"
        throw JSONSyntaxError(offset: start, message: message)
    }

    private mutating func parseHexDigits(_ start: Int) throws(JSONSyntaxError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw JSONSyntaxError(offset: start, message: #"\u is followed by four hexadecimal digits"#)
            }
            value = value << 4 | UInt32(digit)
            index += 1
        }
        return value
    }

    private static func escape(_ unit: UInt32) -> String {
        let digits = String(unit, radix: 16)
        return #"\u"# + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

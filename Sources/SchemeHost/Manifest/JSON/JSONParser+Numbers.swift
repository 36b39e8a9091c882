extension JSONParser {
    /// Finds the end of the number that begins at an offset (RFC 8259, section 6).
    ///
    /// - Returns: The offset of the first byte that is not part of the number.
    static func endOfNumber(in bytes: [UInt8], from start: Int) throws(JSONSyntaxError) -> Int {
        var index = start
        func isDigit(_ index: Int) -> Bool {
            index < bytes.count && (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index])
        }
        func digits(_ message: String) throws(JSONSyntaxError) {
            guard isDigit(index) else { throw JSONSyntaxError(offset: start, message: message) }
            while isDigit(index) { index += 1 }
        }
        func skip(_ characters: String) -> Bool {
            guard index < bytes.count, characters.utf8.contains(bytes[index]) else { return false }
            index += 1
            return true
        }
        _ = skip("-")
        if skip("0") {
            guard !isDigit(index) else {
                throw JSONSyntaxError(offset: start, message: "a number has no leading zeros in JSON")
            }
        } else {
            try digits("a minus sign is followed by a digit")
        }
        if skip(".") { try digits("a decimal point is followed by a digit") }
        if skip("eE") {
            _ = skip("+-")
            try digits("an exponent has a digit")
        }
        return index
    }
}

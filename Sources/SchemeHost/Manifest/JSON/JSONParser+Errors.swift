extension JSONParser {
    /// An error at the current position.
    func error(_ message: String) -> JSONSyntaxError { JSONSyntaxError(offset: index, message: message) }

    /// The error for a character that does not belong where it stands.
    func unexpected(_ place: String) -> JSONSyntaxError {
        let rest = String(decoding: bytes[index..<min(index + 16, bytes.count)], as: UTF8.self)
        guard let scalar = rest.unicodeScalars.first else { return error("nothing \(place)") }
        let hint: String
        switch scalar {
        case "'", "\u{2018}", "\u{201C}", "\u{201D}": hint = "; strings are written in \"double quotes\""
        case "+": hint = "; a number is written without +"
        case ".": hint = "; a number has a digit before the point"
        case "a"..."z", "A"..."Z":
            let word = String(rest.prefix { $0.isLetter })
            let guess = Suggestion.nearest(word, in: ["true", "false", "null"])
            let advice = guess.map { "did you mean \($0)?" } ?? "text is written in \"double quotes\""
            return error("\(Suggestion.quoted(word)) \(place); \(advice)")
        default: hint = ""
        }
        let name = String(scalar.value, radix: 16, uppercase: true)
        let code =
            scalar.isASCII && !scalar.isControl
            ? "" : " (U+\(String(repeating: "0", count: max(0, 4 - name.count)))\(name))"
        return error("\(Suggestion.quoted(String(scalar)))\(code) \(place)\(hint)")
    }

    /// The error for a document that ends before a container does.
    func endsInside(_ opener: Int) -> JSONSyntaxError {
        let line = bytes[..<opener].count { $0 == UInt8(ascii: "\n") } + 1
        let bracket = Unicode.Scalar(bytes[opener])
        return error("the document ends before the \(bracket) of line \(line) is closed")
    }

    /// Checks the size and that the text is UTF-8 (RFC 8259, section 8.1); skips a byte order mark.
    mutating func checkEncoding() throws(JSONSyntaxError) {
        guard bytes.count <= Self.sizeLimit else {
            let message = "the document is larger than \(Self.sizeLimit >> 20) MiB; split it"
            throw JSONSyntaxError(offset: 0, message: message)
        }
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) || bytes.prefix(2).contains(0) {
            throw error("the document is not UTF-8 (it looks like UTF-16 or UTF-32); save it as UTF-8")
        }
        if bytes.starts(with: SourceText.byteOrderMark) { index = SourceText.byteOrderMark.count }
        guard String(validating: bytes, as: UTF8.self) == nil else { return }
        var scanner = Unicode.UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        var offset = 0
        while case .valid(let scalar) = scanner.parseScalar(from: &iterator) { offset += scalar.count }
        let byte = String(bytes[min(offset, bytes.count - 1)], radix: 16, uppercase: true)
        throw JSONSyntaxError(offset: offset, message: "the byte 0x\(byte) is not UTF-8; save the document as UTF-8")
    }
}

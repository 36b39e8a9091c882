/// A parsed JSON text with its source, which turns byte offsets into lines, columns and JSON Pointers.
package struct JSONDocument: Sendable {
    /// The text it was parsed from.
    package let source: SourceText
    /// The outermost value.
    package let root: JSONNode

    /// Parses a JSON text (RFC 8259) strictly.
    ///
    /// A leading UTF-8 byte order mark is ignored, as section 8.1 allows. The text may have at most
    /// ``JSONParser/sizeLimit`` bytes and ``JSONParser/depthLimit`` levels.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - file: The file's name as the user gave it, for messages.
    ///   - diagnostics: Receives the first syntax error, and every key that its object has already.
    /// - Returns: The document, or `nil` after a syntax error.
    package static func parse(_ bytes: [UInt8], file: String, into diagnostics: inout [Diagnostic]) -> JSONDocument? {
        let source = SourceText(file: file, bytes: bytes)
        var parser = JSONParser(bytes)
        var document: JSONDocument?
        do {
            document = JSONDocument(source: source, root: try parser.parse())
        } catch {
            diagnostics.append(source.diagnostic(.syntax, at: error.offset, parser.pointer, error.message))
        }
        for duplicate in parser.duplicates {
            let message = "the key \(Suggestion.quoted(duplicate.key)) is given twice; remove one of them"
            diagnostics.append(source.diagnostic(.duplicateKey, at: duplicate.offset, duplicate.pointer, message))
        }
        return document
    }

    /// A finding about the value or the key that begins at a byte offset.
    package func diagnostic(
        _ code: Diagnostic.Code,
        _ severity: Diagnostic.Severity = .error,
        at offset: Int,
        _ message: String
    ) -> Diagnostic {
        source.diagnostic(code, severity, at: offset, pointer(at: offset), message)
    }

    /// The JSON Pointer (RFC 6901) to the value or the key that begins at a byte offset.
    package func pointer(at offset: Int) -> String {
        var node = root
        var pointer = ""
        while node.offset < offset {
            switch node.content {
            case .array(let elements):
                guard let index = elements.lastIndex(atOrBefore: offset, \.offset) else { return pointer }
                pointer += "/\(index)"
                node = elements[index]
            case .object(let members):
                guard let index = members.lastIndex(atOrBefore: offset, \.keyOffset) else { return pointer }
                pointer += "/" + JSONDocument.pointerToken(members[index].key)
                node = members[index].value
            default: return pointer
            }
        }
        return pointer
    }

    /// A reference token with `~` and `/` escaped (RFC 6901, section 3).
    static func pointerToken(_ key: String) -> String {
        guard key.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return key }
        var token = ""
        for scalar in key.unicodeScalars {
            switch scalar {
            case "~": token += "~0"
            case "/": token += "~1"
            default: token.unicodeScalars.append(scalar)
            }
        }
        return token
    }
}

extension SourceText {
    fileprivate func diagnostic(
        _ code: Diagnostic.Code,
        _ severity: Diagnostic.Severity = .error,
        at offset: Int,
        _ pointer: String,
        _ message: String
    ) -> Diagnostic {
        let (line, column) = position(at: offset)
        return Diagnostic(
            severity,
            code: code,
            file: file,
            line: line,
            column: column,
            pointer: pointer,
            message: message
        )
    }
}

extension Array {
    /// The last element that begins at or before an offset, in an array sorted by offset.
    fileprivate func lastIndex(atOrBefore offset: Int, _ start: (Element) -> Int) -> Int? {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if start(self[middle]) <= offset { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? low - 1 : nil
    }
}

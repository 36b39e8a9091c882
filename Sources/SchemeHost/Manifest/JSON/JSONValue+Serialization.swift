extension JSONValue {
    /// The layout of serialized JSON.
    public enum Layout: Sendable {
        /// On one line, without spaces.
        case compact
        /// One member or element a line, indented by two spaces.
        case pretty
    }

    /// The value as JSON text; the same value always gives the same text.
    public func serialized(_ layout: Layout = .compact) -> String {
        var text = ""
        write(to: &text, layout, depth: 0)
        return text
    }

    private func write(to text: inout String, _ layout: Layout, depth: Int) {
        switch self {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .number(let number): text += number.text
        case .string(let string): Self.write(string, to: &text)
        case .array(let elements):
            Self.write(elements, between: "[", "]", to: &text, layout, depth) { element, text in
                element.write(to: &text, layout, depth: depth + 1)
            }
        case .object(let members):
            Self.write(members, between: "{", "}", to: &text, layout, depth) { member, text in
                Self.write(member.key, to: &text)
                text += layout == .pretty ? ": " : ":"
                member.value.write(to: &text, layout, depth: depth + 1)
            }
        }
    }

    private static func write<Items: Collection>(
        _ items: Items,
        between open: String,
        _ close: String,
        to text: inout String,
        _ layout: Layout,
        _ depth: Int,
        item: (Items.Element, inout String) -> Void
    ) {
        func breakLine(_ depth: Int) {
            if layout == .pretty { text += "\n" + String(repeating: "  ", count: depth) }
        }
        text += open
        var isFirst = true
        for element in items {
            if !isFirst { text += "," }
            isFirst = false
            breakLine(depth + 1)
            item(element, &text)
        }
        if !isFirst { breakLine(depth) }
        text += close
    }

    /// Writes a string with the escapes that RFC 8259, section 7, asks for and no others.
    private static func write(_ string: String, to text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case "\u{0}"..<" ":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}

extension JSONValue: CustomStringConvertible {
    /// The value as compact JSON.
    public var description: String { serialized() }
}

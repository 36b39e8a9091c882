/// A media type with its parameters (RFC 9110, section 8.3.1).
public struct MediaType: Sendable, Hashable, CustomStringConvertible {
    /// A parameter, such as `charset=utf-8`.
    public struct Parameter: Sendable, Hashable {
        /// The name, lowercased.
        public let name: String
        /// The value, without quotation marks.
        public let value: String
    }

    /// Type and subtype, lowercased: `text/html`.
    public let essence: String
    /// The parameters in their order.
    public let parameters: [Parameter]

    /// Reads the value of a `Content-Type` field, strictly.
    public init?(_ fieldValue: String) {
        var scanner = FieldScanner(fieldValue)
        guard let type = Self(&scanner), scanner.isAtEnd else { return nil }
        self = type
    }

    init?(_ scanner: inout FieldScanner) {
        guard let type = scanner.token(), scanner.skip(UInt8(ascii: "/")), let subtype = scanner.token() else {
            return nil
        }
        var parameters: [Parameter] = []
        scanner.skipWhitespace()
        while scanner.skip(UInt8(ascii: ";")) {
            scanner.skipWhitespace()
            if let name = scanner.token() {
                guard scanner.skip(UInt8(ascii: "=")) else { return nil }
                guard let value = scanner.token() ?? scanner.quotedString() else { return nil }
                parameters.append(Parameter(name: name.lowercased(), value: value))
                scanner.skipWhitespace()
            }
        }
        self.init(essence: "\(type)/\(subtype)".lowercased(), parameters: parameters)
    }

    init(essence: String, parameters: [Parameter]) {
        self.essence = essence
        self.parameters = parameters
    }

    /// A type of the extension table or of a signature, with `charset=utf-8` if it is `text/…`.
    ///
    /// JSON and XML types need none: they say themselves what they are in.
    init(known essence: String) {
        let isText = essence.hasPrefix("text/")
        self.init(essence: essence, parameters: isText ? [Parameter(name: "charset", value: "utf-8")] : [])
    }

    /// The part before the slash: `text`.
    public var type: Substring { essence.prefix { $0 != "/" } }

    /// The part behind the slash: `html`.
    public var subtype: Substring { essence.drop { $0 != "/" }.dropFirst() }

    /// The value of a parameter, the first of that name.
    /// - Parameter name: The name, in any case.
    public subscript(parameter name: String) -> String? {
        let name = name.lowercased()
        return parameters.first { $0.name == name }?.value
    }

    /// The same type without parameters.
    public var withoutParameters: MediaType { MediaType(essence: essence, parameters: []) }

    /// Whether people can read the content as it is: text, and the many formats written in it.
    public var isText: Bool {
        if essence.hasPrefix("text/") { return true }
        return ["+json", "+xml", "+yaml", "+json-seq"].contains { essence.hasSuffix($0) }
            || Self.applicationsInText.contains(essence)
    }

    private static let applicationsInText: Set<String> = [
        "application/ecmascript", "application/graphql", "application/javascript", "application/json",
        "application/json5", "application/jsonl", "application/sql", "application/toml", "application/x-ndjson",
        "application/x-sh", "application/x-subrip", "application/x-tex", "application/xml", "application/xml-dtd",
        "application/yaml",
    ]

    /// The value of a `Content-Type` field.
    public var description: String {
        parameters.reduce(into: essence) { text, parameter in
            text += "; \(parameter.name)="
            let isToken = !parameter.value.isEmpty && parameter.value.utf8.allSatisfy(\.isTokenCharacter)
            if isToken {
                text += parameter.value
            } else {
                text += "\""
                for character in parameter.value.unicodeScalars {
                    if character == "\"" || character == "\\" { text += "\\" }
                    text.unicodeScalars.append(character)
                }
                text += "\""
            }
        }
    }
}

extension MediaType {
    /// `application/json`.
    public static let json = MediaType(known: "application/json")
    /// `application/jsonl`: one JSON value a line.
    public static let jsonLines = MediaType(known: "application/jsonl")
    /// `application/octet-stream`: bytes of which nothing more is known.
    public static let octetStream = MediaType(known: "application/octet-stream")
    /// `text/html; charset=utf-8`.
    public static let html = MediaType(known: "text/html")
    /// `text/plain; charset=utf-8`.
    public static let plainText = MediaType(known: "text/plain")
}

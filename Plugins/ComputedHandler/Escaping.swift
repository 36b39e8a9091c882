import Mustache
import SchemeHost

/// How values are escaped where a template inserts them.
///
/// Works by Unicode scalars: as characters, a quotation mark and a combining mark behind it are neither.
enum Escaping: String, MustacheContentType, CaseIterable {
    case none, markup, json

    /// The escaping for a media type: HTML and XML, JSON strings, none for everything else.
    init(type: String) {
        let essence = MediaType(type)?.essence ?? ""
        switch essence {
        case "text/html", "text/xml", "application/xml": self = .markup
        case _ where essence.hasSuffix("+xml"): self = .markup
        case "application/json", "text/json", "application/jsonl", "application/x-ndjson": self = .json
        case _ where essence.hasSuffix("+json"): self = .json
        default: self = .none
        }
    }

    /// The name under which Mustache knows it.
    var name: String { "schemehost-" + rawValue }

    func escapeText(_ text: String) -> String {
        switch self {
        case .none:
            return text
        case .json:
            return String(Substring(JSONValue.string(text).serialized().utf8.dropFirst().dropLast()))
        case .markup:
            var result = String.UnicodeScalarView()
            for scalar in text.unicodeScalars {
                switch scalar {
                case "&": result += "&amp;".unicodeScalars
                case "<": result += "&lt;".unicodeScalars
                case ">": result += "&gt;".unicodeScalars
                case "\"": result += "&quot;".unicodeScalars
                case "'": result += "&#39;".unicodeScalars
                default: result.append(scalar)
                }
            }
            return String(result)
        }
    }
}

import Mustache
import SchemeHost

/// A Mustache template whose values are escaped for a media type.
struct Template: Sendable {
    private let template: MustacheTemplate

    /// Reads a template.
    /// - Parameters:
    ///   - text: The template.
    ///   - type: The media type of what it makes.
    /// - Throws: ``SchemeHostError`` with code `invalidConfiguration` and the position in the template.
    init(_ text: String, type: String) throws {
        _ = Self.registration
        guard Self.depth(of: text) <= Self.maximumDepth else {
            throw SchemeHostError(
                .invalidConfiguration,
                "the template has sections more than \(Self.maximumDepth) deep in one another, or does not close them"
            )
        }
        // On a line of its own, which the parser drops with its end.
        let pragma = "{{% CONTENT_TYPE: \(Escaping(type: type).name) }}\n"
        do {
            template = try MustacheTemplate(string: pragma + text)
        } catch let error as MustacheTemplate.ParserError {
            let place = error.context
            throw SchemeHostError(
                .invalidConfiguration,
                "the template is malformed at its line \(place.lineNumber - 1), column \(place.columnNumber): "
                    + Self.explanation(error.error)
            )
        }
    }

    /// The parser and the renderer recurse into sections.
    private static let maximumDepth = 64

    /// How deep sections stand in one another at most; a look at the tags alone.
    private static func depth(of text: String) -> Int {
        var (depth, deepest) = (0, 0)
        var opening = "{{"
        var rest = text[...]
        while let tag = rest.firstRange(of: opening) {
            rest = rest[tag.upperBound...].drop { $0 == " " }
            switch rest.first {
            case "#", "^", "$", "<": depth += 1
            case "/": depth -= 1
            case "=":
                // New delimiters: {{=<% %>=}}
                let words = rest.dropFirst().prefix { $0 != "=" }.split(separator: " ")
                if let first = words.first { opening = String(first) }
            default: break
            }
            deepest = max(deepest, depth)
        }
        return deepest
    }

    private static let registration: Void = {
        for escaping in Escaping.allCases { MustacheContentTypes.register(escaping, named: escaping.name) }
    }()

    /// Fills the template.
    /// - Returns: The text, and the value of the `Vary` field: which of the request's fields were looked at.
    func render(for request: SchemeRequest) -> (text: String, vary: String?) {
        let values = TemplateValues(request)
        let text = template.render(values)
        return (text, values.fields.vary)
    }

    /// The names that the template shows and that are neither known for every request nor captured.
    func unknownNames(captured: Set<String>) -> [String] {
        let probe = TemplateProbe(known: captured.union(TemplateValues.names))
        _ = template.render(probe)
        return probe.unknown
    }

    private static func explanation(_ error: any Error) -> String {
        switch error as? MustacheTemplate.Error {
        case .sectionCloseNameIncorrect: "a section is closed by a name that is not the one that opened it"
        case .expectedSectionEnd: "a section is not closed; write {{/name}}"
        case .unfinishedName: "a tag is not closed by }}, or its name holds a character that names may not hold"
        case .invalidSetDelimiter: "new delimiters are written as {{=<% %>=}}"
        case let error?: String(describing: error)
        case nil: "a tag is not closed"
        }
    }
}

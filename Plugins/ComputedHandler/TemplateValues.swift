import HTTPTypes
import Mustache
import SchemeHost

/// What a template sees of a request: captures by their names, then `url`, `host`, `path`, `method`, `query`, `header`
/// and `fields`.
struct TemplateValues: MustacheParent, MustacheCustomRenderable {
    /// The names that every request has a value for.
    static let names: Set<String> = ["url", "host", "path", "method", "query", "header", "fields"]

    let request: SchemeRequest
    let fields: FieldValues
    /// `{{.}}` at the top shows nothing: the request holds secrets.
    let renderText = ""
    let isNull = false

    init(_ request: SchemeRequest) {
        self.request = request
        fields = FieldValues(request.headerFields)
    }

    func child(named name: String) -> Any? {
        if let value = request.captures[name] { return value }
        switch name {
        case "url": return request.url.description
        case "host": return request.url.host
        case "path": return (try? request.path.name) ?? request.url.percentEncodedPath
        case "method": return request.method.rawValue
        case "query": return QueryValues(url: request.url)
        case "header": return fields
        case "fields": return fields.all
        default: return nil
        }
    }
}

/// The items of a query by name.
struct QueryValues: MustacheParent, MustacheCustomRenderable {
    let url: SchemeURL
    let renderText = ""
    let isNull = false

    func child(named name: String) -> Any? { QueryValue(values: url.queryItems(named: name)) }
}

/// The values of one query item: shown as the first, repeated by a section.
struct QueryValue: MustacheSequence, MustacheCustomRenderable, MustacheTransformable {
    let first: String
    let values: [String]

    init?(values: [String]) {
        guard let first = values.first else { return nil }
        self.first = first
        self.values = values
    }

    var renderText: String { first }
    var isNull: Bool { false }

    func makeIterator() -> IndexingIterator<[String]> { values.makeIterator() }

    func transform(_ name: String) -> Any? { first.transform(name) }
}

/// The header fields by name, which notes the names that are asked for.
final class FieldValues: MustacheParent {
    private let fields: HTTPFields
    private var names: Set<String> = []
    private var isReadWhole = false

    init(_ fields: HTTPFields) { self.fields = fields }

    func child(named name: String) -> Any? {
        guard let name = HTTPField.Name(name) else { return nil }
        names.insert(name.canonicalName)
        return fields[name]
    }

    /// All fields, in order.
    var all: [[String: String]] {
        isReadWhole = true
        return fields.map { ["name": $0.name.rawName, "value": $0.value] }
    }

    /// The value of the response's `Vary` field (RFC 9110, section 12.5.5).
    var vary: String? {
        if isReadWhole { return "*" }
        return names.isEmpty ? nil : names.sorted().joined(separator: ", ")
    }
}

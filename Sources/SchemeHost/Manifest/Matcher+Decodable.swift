import HTTPTypes

extension Matcher: Decodable {
    private enum CodingKeys: String, CodingKey {
        case scheme, host, port, path, method, query, header, domains, body, not
    }

    /// Reads a `"match"`: an object is AND, a list is OR, `"any"` is everything.
    public init(from decoder: any Decoder) throws {
        guard let node = (decoder as? NodeDecoder)?.node else {
            throw SchemeHostError(.invalidManifest, "matchers are decoded from a manifest only")
        }
        switch node.content {
        case .string(let text):
            guard text == "any" else {
                throw SchemeHostError(
                    .invalidManifest,
                    "\(Suggestion.quoted(text)) matches nothing; write \"any\" or an object"
                )
            }
            self = .any
        case .array:
            let alternatives = try [Matcher](from: decoder)
            guard !alternatives.isEmpty else {
                throw SchemeHostError(
                    .invalidManifest,
                    "an empty list never matches; write \"any\" to match everything"
                )
            }
            self = .anyOf(alternatives)
        default:
            self = try Self.all(from: decoder)
        }
    }

    private static func all(from decoder: any Decoder) throws -> Matcher {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        var criteria: [Matcher] = []
        if let names = try container.decodeIfPresent(OneOrMany<SchemeName>.self, forKey: .scheme) {
            criteria.append(.scheme(names.values.map(\.text)))
        }
        if let patterns = try container.decodeIfPresent(OneOrMany<HostPattern>.self, forKey: .host) {
            criteria.append(.host(patterns.values))
        }
        if let domains = try container.decodeIfPresent(DomainSet.self, forKey: .domains) {
            criteria.append(.domains(domains))
        }
        if let ports = try container.decodeIfPresent(OneOrMany<UInt16>.self, forKey: .port) {
            criteria.append(.port(ports.values.map(Int.init)))
        }
        if let path = try container.decodeIfPresent(PathCriterion.self, forKey: .path) { criteria.append(path.matcher) }
        if let methods = try container.decodeIfPresent(OneOrMany<MethodName>.self, forKey: .method) {
            criteria.append(.method(methods.values.map(\.method)))
        }
        if let items = try container.decodeIfPresent([String: ValuePattern].self, forKey: .query) {
            criteria += items.sorted { $0.key < $1.key }.map { .query($0.key, $0.value) }
        }
        if let fields = try container.decodeIfPresent([String: ValuePattern].self, forKey: .header) {
            criteria += try fields.sorted { $0.key < $1.key }.map { try .header($0.key, $0.value) }
        }
        if let body = try container.decodeIfPresent(BodyMatcher.self, forKey: .body) { criteria.append(.body(body)) }
        if let matcher = try container.decodeIfPresent(Matcher.self, forKey: .not) { criteria.append(.not(matcher)) }
        guard !criteria.isEmpty || !container.allKeysAreComments(in: decoder) else {
            throw SchemeHostError(.invalidManifest, "{} would match everything; write \"any\" if that is meant")
        }
        return criteria.count == 1 ? criteria[0] : .all(criteria)
    }
}

extension KeyedDecodingContainer {
    /// Whether the object has no keys but those that every object may have.
    fileprivate func allKeysAreComments(in decoder: any Decoder) -> Bool {
        guard let members = (decoder as? NodeDecoder)?.members else { return false }
        return members.allSatisfy { NodeDecoder.isAlwaysAllowed($0.key) }
    }
}

/// A value, or a list of at least one.
struct OneOrMany<Value: Decodable>: Decodable {
    let values: [Value]

    init(from decoder: any Decoder) throws {
        guard (decoder as? NodeDecoder)?.isList == true else {
            values = [try Value(from: decoder)]
            return
        }
        values = try [Value](from: decoder)
        guard !values.isEmpty else { throw SchemeHostError(.invalidManifest, "an empty list never matches") }
    }
}

private struct SchemeName: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
        _ = try Matcher.scheme(checking: [text])
    }
}

private struct MethodName: Decodable {
    let method: HTTPRequest.Method

    init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let method = HTTPRequest.Method(text) else {
            throw SchemeHostError(.invalidManifest, "\(Suggestion.quoted(text)) is no method; write it like \"GET\"")
        }
        self.method = method
    }
}

private struct PathCriterion: Decodable {
    private struct Expression: Decodable {
        var regex: RegexPattern
    }

    let matcher: Matcher

    init(from decoder: any Decoder) throws {
        if (decoder as? NodeDecoder)?.members != nil {
            matcher = .path(matching: try Expression(from: decoder).regex)
        } else {
            matcher = .path(try OneOrMany<PathPattern>(from: decoder).values)
        }
    }
}

extension HostPattern: Decodable {
    /// Reads a pattern from its text.
    public init(from decoder: any Decoder) throws {
        try self.init(decoder.singleValueContainer().decode(String.self))
    }
}

extension PathPattern: Decodable {
    /// Reads a pattern from its text.
    public init(from decoder: any Decoder) throws {
        try self.init(decoder.singleValueContainer().decode(String.self))
    }
}

extension RegexPattern: Decodable {
    /// Reads a pattern from its text.
    public init(from decoder: any Decoder) throws {
        try self.init(decoder.singleValueContainer().decode(String.self))
    }
}

extension Schema {
    /// What a property's type cannot say: what it is for, its default, examples.
    public struct Annotation: Sendable, ExpressibleByStringLiteral {
        let description: String
        let replacement: Schema?
        let keywords: JSONObject

        /// Creates an annotation.
        ///
        /// - Parameters:
        ///   - description: What the property is for, in one sentence.
        ///   - default: What counts when the key is absent.
        ///   - examples: Values that work.
        ///   - values: The only values allowed, where the type allows more.
        ///   - pattern: An ECMA-262 regular expression that a string matches.
        ///   - format: The name of a string's format, for example `uri`.
        ///   - schema: A schema to use instead of the one derived from the property's type.
        public init(
            _ description: String,
            default: JSONValue? = nil,
            examples: [JSONValue] = [],
            values: [JSONValue] = [],
            pattern: String? = nil,
            format: String? = nil,
            schema: Schema? = nil
        ) {
            self.description = description
            replacement = schema
            var keywords: JSONObject = ["description": .string(description)]
            keywords["default"] = `default`
            keywords["examples"] = examples.isEmpty ? nil : .array(examples)
            keywords["enum"] = values.isEmpty ? nil : .array(values)
            keywords["pattern"] = pattern.map(JSONValue.string)
            keywords["format"] = format.map(JSONValue.string)
            self.keywords = keywords
        }

        /// Creates an annotation with a description only.
        public init(stringLiteral description: String) { self.init(description) }

        var samples: [JSONValue] { Schema(keywords: keywords).samples + (replacement?.samples ?? []) }
    }

    /// Derives a schema from a type by running its `init(from:)`.
    ///
    /// Properties, which of them are required, nested types, lists, maps and the cases of `CaseIterable` enumerations
    /// come from the type. A property whose type refuses an empty value and does not list its cases needs an example.
    ///
    /// - Parameters:
    ///   - type: The type, for example a handler's configuration.
    ///   - summary: What the value is for, in one sentence.
    ///   - annotations: What the types cannot say, by key. Describe every one.
    ///   - exactlyOne: Keys of which exactly one must be there.
    public init<T: Decodable>(
        _ type: T.Type,
        summary: String? = nil,
        _ annotations: [String: Annotation] = [:],
        exactlyOne: [String] = []
    ) {
        self = SchemaRecorder.record(type, as: .root(annotations)).schema
        if let summary { keywords["description"] = .string(summary) }
        if !exactlyOne.isEmpty { self = requiringExactlyOne(of: exactlyOne) }
        for (key, value) in keywords["properties"]?.object ?? [:] where value["description"] == nil {
            problems.append("\(Suggestion.quoted(key)) has no description")
        }
        let known = knownKeys
        for key in annotations.keys.sorted() + exactlyOne where !known.contains(key) {
            problems.append("\(type) has no property \(Suggestion.quoted(key))")
        }
    }

    func annotated(_ annotation: Annotation?) -> Schema {
        guard let annotation else { return self }
        var schema = annotation.replacement ?? self
        for (keyword, value) in annotation.keywords { schema.keywords[keyword] = value }
        return schema
    }
}

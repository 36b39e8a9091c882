extension Schema {
    /// Any value.
    public static let any = Schema()
    /// `true` or `false`.
    public static let boolean = Schema(type: "boolean")
    /// A number.
    public static let number = Schema(type: "number")

    /// A string.
    ///
    /// - Parameters:
    ///   - pattern: An ECMA-262 regular expression that it matches.
    ///   - format: A format's name, for example `uri`.
    /// - Returns: The schema.
    public static func string(pattern: String? = nil, format: String? = nil) -> Schema {
        Schema(type: "string").adding("pattern", pattern.map(JSONValue.string))
            .adding("format", format.map(JSONValue.string))
    }

    /// A whole number.
    ///
    /// - Parameters:
    ///   - minimum: The smallest allowed.
    ///   - maximum: The largest allowed.
    /// - Returns: The schema.
    public static func integer(minimum: Int64? = nil, maximum: Int64? = nil) -> Schema {
        Schema(type: "integer").adding("minimum", minimum.map { .number(JSONNumber($0)) })
            .adding("maximum", maximum.map { .number(JSONNumber($0)) })
    }

    /// One of the values.
    public static func enumeration(_ values: [JSONValue]) -> Schema { Schema(keywords: ["enum": .array(values)]) }

    /// A list.
    public static func array(of items: Schema) -> Schema { Schema(type: "array").adding("items", items.json) }

    /// An object with keys of any name.
    public static func map(of values: Schema) -> Schema {
        Schema(type: "object").adding("additionalProperties", values.json)
    }

    /// An object with these keys, `x-…` and `description`, and no others.
    ///
    /// - Parameters:
    ///   - properties: The schema of each key.
    ///   - required: The keys that must be there.
    /// - Returns: The schema.
    public static func object(_ properties: KeyValuePairs<String, Schema>, required: [String] = []) -> Schema {
        object(properties.map { ($0.key, $0.value) }, required: required)
    }

    /// A value that matches at least one of the schemas.
    public static func anyOf(_ schemas: [Schema]) -> Schema {
        Schema(keywords: ["anyOf": .array(schemas.map(\.json))])
    }

    /// The same object, with exactly one of these keys.
    public func requiringExactlyOne(of keys: [String]) -> Schema {
        adding("oneOf", .array(keys.map { ["required": [.string($0)]] }))
    }

    /// The same schema with a description.
    public func described(_ text: String) -> Schema { adding("description", .string(text)) }

    /// The same schema with examples.
    public func examples(_ values: [JSONValue]) -> Schema { adding("examples", .array(values)) }

    static func object(_ properties: [(String, Schema)], required: [String]) -> Schema {
        Schema(type: "object")
            .adding("properties", .object(JSONObject(properties.map { ($0, $1.json) })))
            .adding("required", required.isEmpty ? nil : .array(required.map(JSONValue.string)))
            .adding("patternProperties", ["^(x-.*|description)$": true])
            .adding("additionalProperties", false)
    }

    func adding(_ keyword: String, _ value: JSONValue?) -> Schema {
        guard let value else { return self }
        var schema = self
        schema.keywords[keyword] = value
        return schema
    }

    private init(type: String) { self.init(keywords: ["type": .string(type)]) }
}

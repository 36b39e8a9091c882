/// What a value in the manifest looks like, as JSON Schema (draft 2020-12).
///
/// A handler derives most of it from its configuration and adds what types cannot say:
///
///     static var schema: Schema {
///         Schema(Configuration.self, ["file": "The archive's path", "size": .init("…", default: "8GiB")])
///     }
public struct Schema: Sendable, Equatable {
    /// The keywords, in the order in which they are printed.
    public internal(set) var keywords: JSONObject

    /// What keeps the schema from being complete; empty in a finished handler.
    ///
    /// Properties without a description, annotations without a property, examples that do not decode.
    public internal(set) var problems: [String] = []

    /// Creates a schema from its keywords.
    public init(keywords: JSONObject = [:]) { self.keywords = keywords }

    /// The dialect, for the `$schema` keyword of a whole document.
    public static let dialect = "https://json-schema.org/draft/2020-12/schema"

    /// The schema as JSON.
    public var json: JSONValue { .object(keywords) }

    /// The names of the properties of an object, in order.
    public var knownKeys: [String] { keywords["properties"]?.object?.keys ?? [] }

    /// The names of the properties that an object must have.
    public var requiredKeys: [String] { keywords["required"]?.array?.compactMap(\.string) ?? [] }

    /// Values that the schema itself names.
    var samples: [JSONValue] {
        ["default", "examples", "enum"].flatMap { keyword -> [JSONValue] in
            guard let value = keywords[keyword] else { return [] }
            return keyword == "default" ? [value] : value.array ?? []
        }
    }
}

/// A type that says itself what its JSON looks like, because its `init(from:)` is written by hand.
public protocol SchemaDescribable: Decodable {
    /// What the type accepts. At least one example lets schemas that contain the type be derived.
    static var schema: Schema { get }
}

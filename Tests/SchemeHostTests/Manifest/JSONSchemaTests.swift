import Testing

@testable import SchemeHost

@Suite struct JSONSchemaTests {
    private enum Mode: String, Decodable, CaseIterable { case fast, slow }
    private enum Unlisted: String, Decodable { case only }

    private struct Nested: Decodable {
        var name: String
        var children: [Nested]?
    }

    private struct Path: Decodable {
        init(from decoder: any Decoder) throws {
            let text = try decoder.singleValueContainer().decode(String.self)
            guard text.hasPrefix("/") else { throw SchemeHostError(.invalidConfiguration, "not a path") }
        }
    }

    private struct Configuration: Decodable {
        var file: String
        var port: UInt16
        var ratio: Double?
        var strict: Bool?
        var mode: Mode
        var size: ByteCount?
        var timeout: TimeSpan
        var nested: Nested?
        var fields: [String: String]?
        var list: [[Int]]?
        var body: JSONValue?
        var path: Path
        var unlisted: Unlisted

        static let schema = Schema(
            Configuration.self,
            summary: "All of it.",
            [
                "file": .init("A file", examples: ["a.zip"]),
                "port": .init("A port", default: 80),
                "ratio": "A ratio",
                "strict": "Whether",
                "mode": .init("How", default: "fast"),
                "size": .init("How much", default: "8GiB"),
                "timeout": "How long",
                "nested": "More",
                "fields": "Names",
                "list": "Lists",
                "body": "Anything",
                "path": .init("Where", examples: ["/a"], pattern: "^/"),
                "unlisted": .init("Which", values: ["only"]),
            ]
        )
    }

    @Test func `a type and its annotations give a schema`() throws {
        let schema = Configuration.schema
        #expect(schema.problems == [])
        #expect(schema.requiredKeys == ["file", "port", "mode", "timeout", "path", "unlisted"])
        #expect(
            schema.knownKeys == [
                "file", "port", "ratio", "strict", "mode", "size", "timeout", "nested", "fields", "list", "body",
                "path",
                "unlisted",
            ]
        )
        let expected: [String: JSONValue] = [
            "file": ["type": "string", "description": "A file", "examples": ["a.zip"]],
            "port": ["type": "integer", "minimum": 0, "maximum": 65535, "description": "A port", "default": 80],
            "ratio": ["type": "number", "description": "A ratio"],
            "strict": ["type": "boolean", "description": "Whether"],
            "mode": ["enum": ["fast", "slow"], "description": "How", "default": "fast"],
            "nested": [
                "type": "object", "required": ["name"], "additionalProperties": false, "description": "More",
                "patternProperties": ["^(x-.*|description)$": true],
                "properties": ["name": ["type": "string"], "children": ["type": "array", "items": [:]]],
            ],
            "fields": ["type": "object", "additionalProperties": ["type": "string"], "description": "Names"],
            "list": [
                "type": "array", "items": ["type": "array", "items": ["type": "integer"]], "description": "Lists",
            ],
            "body": ["description": "Anything"],
            "path": ["type": "string", "description": "Where", "examples": ["/a"], "pattern": "^/"],
            "unlisted": ["type": "string", "description": "Which", "enum": ["only"]],
        ]
        for (key, fragment) in expected { #expect(schema.json["properties"]?[key] == fragment, "\(key)") }
        #expect(schema.json["properties"]?["size"]?["anyOf"]?[1] == ["type": "integer", "minimum": 0])
        #expect(schema.json["properties"]?["timeout"]?["examples"] == ["30s"])
        #expect(schema.json["additionalProperties"] == false)
        #expect(schema.json["description"] == "All of it.")
    }

    @Test func `exactly one of several keys`() {
        struct Either: Decodable {
            var text: String?
            var base64: String?
        }
        let keys = ["text", "base64"]
        let schema = Schema(Either.self, ["text": "T", "base64": "B"], exactlyOne: keys)
        #expect(schema.problems == [])
        #expect(schema.json["oneOf"] == [["required": ["text"]], ["required": ["base64"]]])
    }

    @Test func `an incomplete schema says what it lacks`() {
        struct Poor: Decodable {
            var size: ByteCount?
            var unlisted: Unlisted
            var after: Int
        }
        let schema = Schema(Poor.self, ["size": .init("S", default: "8GB"), "typo": "T", "unlisted": "U"])
        #expect(
            schema.problems == [
                #""8GB" is not a value of "size""#,
                #"no sample of "unlisted"; give it an example, make Unlisted CaseIterable or have it conform to SchemaDescribable"#,
                #"Poor has no property "typo""#,
            ]
        )
        let undocumented = Schema(Nested.self, ["name": "N"])
        #expect(undocumented.problems == [#""children" has no description"#])
    }

    @Test func `hand-written types are recorded as far as they can be seen, or describe themselves`() {
        struct Manual: Decodable {
            init(from decoder: any Decoder) throws {
                enum Key: String, CodingKey { case a, b, c }
                let container = try decoder.container(keyedBy: Key.self)
                if container.contains(.a) { _ = try container.decode(Int.self, forKey: .a) }
                let inner = try container.nestedContainer(keyedBy: Key.self, forKey: .b)
                _ = try inner.decode([Bool].self, forKey: .c)
            }
        }
        let manual = Schema(Manual.self)
        #expect(manual.requiredKeys == ["b"])
        #expect(manual.json["properties"]?["a"] == ["type": "integer"])
        #expect(
            manual.json["properties"]?["b"]?["properties"]?["c"] == ["type": "array", "items": ["type": "boolean"]]
        )

        struct Holder: Decodable { var tree: [Tree] }
        #expect(Schema(Holder.self).json["properties"]?["tree"]?["items"] == Tree.schema.json)
        #expect(Tree.schema.json["properties"]?["kids"]?["items"] == [:])
    }

    private struct Tree: SchemaDescribable {
        var kids: [Tree]
        static var schema: Schema { Schema(Tree.self, summary: "A tree", ["kids": "Its branches"]) }
    }
}

extension Manifest {
    /// The JSON Schema (draft 2020-12) of manifests, with the keys of every registered handler.
    public static func schema(registry: HandlerRegistry) -> Schema {
        let kinds = registry.handlers
        let chain = Schema.array(of: link).adding("minItems", 1)
            .described("A chain: each handler finds the rest of it behind itself.")
        var schema = Schema.object(
            [
                "$schema": Schema.string().described("Where this schema is, for editors."),
                "version": Schema.enumeration([1]).described("The version of the manifest's format."),
                "vars": Schema.map(of: .string())
                    .described(
                        "Texts that ${name} stands for in all other strings; ${env:NAME:-default} reads the environment."
                    ),
                "limits": limits,
                "unmatched": Schema.enumeration(["pass", "fail"])
                    .described("What a request that no route matches gets at the URLSession door. Default: pass."),
                "handlers": Schema.map(of: reference("handler"))
                    .described("Named handlers, made once, for any number of routes.")
                    .adding("propertyNames", ["not": ["enum": .array(kinds.map { .string($0.kind) })]]),
                "routes": Schema.array(of: reference("route")).described(
                    "Tried in order; the first that matches answers."
                ),
            ],
            required: ["version"]
        )
        schema.keywords["$defs"] = .object([
            "route": route.json,
            "match": match.json,
            "matchObject": matchObject.json,
            "value": value.json,
            "handle": Schema.anyOf([link, chain]).json,
            "handler": handler(kinds).json,
        ])
        var keywords: JSONObject = ["$schema": .string(Schema.dialect), "title": "SchemeHost manifest"]
        for (key, value) in schema.keywords { keywords[key] = value }
        return Schema(keywords: keywords)
    }

    private static func reference(_ name: String) -> Schema { Schema(keywords: ["$ref": .string("#/$defs/\(name)")]) }

    private static var link: Schema {
        .anyOf([
            Schema.string().described("A named handler, or a kind that needs no keys."),
            reference("handler"),
        ])
    }

    private static func handler(_ kinds: [any SchemeHandler.Type]) -> Schema {
        let properties = kinds.map { ($0.kind, $0.schema.described($0.summary)) }
        return Schema.object(properties, required: [])
            .adding("oneOf", .array(kinds.map { ["required": [.string($0.kind)]] }))
    }

    private static var limits: Schema {
        Schema(
            LimitsShape.self,
            summary: "Bounds on what archives may cost.",
            [
                "memberBytes": .init("The largest member that is served.", default: "8GiB"),
                "totalBytes": .init("The most bytes that unpacking one archive may give.", default: "64GiB"),
                "entries": .init("The most members of an archive.", default: 10_000_000),
                "expansionRatio": .init(
                    "The most bytes out for each byte in, beyond 64 MiB of output.",
                    default: 1_000
                ),
                "nesting": .init("How deep containers may stand in one another.", default: 8),
            ]
        )
    }

    private static var route: Schema {
        Schema.object(
            [
                "id": Schema.string().described("The route's name, unique. Default: its position."),
                "match": reference("match"),
                "handle": reference("handle"),
                "as": Schema.string().described("The path that the handlers see, made of captures, {host} and {path}.")
                    .examples(["/{rest...}"]),
                "fields": Schema.map(of: .string()).described("Header fields that are set on every answer."),
                "types": Schema.map(of: .string()).described("Media types by file extension, before all others."),
                "enabled": Schema.boolean.described("false leaves the route out. Default: true."),
            ],
            required: ["match", "handle"]
        )
    }

    private static var match: Schema {
        .anyOf([
            Schema.enumeration(["any"]).described("Every request."),
            reference("matchObject"),
            Schema.array(of: reference("match")).adding("minItems", 1).described("One of these."),
        ])
        .described("Which requests the route takes: an object is AND, a list is OR.")
    }

    private static var matchObject: Schema {
        func oneOrMany(_ schema: Schema) -> Schema { .anyOf([schema, Schema.array(of: schema).adding("minItems", 1)]) }
        return Schema.object(
            [
                "scheme": oneOrMany(.string(pattern: "^[A-Za-z][A-Za-z0-9+.-]*$")).described("The URL's scheme."),
                "host": oneOrMany(.string())
                    .described("* is one label, ** any number, {name} captures one; \"\" is no authority."),
                "port": oneOrMany(.integer(minimum: 0, maximum: 65_535)).described("Written, or the scheme's default."),
                "path": .anyOf([
                    oneOrMany(.string()), .object(["regex": .string()], required: ["regex"]),
                ])
                .described("* within a segment, ** any number of them, {name} captures one, {name...} the rest.")
                .examples(["/{book}/{rest...}"]),
                "method": oneOrMany(.string()).described("The request's method."),
                "query": Schema.map(of: reference("value")).described("Query items, percent-decoded."),
                "header": Schema.map(of: reference("value")).described("Header fields."),
                "domains": .anyOf([.array(of: .string()), .object(["file": .string()], required: ["file"])])
                    .described("Domains with all their subdomains: a list, or a file with one on each line."),
                "body": Schema.object(["json": .any, "form": .map(of: reference("value")), "text": reference("value")])
                    .adding("minProperties", 1)
                    .described("The body, of at most 1 MiB: JSON that it holds, form fields, or its text."),
                "not": reference("match"),
            ]
        )
        .adding("minProperties", 1)
    }

    private static var value: Schema {
        let operators = Schema.object([
            "equals": .string(), "contains": .string(), "prefix": .string(), "suffix": .string(), "regex": .string(),
            "in": .array(of: .string()), "present": .boolean,
        ])
        return .anyOf([Schema.string().described("A glob: * is any text."), operators.adding("minProperties", 1)])
    }
}

import Foundation
import HTTPTypes
import Testing

@testable import SchemeHost

/// Answers with what it was configured with, and what the request brings.
struct EchoHandler: SchemeHandler {
    struct Configuration: Decodable, Sendable {
        var text: RequestTemplate?
        var fails: Bool?
    }

    static let kind = "echo"
    static let summary = "Answers with a text."
    let configuration: Configuration

    init(configuration: Configuration, context: HandlerContext) async throws {
        if configuration.fails == true { throw SchemeHostError(.sourceUnavailable, "it was told to fail") }
        self.configuration = configuration
    }

    func respond(to request: SchemeRequest) async throws -> SchemeResponse {
        let path = try request.path.description
        return .text(try configuration.text?.expand(for: request) ?? path)
    }
}

/// Passes on, and marks the answer.
struct WrapHandler: SchemeHandler {
    struct Configuration: Decodable, Sendable {}

    static let kind = "wrap"
    static let summary = "Wraps."
    static let chain = ChainRole.required

    init(configuration: Configuration, context: HandlerContext) async throws {}

    func respond(to request: SchemeRequest) async throws -> SchemeResponse {
        guard let next = request.next else { throw SchemeHostError(.notFound, "nothing behind") }
        var response = try await next.respond(to: request)
        response.headerFields[.via] = "wrap"
        return response
    }
}

/// Has nothing, so that what stands behind it is asked.
struct EmptyHandler: SchemeHandler {
    struct Configuration: Decodable, Sendable {}

    static let kind = "empty"
    static let summary = "Has nothing."
    static let chain = ChainRole.optional

    init(configuration: Configuration, context: HandlerContext) async throws {}

    func respond(to request: SchemeRequest) async throws -> SchemeResponse {
        throw SchemeHostError(.notFound, "it is empty")
    }
}

let testRegistry: HandlerRegistry = [EchoHandler.self, WrapHandler.self, EmptyHandler.self]

func makeHost(_ json: String, environment: [String: String] = [:]) async throws -> SchemeHost {
    var options = HostOptions()
    options.environment = environment
    return try await SchemeHost(manifest: Manifest(json: json), registry: testRegistry, options: options)
}

func text(_ response: SchemeResponse) async throws -> String {
    String(decoding: try await response.body.collect(upTo: 1 << 20), as: UTF8.self)
}

@Suite struct ManifestTests {
    @Test func declaresHandlersAndRoutes() async throws {
        let host = try await makeHost(
            """
            {
              "$schema": "schemehost.schema.json", "version": 1, "description": "x", "x-note": 1,
              "vars": { "greeting": "${env:GREETING:-Hello}", "long": "${greeting}, ${env:NAME}" },
              "handlers": { "hello": { "echo": { "text": "${long} and {who}" } } },
              "routes": [
                { "id": "hello", "match": { "scheme": "hello", "host": "{who}" }, "handle": "hello" },
                { "match": { "scheme": "off" }, "handle": "echo", "enabled": false },
                { "match": { "scheme": "shelf", "path": "/{book}/{rest...}" }, "as": "/{rest...}", "handle": "echo",
                  "fields": { "X-A": "1" }, "types": { "xyz": "text/css" } },
                { "match": [{ "scheme": "a" }, { "scheme": "b", "not": { "path": "/no/**" } }],
                  "handle": ["wrap", "empty", { "echo": { "text": "$${{x}} {path}" } }] }
              ]
            }
            """,
            environment: ["NAME": "{who}"]
        )
        #expect(host.routes.map(\.id) == ["hello", "2", "3"])

        // What a variable brings in is text at load time, so its braces are a template's.
        #expect(try await text(host.respond(to: "hello://World/")) == "Hello, world and world")
        let mapped = try await host.respond(to: "shelf://x/moby/ch/1.xyz")
        #expect(try await text(mapped) == "/ch/1.xyz")
        #expect(mapped.headerFields[.contentType] == "text/css")
        #expect(mapped.headerFields[HTTPField.Name("X-A")!] == "1")
        let chained = try await host.respond(to: "a://h/p")
        #expect(try await text(chained) == "${x} p")
        #expect(chained.headerFields[.via] == "wrap")
        #expect(try await host.respond(to: "b://h/no/x").problem?.code == .noRoute)
        #expect(try await host.respond(to: "off://h/").problem?.code == .noRoute)
    }

    @Test(arguments: [
        (#"{"version": 2}"#, "m:1:13: error: /version: this is version 2; this program reads version 1"),
        (#"{}"#, #"m:1:1: error: the key "version" is missing"#),
        (#"{"version": 1, "rotes": []}"#, #"m:1:16: error: /rotes: unknown key "rotes" (did you mean "routes"?)"#),
        (#"{"version": 1,}"#, "m:1:14: error: "),
        (#"{"version": 1, "version": 1}"#, #"m:1:16: error: /version: the key "version" is given twice"#),
        (
            #"{"version": 1, "routes": [{"match": "any", "handle": {"ecko": {}}}]}"#,
            #"m:1:55: error: /routes/0/handle/ecko: no handler kind "ecko" (did you mean "echo"?); known: echo, empty, wrap"#
        ),
        (
            #"{"version": 1, "routes": [{"match": "any", "handle": "ecko"}]}"#,
            #"m:1:54: error: /routes/0/handle: no handler "ecko" (did you mean "echo"?)"#
        ),
        (
            #"{"version": 1, "routes": [{"match": {}, "handle": "echo"}]}"#,
            "m:1:37: error: /routes/0/match: {} would match"
        ),
        (
            #"{"version": 1, "routes": [{"match": [], "handle": "echo"}]}"#,
            "m:1:37: error: /routes/0/match: an empty list"
        ),
        (
            #"{"version": 1, "routes": [{"match": "all", "handle": "echo"}]}"#,
            #"m:1:37: error: /routes/0/match: "all" matches"#
        ),
        (#"{"version": 1, "routes": [{"handle": "echo"}]}"#, #"m:1:27: error: /routes/0: the key "match" is missing"#),
        (
            #"{"version": 1, "routes": [{"match": {"scheme": "a b"}, "handle": "echo"}]}"#,
            #"m:1:48: error: /routes/0/match/scheme: "a b" is no scheme"#
        ),
        (
            #"{"version": 1, "routes": [{"match": {"query": {"a": {"equals": "1", "in": []}}}, "handle": "echo"}]}"#,
            "m:1:53: error: /routes/0/match/query/a: write a text, or exactly one of"
        ),
        (
            #"{"version": 1, "routes": [{"match": "any", "handle": []}]}"#,
            "m:1:54: error: /routes/0/handle: a chain needs"
        ),
        (
            #"{"version": 1, "routes": [{"match": "any", "handle": ["echo", "echo"]}]}"#,
            "m:1:55: error: /routes/0/handle/0: echo hands no request on"
        ),
        (
            #"{"version": 1, "routes": [{"match": "any", "handle": "wrap"}]}"#,
            "m:1:54: error: /routes/0/handle: wrap wraps"
        ),
        (
            #"{"version": 1, "handlers": {"echo": {"echo": {}}}, "routes": [{"match": "any", "handle": "echo"}]}"#,
            #"m:1:29: error: /handlers/echo: "echo" is the name of a handler kind"#
        ),
        (
            #"{"version": 1, "routes": [{"match": "any", "handle": {"echo": {"text": "{who}"}}}]}"#,
            "m:1:72: error: /routes/0/handle/echo/text: no pattern of the route captures {who}"
        ),
        (
            #"{"version": 1, "routes": [{"match": "any", "as": "/{x}", "handle": "echo"}]}"#,
            "m:1:27: error: /routes/0: \"as\" needs {x}"
        ),
        (
            #"{"version": 1, "routes": [{"match": "any", "handle": {"echo": {"text": "${nobody}"}}}]}"#,
            #"m:1:72: error: /routes/0/handle/echo/text: no variable "nobody""#
        ),
        (
            #"{"version": 1, "vars": {"a": "${b}", "b": "${a}"}, "routes": [{"match": "any", "handle": {"echo": {"text": "${a}"}}}]}"#,
            "leads back to itself: a → b → a"
        ),
        (
            #"{"version": 1, "routes": [{"id": "a", "match": "any", "handle": "echo"}, {"id": "a", "match": "any", "handle": "echo"}]}"#,
            #"m:1:74: error: /routes/1: another route has the id "a""#
        ),
        (
            #"{"version": 1, "routes": [{"match": "any", "fields": {"A B": "x"}, "handle": "echo"}]}"#,
            #"m:1:54: error: /routes/0/fields: "A B" cannot be the name of a field"#
        ),
        (
            #"{"version": 1, "routes": [{"match": "any", "types": {"a": "css"}, "handle": "echo"}]}"#,
            #"/routes/0/types/a: "css" is no media type"#
        ),
        (
            #"{"version": 1, "routes": [{"match": "any", "handle": {"echo": {"fails": true}}}]}"#,
            "m:1:55: error: /routes/0/handle/echo: echo: it was told to fail"
        ),
        ("", "m:1:1: error: "),
        ("[]", "m:1:1: error: an object was expected, not a list"),
    ])
    func reportsErrorsAtTheirPlace(json: String, expected: String) async {
        let manifest = Manifest(json: json, name: "m")
        let found = await manifest.diagnose(registry: testRegistry).map(\.description)
        #expect(found.contains { $0.contains(expected) }, "\(found)")
        await #expect(throws: SchemeHostError.self) { try await SchemeHost(manifest: manifest, registry: testRegistry) }
    }

    @Test func reportsAllErrorsInOnePass() async {
        let manifest = Manifest(
            json: """
                {
                  "version": "one",
                  "unknown": 1,
                  "limits": { "nesting": "deep" },
                  "handlers": { "a": { "ehco": {} }, "b": { "echo": { "txt": "x" } } },
                  "routes": [
                    { "match": { "scheme": 1 }, "handle": "nobody" },
                    { "match": { "path": "/{a}/{" }, "handle": "a" }
                  ]
                }
                """,
            name: "m"
        )
        let found = await manifest.diagnose(registry: testRegistry)
        #expect(found.map(\.line) == [2, 3, 4, 5, 5, 7, 7, 8], "\(found)")
        #expect(found.allSatisfy { $0.severity == .error })
        #expect(
            Set(found.map(\.pointer)).isSuperset(of: [
                "/version", "/unknown", "/limits/nesting", "/handlers/a/ehco", "/handlers/b/echo/txt",
                "/routes/0/match/scheme",
                "/routes/0/handle", "/routes/1/match/path",
            ])
        )
    }

    @Test func lintsShadowedRoutesAndUnusedHandlers() async throws {
        let manifest = Manifest(
            json: """
                { "version": 1,
                  "handlers": { "used": { "echo": {} }, "unused": { "echo": {} } },
                  "routes": [
                    { "id": "all", "match": { "scheme": "x" }, "handle": "used" },
                    { "match": { "scheme": "x", "host": "h" }, "handle": "used" }
                  ] }
                """,
            name: "m"
        )
        let found = await manifest.diagnose(registry: testRegistry)
        #expect(found.map(\.line) == [2, 5])
        #expect(found.allSatisfy { $0.severity == .warning })
        #expect(found[0].message.contains("\"unused\""))
        #expect(found[1].message.contains("\"all\""))
        _ = try await SchemeHost(manifest: manifest, registry: testRegistry)
    }

    @Test func makesHandlersWhenTheyAreNeeded() async throws {
        var options = HostOptions()
        options.provisioning = .lazy
        let json = """
            {"version": 1, "routes": [{"match": {"scheme": "bad"}, "handle": {"echo": {"fails": true}}},
                                      {"match": {"scheme": "good"}, "handle": "echo"}]}
            """
        let host = try await SchemeHost(manifest: Manifest(json: json), registry: testRegistry, options: options)
        #expect(try await text(host.respond(to: "good://h/x")) == "/x")
        let error = await #expect(throws: SchemeHostError.self) { try await host.respond(to: "bad://h/x") }
        #expect(error?.code == .sourceUnavailable)
    }

    @Test(
        .enabled(if: FileManager.default.fileExists(atPath: "../shared/corpora/json"), "needs ../shared/corpora/json")
    )
    func survivesEveryJSONText() async throws {
        let folder = "../shared/corpora/json"
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasSuffix(".json") {
            let manifest = try Manifest(contentsOf: "\(folder)/\(name)")
            let found = await manifest.diagnose(registry: testRegistry)
            #expect(!found.isEmpty, "\(name) is no manifest")
            #expect(found.allSatisfy { $0.line >= 1 && $0.column >= 1 }, "\(name)")
        }
    }

    @Test func aMissingManifestIsOneClearError() {
        let error = #expect(throws: SchemeHostError.self) { try Manifest(contentsOf: "/nonexistent/m.json") }
        #expect(error?.code == .invalidManifest)
        #expect(error?.message.contains("/nonexistent/m.json") == true)
    }
}

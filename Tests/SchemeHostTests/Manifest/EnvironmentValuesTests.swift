import Testing

@testable import SchemeHost

/// Fails, and says what with.
private struct TellingHandler: SchemeHandler {
    struct Configuration: Decodable, Sendable { var file: String }

    static let kind = "telling"
    static let summary = "Fails."

    init(configuration: Configuration, context: HandlerContext) async throws {
        let underlying = SchemeHostError(.sourceCorrupt, "\(configuration.file) is damaged")
        throw SchemeHostError(.sourceUnavailable, "cannot open \(configuration.file)", underlying: underlying)
    }

    func respond(to request: SchemeRequest) async throws -> SchemeResponse { .text("") }
}

@Suite struct EnvironmentValuesTests {
    private static let json = """
        { "version": 1, "vars": { "base": "${env:BASE}/data" },
          "routes": [{ "id": "r", "match": "any",
                       "handle": { "telling": { "file": "${base}/${env:NAME:-default}.db" } } }] }
        """

    @Test func noErrorShowsWhatTheEnvironmentHolds() async throws {
        var options = HostOptions()
        options.environment = ["BASE": "/srv/s3cret"]
        let shown = "cannot open ${env:BASE}/data/default.db: ${env:BASE}/data/default.db is damaged"
        let eager = await #expect(throws: SchemeHostError.self) {
            try await SchemeHost(manifest: Manifest(json: Self.json), registry: [TellingHandler.self], options: options)
        }
        #expect(eager?.message.hasSuffix(shown) == true)
        #expect(eager.map { String(describing: $0).contains("s3cret") } == false)

        options.provisioning = .lazy
        let host = try await SchemeHost(
            manifest: Manifest(json: Self.json),
            registry: [TellingHandler.self],
            options: options
        )
        let lazy = await #expect(throws: SchemeHostError.self) { try await host.respond(to: "x://h/") }
        #expect(lazy?.code == .sourceUnavailable)
        #expect(lazy?.description == shown)
    }

    @Test func anIdentifierIsShownAsItIsWritten() async {
        var options = HostOptions()
        options.environment = ["ID": "s3cret"]
        let json = """
            { "version": 1, "routes": [{ "id": "${env:ID}", "match": "any", "handle": "echo" },
                                       { "id": "${env:ID}", "match": "any", "handle": "echo" }] }
            """
        let error = await #expect(throws: SchemeHostError.self) {
            try await SchemeHost(manifest: Manifest(json: json), registry: testRegistry, options: options)
        }
        #expect(error?.message.contains(#"the id "${env:ID}" already"#) == true)
    }

    @Test(arguments: [
        ("a /srv/x b", "a ${env:SHORT} b"), ("/srv/x/y/z", "${env:LONG}/z"), ("/srv/xx", "${env:SHORT}x"),
        ("abc", "abc"), (#"say \"hi\""#, "say ${env:QUOTE}"),
        (#"say "hi""#, "say ${env:QUOTE}"), ("", ""), ("/srv/x\u{301}", "${env:SHORT}\u{301}"),
    ])
    func theLongestValueIsReplacedOnce(text: String, expected: String) {
        var values = EnvironmentValues()
        values.insert("/srv/x", name: "SHORT")
        values.insert("/srv/x/y/", name: "LONG")
        values.insert("abc", name: "TINY")
        values.insert("{env:", name: "BRACE")
        values.insert("\"hi\"", name: "QUOTE")
        #expect(values.concealing(text) == expected)
    }
}

import Foundation
import Testing

@testable import SchemeHost

/// What is found in manifests that are faulty, and how it is said.
@Suite struct ManifestFindingsTests {
    private static func found(_ json: String) async -> [Diagnostic] {
        await Manifest(json: json, name: "m").diagnose(registry: testRegistry)
    }

    private static let faulty = """
        {
          "version": 1,
          "handlers": {
            "a": { "echo": { "fails": true } },
            "b": { "echo": { "fails": true } }
          },
          "routes": [
            { "match": { "scheme": "a" }, "handle": "a" },
            { "match": { "scheme": "b" }, "handle": "b", "feilds": {} },
            { "match": { "scheme": "c" }, "handle": { "echo": { "fails": true } } }
          ]
        }
        """

    @Test func handlersAreMadeBesideErrorsOfShape() async throws {
        let expected = [4, 5, 9, 10]
        let found = await Self.found(Self.faulty)
        #expect(found.map(\.line) == expected, "\(found)")
        #expect(found.map(\.code) == [.provision, .provision, .unknownKey, .provision])

        let manifest = Manifest(json: Self.faulty)
        let error = await #expect(throws: SchemeHostError.self) {
            try await SchemeHost(manifest: manifest, registry: testRegistry)
        }
        #expect((error?.underlying as? InvalidJSON)?.diagnostics.map(\.line) == expected)
        #expect(error?.message.hasSuffix("(and 3 more)") == true)

        var lazily = HostOptions()
        lazily.provisioning = .lazy
        let fewer = await #expect(throws: SchemeHostError.self) {
            try await SchemeHost(manifest: manifest, registry: testRegistry, options: lazily)
        }
        #expect((fewer?.underlying as? InvalidJSON)?.diagnostics.map(\.line) == [9])
    }

    @Test func aRouteThatCannotBeReadMakesNoHandlerLookUnused() async {
        let found = await Self.found(
            """
            {
              "version": 1, "handlers": { "a": { "echo": {} } },
              "routes": [
                { "match": { "scheme": 1 }, "handle": "a" }
              ]
            }
            """
        )
        #expect(found.map(\.line) == [4], "\(found)")
    }

    @Test func identifiersAndMappingsAreCheckedBesideOtherErrors() async {
        let found = await Self.found(
            """
            {
              "version": 1, "vars": { "a": "x" },
              "routes": [
                { "id": "x", "match": { "scheme": 1 }, "handle": "echo" },
                { "id": "${a}", "match": { "scheme": "a" }, "handle": "echo" },
                { "match": "any", "as": "/{gone}", "handle": "nobody" },
                { "id": 7, "match": "any", "handle": "echo" },
                { "id": "${b}", "match": "any", "handle": "echo" },
                { "id": "x", "match": { "scheme": 1 }, "handle": "echo", "enabled": false }
              ]
            }
            """
        )
        #expect(
            found.map(\.pointer) == [
                "/routes/0/match/scheme", "/routes/1", "/routes/2/as", "/routes/2/handle", "/routes/3/id",
                "/routes/4/id", "/routes/5/match/scheme",
            ],
            "\(found)"
        )
    }

    @Test(arguments: [
        (#"{"version": 1}"#, ""), (#"{"version": 1, "routes": []}"#, "/routes"),
        (#"{"version": 1, "routes": [{"match": "any", "handle": "echo", "enabled": false}]}"#, "/routes"),
    ])
    func aManifestWithoutRoutesIsRemarked(json: String, pointer: String) async throws {
        let found = await Self.found(json)
        #expect(found.map(\.pointer) == [pointer])
        #expect(found.map(\.severity) == [.warning])
        #expect(found.first?.message.contains("no routes") == true)
        _ = try await SchemeHost(manifest: Manifest(json: json), registry: testRegistry)
    }

    @Test func aNameThatIsHandlerAndKindIsListedOnce() async {
        let json = """
            {"version": 1, "handlers": {"echo": {"echo": {}}}, "routes": [{"match": "any", "handle": "other"}]}
            """
        let found = await Self.found(json)
        #expect(found.contains { $0.message.hasSuffix("known: echo, empty, wrap") }, "\(found)")
    }

    @Test func aLongPointerIsShortenedWhereItIsPrinted() {
        let pointer = "/first" + String(repeating: "/0", count: 500) + "/last"
        let finding = Diagnostic(code: .shape, file: "m", line: 1, column: 1, pointer: pointer, message: "wrong")
        #expect(finding.pointer == pointer)
        #expect(finding.description.hasPrefix("m:1:1: error: /first/0/0"))
        #expect(finding.description.hasSuffix("/0/0/last: wrong"))
        #expect(finding.description.count < 160)
    }

    @Test(arguments: [
        "Content-Length", "transfer-encoding", "CONTENT-RANGE", "Accept-Ranges", "Trailer", "Connection", "Date",
    ])
    func fieldsOfTheHostAreRefused(name: String) async {
        let json = """
            {"version": 1, "routes": [{"match": "any", "fields": {"X-A": "1", "\(name)": "1"}, "handle": "echo"}]}
            """
        let found = await Self.found(json)
        #expect(found.map(\.pointer) == ["/routes/0/fields/\(name)"])
        #expect(found.first?.message.hasPrefix("\(name) is not for a manifest to set") == true)
    }
}

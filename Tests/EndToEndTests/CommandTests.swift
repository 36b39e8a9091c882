import Foundation
import Testing

@Suite struct CommandTests {
    @Test func validatesInOnePass() async throws {
        let scratch = try Scratch()
        try scratch.write(
            """
            {
              "version": 1,
              "handlers": { "a": { "mirorr": { "root": "." } } },
              "routes": [
                { "match": { "scheme": "x" }, "handle": { "mirror": { "rot": "." } } },
                { "match": {}, "handle": { "mirror": { "root": "." } } },
                { "match": { "scheme": "x", "path": "/{a" }, "handle": "nobody" }
              ]
            }
            """,
            to: "schemehost.json"
        )
        let result = try await CommandRunner.run("validate", in: scratch.path)
        #expect(result.status == 2)
        for place in ["3:24", "5:57", "5:59", "6:16", "7:41", "7:60"] {
            #expect(result.text.contains("schemehost.json:\(place): error: "), "\(place) in \(result.text)")
        }
        #expect(result.text.contains("did you mean \"mirror\"?"))
        #expect(result.text.contains("^"))
        let json = try await CommandRunner.run("validate", "--json", in: scratch.path)
        let findings = try #require(try JSONSerialization.jsonObject(with: json.output) as? [[String: Any]])
        #expect(findings.count >= 5)
        #expect(findings.allSatisfy { $0["line"] is Int && $0["pointer"] is String && $0["message"] is String })
    }

    @Test func theExitCodeTellsErrorsFromWarnings() async throws {
        let scratch = try Scratch()
        let route = #"{"match": {"scheme": "x"}, "handle": {"computed": {"text": "x"}}}"#
        let fine = try scratch.write(#"{"version": 1, "routes": [\#(route)]}"#, to: "fine.json")
        let lint = try scratch.write(#"{"version": 1, "routes": [\#(route), \#(route)]}"#, to: "lint.json")
        #expect(try await CommandRunner.run("validate", fine).status == 0)
        #expect(try await CommandRunner.run("validate", lint).status == 1)
        #expect(try await CommandRunner.run("validate", "-m", "/nonexistent").status == 2)
        let missing = try await CommandRunner.run("validate", in: scratch.path)
        #expect(missing.status == 2)
        #expect(missing.errors.contains("schemehost.json"))
    }

    @Test func theExamplesAreValid() async throws {
        let result = try await CommandRunner.run("validate", "-m", "examples.json")
        #expect(result.status == 0, "\(result.text)")
    }

    /// Somebody else's validator judges the schema, and the examples by it.
    @Test(
        .enabled(
            if: ProcessInfo.processInfo.environment["SCHEMEHOST_CHECK_JSONSCHEMA"] != nil,
            "needs SCHEMEHOST_CHECK_JSONSCHEMA, the path of check-jsonschema; make test sets it"
        )
    )
    func theSchemaHoldsForTheExamples() async throws {
        let scratch = try Scratch()
        let schema = try await CommandRunner.run("schema")
        let path = try scratch.write(schema.text, to: "schema.json")
        let bad = try scratch.write(
            #"{"version": 1, "routes": [{"match": {}, "handle": {"mirror": {"rot": "x"}}}]}"#,
            to: "bad.json"
        )
        func check(_ arguments: [String]) throws -> Int32 {
            let process = Process()
            process.executableURL = URL(
                filePath: ProcessInfo.processInfo.environment["SCHEMEHOST_CHECK_JSONSCHEMA"] ?? ""
            )
            process.arguments = arguments
            process.standardOutput = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            return process.terminationStatus
        }
        #expect(try check(["--check-metaschema", path]) == 0)
        #expect(try check(["--schemafile", path, "examples.json"]) == 0)
        #expect(try check(["--schemafile", path, "Examples/CustomHandler/schemehost.json"]) != 0)
        #expect(try check(["--schemafile", path, bad]) != 0)
    }

    @Test func explains() async throws {
        let result = try await CommandRunner.run("explain", "-m", "examples.json", "docs://x/style.css")
        #expect(result.status == 0)
        #expect(result.text.contains("→ route docs: mirror"))
        #expect(result.text.contains("✗ scheme hello  (here: docs)"))
        #expect(result.text.contains("type:   text/css; charset=utf-8, from the extension"))
        let json = try await CommandRunner.run("explain", "--json", "-m", "examples.json", "hello://World/")
        let object = try #require(try JSONSerialization.jsonObject(with: json.output) as? [String: Any])
        #expect(object["status"] as? Int == 200)
        #expect((object["captures"] as? [String: String]) == ["who": "world"])
        #expect(try await CommandRunner.run("explain", "-m", "examples.json", "none://h/").status == 3)
    }

    @Test func lists() async throws {
        let list = try await CommandRunner.run("list", "-R", "-m", "examples.json", "docs://x/")
        #expect(list.text == "guide/\nguide/first.txt\nguide/second.md\nindex.html\nstyle.css\n")
        let json = try await CommandRunner.run("list", "--json", "-m", "examples.json", "stored://x/folder")
        let entries = try #require(try JSONSerialization.jsonObject(with: json.output) as? [[String: Any]])
        #expect(entries.map { $0["name"] as? String } == ["big.txt", "small.txt"])
        #expect(entries.map { $0["size"] as? Int } == [1300, 6])
        #expect(
            try await CommandRunner.run("list", "-l", "-m", "examples.json", "docs://x/guide/").text.contains("file")
        )
    }

    @Test func namesHandlersAndVersions() async throws {
        let handlers = try await CommandRunner.run("handlers")
        for kind in ["archive", "computed", "mirror", "sqlite"] { #expect(handlers.text.contains(kind)) }
        let version = try await CommandRunner.run("--version")
        #expect(version.text.contains("libarchive"))
        #expect(version.text.contains("SQLite"))
        #expect(try await CommandRunner.run("--help").text.contains("Exit codes"))
        #expect(try await CommandRunner.run("--generate-completion-script", "bash").text.contains("complete"))
    }
}

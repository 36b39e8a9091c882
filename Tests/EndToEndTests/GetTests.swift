import Foundation
import Testing

@Suite struct GetTests {
    let data = FileManager.default.currentDirectoryPath + "/Examples/Data"

    @Test(arguments: [
        ("hello://world/", "Hello, world!\n"), ("book://small/OEBPS/style.css", "h1 { font-weight: 300 }\n"),
        ("asset://x/text/hello.txt", "Hello from a table.\n"), ("stored://x/link.txt", "small\n"),
        ("overlay://x/first.txt", "The overridden first page.\n"), ("data:,%E2%9C%93", "✓"),
    ])
    func writesWhatAURLNames(url: String, expected: String) async throws {
        let result = try await CommandRunner.run("get", "-m", "examples.json", url)
        #expect(result.text == expected)
        #expect(result.status == 0)
        #expect(result.errors == "")
    }

    /// Containers are entered along a path, without a manifest.
    @Test(arguments: [
        ("notes.tar.gz/notes/a.txt", "A note.\n"),
        ("notes.tar.gz/notes/inner.zip/c.txt", "Found inside a zip, inside a tar.\n"),
        ("files.sqlar/folder/small.txt", "small\n"),
        (".//docs/./guide/../guide//first.txt", "First, read this.\nThen read it again.\n"),
        ("notes.tar.gz/notes/inner.zip/ü/ö.txt", "Names are Unicode.\n"),
    ])
    func walksPaths(path: String, expected: String) async throws {
        let scratch = try Scratch()
        let result = try await CommandRunner.run(
            "get",
            "\(data)/\(path)",
            in: scratch.path,
            environment: ["LC_ALL": "C"]
        )
        #expect(result.text == expected, "\(result.errors)")
        #expect(result.status == 0)
    }

    @Test func knowsSelfContainedURLs() async throws {
        let scratch = try Scratch()
        let nested = "archive://\(data)/notes.tar.gz!/notes/inner.zip!/c.txt"
        #expect(
            try await CommandRunner.run("get", nested, in: scratch.path).text == "Found inside a zip, inside a tar.\n"
        )
        #expect(
            try await CommandRunner.run("get", "sqlar://\(data)/files.sqlar!/folder/small.txt", in: scratch.path).text
                == "small\n"
        )
        #expect(try await CommandRunner.run("get", "file://\(data)/docs/style.css", in: scratch.path).status == 0)
    }

    @Test(arguments: [
        (["get", "nothing://h/"], 3, "no route matches"), (["get", "docs://x/missing"], 4, "missing"),
        (["get", "-m", "/nonexistent.json", "x://h/"], 2, "/nonexistent.json"),
        (["get", "./no-such-path/x"], 4, "./no-such-path/x"), (["get", ""], 64, "empty"),
        (["get", "k://x/a"], 3, "no route matches GET k://x/a"),
        (["get", "-X", "B AD", "docs://x/"], 64, "get --help"),
        (["get", "-R", "docs://x/", "-o", "-"], 64, "-o"), (["list", ""], 64, "empty"),
        (["get", "docs://x/%zz"], 4, "%25"), (["get"], 64, "url"), (["get", "-R", "docs://x/"], 64, "-o"),
        (["get", "-X", "DELETE", "docs://x/style.css"], 4, "GET, HEAD"),
        (["get", "-r", "999-", "docs://x/style.css"], 4, "50 bytes"),
        (["list", "docs://x/style.css"], 4, "no folder"), (["get", "docs://x/..%2f..%2fREADME.md"], 4, "%2F"),
        (["get", "-H", "nonsense", "docs://x/"], 64, "get --help"),
        (["get", "-r", "nonsense", "docs://x/"], 64, "no range"),
    ])
    func failsWithOneLineAndItsCode(arguments: [String], status: Int32, hint: String) async throws {
        let scratch = try Scratch()
        let manifest = try scratch.write(
            #"{"version": 1, "routes": [{"match": {"scheme": "docs"}, "handle": {"mirror": {"root": "\#(data)/docs"}}}]}"#,
            to: "schemehost.json"
        )
        #expect(FileManager.default.fileExists(atPath: manifest))
        let result = try await CommandRunner.run(path: CommandRunner.path, arguments, in: scratch.path)
        #expect(result.status == status, "\(result.errors)")
        #expect(result.output.isEmpty)
        #expect(result.errors.contains(hint), "\(result.errors)")
        if status != 64 { #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)") }
    }

    @Test func showsHeadsAndRanges() async throws {
        let head = try await CommandRunner.run("get", "-I", "-m", "examples.json", "docs://x/style.css")
        #expect(head.text.hasPrefix("HTTP/1.1 200 OK\n"))
        #expect(head.text.contains("Content-Type: text/css"))
        #expect(head.text.hasSuffix("\n\n"))
        let part = try await CommandRunner.run("get", "-i", "-r", "0-3", "-m", "examples.json", "docs://x/style.css")
        #expect(part.text.hasPrefix("HTTP/1.1 206"))
        #expect(part.text.hasSuffix("\n\nbody"))
        let problem = try await CommandRunner.run("get", "-i", "-m", "examples.json", "docs://x/missing")
        #expect(problem.text.contains("application/problem+json"))
        #expect(problem.status == 4)
    }

    @Test func filesAppearWhenTheyAreComplete() async throws {
        let scratch = try Scratch()
        let file = scratch.path + "/out.txt"
        #expect(try await CommandRunner.run("get", "-m", "examples.json", "-o", file, "hello://world/").status == 0)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "Hello, world!\n")
        #expect(try await CommandRunner.run("get", "-m", "examples.json", "-o", file, "docs://x/missing").status == 4)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "Hello, world!\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == ["out.txt"])
    }

    @Test func writesFoldersAndNothingBesideThem() async throws {
        let scratch = try Scratch()
        let output = scratch.path + "/out"
        let result = try await CommandRunner.run("get", "-R", "\(data)/notes.tar.gz/", "-o", output)
        #expect(result.status == 0, "\(result.errors)")
        #expect(try String(contentsOfFile: output + "/notes/a.txt", encoding: .utf8) == "A note.\n")
        #expect(FileManager.default.fileExists(atPath: output + "/notes/inner.zip"))

        // A link in the way is not followed.
        try FileManager.default.removeItem(atPath: output + "/notes")
        try FileManager.default.createSymbolicLink(atPath: output + "/notes", withDestinationPath: scratch.path)
        let refused = try await CommandRunner.run("get", "-R", "\(data)/notes.tar.gz/", "-o", output)
        #expect(refused.status == 1)
        #expect(!FileManager.default.fileExists(atPath: scratch.path + "/a.txt"))
    }

    @Test func endsQuietlyWhereTheReaderLeaves() async throws {
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/bash")
        shell.arguments = [
            "-c",
            "set -o pipefail; '\(CommandRunner.path)' get file:///dev/null 2>&1; '\(CommandRunner.path)' list -R file:///usr/include/ 2>&1 | head -n 1",
        ]
        let pipe = Pipe()
        shell.standardOutput = pipe
        try shell.run()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        shell.waitUntilExit()
        #expect(text.split(separator: "\n").count == 2, "\(text)")
    }
}

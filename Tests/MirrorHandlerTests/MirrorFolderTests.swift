import Foundation
import HTTPTypes
import SchemeHost
import Testing

@testable import MirrorHandler

@Suite struct MirrorFolderTests {
    private func lines(_ mirror: MirrorFixture, _ path: String) async throws -> [String] {
        try await mirror.text(path, [.accept: "application/jsonl"]).split(separator: "\n").map { line in
            let entry = try JSONValue(parsing: String(line))
            let size = entry["size"]?.number.map { " \($0)" } ?? ""
            return "\(entry["kind"]?.string ?? "?") \(entry["name"]?.string ?? "?")\(size)"
        }
    }

    @Test func listsByCodePoint() async throws {
        let scratch = try ScratchFolder()
        for name in ["b", "B", "a10", "a2", "é", "z", "e\u{301}x", "\u{FF5E}", "😀", ".hidden"] {
            try scratch.write("12", to: "root/" + name)
        }
        let mirror = try await MirrorFixture(scratch)
        let expected = ["B", "a10", "a2", "b", "e\u{301}x", "z", "é", "\u{FF5E}", "😀"].map { "file \($0) 2" }
        let found = try await lines(mirror, "/")
        #expect(found.elementsEqual(expected) { $0.utf8.elementsEqual($1.utf8) }, "\(found)")
    }

    @Test func saysWhatEntriesAre() async throws {
        let scratch = try ScratchFolder()
        try scratch.write("secret", to: "secret")
        try scratch.write("four", to: "root/file")
        try scratch.write("", to: "root/folder/x")
        try scratch.write("", to: "root/back\\slash")
        try scratch.write("", to: "root/.hidden/x")
        for (name, target) in [
            ("toFile", "file"), ("toFolder", "folder"), ("out", "../secret"), ("dangling", "nowhere"),
            ("loop", "loop"), ("toHidden", ".hidden/x"), ("toFifo", "fifo"),
        ] {
            try scratch.link("root/" + name, to: target)
        }
        #expect(mkfifo(scratch.path + "/root/fifo", 0o600) == 0)
        let descriptor = open(scratch.path + "/root/\u{7F}", O_CREAT | O_WRONLY, 0o600)
        close(descriptor)
        let latin1: [CChar] =
            (scratch.path + "/root/caf").utf8.map { CChar(bitPattern: $0) } + [CChar(bitPattern: 0xE9), 0]
        close(open(latin1, O_CREAT | O_WRONLY, 0o600))
        let mirror = try await MirrorFixture(scratch)
        #expect(
            try await lines(mirror, "/") == [
                "refused back\\slash", "refused caf\u{FFFD}", "refused dangling", "refused fifo", "file file 4",
                "directory folder", "refused loop", "refused out", "refused toFifo", "file toFile 4",
                "directory toFolder", "file \u{7F} 0",
            ]
        )
        #expect(try await lines(mirror, "/folder/") == ["file x 0"])
    }

    @Test func theListingsEntityTagsAreThoseOfTheFiles() async throws {
        let scratch = try ScratchFolder()
        try scratch.write("text", to: "root/file")
        let mirror = try await MirrorFixture(scratch)
        let listing = try JSONValue(parsing: try await mirror.text("/", [.accept: "application/json"]))
        #expect(listing[0]?["etag"]?.string == (try await mirror.get("/file").headerFields[.eTag]))
    }

    @Test func indexFilesInTheirOrder() async throws {
        let scratch = try ScratchFolder()
        try scratch.write("html", to: "root/both/index.html")
        try scratch.write("# md", to: "root/both/README.md")
        try scratch.write("# md", to: "root/second/README.md")
        try scratch.write("", to: "root/folder/index.html/x")
        try scratch.link("root/outside/index.html", to: "/etc/passwd")
        let mirror = try await MirrorFixture(scratch, index: ["index.html", "README.md"])
        #expect(try await mirror.text("/both/") == "html")
        let second = try await mirror.get("/second/")
        #expect(second.headerFields[.contentType]?.hasPrefix("text/markdown") == true)
        #expect(second.headerFields[.eTag] != nil)
        #expect(try await lines(mirror, "/both/") == ["file README.md 4", "file index.html 4"])
        #expect(try await mirror.text("/folder/").contains("<html"))
        #expect(try await mirror.get("/outside/").status == .forbidden)
    }

    @Test func withoutListings() async throws {
        let scratch = try ScratchFolder()
        try scratch.write("html", to: "root/index.html")
        try scratch.write("x", to: "root/sub/x")
        let mirror = try await MirrorFixture(scratch, listing: false)
        #expect(try await mirror.text("/") == "html")
        #expect(try await mirror.text("/", [.accept: "application/json"]) == "html")
        #expect(try await mirror.get("/sub/").status == .notFound)
        #expect(try await mirror.get("/sub").status == .notFound)
        #expect(try await mirror.text("/sub/x") == "x")
        #expect(try await MirrorFixture(scratch, index: [], listing: false).get("/").status == .notFound)
    }

    @Test func anOverlay() async throws {
        let scratch = try ScratchFolder()
        try scratch.write("over", to: "over/css/site.css")
        try scratch.write("", to: "over/only/here")
        try scratch.write("base", to: "base/css/site.css")
        try scratch.write("base", to: "base/css/other.css")
        try scratch.write("index", to: "base/index.html")
        let over = try await MirrorFixture.handler(scratch, root: "over")
        let base = try await MirrorFixture.handler(scratch, root: "base")
        let host = SchemeHost(routes: [Route(.scheme("m"), to: over, base)])
        for (path, text) in [
            ("/css/site.css", "over"), ("/css/other.css", "base"), ("/", "index"), ("/index.html", "index"),
        ] {
            let data = try await host.respond(to: "m://h" + path).body.collect(upTo: 100)
            #expect(String(decoding: data, as: UTF8.self) == text, "\(path)")
        }
        let only = try await host.respond(to: "m://h/only/").body.collect(upTo: 10_000)
        #expect(String(decoding: only, as: UTF8.self).contains("here"))
        #expect(try await host.respond(to: "m://h/nowhere").status == .notFound)
    }

    @Test func manyEntries() async throws {
        let scratch = try ScratchFolder()
        for number in 0..<3000 { try scratch.write("", to: "root/\(10_000 + number)") }
        let mirror = try await MirrorFixture(scratch)
        #expect(try await lines(mirror, "/") == (0..<3000).map { "file \(10_000 + $0) 0" })
    }
}

import Foundation
import GRDB
import HTTPTypes
import SchemeHost
import Testing

@testable import SQLiteHandler

@Suite("SQLite archives")
struct ArchiveTests {
    @Test("Stored and compressed files, small and large")
    func files() async throws {
        let folder = try TemporaryFolder()
        let text = Data(String(repeating: "text ", count: 100_000).utf8)
        let random = Data((0..<400_000).map { _ in UInt8.random(in: 0...255) })
        let large = random + text
        try folder.archive(
            "test.sqlar",
            [
                .file("stored.bin", pattern(1_000)), .file("large.bin", random), .compressed("text.txt", text),
                .compressed("dir/large", large), .file("none", Data()), Member(name: "null", size: 0, data: nil),
            ]
        )
        let host = try await folder.host(.archive())
        for (name, content) in [
            ("stored.bin", pattern(1_000)), ("large.bin", random), ("text.txt", text), ("dir/large", large),
            ("none", Data()), ("null", Data()),
        ] {
            let response = try await host.respond(to: "db:/\(name)")
            #expect(response.headerFields[.contentLength] == String(content.count))
            #expect(response.headerFields[.lastModified] == "Tue, 14 Nov 2023 22:13:20 GMT")
            #expect(try await response.body.collect(upTo: 1 << 20) == content, "\(name)")
        }
        let part = try await host.respond(to: "db:/dir/large", headerFields: [.range: "bytes=399990-400009"])
        #expect(part.status == .partialContent)
        #expect(try await part.body.collect(upTo: 100) == large[399_990..<400_010])
        let tag = try #require(try await host.respond(to: "db:/text.txt").headerFields[.eTag])
        #expect(try await host.fetch("db:/text.txt", [.ifNoneMatch: tag]).status == 304)
    }

    @Test("Directories are listed once, whether they have a row, files or both")
    func directories() async throws {
        let folder = try TemporaryFolder()
        try folder.archive(
            "test.sqlar",
            [
                .directory("a"), .file("a-1", Data("x".utf8)), .file("a/f", Data("x".utf8)), .directory("empty"),
                .file("implied/f", Data("x".utf8)), .link("link", to: "a"),
                Member(name: "pipe", mode: 0o010644, size: 0),
                Member(name: "plain", mode: 0, size: 0), .file("../up", Data()), .file("/abs", Data()),
            ]
        )
        let host = try await folder.host(.archive())
        #expect(
            try await host.names("db:/") == [
                "..!", "/abs!", "a/", "a-1", "empty/", "implied/", "link@", "pipe!", "plain/",
            ]
        )
        #expect(try await host.names("db:/a/") == ["f"])
        #expect(try await host.names("db:/empty/") == [])
        #expect(try await host.fetch("db:/pipe").status == 403)
        #expect(try await host.respond(to: "db:/empty").status == .movedPermanently)
        #expect(try await host.fetch("db:/a-1/").status == 404)
    }

    @Test(
        "Links resolve inside the archive only",
        arguments: [
            ("file", 200, "deep"), ("dir/deep/f", 200, "deep"), ("folder/f", 200, "deep"), ("chain", 200, "deep"),
            ("a/up", 200, "deep"), ("dangling", 404, nil), ("absolute", 403, nil), ("out", 403, nil),
            ("a/out", 403, nil),
            ("loop1", 508, nil), ("self/x", 508, nil), ("backslash", 403, nil), ("file/x", 404, nil),
            ("folder", 301, nil),
            ("none", 403, nil), ("by-size", 200, "deep"),
        ] as [(String, Int, String?)]
    )
    func links(path: String, status: Int, text: String?) async throws {
        let folder = try TemporaryFolder()
        try folder.archive(
            "test.sqlar",
            [
                .file("dir/deep/f", Data("deep".utf8)), .link("file", to: "dir/deep/f"),
                .link("folder", to: "./dir//deep"),
                .link("chain", to: "folder/f"), .link("a/up", to: "../chain"), .link("dangling", to: "nowhere"),
                .link("absolute", to: "/dir/deep/f"), .link("out", to: "../x"), .link("a/out", to: "../../a/up"),
                .link("loop1", to: "loop2"), .link("loop2", to: "loop1"), .link("self", to: "self/self"),
                .link("backslash", to: "dir\\deep"), .link("none", to: ""),
                Member(name: "by-size", mode: 0, size: -1, data: Data("file".utf8)),
            ]
        )
        let answer = try await folder.host(.archive()).fetch("db:/\(path)")
        #expect(answer.status == status)
        if let text { #expect(answer.text == text) }
    }

    @Test("A linked file's type is that of its own name")
    func linkedType() async throws {
        let folder = try TemporaryFolder()
        try folder.archive("test.sqlar", [.file("a.css", Data("x".utf8)), .link("latest", to: "a.css")])
        let fields = try await folder.host(.archive()).respond(to: "db:/latest").headerFields
        #expect(fields[.contentType] == "text/css; charset=utf-8")
    }

    @Test("What sqlite3 -A writes is read", .enabled(if: Shell.hasSQLite, "the sqlite3 shell is not installed"))
    func shell() async throws {
        let folder = try TemporaryFolder()
        let source = folder.path + "/in"
        try FileManager.default.createDirectory(atPath: source + "/d/e", withIntermediateDirectories: true)
        let text = String(repeating: "compressible ", count: 50_000)
        try Data(text.utf8).write(to: URL(fileURLWithPath: source + "/d/text.txt"))
        try Data("tiny".utf8).write(to: URL(fileURLWithPath: source + "/tiny ü.txt"))
        try Data().write(to: URL(fileURLWithPath: source + "/empty"))
        try FileManager.default.createSymbolicLink(atPath: source + "/link", withDestinationPath: "d/text.txt")
        try Shell.run(["sqlite3", "../made.sqlar", "-Ac", "d", "tiny ü.txt", "empty", "link"], in: source)
        let host = try await folder.host(.archive("made.sqlar"))
        #expect(try await host.names("db:/") == ["d/", "empty", "link@", "tiny ü.txt"])
        #expect(try await host.names("db:/d/") == ["e/", "text.txt"])
        #expect(try await host.fetch("db:/d/text.txt") == (200, text))
        #expect(try await host.fetch("db:/link") == (200, text))
        #expect(try await host.fetch("db:/tiny%20%C3%BC.txt") == (200, "tiny"))
        #expect(try await host.fetch("db:/empty") == (200, ""))
    }
}

/// Programs of the system.
enum Shell {
    static let hasSQLite = (try? run(["sqlite3", "-version"], in: "/")) != nil

    static func run(_ arguments: [String], in folder: String) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
    }
}

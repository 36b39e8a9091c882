import Foundation
import GRDB
import HTTPTypes
import SchemeHost
import Testing

@testable import SQLiteHandler

@Suite("Configuration")
struct ConfigurationTests {
    private static let sql = "CREATE TABLE assets(path TEXT PRIMARY KEY, content, key2, mime); CREATE TABLE users(id)"

    @Test(
        "What is not there is an error that says what is",
        arguments: [
            (["table": "asets"], "did you mean \"assets\"?"), (["table": "asets"], "known: assets, users"),
            (["table": "assets"], "no column \"key\""),
            (["table": "assets", "key": "pth"], "known: content, key2, mime, path"),
            (["table": "assets", "key": "path", "value": "contnt"], "did you mean \"content\"?"),
            (["table": "assets", "key": "path", "value": "content", "etag": "tag"], "no column \"tag\""),
            ([:], "no table sqlar"), (["key": "path"], "\"key\" names a column"),
        ] as [([String: String], String)]
    )
    func errors(keys: [String: String], text: String) async throws {
        let folder = try TemporaryFolder()
        try folder.database("test.sqlite", Self.sql)
        let data = try JSONEncoder().encode(keys.merging(["database": "test.sqlite"]) { $1 })
        let configuration = try JSONDecoder().decode(SQLiteHandler.Configuration.self, from: data)
        let error = await #expect(throws: SchemeHostError.self) { try await folder.handler(configuration) }
        #expect(
            error?.code == .invalidConfiguration && error?.message.contains(text) == true,
            "\(String(describing: error))"
        )
    }

    @Test("Columns of an archive that are missing are named")
    func archiveColumns() async throws {
        let folder = try TemporaryFolder()
        try folder.database("test.sqlar", "CREATE TABLE sqlar(name, mode, mtime, data)")
        let error = await #expect(throws: SchemeHostError.self) { try await folder.handler(.archive()) }
        #expect(error?.message.contains("no column \"sz\"") == true)
    }

    @Test("A view named sqlar is no archive")
    func view() async throws {
        let folder = try TemporaryFolder()
        try folder.database(
            "test.sqlar",
            "CREATE VIEW sqlar AS SELECT 'a' AS name, 0 AS mode, 0 AS mtime, 0 AS sz, '' AS data"
        )
        await #expect(throws: SchemeHostError.self) { try await folder.handler(.archive()) }
    }

    @Test("Names that SQL would misread")
    func quoting() async throws {
        let folder = try TemporaryFolder()
        try folder.database(
            "test.sqlite",
            "CREATE TABLE \"a \"\"b\"\" '; --\"(\"key \"\"\" TEXT PRIMARY KEY, \"select\"); INSERT INTO \"a \"\"b\"\" '; --\" VALUES ('k', zeroblob(70000))"
        )
        let host = try await folder.host(
            .init(database: try RequestTemplate("test.sqlite"), table: "a \"b\" '; --", key: "key \"", value: "select")
        )
        #expect(try await host.respond(to: "db:/k").body.collect(upTo: 70_000).count == 70_000)
    }

    @Test("Text in UTF-16 and a URL are refused with what to do")
    func unsupported() async throws {
        let folder = try TemporaryFolder()
        try folder.database("test.sqlite", "PRAGMA encoding = 'UTF-16le';" + tableSQL)
        var error = await #expect(throws: SchemeHostError.self) { try await folder.handler(.values()) }
        #expect(error?.code == .unsupported)
        error = await #expect(throws: SchemeHostError.self) {
            try await folder.handler(.values("https://a.example/b.sqlite"))
        }
        #expect(error?.code == .unsupported)
    }

    @Test(
        "A database by request, none of which leads out of its folder",
        arguments: [
            ("a", 200, "in a"), ("b", 200, "in b"), ("c", 404, nil), ("inside", 200, "in a"), ("out", 403, nil),
            ("..", 404, nil), ("a%2Fb", 404, nil), ("", 404, nil),
        ] as [(String, Int, String?)]
    )
    func template(name: String, status: Int, text: String?) async throws {
        let folder = try TemporaryFolder()
        let files = FileManager.default
        try files.createDirectory(atPath: folder.path + "/all", withIntermediateDirectories: false)
        for name in ["a", "b"] {
            try folder.database("all/\(name).db", tableSQL + "INSERT INTO t VALUES ('k', 'in \(name)')")
        }
        try folder.database("secret.db", tableSQL + "INSERT INTO t VALUES ('k', 'secret')")
        try files.createSymbolicLink(atPath: folder.path + "/all/out.db", withDestinationPath: "../secret.db")
        try files.createSymbolicLink(atPath: folder.path + "/all/inside.db", withDestinationPath: "a.db")
        let host = try await folder.host(.values("all/{query.name}.db"))
        let answer = try await host.fetch("db:/k?name=\(name)")
        #expect(answer.status == status)
        if let text { #expect(answer.text == text) }
    }

    @Test("More databases than stay open")
    func manyDatabases() async throws {
        let folder = try TemporaryFolder()
        for number in 0..<40 {
            try folder.database("\(number).db", tableSQL + "INSERT INTO t VALUES ('k', \(number))")
        }
        let host = try await folder.host(.values("{query.n}.db"))
        for round in 0..<2 {
            for number in 0..<40 {
                #expect(try await host.fetch("db:/k?n=\(number)") == (200, "\(number)"), "round \(round)")
            }
        }
    }

    @Test("A file that takes the database's place is opened instead; one that goes is an error")
    func replaced() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.database("test.sqlite", tableSQL + "INSERT INTO t VALUES ('k', 'old')")
        let host = try await folder.host(.values())
        #expect(try await host.fetch("db:/k").text == "old")
        let new = try folder.database("new.sqlite", tableSQL + "INSERT INTO t VALUES ('k', 'new')")
        try #require(rename(new, path) == 0)
        #expect(try await host.fetch("db:/k").text == "new")
        try FileManager.default.removeItem(atPath: path)
        let error = await #expect(throws: SchemeHostError.self) { try await host.fetch("db:/k") }
        #expect(error?.code == .sourceUnavailable)
        #expect(!FileManager.default.fileExists(atPath: path))
    }
}

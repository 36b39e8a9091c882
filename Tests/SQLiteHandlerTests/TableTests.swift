import Foundation
import GRDB
import HTTPTypes
import SchemeHost
import Testing

@testable import SQLiteHandler

@Suite("Values of a table")
struct TableTests {
    static let layouts: [(name: String, sql: String)] = [
        ("a table with row numbers", "CREATE TABLE t(key TEXT PRIMARY KEY, value)"),
        ("WITHOUT ROWID", "CREATE TABLE t(key TEXT PRIMARY KEY, value) WITHOUT ROWID"),
        ("a view", "CREATE TABLE s(k TEXT PRIMARY KEY, v); CREATE VIEW t AS SELECT k AS key, v AS value FROM s"),
        ("no index", "CREATE TABLE t(key TEXT, value)"),
        ("blob keys", "CREATE TABLE t(key BLOB PRIMARY KEY, value)"),
        ("columns named like the row number", "CREATE TABLE t(rowid TEXT, key TEXT UNIQUE, oid, value)"),
        ("a generated value", "CREATE TABLE t(key TEXT PRIMARY KEY, v, value AS (v))"),
    ]

    @Test("Every layout serves small and large values", arguments: layouts.map(\.name))
    func everyLayout(name: String) async throws {
        let layout = try #require(Self.layouts.first { $0.name == name })
        let folder = try TemporaryFolder()
        let large = pattern(300_000)
        try folder.database("test.sqlite", layout.sql) { db in
            let isView = name == "a view"
            let (table, key, value) =
                isView ? ("s", "k", "v") : ("t", "key", name == "a generated value" ? "v" : "value")
            for (name, content) in [("small", Data("hello".utf8)), ("dir/large", large), ("empty", Data())] {
                let stored: any DatabaseValueConvertible = layout.name == "blob keys" ? Data(name.utf8) : name
                try db.execute(
                    sql: "INSERT INTO \(table)(\(key), \(value)) VALUES (?, ?)",
                    arguments: [stored, content]
                )
            }
        }
        let host = try await folder.host(.values())
        #expect(try await host.fetch("db:/small").text == "hello")
        #expect(try await host.fetch("db:/empty") == (200, ""))
        let response = try await host.respond(to: "db:/dir/large")
        #expect(response.body.length == 300_000)
        #expect(try await response.body.collect(upTo: 1 << 20) == large)
        #expect(try await host.fetch("db:/missing").status == 404)
        #expect(try await host.names("db:/") == ["dir/", "empty", "small"])
    }

    @Test(
        "Values of every storage class",
        arguments: [
            ("x'00ff'", "\u{0}\u{FFFD}"), ("'grüße'", "grüße"), ("42", "42"), ("1.5", "1.5"), ("''", ""), ("x''", ""),
            ("'a' || char(0) || 'b'", "a\u{0}b"),
        ]
    )
    func storageClasses(literal: String, text: String) async throws {
        let folder = try TemporaryFolder()
        try folder.database("test.sqlite", tableSQL + "INSERT INTO t VALUES ('k', \(literal))")
        #expect(try await folder.host(.values()).fetch("db:/k") == (200, text))
    }

    @Test("NULL is no value: 404, and not listed")
    func null() async throws {
        let folder = try TemporaryFolder()
        try folder.database("test.sqlite", tableSQL + "INSERT INTO t VALUES ('k', NULL), ('l', 1)")
        let host = try await folder.host(.values())
        #expect(try await host.fetch("db:/k").status == 404)
        #expect(try await host.names("db:/") == ["l"])
    }

    @Test("Long text is streamed like a blob")
    func longText() async throws {
        let folder = try TemporaryFolder()
        let text = String(repeating: "ä€😀", count: 30_000)
        try folder.database("test.sqlite", tableSQL) { db in
            try db.execute(sql: "INSERT INTO t VALUES ('k', ?)", arguments: [text])
        }
        let response = try await folder.host(.values()).respond(to: "db:/k")
        #expect(response.body.length == Int64(text.utf8.count) && response.body.isSeekable)
        #expect(try await response.body.collect(upTo: 1 << 20) == Data(text.utf8))
    }

    @Test("Media type, time and entity tag come from their columns")
    func metadata() async throws {
        let folder = try TemporaryFolder()
        try folder.database(
            "test.sqlite",
            """
            CREATE TABLE pages(path TEXT PRIMARY KEY, html, mime, changed, version);
            INSERT INTO pages VALUES
                ('a', 'x', 'text/x-a', 1700000000, 'v1'),
                ('b', 'x', 'text/x-a; charset=utf-8', 1700000000.75, '"v2"'),
                ('c', 'x', 'no type', '2023-11-14T22:13:20Z', 'W/"v3"'),
                ('d.css', 'x', NULL, '2023-11-14 22:13:20', 'a "b"'),
                ('e', 'x', NULL, 'soon', NULL);
            """
        )
        let host = try await folder.host(
            SQLiteHandler.Configuration(
                database: try RequestTemplate("test.sqlite"),
                table: "Pages",
                key: "path",
                value: "html",
                type: "mime",
                modified: "changed",
                etag: "version"
            )
        )
        let date = "Tue, 14 Nov 2023 22:13:20 GMT"
        let expected: [(String, String, String?, String?)] = [
            ("a", "text/x-a", date, "\"v1\""), ("b", "text/x-a; charset=utf-8", date, "\"v2\""),
            ("c", "text/plain; charset=utf-8", date, "W/\"v3\""), ("d.css", "text/css; charset=utf-8", date, nil),
            ("e", "text/plain; charset=utf-8", nil, nil),
        ]
        for (key, type, modified, tag) in expected {
            let fields = try await host.respond(to: "db:/\(key)").headerFields
            #expect(fields[.contentType] == type, "\(key)")
            #expect(fields[.lastModified] == modified, "\(key)")
            if let tag {
                #expect(fields[.eTag] == tag, "\(key)")
            } else {
                #expect(fields[.eTag]?.hasPrefix("\"") == true)
            }
        }
        let first = try #require(try await host.list("db:/").first)
        #expect(first.type == "text/x-a" && first.etag == "\"v1\"" && first.modified == "2023-11-14T22:13:20Z")
    }

    @Test("A tag without a column is strong for small values, weak for large ones, and follows changes")
    func entityTags() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.database("test.sqlite", tableSQL) { db in
            try db.execute(sql: "INSERT INTO t VALUES ('s', 'one'), ('l', zeroblob(100000))")
        }
        let host = try await folder.host(.values())
        let small = try #require(try await host.respond(to: "db:/s").headerFields[.eTag])
        let large = try #require(try await host.respond(to: "db:/l").headerFields[.eTag])
        #expect(!small.hasPrefix("W/") && large.hasPrefix("W/"))
        #expect(try await host.fetch("db:/s", [.ifNoneMatch: small]).status == 304)
        #expect(try await host.fetch("db:/l", [.ifNoneMatch: large]).status == 304)
        let writer = try DatabaseQueue(path: path)
        try await writer.write { db in
            try db.execute(
                sql: "UPDATE t SET value = 'two' WHERE key = 's'; UPDATE t SET value = zeroblob(90000) WHERE key = 'l'"
            )
        }
        #expect(try await host.fetch("db:/s", [.ifNoneMatch: small]) == (200, "two"))
        #expect(try await host.fetch("db:/l", [.ifNoneMatch: large]).status == 200)
    }

    @Test("A chain goes on where the table has nothing")
    func chain() async throws {
        let folder = try TemporaryFolder()
        try folder.database("a.sqlite", tableSQL + "INSERT INTO t VALUES ('a', 'over')")
        try folder.database("b.sqlite", tableSQL + "INSERT INTO t VALUES ('a', 'base'), ('b', 'base')")
        let (over, base) = (
            try await folder.handler(.values("a.sqlite")), try await folder.handler(.values("b.sqlite"))
        )
        let host = SchemeHost(routes: [Route(.scheme("db"), to: over, base)])
        #expect(try await host.fetch("db:/a").text == "over")
        #expect(try await host.fetch("db:/b").text == "base")
    }
}

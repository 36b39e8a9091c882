import Foundation
import GRDB
import HTTPTypes
import SchemeHost
import Testing

@testable import SQLiteHandler

@Suite("Keys")
struct KeyTests {
    @Test(
        "A path finds exactly its key",
        arguments: [
            ("a b", "a%20b"), ("grüße/ñ", "gr%C3%BC%C3%9Fe/%C3%B1"), ("100%", "100%25"), ("it's", "it's"),
            ("\"q\"", "%22q%22"), ("a%2Fb", "a%252Fb"), ("🦉", "%F0%9F%A6%89"), ("e\u{301}", "e%CC%81"),
            ("*?[x]", "*%3F%5Bx%5D"),
            ("_%_", "_%25_"), ("x'00'", "x'00'"), ("; DROP TABLE t; --", ";%20DROP%20TABLE%20t;%20--"), ("...", "..."),
        ]
    )
    func names(key: String, path: String) async throws {
        let folder = try TemporaryFolder()
        try folder.database("test.sqlite", tableSQL) { db in
            try db.execute(sql: "INSERT INTO t VALUES (?, 'found'), (?, 'other')", arguments: [key, key + "x"])
            // Equal to the one above for Swift's String, and another key all the same.
            try db.execute(sql: "INSERT INTO t VALUES ('\u{E9}', 'composed')")
        }
        let host = try await folder.host(.values())
        #expect(try await host.fetch("db:/\(path)") == (200, "found"))
        #expect(try await host.fetch("db:/\(path)y").status == 404)
    }

    @Test("Keys that no URL can name are listed as refused, the empty key not at all")
    func refused() async throws {
        let folder = try TemporaryFolder()
        try folder.database("test.sqlite", tableSQL) { db in
            for key in ["", "/absolute", "..", "../up", ".", "a/../b", "a//b", "a/c", "back\\slash", "nul\u{0}l", "z"] {
                try db.execute(sql: "INSERT INTO t VALUES (CAST(? AS TEXT), 'x')", arguments: [Data(key.utf8)])
            }
            try db.execute(sql: "INSERT INTO t VALUES (CAST(x'FF' AS TEXT), 'x'), (CAST(x'FF61' AS TEXT), 'x')")
        }
        let host = try await folder.host(.values())
        let expected = [
            ".!", "..!", "..!", "/absolute!", "a/", "back\\slash!", "nul\u{0}l!", "z", "\u{FFFD}!", "\u{FFFD}a!",
        ]
        #expect(try await host.names("db:/") == expected)
        #expect(try await host.names("db:/a/") == ["..!", "/b!", "c"])
        for path in ["back%5Cslash", "nul%00l", "a//b", "%FF"] {
            #expect(try await host.fetch("db:/\(path)").status == 400)
        }
    }

    @Test("Numbers are keys where their text finds them")
    func numbers() async throws {
        let folder = try TemporaryFolder()
        try folder.database(
            "test.sqlite",
            "CREATE TABLE t(key INTEGER PRIMARY KEY, value); INSERT INTO t VALUES (-1, 'a'), (7, 'b'), (1000, 'c')"
        )
        try folder.database(
            "any.sqlite",
            "CREATE TABLE t(key NUMERIC UNIQUE, value); INSERT INTO t VALUES (1, 'a'), (1.5, 'b'), (2, 'c'), ('x', 'd')"
        )
        try folder.database(
            "none.sqlite",
            "CREATE TABLE t(key UNIQUE, value); INSERT INTO t VALUES (1, 'a'), ('x', 'd')"
        )
        let host = try await folder.host(.values())
        #expect(try await host.fetch("db:/7") == (200, "b"))
        #expect(try await host.names("db:/") == ["-1", "7", "1000"])
        #expect(try await folder.host(.values("any.sqlite")).names("db:/") == ["1", "1.5", "2", "x"])
        let untyped = try await folder.host(.values("none.sqlite"))
        #expect(try await untyped.fetch("db:/1").status == 404)
        #expect(try await untyped.names("db:/") == ["x"])
    }
}

import Foundation
import GRDB
import HTTPTypes
import SchemeHost
import Testing

@testable import SQLiteHandler

@Suite("Listings")
struct ListingTests {
    private static let keys = ["a", "a-b", "a/1", "a/2/x", "a/2/y", "a0", "b/", "b/c", "z/deep/er/k"]

    @Test(
        "One level at a time",
        arguments: [
            ("", ["a", "a-b", "a/", "a0", "b/", "z/"]), ("a/", ["1", "2/"]), ("a/2/", ["x", "y"]), ("b/", ["c"]),
            ("z/", ["deep/"]), ("z/deep/er/", ["k"]),
        ],
        [true, false]
    )
    func levels(_ level: (path: String, names: [String]), isIndexed: Bool) async throws {
        let folder = try TemporaryFolder()
        try folder.database("test.sqlite", isIndexed ? tableSQL : "CREATE TABLE t(key TEXT, value)") { db in
            for key in Self.keys.reversed() { try db.execute(sql: "INSERT INTO t VALUES (?, 'x')", arguments: [key]) }
        }
        #expect(try await folder.host(.values()).names("db:/\(level.path)") == level.names)
    }

    @Test("A path that is a key and a folder is the one without a slash, the other with it")
    func both() async throws {
        let folder = try TemporaryFolder()
        try folder.database(
            "test.sqlite",
            tableSQL + "INSERT INTO t VALUES ('a', 'value'), ('a/b', 'below'), ('c/d', 'x')"
        )
        let host = try await folder.host(.values())
        #expect(try await host.fetch("db:/a") == (200, "value"))
        #expect(try await host.names("db:/a/") == ["b"])
        let redirect = try await host.respond(to: "db:/c")
        #expect(redirect.status == .movedPermanently && redirect.headerFields[.location] == "./c/")
        #expect(try await host.fetch("db:/a/b/").status == 404)
        #expect(try await host.fetch("db:/nothing/").status == 404)
    }

    @Test("An index.html is a folder's page; the listing is there for who asks for it")
    func index() async throws {
        let folder = try TemporaryFolder()
        try folder.database("test.sqlite", tableSQL + "INSERT INTO t VALUES ('d/index.html', '<p>'), ('d/x', 'x')")
        let host = try await folder.host(.values())
        let page = try await host.respond(to: "db:/d/")
        #expect(page.headerFields[.contentType] == "text/html; charset=utf-8")
        #expect(try await page.body.collect(upTo: 100) == Data("<p>".utf8))
        #expect(try await host.names("db:/d/") == ["index.html", "x"])
    }

    @Test("More entries than one batch, each once; a subfolder's rows are passed over, not read")
    func many() async throws {
        let folder = try TemporaryFolder()
        try folder.database("test.sqlite", tableSQL) { db in
            try db.execute(
                sql: """
                    WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 1999)
                    INSERT INTO t SELECT printf('f%04d', i), i FROM n UNION ALL SELECT printf('d%02d/%04d', i % 10, i), i FROM n
                    """
            )
        }
        let names = try await folder.host(.values()).names("db:/")
        let expected = (0..<10).map { "d0\($0)/" } + (0..<2000).map { String(format: "f%04d", $0) }
        #expect(names == expected)
        let queue = try DatabaseQueue.reading(folder.path + "/test.sqlite")
        try await queue.read { db in
            let layout = try Layout(.values(), in: db)
            var scan = FolderScan(layout: layout, prefix: "")
            #expect(try scan.next(10, in: db).count == 10)
            let statement = try db.cachedStatement(sql: layout.scan)
            // Reading all 2,000 rows would take ten times as many.
            #expect(statement.machineSteps < 2_000)
        }
    }

    @Test("An empty table lists as empty")
    func empty() async throws {
        let folder = try TemporaryFolder()
        try folder.database("test.sqlite", tableSQL)
        #expect(try await folder.host(.values()).names("db:/") == [])
    }

    @Test("Sizes are those of blobs; text would have to be read for its own")
    func sizes() async throws {
        let folder = try TemporaryFolder()
        try folder.database("test.sqlite", tableSQL + "INSERT INTO t VALUES ('b', zeroblob(100000)), ('t', 'text')")
        #expect(try await folder.host(.values()).list("db:/").map(\.size) == [100_000, nil])
    }
}

import Foundation
import GRDB
import HTTPTypes
import SchemeHost
import Testing

@testable import SQLiteHandler

@Suite("Ranges, HEAD and preconditions through a host")
struct RangeTests {
    @Test(
        "A range gives its bytes, of small and large values",
        arguments: [
            ("bytes=0-0", 0..<1), ("bytes=10-19", 10..<20), ("bytes=-7", 299_993..<300_000),
            ("bytes=65530-65550", 65_530..<65_551),
            ("bytes=299999-", 299_999..<300_000), ("bytes=1-250000", 1..<250_001),
        ]
    )
    func ranges(field: String, range: Range<Int>) async throws {
        let folder = try TemporaryFolder()
        let large = pattern(300_000)
        try folder.database("test.sqlite", tableSQL) { db in
            try db.execute(sql: "INSERT INTO t VALUES ('l', ?)", arguments: [large])
        }
        let response = try await folder.host(.values()).respond(to: "db:/l", headerFields: [.range: field])
        #expect(response.status == .partialContent)
        #expect(response.headerFields[.contentRange] == "bytes \(range.lowerBound)-\(range.upperBound - 1)/300000")
        #expect(try await response.body.collect(upTo: 1 << 20) == large[range])
    }

    @Test("A range outside is 416")
    func unsatisfiable() async throws {
        let folder = try TemporaryFolder()
        try folder.database("test.sqlite", tableSQL + "INSERT INTO t VALUES ('s', 'short')")
        let host = try await folder.host(.values())
        #expect(try await host.fetch("db:/s", [.range: "bytes=5-"]).status == 416)
        #expect(try await host.fetch("db:/s", [.range: "bytes=1-2"]) == (206, "ho"))
    }

    @Test("HEAD has the fields of GET and no body", arguments: ["s", "l"])
    func head(key: String) async throws {
        let folder = try TemporaryFolder()
        try folder.database("test.sqlite", tableSQL + "INSERT INTO t VALUES ('s', 'short'), ('l', zeroblob(70000))")
        let host = try await folder.host(.values())
        let (get, head) = (
            try await host.respond(to: "db:/\(key)"), try await host.respond(to: "db:/\(key)", method: .head)
        )
        #expect(head.status == .ok && head.headerFields == get.headerFields)
        #expect(head.headerFields[.contentLength] == (key == "s" ? "5" : "70000"))
        #expect(try await head.body.collect(upTo: 0).isEmpty)
    }

    @Test("A body can be read twice, and by two readers in turns")
    func replay() async throws {
        let folder = try TemporaryFolder()
        let large = pattern(200_000)
        try folder.database("test.sqlite", tableSQL) { db in
            try db.execute(sql: "INSERT INTO t VALUES ('l', ?)", arguments: [large])
        }
        let body = try await folder.host(.values()).respond(to: "db:/l").body
        var (one, other) = (body.makeAsyncIterator(), body.slice(100_000..<200_000).makeAsyncIterator())
        var (first, second) = (Data(), Data())
        while let chunk = try await one.next() {
            first += chunk
            if let chunk = try await other.next() { second += chunk }
        }
        #expect(first == large)
        #expect(second == large[100_000...])
    }

    @Test("Another method is refused")
    func method() async throws {
        let folder = try TemporaryFolder()
        try folder.database("test.sqlite", tableSQL)
        #expect(
            try await folder.host(.values()).respond(to: "db:/k", method: .put, body: Body("x")).status
                == .methodNotAllowed
        )
    }
}

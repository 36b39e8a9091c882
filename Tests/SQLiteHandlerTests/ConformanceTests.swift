import Foundation
import GRDB
import SchemeHost
import SchemeHostTesting
import Testing

@testable import SQLiteHandler

@Suite("The promises of every handler", .serialized)
struct ConformanceTests {
    @Test("A table keeps them", arguments: ["", " WITHOUT ROWID"])
    func table(kind: String) async throws {
        let folder = try TemporaryFolder()
        try folder.database("test.sqlite", "CREATE TABLE t(key TEXT PRIMARY KEY, value)" + kind) { db in
            for (key, value) in [("l", pattern(200_000)), ("d/s.txt", Data("short".utf8)), ("d/e/none", Data())] {
                try db.execute(sql: "INSERT INTO t VALUES (?, ?)", arguments: [key, value])
            }
        }
        try await HandlerConformance(
            folder.handler(.values()),
            resources: ["/l", "/d/s.txt", "/d/e/none"],
            folders: ["/", "/d/"],
            missing: ["/nothing", "/d/nothing/", "/l/below"]
        ).verify()
    }

    @Test("An archive keeps them")
    func archive() async throws {
        let folder = try TemporaryFolder()
        try folder.archive(
            "test.sqlar",
            [
                .compressed("d/packed.txt", Data(String(repeating: "text ", count: 50_000).utf8)),
                .file("d/stored", pattern(100_000)), .directory("empty"), .link("link", to: "d/stored"),
            ]
        )
        try await HandlerConformance(
            folder.handler(.archive()),
            resources: ["/d/packed.txt", "/d/stored", "/link"],
            folders: ["/", "/d/", "/empty/"],
            missing: ["/nothing"]
        ).verify()
    }
}

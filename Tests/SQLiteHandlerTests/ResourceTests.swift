import Foundation
import GRDB
import HTTPTypes
import SchemeHost
import Testing

@testable import SQLiteHandler

/// Alone, because they look at the whole process.
@Suite("What reading costs and leaves", .serialized)
struct ResourceTests {
    @Test("64 readers at once, of small and large values and listings")
    func concurrent() async throws {
        let folder = try TemporaryFolder()
        let large = pattern(100_000)
        let contents = (0..<64).map { $0.isMultiple(of: 2) ? Data("\($0)".utf8) : large + Data("\($0)".utf8) }
        try folder.database("test.sqlite", tableSQL) { db in
            for (number, content) in contents.enumerated() {
                try db.execute(sql: "INSERT INTO t VALUES (?, ?)", arguments: ["\(number)", content])
            }
        }
        let host = try await folder.host(.values())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<64 {
                group.addTask {
                    for _ in 0..<5 {
                        let body = try await host.respond(to: "db:/\(number)").body
                        #expect(try await body.collect(upTo: 1 << 20) == contents[number])
                    }
                    #expect(try await host.names("db:/").count == 64)
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("Bodies that are dropped leave no descriptor open", .enabled(if: Process.descriptors != nil, "no /proc here"))
    func descriptors() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.database("test.sqlite", tableSQL + "INSERT INTO t VALUES ('l', zeroblob(300000))")
        let handler = try await folder.handler(.values())
        let host = SchemeHost(routes: [Route(.scheme("db"), to: handler)])
        for round in 0..<1_000 {
            let body = try await host.respond(to: "db:/l").body
            if round.isMultiple(of: 2) {
                var iterator = body.makeAsyncIterator()
                _ = try await iterator.next()
            }
        }
        #expect(Process.descriptors(of: path) <= max(2, ProcessInfo.processInfo.activeProcessorCount))
        var held = try await (0..<50).asyncMap { _ in try await host.respond(to: "db:/l").body }
        #expect(Process.descriptors(of: path) >= 50)
        held.removeAll()
        #expect(Process.descriptors(of: path) <= max(2, ProcessInfo.processInfo.activeProcessorCount))
        await host.shutdown()
        #expect(Process.descriptors(of: path) == 0)
    }

    @Test(
        "A very large value in flat memory, and its end by a range",
        .enabled(if: Process.residentBytes != nil, "no /proc here")
    )
    func largeValue() async throws {
        let folder = try TemporaryFolder()
        let size = 256_000_000
        try folder.database(
            "test.sqlite",
            "PRAGMA page_size = 32768; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;" + tableSQL
        ) { db in
            try db.execute(sql: "INSERT INTO t VALUES ('l', zeroblob(\(size)))")
        }
        let host = try await folder.host(.values())
        let before = try #require(Process.residentBytes)
        let end = try await host.respond(to: "db:/l", headerFields: [.range: "bytes=-10"])
        #expect(end.headerFields[.contentRange] == "bytes \(size - 10)-\(size - 1)/\(size)")
        #expect(try await end.body.collect(upTo: 10) == Data(count: 10))
        var (count, peak) = (0, before)
        for try await chunk in try await host.respond(to: "db:/l").body {
            count += chunk.count
            if count % (16 << 20) < chunk.count { peak = max(peak, Process.residentBytes ?? .max) }
        }
        #expect(count == size)
        #expect(peak - before < 64 << 20)
    }

    @Test("Nothing is written: neither the file nor anything beside it", arguments: ["delete", "truncate", "persist"])
    func readOnly(journal: String) async throws {
        let folder = try TemporaryFolder()
        let path = try folder.database(
            "test.sqlite",
            "PRAGMA journal_mode = \(journal);" + tableSQL + "INSERT INTO t VALUES ('s', 1), ('d/l', zeroblob(300000))"
        )
        let before = try folder.state()
        let host = try await folder.host(.values())
        #expect(try await host.fetch("db:/s").status == 200)
        #expect(try await host.fetch("db:/d/l").status == 200)
        #expect(try await host.fetch("db:/missing").status == 404)
        #expect(try await host.names("db:/") == ["d/", "s"])
        #expect(try folder.state() == before)
        await host.shutdown()
        #expect(try folder.state() == before)
        let queue = try DatabaseQueue.reading(path)
        for sql in ["INSERT INTO t VALUES ('x', 1)", "PRAGMA user_version = 7", "VACUUM", "CREATE TEMP TABLE x(y)"] {
            await #expect(throws: DatabaseError.self, "\(sql)") {
                try await queue.unsafeRead { try $0.execute(sql: sql) }
            }
        }
        #expect(try folder.state() == before)
    }

    @Test("A database in WAL mode is read, commits that are only in the log included, and not changed")
    func wal() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.database(
            "test.sqlite",
            "PRAGMA journal_mode = WAL;" + tableSQL + "INSERT INTO t VALUES ('a', 1)"
        )
        let writer = try DatabaseQueue(path: path)
        try await writer.write { try $0.execute(sql: "INSERT INTO t VALUES ('b', 2)") }
        let before = try Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
        let host = try await folder.host(.values())
        #expect(try await host.names("db:/") == ["a", "b"])
        #expect(try Data(contentsOf: URL(fileURLWithPath: path + "-wal")) == before)
    }
}

extension TemporaryFolder {
    /// Every file's name and content.
    func state() throws -> [String: Data] {
        let names = try FileManager.default.contentsOfDirectory(atPath: path)
        return try Dictionary(
            uniqueKeysWithValues: names.map { ($0, try Data(contentsOf: URL(fileURLWithPath: path + "/" + $0))) }
        )
    }
}

extension Process {
    /// The descriptors of this process; nil where the system does not show them.
    static var descriptors: [String]? { try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") }

    /// How many descriptors of this process lead to a file.
    static func descriptors(of path: String) -> Int {
        (descriptors ?? []).count { descriptor in
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + descriptor)) == path
        }
    }

    /// The memory of this process.
    static var residentBytes: Int? {
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
        return text.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * 4096 }
    }
}

extension Sequence {
    fileprivate func asyncMap<Result>(_ transform: (Element) async throws -> Result) async rethrows -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await transform(element)) }
        return results
    }
}

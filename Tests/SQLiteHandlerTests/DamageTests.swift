import Foundation
import GRDB
import HTTPTypes
import SchemeHost
import Testing

@testable import SQLiteHandler

@Suite("Damaged, locked and hostile databases")
struct DamageTests {
    @Test(
        "What is no database fails at load, in SQLite's words",
        arguments: [
            ("missing", nil, "sourceUnavailable", "No such file"),
            (
                "text",
                Data(
                    "not a database, but long enough for its header to be read, and more: \(String(repeating: "x", count: 100))"
                        .utf8
                ), "sourceCorrupt", "file is not a database"
            ),
            ("empty", Data(), "invalidConfiguration", "no table \"t\""),
        ] as [(String, Data?, String, String)]
    )
    func load(name: String, content: Data?, code: String, text: String) async throws {
        let folder = try TemporaryFolder()
        try content?.write(to: URL(fileURLWithPath: folder.path + "/test.sqlite"))
        let error = await #expect(throws: SchemeHostError.self) { try await folder.handler(.values()) }
        #expect(error?.code.rawValue == code && error?.message.contains(text) == true, "\(String(describing: error))")
        #expect(FileManager.default.fileExists(atPath: folder.path + "/test.sqlite") == (content != nil))
    }

    @Test("A folder is no database")
    func directory() async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: folder.path + "/test.sqlite",
            withIntermediateDirectories: false
        )
        let error = await #expect(throws: SchemeHostError.self) { try await folder.handler(.values()) }
        #expect(error?.code == .sourceUnavailable)
    }

    @Test(
        "A truncated or overwritten file ends in an error, not in wrong bytes",
        arguments: [0.3, 0.6, 0.9],
        [true, false]
    )
    func truncated(part: Double, isCut: Bool) async throws {
        let folder = try TemporaryFolder()
        let content = Data(repeating: 0x61, count: 2_000_000)
        let path = try folder.database("test.sqlite", tableSQL) { db in
            try db.execute(sql: "INSERT INTO t VALUES ('k', ?)", arguments: [content])
        }
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let end = Int(Double(bytes.count) * part) / 4096 * 4096
        if isCut {
            bytes = bytes.prefix(end)
        } else {
            // The number of the next page, which every page of a large value begins with.
            bytes.replaceSubrange(end..<(end + 4), with: [0x7F, 0xFF, 0xFF, 0xFF])
        }
        try bytes.write(to: URL(fileURLWithPath: path))
        let error = await #expect(throws: SchemeHostError.self) {
            let body = try await folder.host(.values()).respond(to: "db:/k").body
            _ = try await body.collect(upTo: 4 << 20)
        }
        #expect(error?.code == .sourceCorrupt, "\(String(describing: error))")
    }

    @Test(
        "A compressed file that is damaged never ends well",
        arguments: [
            "flipped", "checksum", "cut", "size too small", "size too large", "data too long", "no zlib",
        ]
    )
    func inflate(damage: String) async throws {
        let folder = try TemporaryFolder()
        let text = Data((0..<60_000).map { "\($0) " }.joined().utf8)
        var member = Member.compressed("f", text)
        var data = try #require(member.data)
        switch damage {
        case "flipped": data[data.count / 2] ^= 0x55
        case "checksum": data[data.count - 1] ^= 0x01
        case "cut": data = data.prefix(data.count - 3)
        case "size too small": member.size = Int64(text.count - 1)
        case "size too large": member.size = Int64(text.count + 1)
        case "data too long": member.size = Int64(data.count - 1)
        default: data = Data(repeating: 0x41, count: 1_000)
        }
        member.data = data
        try folder.archive("test.sqlar", [member])
        let error = await #expect(throws: SchemeHostError.self) {
            let body = try await folder.host(.archive()).respond(to: "db:/f").body
            var count = 0
            for try await chunk in body { count += chunk.count }
            Issue.record("\(count) bytes came as if they were all")
        }
        #expect(error?.code == .sourceCorrupt)
    }

    @Test("What would unpack beyond the limits is refused before it is")
    func bomb() async throws {
        let folder = try TemporaryFolder()
        try folder.archive(
            "test.sqlar",
            [
                .compressed("small", Data(count: 5_000)), Member(name: "bomb", size: 1 << 40, data: Data(count: 1_000)),
                Member(name: "ratio", size: 70 << 20, data: Data(count: 1_000)),
            ]
        )
        var limits = Limits()
        limits.memberBytes = 1 << 30
        let host = try await folder.host(.archive(), limits: limits)
        #expect(try await host.fetch("db:/bomb").status == 413)
        #expect(try await host.fetch("db:/ratio").status == 413)
        #expect(try await host.fetch("db:/small").status == 200)
    }

    @Test("A locked database is waited for, then busy: 503, and an error at load")
    func locked() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.database("test.sqlite", tableSQL + "INSERT INTO t VALUES ('k', 'v')")
        let waits = Counter()
        let clock = HostClock(now: { Date() }, sleep: { _ in waits.add() })
        let host = try await folder.host(.values(), clock: clock)
        let writer = try DatabaseQueue.locking(path)
        try await writer.writeWithoutTransaction { try $0.execute(sql: "BEGIN EXCLUSIVE") }
        #expect(try await host.fetch("db:/k").status == 503)
        #expect(waits.value == 100)
        let error = await #expect(throws: SchemeHostError.self) { try await folder.handler(.values(), clock: clock) }
        #expect(error?.code == .busy && error?.message.contains("database is locked") == true)
        try await writer.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
        #expect(try await host.fetch("db:/k") == (200, "v"))
    }

    @Test("A lock that goes away while waiting is no error")
    func unlocked() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.database("test.sqlite", tableSQL + "INSERT INTO t VALUES ('k', 'v')")
        let writer = try DatabaseQueue.locking(path)
        let clock = HostClock(
            now: { Date() },
            sleep: { _ in try await writer.writeWithoutTransaction { try $0.execute(sql: "COMMIT") } }
        )
        let host = try await folder.host(.values(), clock: clock)
        try await writer.writeWithoutTransaction { try $0.execute(sql: "BEGIN EXCLUSIVE") }
        #expect(try await host.fetch("db:/k") == (200, "v"))
    }

    @Test("A body is of one state, whatever is written meanwhile", arguments: ["delete", "wal"])
    func consistent(journal: String) async throws {
        let folder = try TemporaryFolder()
        let (old, new) = (Data(repeating: 1, count: 1_000_000), Data(repeating: 2, count: 1_000_000))
        let path = try folder.database("test.sqlite", "PRAGMA journal_mode = \(journal);" + tableSQL) { db in
            try db.execute(sql: "INSERT INTO t VALUES ('k', ?)", arguments: [old])
        }
        let host = try await folder.host(.values())
        let body = try await host.respond(to: "db:/k").body
        var iterator = body.makeAsyncIterator()
        var received = try #require(try await iterator.next())
        let writer = try DatabaseQueue(path: path)
        let update: @Sendable (Database) throws -> Void = { db in
            try db.execute(sql: "UPDATE t SET value = ?", arguments: [new])
        }
        if journal == "wal" {
            try await writer.write(update)
        } else {
            await #expect(throws: DatabaseError.self) { try await writer.write(update) }
        }
        while let chunk = try await iterator.next() { received += chunk }
        #expect(received == old)
        if journal == "wal" {
            #expect(try await host.respond(to: "db:/k").body.collect(upTo: 1 << 20) == new)
        }
    }
}

extension DatabaseQueue {
    /// A connection whose transactions stay open from one use to the next.
    fileprivate static func locking(_ path: String) throws -> DatabaseQueue {
        var configuration = GRDB.Configuration()
        configuration.allowsUnsafeTransactions = true
        return try DatabaseQueue(path: path, configuration: configuration)
    }
}

/// A number that several tasks count up.
final class Counter: Sendable {
    private let count = Lock(0)
    func add() { count.withLock { $0 += 1 } }
    var value: Int { count.withLock { $0 } }
}

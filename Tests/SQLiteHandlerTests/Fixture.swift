import Foundation
import GRDB
import HTTPTypes
import SchemeHost

@testable import SQLiteHandler

/// A folder that is gone when the test is.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        path = "/tmp/sqlite-handler-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Makes a database; it is closed again when this returns.
    @discardableResult
    func database(
        _ name: String = "test.sqlite",
        _ sql: String,
        fill: (Database) throws -> Void = { _ in }
    ) throws -> String {
        let queue = try DatabaseQueue(path: path + "/" + name)
        // Every statement by itself, so that PRAGMA page_size and journal_mode are allowed.
        try queue.writeWithoutTransaction { db in
            try db.execute(sql: sql)
            try db.inTransaction {
                try fill(db)
                return .commit
            }
        }
        try queue.close()
        return path + "/" + name
    }

    func handler(
        _ configuration: SQLiteHandler.Configuration,
        limits: Limits = Limits(),
        clock: HostClock = .system
    ) async throws -> SQLiteHandler {
        var context = HandlerContext(baseFolder: path, clock: clock)
        if limits != Limits() { context = context.with(limits) }
        return try await SQLiteHandler(configuration: configuration, context: context)
    }

    func host(
        _ configuration: SQLiteHandler.Configuration,
        limits: Limits = Limits(),
        clock: HostClock = .system
    ) async throws -> SchemeHost {
        let handler = try await handler(configuration, limits: limits, clock: clock)
        return SchemeHost(routes: [Route(.scheme("db"), to: handler)])
    }
}

extension HandlerContext {
    fileprivate func with(_ limits: Limits) -> HandlerContext {
        HandlerContext(baseFolder: baseFolder, logger: logger, limits: limits, cacheFolder: cacheFolder, clock: clock)
    }
}

extension SQLiteHandler.Configuration {
    /// The table of most tests.
    static func values(_ database: String = "test.sqlite") throws -> Self {
        Self(database: try RequestTemplate(database), table: "t")
    }

    /// An archive.
    static func archive(_ database: String = "test.sqlar") throws -> Self {
        Self(database: try RequestTemplate(database))
    }
}

extension SchemeHost {
    /// The status and the content of an answer.
    func fetch(_ url: String, _ fields: HTTPFields = [:]) async throws -> (status: Int, text: String) {
        let response = try await respond(to: url, headerFields: fields)
        let data = try await response.body.collect(upTo: 64 << 20)
        return (response.status.code, String(decoding: data, as: UTF8.self))
    }

    /// A folder's entries.
    func list(_ url: String) async throws -> [ListedEntry] {
        let response = try await respond(to: url, headerFields: [.accept: "application/jsonl"])
        guard response.status == .ok else { throw SchemeHostError(.notFound, "\(response.status)") }
        let lines = try await response.body.collect(upTo: 64 << 20).split(separator: UInt8(ascii: "\n"))
        return try lines.map { try JSONDecoder().decode(ListedEntry.self, from: Data($0)) }
    }

    /// A folder's names, with a mark for what they are: `a.txt`, `folder/`, `link@`, `refused!`.
    func names(_ url: String) async throws -> [String] {
        let marks = ["file": "", "directory": "/", "link": "@", "refused": "!"]
        return try await list(url).map { $0.name + (marks[$0.kind] ?? "?") }
    }
}

struct ListedEntry: Decodable {
    let name: String
    let kind: String
    let size: Int64?
    let modified: String?
    let type: String?
    let etag: String?
}

/// Bytes that differ from place to place.
func pattern(_ count: Int) -> Data {
    Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })
}

let tableSQL = "CREATE TABLE t(key TEXT PRIMARY KEY, value);"
let archiveSQL = "CREATE TABLE sqlar(name TEXT PRIMARY KEY, mode INT, mtime INT, sz INT, data BLOB);"

import CZlib
import Foundation
import GRDB

@testable import SQLiteHandler

/// A row of a SQLite archive.
struct Member {
    var name: String
    var mode: Int32 = 0o100644
    var size: Int64?
    var data: Data?

    static func file(_ name: String, _ content: Data) -> Member {
        Member(name: name, size: Int64(content.count), data: content)
    }

    static func compressed(_ name: String, _ content: Data) -> Member {
        Member(name: name, size: Int64(content.count), data: content.deflated())
    }

    static func directory(_ name: String) -> Member { Member(name: name, mode: 0o040755, size: 0) }

    static func link(_ name: String, to target: String) -> Member {
        Member(name: name, mode: 0o120777, size: -1, data: Data(target.utf8))
    }
}

extension TemporaryFolder {
    /// Makes a SQLite archive.
    @discardableResult
    func archive(_ name: String = "test.sqlar", _ members: [Member]) throws -> String {
        try database(name, archiveSQL) { db in
            for member in members {
                try db.execute(
                    sql: "INSERT INTO sqlar VALUES (?, ?, 1700000000, ?, ?)",
                    arguments: [member.name, member.mode, member.size, member.data]
                )
            }
        }
    }
}

extension Data {
    /// In zlib's format.
    func deflated() -> Data {
        var length = compressBound(UInt(count))
        var result = Data(count: Int(length))
        result.withUnsafeMutableBytes { output in
            withUnsafeBytes { input in
                _ = compress2(
                    output.bindMemory(to: UInt8.self).baseAddress,
                    &length,
                    input.bindMemory(to: UInt8.self).baseAddress,
                    UInt(count),
                    6
                )
            }
        }
        return result.prefix(Int(length))
    }
}

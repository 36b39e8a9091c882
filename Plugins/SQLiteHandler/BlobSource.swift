import GRDB
import GRDBSQLite
import SchemeHost

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A large value, read piece by piece.
///
/// It has a connection for itself. The open blob holds a read transaction, so all pieces are of one state of the
/// database, whatever others write meanwhile.
final class BlobSource: BodySource {
    /// The length in bytes.
    let size: Int64
    private let lease: Lease
    // Used on the connection's queue only.
    nonisolated(unsafe) private let blob: OpaquePointer

    private static let chunkSize = 64 * 1024
    /// Beyond it a seek, which follows the chain of a value's pages, is no longer short.
    private static let shortSeek = 4 << 20

    /// Opens the value of a row; called where the row was read, in the same transaction.
    /// - Throws: `DatabaseError`.
    init(_ layout: Layout, row: Int64, in db: Database, lease: Lease) throws {
        var blob: OpaquePointer?
        let code = sqlite3_blob_open(db.sqliteConnection, "main", layout.table, layout.columns.value, row, 0, &blob)
        guard code == SQLITE_OK, let blob else { throw DatabaseError(connection: db.sqliteConnection, code: code) }
        self.blob = blob
        self.lease = lease
        size = Int64(sqlite3_blob_bytes(blob))
    }

    deinit { lease.connection.unsafeReentrantRead { _ in _ = sqlite3_blob_close(blob) } }

    var length: Int64? { size }
    var isSeekable: Bool { true }

    /// Reads a piece.
    /// - Throws: ``SchemeHostError`` with code `sourceCorrupt` where pages are damaged or the row has changed.
    func read(_ range: Range<Int64>) throws -> Data {
        try lease.read { db in
            try Data(capacity: range.count) { buffer in
                let code = sqlite3_blob_read(blob, buffer.baseAddress, Int32(buffer.count), Int32(range.lowerBound))
                guard code == SQLITE_OK else { throw DatabaseError(connection: db.sqliteConnection, code: code) }
                return buffer.count
            }
        }
    }

    func makeReader(range: Range<Int64>?) throws -> any BodyReader { Reader(source: self, range: range ?? 0..<size) }

    private struct Reader: BodyReader {
        let source: BlobSource
        var range: Range<Int64>
        var isFirst = true

        nonisolated(nonsending) mutating func read() async throws -> Data? {
            guard !range.isEmpty else { return nil }
            let end = Swift.min(range.lowerBound + Int64(BlobSource.chunkSize), range.upperBound)
            let piece = range.lowerBound..<end
            let isLongSeek = isFirst && piece.lowerBound > BlobSource.shortSeek
            isFirst = false
            range = end..<range.upperBound
            return isLongSeek ? try await offload { [source] in try source.read(piece) } : try source.read(piece)
        }
    }
}

import GRDB
import GRDBSQLite
import SchemeHost

extension DatabaseQueue {
    /// Opens a connection that never writes: not to the database, not by what is stored in it.
    static func reading(_ path: String) throws -> DatabaseQueue {
        var configuration = GRDB.Configuration()
        configuration.readonly = true
        // Whoever meets a lock waits without holding a thread.
        configuration.busyMode = .immediateError
        configuration.foreignKeysEnabled = false
        configuration.prepareDatabase { db in
            // Mapped memory turns a file that somebody truncates into a crash.
            try db.execute(
                sql: """
                    PRAGMA query_only = ON;
                    PRAGMA trusted_schema = OFF;
                    PRAGMA cell_size_check = ON;
                    PRAGMA mmap_size = 0;
                    """
            )
        }
        return try DatabaseQueue(path: path, configuration: configuration)
    }
}

extension Statement {
    /// Steps to the next row.
    /// - Returns: Whether there is one.
    func step() throws -> Bool {
        switch sqlite3_step(sqliteStatement) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw DatabaseError(connection: sqlite3_db_handle(sqliteStatement), code: code)
        }
    }

    /// Makes the statement ready for its next use, which also ends its read transaction.
    func reset() {
        sqlite3_reset(sqliteStatement)
        sqlite3_clear_bindings(sqliteStatement)
    }

    /// Binds a key as the storage class it is searched in.
    func bind(_ key: Key, at index: Int32) {
        // SQLITE_TRANSIENT, a cast in C that Swift does not import: the bytes are copied and need not outlive the call.
        let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        switch key {
        case .integer(let number): sqlite3_bind_int64(sqliteStatement, index, number)
        case .real(let number): sqlite3_bind_double(sqliteStatement, index, number)
        case .text(let bytes):
            bytes.withUnsafeBufferPointer { buffer in
                _ = buffer.withMemoryRebound(to: CChar.self) {
                    sqlite3_bind_text(sqliteStatement, index, $0.baseAddress, Int32($0.count), copied)
                }
            }
        case .blob(let bytes):
            _ = bytes.withUnsafeBytes {
                sqlite3_bind_blob(sqliteStatement, index, $0.baseAddress, Int32($0.count), copied)
            }
        }
    }

    func storageClass(at column: Int32) -> Int32 { sqlite3_column_type(sqliteStatement, column) }

    func isNull(at column: Int32) -> Bool { storageClass(at: column) == SQLITE_NULL }

    func integer(at column: Int32) -> Int64? {
        isNull(at: column) ? nil : sqlite3_column_int64(sqliteStatement, column)
    }

    func real(at column: Int32) -> Double? { isNull(at: column) ? nil : sqlite3_column_double(sqliteStatement, column) }

    func string(at column: Int32) -> String? { bytes(at: column).map { String(decoding: $0, as: UTF8.self) } }

    /// The bytes of a blob or of text, NUL and what is no UTF-8 included; they last until the next step.
    func bytes(at column: Int32) -> UnsafeRawBufferPointer? {
        switch storageClass(at: column) {
        case SQLITE_NULL: return nil
        case SQLITE_BLOB:
            let start = sqlite3_column_blob(sqliteStatement, column)
            return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(sqliteStatement, column)))
        default:
            let start = sqlite3_column_text(sqliteStatement, column)
            return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(sqliteStatement, column)))
        }
    }

    /// The key of a row, as it is stored.
    func key(at column: Int32) -> Key {
        switch storageClass(at: column) {
        case SQLITE_INTEGER: .integer(sqlite3_column_int64(sqliteStatement, column))
        case SQLITE_FLOAT: .real(sqlite3_column_double(sqliteStatement, column))
        case SQLITE_BLOB: .blob(bytes(at: column).map { Array($0) } ?? [])
        default: .text(bytes(at: column).map { Array($0) } ?? [])
        }
    }
}

extension DatabaseError {
    /// The error that a call on a connection ended with.
    init(connection: OpaquePointer?, code: Int32) {
        self.init(
            resultCode: ResultCode(rawValue: code),
            message: sqlite3_errmsg(connection).map { String(cString: $0) }
        )
    }
}

extension SQLiteHandler {
    /// The version of the SQLite library in use, `3.40.1`.
    public static var libraryVersion: String { String(cString: sqlite3_libversion()) }
}

import GRDB
import SchemeHost

extension SchemeHostError {
    /// An error of SQLite, with its own text.
    init(_ error: DatabaseError, reading what: String) {
        let code: Code
        var hint = ""
        switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            code = .busy
            hint = "; another program is writing to it, try again later"
        case .SQLITE_NOTADB:
            code = .sourceCorrupt
            hint = "; it is something else, or encrypted"
        case .SQLITE_CORRUPT, .SQLITE_IOERR, .SQLITE_FORMAT:
            code = .sourceCorrupt
        case .SQLITE_ABORT:
            code = .sourceCorrupt
            hint = "; the row changed while it was read"
        case .SQLITE_READONLY:
            code = .sourceUnavailable
            hint = "; open it once with write access, so that SQLite can recover what a crash left behind"
        case .SQLITE_CANTOPEN:
            code = .sourceUnavailable
            hint =
                "; a database in WAL mode needs a folder that can be written to: PRAGMA journal_mode=DELETE ends that"
        case .SQLITE_TOOBIG, .SQLITE_NOMEM:
            code = .tooLarge
        default:
            code = .sourceUnavailable
        }
        self.init(code, "cannot read \(what): \(error.message ?? "unknown error")\(hint)", underlying: nil)
    }
}

extension HandlerContext {
    /// Tries again while another program holds the database's lock, for two seconds, without holding a thread.
    ///
    /// Errors of SQLite leave as ``SchemeHostError``, and an interrupted query as a cancellation.
    func retryingWhileBusy<Result>(_ work: () async throws -> Result) async throws -> Result {
        for _ in 0..<100 {
            do {
                return try await work()
            } catch let error as SchemeHostError where error.code == .busy {
                try await clock.sleep(.milliseconds(20))
            }
        }
        return try await work()
    }
}

/// Runs a use of SQLite with its errors translated.
/// - Parameter what: The database's path, for the message.
func translatingErrors<Result>(reading what: String, _ work: () throws -> Result) throws -> Result {
    do {
        return try work()
    } catch let error as DatabaseError {
        if error.isInterruptionError, Task.isCancelled { throw CancellationError() }
        throw SchemeHostError(error, reading: what)
    }
}

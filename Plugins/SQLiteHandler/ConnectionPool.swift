import GRDB
import SchemeHost

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The connections to one file. As many stay open as there are processors; more are opened as long as they are needed.
final class ConnectionPool: Sendable {
    let path: String
    private let idle: Lock<[DatabaseQueue]>
    private let capacity = max(2, ProcessInfo.processInfo.activeProcessorCount)

    /// Opens the first connection.
    init(path: String) throws {
        self.path = path
        idle = Lock([try DatabaseQueue.reading(path)])
    }

    /// A connection for one user at a time.
    func lease() throws -> Lease {
        let known = idle.withLock { $0.popLast() }
        return Lease(connection: try known ?? DatabaseQueue.reading(path), pool: self)
    }

    fileprivate func give(back connection: DatabaseQueue) {
        idle.withLock { idle in if idle.count < capacity { idle.append(connection) } }
    }
}

/// The use of a connection, which ends with the last reference.
final class Lease: Sendable {
    let connection: DatabaseQueue
    let path: String
    private let pool: ConnectionPool

    fileprivate init(connection: DatabaseQueue, pool: ConnectionPool) {
        self.connection = connection
        self.pool = pool
        path = pool.path
    }

    deinit { pool.give(back: connection) }

    /// Runs work on the connection, alone.
    func read<Result>(_ work: (Database) throws -> Result) throws -> Result {
        try translatingErrors(reading: path) { try connection.unsafeReentrantRead(work) }
    }
}

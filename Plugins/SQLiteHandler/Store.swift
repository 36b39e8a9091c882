import GRDB
import Logging
import SchemeHost

/// An open database with what is served of it.
final class Store: Sendable {
    let layout: Layout
    let context: HandlerContext
    private let pool: ConnectionPool

    /// - Throws: ``SchemeHostError`` where the database cannot be read or is not laid out as configured.
    init(path: String, configuration: SQLiteHandler.Configuration, context: HandlerContext) throws {
        self.context = context
        pool = try translatingErrors(reading: path) { try ConnectionPool(path: path) }
        layout = try pool.lease().read { db in try Layout(configuration, in: db) }
        if !layout.isIndexed {
            context.logger.warning(
                "every request reads the whole table: its keys have no index",
                metadata: ["database": "\(path)", "table": "\(layout.table)", "key": "\(layout.columns.key)"]
            )
        }
    }

    /// Answers a GET.
    /// - Parameter status: The file's, read before the database is.
    func answer(to path: URLPath, status: FileStatus) async throws -> SchemeResponse {
        let found = try await perform { [self] lease in
            try lease.read { db in
                let reader = TableReader(layout: layout, db: db, lease: lease)
                return try reader.resource(at: path, limits: context.limits)
            }
        }
        switch found {
        case .file(let file):
            return try file.response(layout, status: status, limits: context.limits)
        case .folder(let prefix, let index?):
            return .folder(listing: listing(of: prefix)) { [self] in
                try index.response(layout, status: status, limits: context.limits)
            }
        case .folder(let prefix, nil):
            return .folder(listing: listing(of: prefix))
        case nil:
            throw SchemeHostError(.notFound, "the table \(layout.table) has nothing under \(path)")
        }
    }

    /// Uses a connection: inline where an index makes it short, otherwise on a thread of its own.
    private func perform<Result: Sendable>(
        _ work: @escaping @Sendable (Lease) throws -> Result
    ) async throws -> Result {
        let lease = try translatingErrors(reading: pool.path) { try pool.lease() }
        if layout.isIndexed { return try work(lease) }
        return try await withTaskCancellationHandler {
            try await offload { try work(lease) }
        } onCancel: {
            lease.connection.interrupt()
        }
    }

    /// Entries are read in batches, each with a connection for itself, so a slow reader holds no lock.
    private func listing(of prefix: String) -> Listing {
        Listing { [self] in
            var scan = FolderScan(layout: layout, prefix: prefix)
            var batch: ArraySlice<ListingEntry> = []
            return { [self] in
                while batch.isEmpty, !scan.isAtEnd {
                    let start = scan
                    (scan, batch) = try await context.retryingWhileBusy {
                        try await offload { [self] in
                            try pool.lease().read { db in
                                var scan = start
                                let entries = try scan.next(FolderScan.batchSize, in: db)
                                return (scan, entries[...])
                            }
                        }
                    }
                }
                return batch.popFirst()
            }
        }
    }
}

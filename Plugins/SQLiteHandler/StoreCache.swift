import SchemeHost

/// The databases that are open: the few used last.
final class StoreCache: Sendable {
    private struct Entry {
        let path: String
        let status: FileStatus
        let store: Store
    }

    private let configuration: SQLiteHandler.Configuration
    private let context: HandlerContext
    // The one used last stands at the end.
    private let entries = Lock<[Entry]>([])
    private static let capacity = 16

    init(configuration: SQLiteHandler.Configuration, context: HandlerContext) {
        self.configuration = configuration
        self.context = context
    }

    /// The store of a path, if it is open and the path still leads to the same file.
    func store(at path: String, _ status: FileStatus) -> Store? {
        entries.withLock { entries in
            guard let position = entries.lastIndex(where: { $0.path == path }) else { return nil }
            guard entries[position].status.isSameFile(as: status) else {
                entries.remove(at: position)
                return nil
            }
            if position != entries.count - 1 { entries.append(entries.remove(at: position)) }
            return entries[entries.count - 1].store
        }
    }

    /// Opens a store.
    /// - Throws: ``SchemeHostError``.
    func open(_ path: String, _ status: FileStatus) throws -> Store {
        let store = try Store(path: path, configuration: configuration, context: context)
        entries.withLock { entries in
            entries.removeAll { $0.path == path }
            if entries.count == Self.capacity { entries.removeFirst() }
            entries.append(Entry(path: path, status: status, store: store))
        }
        return store
    }

    func removeAll() { entries.withLock { $0.removeAll() } }
}

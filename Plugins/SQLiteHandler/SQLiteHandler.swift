public import SchemeHost

/// Serves the values of a SQLite table by their keys, or the files of a SQLite archive.
///
/// The database is only ever read. Large values are streamed, and a range reads only its own part.
public struct SQLiteHandler: SchemeHandler {
    public static let kind = "sqlite"
    public static let summary = "values of a SQLite table by key, or the files of a SQLite archive"
    public static let chain = ChainRole.optional
    public static var schema: Schema {
        Schema(
            Configuration.self,
            [
                "database": "The path of the database; it may have placeholders.",
                "table": "The table or view to serve. Without it the database must be a SQLite archive.",
                "key": "The column with the keys: paths without a leading slash. Default: \"key\".",
                "value": "The column with the content. Default: \"value\".",
                "type": "The column with the media type. Default: \"type\", where the table has it.",
                "modified":
                    "The column with the time of the last change, as UNIX seconds or ISO 8601 text. Default: \"modified\", where the table has it.",
                "etag": "The column with the entity tag. Default: \"etag\", where the table has it.",
            ]
        )
    }

    /// The handler's part of the manifest.
    public struct Configuration: Decodable, Sendable {
        /// The path of the database.
        public var database: RequestTemplate
        /// The table or view to serve; nil for a SQLite archive.
        public var table: String?
        /// The column with the keys.
        public var key: String?
        /// The column with the content.
        public var value: String?
        /// The column with the media type.
        public var type: String?
        /// The column with the time of the last change.
        public var modified: String?
        /// The column with the entity tag.
        public var etag: String?

        /// Creates a configuration.
        public init(
            database: RequestTemplate,
            table: String? = nil,
            key: String? = nil,
            value: String? = nil,
            type: String? = nil,
            modified: String? = nil,
            etag: String? = nil
        ) {
            self.database = database
            self.table = table
            self.key = key
            self.value = value
            self.type = type
            self.modified = modified
            self.etag = etag
        }
    }

    private let configuration: Configuration
    private let context: HandlerContext
    private let path: String?
    private let stores: StoreCache

    /// Opens the database, unless its path depends on the request, and checks that the table and its columns are there.
    /// - Throws: ``SchemeHostError``, with SQLite's own text where the database cannot be read.
    public init(configuration: Configuration, context: HandlerContext) async throws {
        if configuration.table == nil, let name = configuration.namedColumn {
            throw SchemeHostError(
                .invalidConfiguration,
                "\"\(name)\" names a column, which needs a \"table\" beside it; a SQLite archive has its own columns"
            )
        }
        self.configuration = configuration
        self.context = context
        path = try context.filePath(configuration.database)
        stores = StoreCache(configuration: configuration, context: context)
        if let path {
            let stores = stores
            _ = try await context.retryingWhileBusy {
                try await offload { try stores.open(path, FileStatus(database: path)) }
            }
        }
    }

    public func respond(to request: SchemeRequest) async throws -> SchemeResponse {
        let name = try request.path
        let file = try path ?? context.filePath(configuration.database, for: request)
        return try await context.retryingWhileBusy {
            let status = try FileStatus(database: file)
            let store: Store
            if let known = stores.store(at: file, status) {
                store = known
            } else {
                store = try await offload { [stores] in try stores.open(file, status) }
            }
            return try await store.answer(to: name, status: status)
        }
    }

    public func shutdown() async { stores.removeAll() }
}

extension SQLiteHandler.Configuration {
    /// The first key that names a column.
    fileprivate var namedColumn: String? {
        let columns = [("key", key), ("value", value), ("type", type), ("modified", modified), ("etag", etag)]
        return columns.first { $0.1 != nil }?.0
    }
}

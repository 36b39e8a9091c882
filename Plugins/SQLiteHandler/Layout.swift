/// Which table is served, by which of its columns, and the queries that follow from it.
struct Layout: Sendable {
    /// The columns that are read; each is a name as it stands in the database.
    struct Columns: Sendable {
        var key: String
        var value: String
        var type: String?
        var modified: String?
        var etag: String?
        /// Of a SQLite archive only.
        var mode: String?
        /// Of a SQLite archive only.
        var size: String?
    }

    let table: String
    let columns: Columns
    /// The name that the row number goes by; nil where values cannot be read piece by piece: in a view, a virtual table
    /// or one WITHOUT ROWID.
    let rowID: String?
    /// Whether the table is that of a SQLite archive.
    let isArchive: Bool
    /// Finds the row of the key ?1.
    let lookup: String
    /// Gives the rows from the key ?1 on, in the order of the keys' bytes.
    let scan: String
    /// Gives the rows with numbers for keys after ?1, in order.
    let numberScan: String
    /// Whether the lookup uses an index rather than reading the whole table.
    var isIndexed = true

    /// The most bytes that are read at once with their row.
    static let inlineLength = 64 * 1024

    init(table: String, columns: Columns, rowID: String?, isArchive: Bool) {
        self.table = table
        self.columns = columns
        self.rowID = rowID
        self.isArchive = isArchive
        let name = Self.quoted(table)
        let key = Self.quoted(columns.key)
        let value = Self.quoted(columns.value)
        let fields = Self.fields(of: columns, rowID: rowID)
        // The length of a blob is known without reading it, that of text is not.
        let content =
            rowID == nil
            ? value
            : """
            CASE typeof(\(value)) WHEN 'blob' THEN CASE WHEN length(\(value)) <= \(Self.inlineLength) THEN \(value) END \
            WHEN 'text' THEN NULL ELSE \(value) END
            """
        lookup = "SELECT \(fields), \(content) FROM \(name) WHERE \(key) = ?1 LIMIT 1"
        let order = "ORDER BY \(key) COLLATE BINARY"
        scan = "SELECT \(fields), \(key) FROM \(name) WHERE \(key) COLLATE BINARY >= ?1 \(order)"
        // Only numbers that the text of a URL finds again.
        numberScan =
            "SELECT \(fields), \(key) FROM \(name) WHERE \(key) > ?1 AND \(key) < '' AND \(key) = CAST(\(key) AS TEXT) \(order)"
    }

    /// What ``Record`` reads, in its order.
    private static func fields(of columns: Columns, rowID: String?) -> String {
        let value = quoted(columns.value)
        let modified = columns.modified.map(quoted)
        return [
            rowID ?? "NULL",
            "typeof(\(value))",
            "CASE typeof(\(value)) WHEN 'blob' THEN length(\(value)) END",
            columns.type.map(quoted) ?? "NULL",
            modified.map { "CASE typeof(\($0)) WHEN 'text' THEN strftime('%s', \($0)) ELSE \($0) END" } ?? "NULL",
            columns.etag.map(quoted) ?? "NULL",
            columns.mode.map(quoted) ?? "NULL",
            columns.size.map(quoted) ?? "NULL",
        ].joined(separator: ", ")
    }

    /// A name as SQL writes it.
    static func quoted(_ name: String) -> String { "\"" + name.replacing("\"", with: "\"\"") + "\"" }
}

import GRDB
import SchemeHost

extension Layout {
    /// Reads from the database's schema what a configuration leaves open, and checks what it names.
    /// - Throws: ``SchemeHostError`` with code `invalidConfiguration`, which says what there is.
    init(_ configuration: SQLiteHandler.Configuration, in db: Database) throws {
        guard try String.fetchOne(db, sql: "PRAGMA encoding") == "UTF-8" else {
            throw SchemeHostError(.unsupported, "the database holds its text as UTF-16; only UTF-8 is read")
        }
        let tables = try Row.fetchAll(
            db,
            sql:
                "SELECT name, type, wr FROM pragma_table_list WHERE schema = 'main' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
        )
        let names: [String] = tables.map { $0["name"] }
        let wanted = configuration.table ?? "sqlar"
        guard let table = tables.first(where: { Self.isSame($0["name"], wanted) }),
            configuration.table != nil || table["type"] == "table"
        else {
            let what =
                configuration.table == nil
                ? "the database is no SQLite archive (it has no table sqlar); name what to serve with \"table\""
                : "the database has no table \"\(wanted)\""
            throw SchemeHostError(.invalidConfiguration, what + Suggestion.hint(for: wanted, known: names))
        }
        let name: String = table["name"]
        let schema = try Row.fetchAll(db, sql: "SELECT name, hidden FROM pragma_table_xinfo(?)", arguments: [name])
        let finder = ColumnFinder(table: name, names: schema.map { $0["name"] })
        let isArchive = configuration.table == nil
        let columns =
            isArchive
            ? Columns(
                key: try finder.column(nil, "name"),
                value: try finder.column(nil, "data"),
                modified: try finder.column(nil, "mtime"),
                mode: try finder.column(nil, "mode"),
                size: try finder.column(nil, "sz")
            )
            : Columns(
                key: try finder.column(configuration.key, "key"),
                value: try finder.column(configuration.value, "value"),
                type: try finder.optionalColumn(configuration.type, "type"),
                modified: try finder.optionalColumn(configuration.modified, "modified"),
                etag: try finder.optionalColumn(configuration.etag, "etag")
            )
        let isStored = schema.contains { $0["name"] == columns.value && $0["hidden"] == 0 }
        let hasRows = table["type"] == "table" && table["wr"] == 0 && isStored
        self.init(
            table: name,
            columns: columns,
            rowID: hasRows ? ["rowid", "oid", "_rowid_"].first { !finder.has($0) } : nil,
            isArchive: isArchive
        )
        isIndexed = try Self.usesIndex(lookup, in: db)
    }

    private static func usesIndex(_ sql: String, in db: Database) throws -> Bool {
        let plan = try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + sql, arguments: [""])
        return plan.allSatisfy { row in !(row["detail"] as String).hasPrefix("SCAN") }
    }

    /// Names of SQL are equal whatever the case of their ASCII letters.
    fileprivate static func isSame(_ left: String, _ right: String) -> Bool { left.lowercased() == right.lowercased() }
}

/// Finds the columns of a table.
private struct ColumnFinder {
    let table: String
    let names: [String]

    func has(_ name: String) -> Bool { names.contains { Layout.isSame($0, name) } }

    func column(_ name: String?, _ defaultName: String) throws -> String {
        let wanted = name ?? defaultName
        if let found = names.first(where: { Layout.isSame($0, wanted) }) { return found }
        throw SchemeHostError(
            .invalidConfiguration,
            "the table \"\(table)\" has no column \"\(wanted)\"" + Suggestion.hint(for: wanted, known: names)
        )
    }

    /// A column that may be missing where nobody asked for it by name.
    func optionalColumn(_ name: String?, _ defaultName: String) throws -> String? {
        name == nil && !has(defaultName) ? nil : try column(name, defaultName)
    }
}

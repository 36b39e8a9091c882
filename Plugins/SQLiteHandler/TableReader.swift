import GRDB
import SchemeHost

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Finds rows by their keys, on a connection.
struct TableReader {
    let layout: Layout
    let db: Database
    let lease: Lease

    /// What a path names: a file where it has no trailing slash, otherwise, or where there is none, a folder.
    /// - Throws: `DatabaseError`; ``SchemeHostError`` where a link of an archive leads nowhere it may.
    func resource(at path: URLPath, limits: Limits) throws -> Resource? {
        var name = path.name
        if layout.isArchive {
            let target = try ArchiveLinks(reader: self).resolve(name)
            if var file = target.file, !path.hasTrailingSlash {
                if target.name != name { file.name = target.name }
                return .file(file)
            }
            if target.file != nil { return nil }
            name = target.name
        } else if !path.hasTrailingSlash, let file = try file(name) {
            return .file(file)
        }
        let prefix = name.isEmpty ? "" : name + "/"
        guard try name.isEmpty || isFolder(name) else { return nil }
        guard path.hasTrailingSlash, var index = try file(prefix + "index.html"), index.record.kind == .file else {
            return .folder(prefix: prefix, index: nil)
        }
        index.name = "index.html"
        return .folder(prefix: prefix, index: index)
    }

    /// The row of a key: text, or else the same bytes as a blob.
    func file(_ name: String) throws -> StoredFile? {
        let bytes = Array(name.utf8)
        return try file(.text(bytes)) ?? file(.blob(bytes))
    }

    private func file(_ key: Key) throws -> StoredFile? {
        let statement = try db.cachedStatement(sql: layout.lookup)
        defer { statement.reset() }
        statement.bind(key, at: 1)
        guard try statement.step() else { return nil }
        let record = Record(statement, isArchive: layout.isArchive)
        guard record.kind != .nothing else { return nil }
        return StoredFile(record: record, content: try content(record, statement))
    }

    private func content(_ record: Record, _ statement: Statement) throws -> StoredFile.Content {
        if let bytes = statement.bytes(at: Record.nextColumn) { return .data(Data(bytes)) }
        guard let row = record.rowID, record.isText || record.length != nil else { return .data(Data()) }
        let blob = try BlobSource(layout, row: row, in: db, lease: lease)
        if blob.size > Layout.inlineLength { return .blob(blob) }
        return .data(try blob.read(0..<blob.size))
    }

    /// Whether a folder is there: as a directory of an archive, or because keys begin with its name.
    private func isFolder(_ name: String) throws -> Bool {
        if layout.isArchive, try file(name)?.record.kind == .directory { return true }
        var scan = FolderScan(layout: layout, prefix: name + "/")
        return try !scan.next(1, in: db).isEmpty
    }
}

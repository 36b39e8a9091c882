import GRDB
import SchemeHost

/// Reads one level of the keys below a prefix, in order.
///
/// What lies below a subfolder is not read: the scan seeks past it.
struct FolderScan: Sendable {
    private let layout: Layout
    private let prefix: [UInt8]
    /// The next row's key is this one or a later one; for a number a later one.
    private var position: Key?

    /// How many entries are read at a time.
    static let batchSize = 512

    private static let slash = UInt8(ascii: "/")

    /// - Parameter prefix: Empty, or a path with its trailing slash.
    init(layout: Layout, prefix: String) {
        self.layout = layout
        self.prefix = Array(prefix.utf8)
        // The row of the prefix itself only marks the folder.
        position = prefix.isEmpty ? .real(-.infinity) : .text(self.prefix + [0])
    }

    var isAtEnd: Bool { position == nil }

    /// The next entries: as many as are asked for, fewer at the end.
    mutating func next(_ count: Int, in db: Database) throws -> [ListingEntry] {
        var entries: [ListingEntry] = []
        while entries.count < count, let start = position { try read(from: start, into: &entries, upTo: count, in: db) }
        return entries
    }

    /// Reads rows until a subfolder must be passed over, the storage class ends or there are entries enough.
    private mutating func read(
        from start: Key,
        into entries: inout [ListingEntry],
        upTo count: Int,
        in db: Database
    ) throws {
        let statement = try db.cachedStatement(sql: start.bytes == nil ? layout.numberScan : layout.scan)
        defer { statement.reset() }
        statement.bind(start, at: 1)
        var passed: [UInt8]?
        while entries.count < count {
            guard try statement.step(), let key = keyInFolder(statement, like: start) else {
                position = following(start)
                return
            }
            guard let bytes = key.bytes else {
                position = key
                if let entry = entry(statement, name: Array((statement.string(at: Record.nextColumn) ?? "").utf8)) {
                    entries.append(entry)
                }
                continue
            }
            if let passed, bytes.starts(with: passed) { continue }
            let name = bytes[prefix.count...]
            if let end = name.firstIndex(of: Self.slash) {
                let folder = Array(bytes[...end])
                // The first key after all that begin with the folder's name and a slash.
                position = key.replacing(bytes: folder.dropLast() + [Self.slash + 1])
                if let entry = try folderEntry(name, end: end, key, in: db) { entries.append(entry) }
                if layout.isIndexed { return }
                passed = folder
            } else {
                position = key.replacing(bytes: bytes + [0])
                if let entry = entry(statement, name: Array(name)) { entries.append(entry) }
            }
        }
    }

    /// The row's key, if it still lies in the folder and among the keys of this storage class.
    private func keyInFolder(_ statement: Statement, like start: Key) -> Key? {
        let key = statement.key(at: Record.nextColumn)
        switch (start, key) {
        case (.integer, .integer), (.integer, .real), (.real, .integer), (.real, .real): return key
        case (.text, .text(let bytes)), (.blob, .blob(let bytes)): return bytes.starts(with: prefix) ? key : nil
        default: return nil
        }
    }

    /// Where the next storage class starts.
    private func following(_ start: Key) -> Key? {
        switch start {
        case .integer, .real: .text(prefix + [0])
        case .text: .blob(prefix + [0])
        case .blob: nil
        }
    }

    private func entry(_ statement: Statement, name: [UInt8]) -> ListingEntry? {
        let record = Record(statement, isArchive: layout.isArchive)
        guard Self.isServed(name) else { return Self.refused(name) }
        let name = String(decoding: name, as: UTF8.self)
        switch record.kind {
        case .nothing: return nil
        case .special: return ListingEntry(name: name, kind: .refused, modified: record.modified)
        case .directory: return ListingEntry(name: name, kind: .directory, modified: record.modified)
        case .link: return ListingEntry(name: name, kind: .link, modified: record.modified)
        case .file:
            return ListingEntry(
                name: name,
                kind: .file,
                size: layout.isArchive ? record.size : record.length,
                modified: record.modified,
                mediaType: record.mediaType,
                entityTag: record.entityTag?.description
            )
        }
    }

    /// The entry of a subfolder; nil where a row of its own has given it already.
    private func folderEntry(_ name: ArraySlice<UInt8>, end: Int, _ key: Key, in db: Database) throws -> ListingEntry? {
        let folder = Array(name[..<end])
        guard !folder.isEmpty else { return Self.refused(Array(name)) }
        guard Self.isServed(folder) else { return Self.refused(folder) }
        if layout.isArchive, try isDirectory(key.replacing(bytes: prefix + folder), in: db) { return nil }
        return ListingEntry(name: String(decoding: folder, as: UTF8.self), kind: .directory)
    }

    private func isDirectory(_ key: Key, in db: Database) throws -> Bool {
        let statement = try db.cachedStatement(sql: layout.lookup)
        defer { statement.reset() }
        statement.bind(key, at: 1)
        return try statement.step() && Record(statement, isArchive: true).kind == .directory
    }

    /// Whether a URL can name it: one component that no reading of a path changes.
    private static func isServed(_ name: [UInt8]) -> Bool {
        name != [0x2E] && name != [0x2E, 0x2E] && !name.contains { $0 == 0 || $0 == UInt8(ascii: "\\") }
            && String(validating: name, as: UTF8.self) != nil
    }

    private static func refused(_ name: [UInt8]) -> ListingEntry {
        ListingEntry(name: String(decoding: name, as: UTF8.self), kind: .refused)
    }
}

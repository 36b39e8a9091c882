import CArchive
import Foundation

/// Writes archives with libarchive's own writer.
struct TestArchive {
    enum Content {
        case file(Data)
        case folder
        case link(String)
        case hardLink(String)
        case fifo
        /// A file that holds data at one offset and holes elsewhere.
        case sparse(size: Int64, offset: Int64, data: Data)
    }

    typealias Entry = (name: String, content: Content)

    var format = "zip"
    var filter = "none"
    var options: String?
    var password: String?
    var entries: [Entry]

    init(_ format: String, filter: String = "none", _ entries: [Entry]) {
        self.format = format
        self.filter = filter
        self.entries = entries
    }

    /// Files with text.
    init(_ format: String = "zip", filter: String = "none", texts: KeyValuePairs<String, String>) {
        self.init(format, filter: filter, texts.map { ($0.key, .file(Data($0.value.utf8))) })
    }

    struct Failure: Error {
        let text: String
    }

    func write(to path: String) throws {
        let archive = archive_write_new()
        defer { archive_write_free(archive) }
        func check(_ status: Int32) throws {
            guard status < ARCHIVE_WARN else { return }
            throw Failure(text: archive_error_string(archive).map { String(cString: $0) } ?? "status \(status)")
        }
        try check(archive_write_set_format_by_name(archive, format))
        if filter != "none" { try check(archive_write_add_filter_by_name(archive, filter)) }
        archive_write_set_bytes_in_last_block(archive, 1)
        if let password { try check(archive_write_set_passphrase(archive, password)) }
        if let options { try check(archive_write_set_options(archive, options)) }
        try check(archive_write_open_filename(archive, path))
        for (name, content) in entries {
            let entry = archive_entry_new()
            defer { archive_entry_free(entry) }
            archive_entry_copy_pathname(entry, name)
            archive_entry_set_mtime(entry, 1_000_000_000, 0)
            var data = Data()
            archive_entry_set_filetype(entry, 0o100000)
            archive_entry_set_perm(entry, 0o644)
            switch content {
            case .file(let bytes): data = bytes
            case .folder: archive_entry_set_filetype(entry, 0o040000)
            case .link(let target):
                archive_entry_set_filetype(entry, 0o120000)
                archive_entry_copy_symlink(entry, target)
            case .hardLink(let target): archive_entry_copy_hardlink(entry, target)
            case .fifo: archive_entry_set_filetype(entry, 0o010000)
            case .sparse(let size, let offset, let bytes):
                archive_entry_set_size(entry, size)  // The map is checked against it.
                archive_entry_sparse_add_entry(entry, offset, Int64(bytes.count))
                data = Data(count: Int(size))
                data.replaceSubrange(Int(offset)..<(Int(offset) + bytes.count), with: bytes)
            }
            archive_entry_set_size(entry, Int64(data.count))
            try check(archive_write_header(archive, entry))
            let written = data.withUnsafeBytes { archive_write_data(archive, $0.baseAddress, $0.count) }
            guard written == data.count else { throw Failure(text: "wrote \(written) of \(data.count) bytes") }
        }
        try check(archive_write_close(archive))
    }
}

/// A folder that is gone with the object.
final class TemporaryFolder: Sendable {
    let path: String

    init() {
        path = NSTemporaryDirectory() + "archive-handler-" + UUID().uuidString
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ archive: TestArchive, as name: String) throws -> String {
        try archive.write(to: path + "/" + name)
        return path + "/" + name
    }

    func write(_ data: Data, as name: String) throws -> String {
        try data.write(to: URL(fileURLWithPath: path + "/" + name))
        return path + "/" + name
    }
}

/// Bytes that do not compress, the same in each run.
func noise(_ count: Int, seed: UInt64 = 1) -> Data {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    var data = Data(capacity: count)
    while data.count < count {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        withUnsafeBytes(of: state) { data.append(contentsOf: $0) }
    }
    return data.prefix(count)
}

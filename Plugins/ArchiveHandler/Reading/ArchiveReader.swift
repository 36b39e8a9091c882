import CArchive
import SchemeHost

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// One pass over an archive by libarchive, from its first entry to its last.
///
/// Blocks; callers take it to a thread of its own. After a fatal error the handle is only freed: libarchive has been
/// seen to crash where it is called again.
final class ArchiveReader: @unchecked Sendable {  // One call at a time: each owner awaits one before the next.
    let handle: OpaquePointer
    let input: ArchiveInput
    let settings: ArchiveSettings
    /// The position of the entry that was read last; -1 before the first.
    private(set) var ordinal = -1
    var content = EntryContent()
    /// Whether entries on the way are decoded rather than skipped.
    private let decodesSkipped: Bool
    private let filters: [ArchiveFilter]
    private let file: FileSource
    /// Whether the current entry's content is read to go past it: in a compressed archive that is what skipping costs
    /// anyway, and in the map of a sparse file libarchive's skipping errs. Never after a header that could not be read,
    /// where asking for data would be a misuse.
    private(set) var isReadToPass = false

    /// Opens an archive.
    /// - Parameters:
    ///   - cancellation: Ends what the reader is at, from another thread.
    ///   - decodesSkipped: Decodes the entries on the way, see ``skipsUnreliably``.
    /// - Throws: ``SchemeHostError`` with code `sourceCorrupt` where the file is no archive, `unsupported` where it is one
    ///   that may not be read; `CancellationError`.
    init(
        _ file: FileSource,
        settings: ArchiveSettings,
        cancellation: CancellationFlag,
        decodesSkipped: Bool = false
    ) throws {
        let filters = try ArchiveFilter.detect(in: file, cancellation: cancellation)
        guard let handle = archive_read_new() else {
            throw SchemeHostError(.sourceUnavailable, "no memory to open an archive")
        }
        self.handle = handle
        self.settings = settings
        self.decodesSkipped = decodesSkipped
        self.file = file
        input = ArchiveInput(file, cancellation: cancellation)
        self.filters = filters
        for format in settings.formats { Self.enable(format, handle) }
        setOptions()
        input.attach(to: handle)
        guard ArchiveFilter.append(filters, to: handle) else {
            let names = filters.map(\.name).joined(separator: " in ")
            throw SchemeHostError(.unsupported, "this build of libarchive cannot decode \(names)")
        }
        let status = UTF8Locale.use { archive_read_open1(handle) }
        try input.check()
        guard status == ARCHIVE_OK || status == ARCHIVE_WARN else { throw openFailure() }
    }

    deinit { archive_read_free(handle) }

    /// Whether the format is 7z, where libarchive before 3.7.5 loses its place when it skips certain sizes.
    var skipsUnreliably: Bool { archive_format(handle) & ARCHIVE_FORMAT_BASE_MASK == ARCHIVE_FORMAT_7ZIP }

    /// Reads the next entry's header; nil after the last one.
    func next() throws -> ArchiveEntry? {
        guard let (entry, status) = try step() else {
            try checkEmptiness()
            return nil
        }
        return makeEntry(entry, status)
    }

    /// Goes to an entry that a listing has found, and makes its content readable.
    /// - Throws: ``SchemeHostError`` with code `sourceCorrupt` where the archive changed since.
    func advance(to entry: ArchiveEntry) throws {
        while ordinal < entry.ordinal {
            guard let (pointer, status) = try step() else { break }
            if ordinal == entry.ordinal, makeEntry(pointer, status).name == entry.name {
                content.begin(entry, inputOffset: input.bytesRead)
                return
            }
        }
        throw SchemeHostError(.sourceCorrupt, "the archive changed while it was read; try again")
    }

    private func step() throws -> (OpaquePointer, status: Int32)? {
        try passContent()
        var entry: OpaquePointer?
        let status = UTF8Locale.use { archive_read_next_header(handle, &entry) }
        try check(status, allowing: [ARCHIVE_EOF, ARCHIVE_WARN, ARCHIVE_FAILED])
        guard status != ARCHIVE_EOF, let entry else { return nil }
        ordinal += 1
        let isCostly = decodesSkipped || !filters.isEmpty || archive_entry_sparse_count(entry) > 0
        isReadToPass = isCostly && status != ARCHIVE_FAILED
        guard ordinal < settings.limits.entries else {
            throw SchemeHostError(
                .tooLarge,
                "the archive has more than \(settings.limits.entries) entries; raise the limit \"entries\""
            )
        }
        return (entry, status)
    }

    /// Zeros are an empty tar, and what many disk images start with: a tar without entries must hold nothing else.
    private func checkEmptiness() throws {
        guard ordinal < 0, baseFormat == ARCHIVE_FORMAT_TAR else { return }
        // An ISO image says what it is behind 32 KiB of zeros.
        let start = try ArchiveFilter.start(of: file, filters, length: 64 * 1024, cancellation: CancellationFlag())
        guard start.allSatisfy({ $0 == 0 }) else { throw openFailure() }
    }

    private func makeEntry(_ entry: OpaquePointer, _ status: Int32) -> ArchiveEntry {
        UTF8Locale.use {
            ArchiveEntry(
                ordinal: ordinal,
                name: text(archive_entry_pathname(entry)) ?? text(archive_entry_pathname_utf8(entry)) ?? "",
                kind: kind(of: entry),
                size: archive_entry_size_is_set(entry) != 0 ? max(0, archive_entry_size(entry)) : nil,
                modified: archive_entry_mtime_is_set(entry) != 0
                    ? Date(
                        timeIntervalSince1970: Double(archive_entry_mtime(entry))
                            + Double(archive_entry_mtime_nsec(entry)) / 1_000_000_000
                    ) : nil,
                isEncrypted: archive_entry_is_encrypted(entry) != 0,
                refusal: refusal(status)
            )
        }
    }

    private func kind(of entry: OpaquePointer) -> ArchiveEntry.Kind {
        if let target = text(archive_entry_hardlink(entry)) { return .hardLink(target) }
        switch archive_entry_filetype(entry) & S_IFMT {
        case S_IFREG, 0: return .file
        case S_IFDIR: return .folder
        case S_IFLNK: return .link(text(archive_entry_symlink(entry)) ?? "")
        default: return .special
        }
    }

    /// A header that cannot be read wholly is one entry's failure; so is one that says other sizes or another checksum
    /// than the central directory. Other warnings (names, access lists) leave the content what it is.
    private func refusal(_ status: Int32) -> String? {
        guard status != ARCHIVE_OK, let text = errorText else { return nil }
        return status == ARCHIVE_FAILED || text.hasPrefix("Inconsistent") ? text : nil
    }

    private func text(_ pointer: UnsafePointer<CChar>?) -> String? {
        guard let pointer else { return nil }
        let bytes = UnsafeRawBufferPointer(start: pointer, count: strlen(pointer))
        return MemberNames.decode(bytes, isZip: baseFormat == ARCHIVE_FORMAT_ZIP)
    }

    /// The format without its variant.
    var baseFormat: Int32 { archive_format(handle) & ARCHIVE_FORMAT_BASE_MASK }

    // MARK: Failures

    /// libarchive's own words.
    private var errorText: String? {
        archive_error_string(handle).map { String(cString: $0).trimmingSuffix { $0.isWhitespace } }
    }

    /// Throws for every status but ``ARCHIVE_OK`` and those named.
    func check(_ status: Int32, allowing allowed: Set<Int32> = []) throws {
        // What a callback met says more than what libarchive made of it.
        try input.check()
        guard status != ARCHIVE_OK, !allowed.contains(status) else { return }
        throw failure()
    }

    private func failure() -> SchemeHostError {
        guard let text = errorText else {
            return SchemeHostError(.sourceCorrupt, "the archive is damaged, or its names are encrypted")
        }
        let lowered = text.lowercased()
        if lowered.contains("passphrase") {
            let why = settings.password == nil ? "it is encrypted; set \"password\"" : "the \"password\" is wrong"
            return SchemeHostError(.forbidden, "\(why) (\(text))")
        }
        let isUnsupported = ["unsupported", "not supported", "unavailable", "codec", "crypt"].contains {
            lowered.contains($0)
        }
        return SchemeHostError(isUnsupported ? .unsupported : .sourceCorrupt, text)
    }

    private func openFailure() -> SchemeHostError {
        let known = settings.formats.map(\.rawValue).joined(separator: ", ")
        if let format = ArchiveFormat.recognize(file), !settings.formats.contains(format) {
            return SchemeHostError(
                .unsupported,
                "the file is of the format \"\(format.rawValue)\", which may not be read here; add it to \"formats\" "
                    + "(now: \(known))"
            )
        }
        let text = errorText ?? "it is no archive"
        return SchemeHostError(.sourceCorrupt, "\(text); formats that may be read: \(known)")
    }
}

extension String {
    fileprivate func trimmingSuffix(while predicate: (Character) -> Bool) -> String {
        guard let last = lastIndex(where: { !predicate($0) }) else { return "" }
        return String(self[...last])
    }
}

extension ArchiveHandler {
    /// The version of the libarchive in use, `3.6.2`.
    public static var libraryVersion: String {
        String(cString: archive_version_string()).split(separator: " ").last.map(String.init) ?? ""
    }
}

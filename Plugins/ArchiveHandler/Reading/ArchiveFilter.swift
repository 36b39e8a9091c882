import CArchive
import SchemeHost

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A compression or an encoding around a whole archive.
struct ArchiveFilter: Sendable {
    let name: String
    /// libarchive's number for it; nil for those that it has only as another program, which is never started.
    let code: Int32?
    /// Whether a few bytes can turn into very many.
    var expands = true
    let isFound: @Sendable (_ start: Data) -> Bool

    /// The filters that stand around an archive, outermost first, found by their signatures.
    ///
    /// libarchive's own detection stacks up to 25 and decodes as it goes, so that a file of 300 bytes which unpacks to
    /// itself keeps it busy until memory runs out. Here filters are looked for one by one, each in the first bytes that
    /// the ones before it give, and at most one of them may expand.
    /// - Throws: ``SchemeHostError`` with code `unsupported`; `CancellationError`.
    static func detect(in file: FileSource, cancellation: CancellationFlag) throws -> [ArchiveFilter] {
        var filters: [ArchiveFilter] = []
        while true {
            let start = try start(of: file, filters, cancellation: cancellation)
            guard let next = known.first(where: { $0.isFound(start) }) else { return filters }
            guard next.code != nil else {
                throw SchemeHostError(.unsupported, "the file is compressed by \(next.name), which is not supported")
            }
            guard !next.expands || !filters.contains(where: \.expands) else {
                throw SchemeHostError(.unsupported, "the file is compressed more than once; unpack it once yourself")
            }
            filters.append(next)
            guard filters.count <= maximumCount else {
                throw SchemeHostError(.unsupported, "more than \(maximumCount) encodings stand around the archive")
            }
        }
    }

    /// As many as a compressed package in a mail needs: uuencode, RPM, xz.
    private static let maximumCount = 3

    /// The first bytes of what filters give; empty where they cannot decode.
    static func start(
        of file: FileSource,
        _ filters: [ArchiveFilter],
        length: Int = 512,
        cancellation: CancellationFlag
    ) throws -> Data {
        guard !filters.isEmpty else { return try Data(capacity: length) { try file.read(into: $0, at: 0) } }
        guard let handle = archive_read_new() else { return Data() }
        let input = ArchiveInput(file, cancellation: cancellation)
        defer { archive_read_free(handle) }
        input.attach(to: handle)
        archive_read_support_format_raw(handle)
        var entry: OpaquePointer?
        guard append(filters, to: handle), archive_read_open1(handle) == ARCHIVE_OK,
            archive_read_next_header(handle, &entry) == ARCHIVE_OK
        else {
            try input.check()
            // What is wrong will show again, in libarchive's words, when the archive is opened.
            return Data()
        }
        let data = Data(capacity: length) { max(0, archive_read_data(handle, $0.baseAddress, $0.count)) }
        try input.check()
        return data
    }

    /// Makes a handle decode filters.
    /// - Returns: Whether this build of libarchive has all of them in itself.
    static func append(_ filters: [ArchiveFilter], to handle: OpaquePointer) -> Bool {
        // "compress" reads while it is being appended, from nothing, and crashes. Where it is needed, libarchive finds
        // the filters again by itself, among those alone that are known to be there.
        let finds = filters.contains { $0.code == ARCHIVE_FILTER_COMPRESS }
        return filters.allSatisfy { filter in
            guard let code = filter.code else { return false }
            let status =
                finds ? archive_read_support_filter_by_code(handle, code) : archive_read_append_filter(handle, code)
            return status == ARCHIVE_OK
        }
    }

    private static let known: [ArchiveFilter] = [
        .init(name: "gzip", code: ARCHIVE_FILTER_GZIP) { $0.starts(with: [0x1F, 0x8B, 8]) },
        .init(name: "compress", code: ARCHIVE_FILTER_COMPRESS) { $0.starts(with: [0x1F, 0x9D]) },
        .init(name: "bzip2", code: ARCHIVE_FILTER_BZIP2) {
            $0.starts(with: "BZh".utf8)
                && [[0x31, 0x41, 0x59, 0x26], [0x17, 0x72, 0x45, 0x38]].contains(
                    $0.dropFirst(4).prefix(4).map(Int.init)
                )
        },
        .init(name: "xz", code: ARCHIVE_FILTER_XZ) { $0.starts(with: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0]) },
        .init(name: "lzip", code: ARCHIVE_FILTER_LZIP) { $0.starts(with: "LZIP".utf8) },
        .init(name: "zstd", code: ARCHIVE_FILTER_ZSTD) {
            $0.afterSkippableFrames.starts(with: [0x28, 0xB5, 0x2F, 0xFD])
        },
        .init(name: "lz4", code: ARCHIVE_FILTER_LZ4) {
            let start = $0.afterSkippableFrames
            return start.starts(with: [4, 0x22, 0x4D, 0x18]) || start.starts(with: [2, 0x21, 0x4C, 0x18])
        },
        .init(name: "lzma", code: ARCHIVE_FILTER_LZMA) { $0.isLZMA },
        .init(name: "RPM", code: ARCHIVE_FILTER_RPM, expands: false) { $0.starts(with: [0xED, 0xAB, 0xEE, 0xDB]) },
        .init(name: "uuencode", code: ARCHIVE_FILTER_UU, expands: false) {
            $0.starts(with: "begin ".utf8) || $0.starts(with: "begin-base64 ".utf8)
        },
        .init(name: "lzop", code: nil) { $0.starts(with: [0x89, 0x4C, 0x5A, 0x4F, 0]) },
        .init(name: "lrzip", code: nil) { $0.starts(with: "LRZI".utf8) },
        .init(name: "grzip", code: nil) { $0.starts(with: "GRZipII\0".utf8) },
    ]
}

extension Data {
    private func littleEndian(at offset: Int, count: Int) -> UInt64? {
        guard self.count >= offset + count else { return nil }
        return dropFirst(offset).prefix(count).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// What follows the frames that parallel compressors write for themselves (RFC 8878, section 3.1.2).
    fileprivate var afterSkippableFrames: Data {
        var rest = self
        while let magic = rest.littleEndian(at: 0, count: 4), magic & ~0xF == 0x184D_2A50,
            let size = rest.littleEndian(at: 4, count: 4)
        {
            rest = rest.dropFirst(8 + Int(size))
        }
        return rest
    }

    /// The .lzma format has no signature: properties, a dictionary size of one or two bits, the size or -1 for unknown,
    /// and a first byte of the range coder that is always 0.
    fileprivate var isLZMA: Bool {
        guard count > 13, let properties = first, properties < 225, self[startIndex + 13] == 0,
            let dictionary = littleEndian(at: 1, count: 4), let size = littleEndian(at: 5, count: 8)
        else { return false }
        let isRound = dictionary.nonzeroBitCount == 1 || (dictionary / 3).nonzeroBitCount == 1 && dictionary % 3 == 0
        return isRound && dictionary >= 4096 && (size == .max || size < 1 << 40)
    }
}

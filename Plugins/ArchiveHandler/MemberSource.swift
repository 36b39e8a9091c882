import SchemeHost

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The content of one entry, read from the archive's start by a handle of its own each time.
struct MemberSource: BodySource {
    let container: ArchiveContainer
    let entry: ArchiveEntry
    let settings: ArchiveSettings

    var length: Int64? { entry.size }
    var isReplayable: Bool { true }

    func makeReader(range: Range<Int64>?) throws -> any BodyReader { Reader(member: OpenMember(self)) }

    private struct Reader: BodyReader {
        let member: OpenMember

        nonisolated(nonsending) mutating func read() async throws -> Data? {
            // Only bytes come back from the other thread: it may hold on to its result for a moment, and a handle in it
            // would outlive a body that is dropped.
            let chunk = try await member.cancellation.run { [member] in try member.next() }
            return chunk.isEmpty ? nil : chunk
        }
    }
}

/// One pass over an entry's content.
private final class OpenMember: @unchecked Sendable {  // Its reader awaits each call before the next.
    let cancellation = CancellationFlag()
    private let source: MemberSource
    private var reader: ArchiveReader?

    /// Large enough that the hop to another thread costs little beside the unpacking.
    private static let chunkSize: Int64 = 256 * 1024

    init(_ source: MemberSource) { self.source = source }

    /// The next chunk; empty at the end. Blocks.
    func next() throws -> Data {
        try source.container.naming {
            if let reader { return try chunk(of: reader) }
            let reader = try open()
            do {
                return try chunk(of: reader)
            } catch let error as SchemeHostError where error.code == .sourceCorrupt && reader.skipsUnreliably {
                return try chunk(of: open(decodesSkipped: true))
            }
        }
    }

    private func chunk(of reader: ArchiveReader) throws -> Data {
        self.reader = reader
        let capacity = max(1, min(Self.chunkSize, source.length ?? Self.chunkSize))
        return try Data(capacity: Int(capacity)) { try reader.read(into: $0) }
    }

    private func open(decodesSkipped: Bool = false) throws -> ArchiveReader {
        let reader = try ArchiveReader(
            source.container.file,
            settings: source.settings,
            cancellation: cancellation,
            decodesSkipped: decodesSkipped
        )
        try reader.advance(to: source.entry)
        return reader
    }
}

/// An archive that is open: a file, or an archive's member in a file without a name.
struct ArchiveContainer: Sendable {
    let file: FileSource
    /// Identifies the content, also where it was unpacked anew.
    let identity: String
    /// What error messages call it.
    let name: String
    /// How many archives stand around its entries, itself included.
    var depth = 1

    /// Runs work on the archive, whose errors then say which archive they are about.
    func naming<Result>(_ work: () throws -> Result) throws -> Result {
        do {
            return try work()
        } catch var error as SchemeHostError {
            error.message = "\(name): \(error.message)"
            throw error
        }
    }
}

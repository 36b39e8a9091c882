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

    func makeReader(range: Range<Int64>?) throws -> any BodyReader { Reader(source: self) }

    private struct Reader: BodyReader {
        let source: MemberSource
        let cancellation = CancellationFlag()
        var reader: ArchiveReader?

        nonisolated(nonsending) mutating func read() async throws -> Data? {
            let (source, cancellation, opened) = (source, cancellation, reader)
            reader = nil
            let (next, chunk) = try await cancellation.run {
                try source.container.naming {
                    if let opened { return (opened, try source.chunk(of: opened)) }
                    return try source.open(cancellation)
                }
            }
            guard !chunk.isEmpty else { return nil }
            reader = next
            return chunk
        }
    }

    /// Large enough that the hop to another thread costs little beside the unpacking.
    private static let chunkSize: Int64 = 256 * 1024

    private func chunk(of reader: ArchiveReader) throws -> Data {
        let capacity = max(1, min(Self.chunkSize, length ?? Self.chunkSize))
        return try Data(capacity: Int(capacity)) { try reader.read(into: $0) }
    }

    private func open(_ cancellation: CancellationFlag) throws -> (ArchiveReader, Data) {
        let reader = try ArchiveReader(container.file, settings: settings, cancellation: cancellation)
        do {
            try reader.advance(to: entry)
            return (reader, try chunk(of: reader))
        } catch let error as SchemeHostError where error.code == .sourceCorrupt && reader.skipsUnreliably {
            let reader = try ArchiveReader(
                container.file,
                settings: settings,
                cancellation: cancellation,
                decodesSkipped: true
            )
            try reader.advance(to: entry)
            return (reader, try chunk(of: reader))
        }
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

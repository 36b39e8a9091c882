import CZlib
import SchemeHost

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A compressed file of a SQLite archive (RFC 1950), unpacked as it is read.
struct InflatedSource: BodySource {
    let compressed: Body
    /// The length that the archive declares; other content is damaged.
    let size: Int64

    var length: Int64? { size }
    var isReplayable: Bool { true }

    func makeReader(range: Range<Int64>?) throws -> any BodyReader {
        Reader(input: compressed.makeAsyncIterator(), left: size, inflater: try Inflater())
    }

    private struct Reader: BodyReader {
        var input: Body.AsyncIterator
        var left: Int64
        let inflater: Inflater

        nonisolated(nonsending) mutating func read() async throws -> Data? {
            guard left > 0 else { return nil }
            let chunk = try await nextChunk(upTo: Int(Swift.min(left, 64 * 1024)))
            left -= Int64(chunk.count)
            guard !chunk.isEmpty else { throw Inflater.damaged("it ends \(left) bytes early") }
            // The checksum stands behind the last byte, which is not given away before it is checked.
            if left == 0, try await !nextChunk(upTo: 1).isEmpty { throw Inflater.damaged("it runs over its size") }
            return chunk
        }

        /// Empty only at the end of the compressed data.
        private nonisolated(nonsending) mutating func nextChunk(upTo limit: Int) async throws -> Data {
            while true {
                let chunk = try inflater.inflate(upTo: limit)
                if !chunk.isEmpty || inflater.isAtEnd { return chunk }
                guard let more = try await input.next() else { throw Inflater.damaged("it is cut off") }
                inflater.feed(more)
            }
        }
    }
}

/// The state of zlib.
private final class Inflater {
    private(set) var isAtEnd = false
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private var input = Data()
    // Where the last chunk was filled, zlib may hold more without further input.
    private var isFull = false

    init() throws {
        stream.initialize(to: z_stream())
        guard inflateInit_(stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            throw SchemeHostError(.sourceUnavailable, "zlib has no memory to unpack")
        }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// Takes the next compressed bytes; what came before has been used up.
    func feed(_ data: Data) { input = data }

    /// Unpacks what the input gives. Empty where more is needed, or at the end.
    func inflate(upTo limit: Int) throws -> Data {
        guard !isAtEnd, isFull || !input.isEmpty else { return Data() }
        var used = 0
        let output = try input.withUnsafeBytes { bytes in
            try Data(capacity: limit) { buffer in
                // zlib only reads through this pointer.
                stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.bindMemory(to: UInt8.self).baseAddress)
                stream.pointee.avail_in = UInt32(bytes.count)
                stream.pointee.next_out = buffer.bindMemory(to: UInt8.self).baseAddress
                stream.pointee.avail_out = UInt32(buffer.count)
                let code = CZlib.inflate(stream, Z_NO_FLUSH)
                guard code == Z_OK || code == Z_STREAM_END || code == Z_BUF_ERROR else {
                    throw Self.damaged(stream.pointee.msg.map { String(cString: $0) } ?? "zlib error \(code)")
                }
                isAtEnd = code == Z_STREAM_END
                isFull = stream.pointee.avail_out == 0
                used = bytes.count - Int(stream.pointee.avail_in)
                return buffer.count - Int(stream.pointee.avail_out)
            }
        }
        input = input.dropFirst(used)
        return output
    }

    static func damaged(_ why: String) -> SchemeHostError {
        SchemeHostError(.sourceCorrupt, "a compressed file of the SQLite archive is damaged: \(why)")
    }
}

extension EntityTag {
    /// Names content by its length and two checksums.
    init(checksumOf data: Data, size: Int64) {
        let (crc, adler) = data.withUnsafeBytes { bytes in
            let start = bytes.bindMemory(to: UInt8.self).baseAddress
            let count = UInt32(bytes.count)
            return (crc32(0, start, count), adler32(1, start, count))
        }
        self.init(UInt64(crc), UInt64(adler), UInt64(bitPattern: size))
    }
}

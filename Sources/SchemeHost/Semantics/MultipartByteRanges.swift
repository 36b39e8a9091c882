#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Several ranges of one representation as a `multipart/byteranges` body (RFC 9110, section 14.6).
struct MultipartByteRanges {
    private let ranges: [Range<Int64>]
    private let length: Int64
    private let type: String?
    private let boundary: String

    /// - Parameters:
    ///   - ranges: At least two; none overlaps another.
    ///   - length: The length of the representation in bytes.
    ///   - type: The media type of the representation.
    ///   - seed: What tells this version of the representation from others. The boundary is made of it, so the same
    ///     request gets the same bytes every time.
    init(_ ranges: [Range<Int64>], of length: Int64, type: String?, seed: String) {
        self.ranges = ranges
        self.length = length
        self.type = type
        boundary = Self.boundary("\(seed) \(length) \(ranges)")
    }

    /// The value of the `Content-Type` field.
    var contentType: String { "multipart/byteranges; boundary=\(boundary)" }

    /// The parts, in the order asked for; from a body that cannot seek in the order in which they stand there, so that
    /// it is read once.
    func body(from whole: Body) -> Body {
        let ordered = whole.isSeekable ? ranges : ranges.sorted { $0.lowerBound < $1.lowerBound }
        let parts = ordered.enumerated().map { place, range in
            BytePart(header: header(of: range, isFirst: place == 0), range: range)
        }
        let trailer = Data("\r\n--\(boundary)--\r\n".utf8)
        if whole.isSeekable {
            let bodies = parts.flatMap { [Body($0.header), whole.slice($0.range)] }
            return Body(concatenating: bodies + [Body(trailer)])
        }
        return Body(OnePassSource(whole: whole, parts: parts, trailer: trailer))
    }

    private func header(of range: Range<Int64>, isFirst: Bool) -> Data {
        var text = isFirst ? "" : "\r\n"
        text += "--\(boundary)\r\n"
        if let type { text += "Content-Type: \(type)\r\n" }
        text += "Content-Range: \(ContentRange(range, of: length))\r\n\r\n"
        return Data(text.utf8)
    }

    /// 128 bits in hexadecimal: FNV-1a from two starting points.
    private static func boundary(_ seed: String) -> String {
        let starts: [UInt64] = [0xCBF2_9CE4_8422_2325, 0x9AE1_6A3B_2F90_404F]
        return starts.map { start in
            let hash = seed.utf8.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
            let digits = String(hash, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}

private struct BytePart: Sendable {
    let header: Data
    let range: Range<Int64>
}

/// Parts in ascending order, cut out of a body in one pass.
private struct OnePassSource: BodySource {
    let whole: Body
    let parts: [BytePart]
    let trailer: Data

    var length: Int64? {
        parts.reduce(Int64(trailer.count)) { $0 + Int64($1.header.count) + Int64($1.range.count) }
    }
    var isReplayable: Bool { whole.isReplayable }

    func makeReader(range: Range<Int64>?) throws -> any BodyReader {
        Reader(pass: whole.makeAsyncIterator(), parts: parts[...], trailer: trailer)
    }

    private struct Reader: BodyReader {
        var pass: Body.AsyncIterator
        var parts: ArraySlice<BytePart>
        var trailer: Data?
        /// What was read and not yet used, and where in the whole body it starts.
        var chunk = Data()
        var position: Int64 = 0
        /// The bytes that the current part still lacks.
        var left: Int64 = 0

        nonisolated(nonsending) mutating func read() async throws -> Data? {
            if left > 0 {
                let piece = try await take(upTo: left)
                left -= Int64(piece?.count ?? 0)
                return piece
            }
            guard let part = parts.popFirst() else {
                defer { trailer = nil }
                return trailer
            }
            while position < part.range.lowerBound {
                guard try await take(upTo: part.range.lowerBound - position) != nil else { return nil }
            }
            left = Int64(part.range.count)
            return part.header
        }

        nonisolated(nonsending) private mutating func take(upTo count: Int64) async throws -> Data? {
            if chunk.isEmpty {
                guard let next = try await pass.next() else { return nil }
                chunk = next
            }
            let piece = chunk.prefix(Int(clamping: count))
            chunk = chunk.dropFirst(piece.count)
            position += Int64(piece.count)
            return piece
        }
    }
}

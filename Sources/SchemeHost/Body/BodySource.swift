#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Where the bytes of a ``Body`` come from.
///
/// A source owns what it reads from (a descriptor, a database connection) and closes it in its `deinit`, so that a
/// body that is dropped, read or not, frees everything at once.
public protocol BodySource: Sendable {
    /// The number of bytes, where it is known before reading. The body checks it: a source that ends early or runs
    /// over is a failed transfer.
    var length: Int64? { get }
    /// Whether a range of bytes can be read at the cost of that range.
    var isSeekable: Bool { get }
    /// Whether the bytes can be read more than once.
    var isReplayable: Bool { get }
    /// Starts reading.
    /// - Parameter range: The bytes wanted, within `length`; nil for all. Only a seekable source is asked for a range.
    /// - Throws: Where the bytes cannot be read (again).
    func makeReader(range: Range<Int64>?) throws -> any BodyReader
}

extension BodySource {
    /// False: a range costs reading everything before it.
    public var isSeekable: Bool { false }
    /// As ``isSeekable``.
    public var isReplayable: Bool { isSeekable }
}

/// One pass over the bytes of a ``BodySource``.
///
/// Runs on its caller's executor. Short blocking reads (a warm page cache) are made inline; what takes longer hops
/// away by ``offload(_:)``.
public protocol BodyReader {
    /// The next chunk, never empty; nil at the end.
    /// - Throws: What keeps the rest from being read; the body ends there.
    nonisolated(nonsending) mutating func read() async throws -> Data?
}

/// A source that is a function giving chunks; read once.
struct OneShotSource: BodySource {
    let length: Int64?
    // The reader is handed out to one consumer, once.
    private let reader: Lock<(any BodyReader & Sendable)?>

    init(length: Int64?, reader: some BodyReader & Sendable) {
        self.length = length
        self.reader = Lock(reader)
    }

    func makeReader(range: Range<Int64>?) throws -> any BodyReader {
        let taken = reader.withLock { reader in
            defer { reader = nil }
            return reader
        }
        guard let taken else {
            throw SchemeHostError(.unsupported, "this body can be read only once; collect it first to read it again")
        }
        return taken
    }
}

/// Several bodies, one after the other.
struct ConcatenatedSource: BodySource {
    let parts: [Body]

    var length: Int64? {
        parts.reduce(0) { total, part in total.flatMap { total in part.length.map { total + $0 } } }
    }
    var isReplayable: Bool { parts.allSatisfy(\.isReplayable) }

    func makeReader(range: Range<Int64>?) throws -> any BodyReader { Reader(rest: parts[...]) }

    private struct Reader: BodyReader {
        var rest: ArraySlice<Body>
        var current: Body.AsyncIterator?

        init(rest: ArraySlice<Body>) { self.rest = rest }

        nonisolated(nonsending) mutating func read() async throws -> Data? {
            while true {
                if current == nil {
                    guard let body = rest.popFirst() else { return nil }
                    current = body.makeAsyncIterator()
                }
                if let chunk = try await current?.next() { return chunk }
                current = nil
            }
        }
    }
}

/// A range of a source that cannot seek: what comes before it is read and thrown away.
struct SkippingSource: BodySource {
    let base: Body
    let range: Range<Int64>

    var length: Int64? { Int64(range.count) }
    var isReplayable: Bool { base.isReplayable }

    func makeReader(range: Range<Int64>?) throws -> any BodyReader {
        Reader(iterator: base.makeAsyncIterator(), skip: self.range.lowerBound, left: Int64(self.range.count))
    }

    private struct Reader: BodyReader {
        var iterator: Body.AsyncIterator
        var skip: Int64
        var left: Int64

        nonisolated(nonsending) mutating func read() async throws -> Data? {
            while left > 0, var chunk = try await iterator.next() {
                guard Int64(chunk.count) > skip else {
                    skip -= Int64(chunk.count)
                    continue
                }
                chunk = chunk.dropFirst(Int(skip)).prefix(Int(Swift.min(left, Int64(Int.max))))
                skip = 0
                left -= Int64(chunk.count)
                return chunk
            }
            return nil
        }
    }
}

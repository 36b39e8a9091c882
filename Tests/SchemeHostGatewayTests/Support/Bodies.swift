import SchemeHost

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Gives chunks of zeros, counts them, and reports when it is freed.
final class CountingSource: BodySource {
    let length: Int64?
    private let chunks: Int
    private let fails: Bool
    private let pulled = Lock(0)
    private let onFree: @Sendable () -> Void

    static let chunkSize = 64 * 1024

    /// - Parameters:
    ///   - chunks: How many chunks of 64 KiB the source gives.
    ///   - isSized: Whether it tells its length.
    ///   - fails: Whether it throws behind the last chunk.
    init(chunks: Int, isSized: Bool = true, fails: Bool = false, onFree: @escaping @Sendable () -> Void = {}) {
        self.chunks = chunks
        self.fails = fails
        self.onFree = onFree
        length = isSized ? Int64((chunks + (fails ? 1 : 0)) * Self.chunkSize) : nil
    }

    deinit { onFree() }

    var pulls: Int { pulled.withLock { $0 } }

    func makeReader(range: Range<Int64>?) throws -> any BodyReader { Reader(source: self) }

    private struct Reader: BodyReader {
        let source: CountingSource

        nonisolated(nonsending) mutating func read() async throws -> Data? {
            let count = source.pulled.withLock { count in
                count += 1
                return count
            }
            if count <= source.chunks { return Data(repeating: 0, count: CountingSource.chunkSize) }
            if source.fails { throw SchemeHostError(.sourceCorrupt, "damaged") }
            return nil
        }
    }
}

/// Gives one chunk and then nothing more until it is cancelled.
final class StallingSource: BodySource {
    let length: Int64? = 1000
    private let onFree: @Sendable () -> Void

    init(onFree: @escaping @Sendable () -> Void) { self.onFree = onFree }

    deinit { onFree() }

    func makeReader(range: Range<Int64>?) throws -> any BodyReader { Reader(source: self) }

    private struct Reader: BodyReader {
        let source: StallingSource
        var isFirst = true

        nonisolated(nonsending) mutating func read() async throws -> Data? {
            defer { isFirst = false }
            if isFirst { return Data("first".utf8) }
            try await Task.sleep(for: .seconds(3600))
            return nil
        }
    }
}

/// Something that happens once, and can be waited for.
struct Signal: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func fire() { continuation.finish() }

    func wait() async { for await _ in stream {} }
}

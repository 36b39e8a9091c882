public import Foundation
import SchemeHost

/// The bytes of a response, read as they are asked for.
///
/// It can be read once where the body can; dropping it closes what it reads from.
public struct AsyncBytes: AsyncSequence, Sendable {
    /// The same bytes in chunks, as they come from the handler: much faster than one by one.
    public let chunks: AsyncChunks

    /// Starts reading.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(chunks: chunks.makeAsyncIterator()) }

    /// One pass over the bytes.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var chunks: AsyncChunks.AsyncIterator
        private var chunk = Data()
        private var position = 0

        fileprivate init(chunks: AsyncChunks.AsyncIterator) { self.chunks = chunks }

        /// The next byte; nil at the end.
        /// - Throws: `URLError`.
        public mutating func next() async throws -> UInt8? { try await next(isolation: #isolation) }

        /// The next byte; nil at the end.
        /// - Throws: `URLError`.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> UInt8? {
            if position == chunk.endIndex {
                guard let next = try await chunks.next(isolation: actor) else { return nil }
                chunk = next
                position = next.startIndex
            }
            defer { position += 1 }
            return chunk[position]
        }
    }
}

/// The bytes of a response in chunks, read as they are asked for.
public struct AsyncChunks: AsyncSequence, Sendable {
    let body: Body
    let url: URL?

    /// Starts reading.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(chunks: body.makeAsyncIterator(), url: url) }

    /// One pass over the chunks.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var chunks: Body.AsyncIterator
        fileprivate let url: URL?

        /// The next chunk, never empty; nil at the end.
        /// - Throws: `URLError`.
        public mutating func next() async throws -> Data? { try await next(isolation: #isolation) }

        /// The next chunk, never empty; nil at the end.
        /// - Throws: `URLError`.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Data? {
            do { return try await chunks.next(isolation: actor) } catch { throw URLError(error, url: url) }
        }
    }
}

import HummingbirdCore
import NIOCore
import SchemeHost

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The content of a request, read from its connection as it is asked for, once.
final class RequestSource: BodySource {
    private enum State {
        case unread, idle, reading, closed
    }

    let length: Int64?
    private let content: RequestBody
    private let channel: any Channel
    private let state = Lock(State.unread)

    init(_ content: RequestBody, length: Int64?, channel: any Channel) {
        self.content = content
        self.length = length
        self.channel = channel
    }

    func makeReader(range: Range<Int64>?) throws -> any BodyReader {
        let isFirst = state.withLock { state in
            guard case .unread = state else { return false }
            state = .idle
            return true
        }
        guard isFirst else {
            throw SchemeHostError(.unsupported, "the content of this request can be read only once, and while it lasts")
        }
        channel.triggerUserOutboundEvent(HTTP1Codec.ContentWanted(), promise: nil)
        return Reader(source: self, iterator: content.makeAsyncIterator())
    }

    /// Ends reading with the exchange: what comes next on the connection is another request's.
    /// - Throws: Where somebody is still waiting for content, which leaves the connection in no state to go on.
    func close() throws {
        let isReading = state.withLock { state in
            defer { state = .closed }
            if case .reading = state { return true } else { return false }
        }
        if isReading { throw SchemeHostError(.connectionReset, "a handler reads its request beyond the response") }
    }

    private func enter(_ next: State) throws {
        let isClosed = state.withLock { state in
            if case .closed = state { return true }
            state = next
            return false
        }
        if isClosed {
            throw SchemeHostError(.connectionReset, "the request is over, its content can no longer be read")
        }
    }

    private struct Reader: BodyReader {
        let source: RequestSource
        var iterator: RequestBody.AsyncIterator

        nonisolated(nonsending) mutating func read() async throws -> Data? {
            while true {
                try source.enter(.reading)
                let result: Result<ByteBuffer?, any Error>
                do { result = .success(try await iterator.next(isolation: #isolation)) } catch {
                    result = .failure(error)
                }
                try source.enter(.idle)
                let buffer = try result.get()
                guard let buffer else { return nil }
                if buffer.readableBytes > 0 { return Data(buffer.readableBytesView) }
            }
        }
    }
}

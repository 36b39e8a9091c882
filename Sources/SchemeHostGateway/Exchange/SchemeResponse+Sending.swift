import HTTPTypes
import HummingbirdCore
import NIOCore
import SchemeHost

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension SchemeResponse {
    /// The response for the connection: fields as they are, the body pulled as fast as the client reads.
    /// - Parameters:
    ///   - method: The method of the request: HEAD is answered by the fields alone.
    ///   - eventLoop: The connection's.
    ///   - request: The content of the request, no longer to be read when the response ends.
    ///   - onFailure: Told what breaks the transfer off.
    /// - Throws: What keeps a small body from being read, as long as nothing is sent.
    func sending(
        to method: HTTPRequest.Method,
        on eventLoop: any EventLoop,
        after request: RequestSource?,
        onFailure: @escaping @Sendable (any Error) -> Void
    ) async throws -> Response {
        let hasContent = method != .head && status.mayHaveContent
        var fields = headerFields
        if hasContent, fields[.contentLength] == nil, let length = body.length {
            fields[.contentLength] = String(length)
        }
        let expected = fields[.contentLength].flatMap { Int64($0) }
        let content: ResponseBody
        if request == nil, !hasContent {
            content = ResponseBody()
        } else if request == nil, body.isSeekable, let expected, expected == body.length, expected <= Self.batchSize {
            // What is at hand goes out with its head in one piece.
            content = ResponseBody(byteBuffer: ByteBuffer(bytes: try await body.collect(upTo: Self.batchSize)))
        } else {
            content = ResponseBody { [body = hasContent ? body : nil] writer in
                do {
                    if let body { try await Self.write(body, expected: expected, to: &writer, on: eventLoop) }
                    try request?.close()
                } catch {
                    onFailure(error)
                    throw error
                }
                try await writer.finish(nil)
            }
        }
        var response = Response(status: status, headers: fields, body: content)
        response.headers = fields  // Without the length that the initializer adds, of no content, to a HEAD or a 304.
        return response
    }

    /// The most that is written at once, in bytes: sockets like large pieces, memory small ones.
    private static let batchSize = 256 * 1024

    /// How much is handed to the event loop before waiting for it to catch up, in bytes. The writer suspends only
    /// once the loop has told that the socket is full; a busy loop tells late.
    private static let window = 1 << 20

    @concurrent
    private static func write(
        _ body: Body,
        expected: Int64?,
        to writer: inout any ResponseBodyWriter,
        on eventLoop: any EventLoop
    ) async throws {
        var sent: Int64 = 0
        var ahead = 0
        var iterator = body.makeAsyncIterator()
        while let chunk = try await iterator.next() {
            sent += Int64(chunk.count)
            if let expected, sent > expected { throw wrongLength(sent, expected) }
            var rest = chunk[...]
            while !rest.isEmpty {
                let piece = rest.prefix(batchSize)
                try await writer.write(ByteBuffer(bytes: piece))
                rest = rest.dropFirst(batchSize)
                ahead += piece.count
                if ahead >= window {
                    try await eventLoop.submit {}.get()
                    ahead = 0
                }
            }
        }
        if let expected, sent < expected { throw wrongLength(sent, expected) }
    }

    private static func wrongLength(_ sent: Int64, _ expected: Int64) -> SchemeHostError {
        SchemeHostError(.sourceCorrupt, "the body has \(sent) bytes or more, where Content-Length says \(expected)")
    }
}

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The body of one request as far as matchers read it; parsed at most once, however many routes look at it.
final class BufferedBody: Sendable {
    /// The most bytes that are held for matching; no ``BodyMatcher`` matches a longer body.
    static let limit = 1 << 20

    /// The bytes; nil where there are more than the limit.
    let data: Data?
    private let parsed = Lock<Parsed>(.pending)

    private enum Parsed {
        case pending
        case done(JSONValue?)
    }

    init(_ data: Data?) { self.data = data }

    /// The body as JSON, where it is that.
    var json: JSONValue? {
        parsed.withLock { parsed in
            if case .done(let value) = parsed { return value }
            let value = data.flatMap { try? JSONValue(parsing: $0) }
            parsed = .done(value)
            return value
        }
    }

    /// The body as text; bytes that are not UTF-8 are repaired.
    var text: String? { data.map { String(decoding: $0, as: UTF8.self) } }

    /// Reads the body of a request, which is given one with the same bytes in its place.
    ///
    /// A body that is known to be too long stays unread; one that turns out to be is put together again from what was
    /// read and the rest.
    /// - Throws: What reading throws.
    static func read(from request: inout SchemeRequest) async throws -> BufferedBody {
        guard let body = request.body else { return BufferedBody(Data()) }
        if let length = body.length, length > Int64(limit) { return BufferedBody(nil) }
        var iterator = body.makeAsyncIterator()
        var data = Data()
        while let chunk = try await iterator.next() {
            data.append(chunk)
            guard data.count > limit else { continue }
            if !body.isReplayable {
                request.body = Body(concatenating: [Body(data), Body(reader: Remainder(iterator: iterator))])
            }
            return BufferedBody(nil)
        }
        if !body.isReplayable { request.body = Body(data) }
        return BufferedBody(data)
    }

    /// What an iterator has not given yet.
    // One consumer at a time holds the reader: a body hands it out once.
    private struct Remainder: BodyReader, @unchecked Sendable {
        var iterator: Body.AsyncIterator

        nonisolated(nonsending) mutating func read() async throws -> Data? { try await iterator.next() }
    }
}

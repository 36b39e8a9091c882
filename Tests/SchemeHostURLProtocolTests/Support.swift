import Foundation
import HTTPTypes
import SchemeHost
import SchemeHostURLProtocol
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A host with one route, for every URL of a scheme.
func makeHost(
    _ scheme: String = "x",
    unmatched: SchemeHost.Unmatched = .pass,
    _ closure: @escaping HandlerRegistry.Closure
) -> SchemeHost {
    SchemeHost(routes: [Route(.scheme(scheme), to: closure)], unmatched: unmatched)
}

/// A session into which a host is installed.
func makeSession(_ host: SchemeHost, delegate: (any URLSessionDelegate)? = nil) throws -> URLSession {
    var configuration = URLSessionConfiguration.ephemeral
    try host.install(into: &configuration)
    return URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
}

func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

/// What a completion handler was given.
struct Outcome: Sendable {
    var data: Data?
    var response: URLResponse?
    var error: (any Error)?

    var http: HTTPURLResponse? { response as? HTTPURLResponse }
    var status: Int? { http?.statusCode }
    var text: String? { data.map { String(decoding: $0, as: UTF8.self) } }
    var code: URLError.Code? { (error as? URLError)?.code }
}

extension URLSession {
    /// Loads by a task with a completion handler.
    func load(_ request: URLRequest, _ use: (URLSessionDataTask) -> Void = { $0.resume() }) async -> Outcome {
        await withCheckedContinuation { continuation in
            use(dataTask(with: request) { continuation.resume(returning: Outcome(data: $0, response: $1, error: $2)) })
        }
    }

    func load(_ text: String) async throws -> Outcome { await load(URLRequest(url: try url(text))) }
}

/// Keeps what its session's delegate is told.
final class Recorder: NSObject, URLSessionDataDelegate {
    struct Events: Sendable {
        var response: URLResponse?
        var data = Data()
        var chunks = 0
        var completions: [(any Error)?] = []
        var waiting: CheckedContinuation<Void, Never>?
    }

    let events = Lock(Events())
    private let onChunk: @Sendable (URLSessionDataTask, Int) -> Void
    private let bodyStream: Data?

    init(bodyStream: Data? = nil, onChunk: @escaping @Sendable (URLSessionDataTask, Int) -> Void = { _, _ in }) {
        self.onChunk = onChunk
        self.bodyStream = bodyStream
    }

    var now: Events { events.withLock { $0 } }

    /// Returns when the task is over.
    func completion() async {
        await withCheckedContinuation { continuation in
            let isOver = events.withLock { events in
                if events.completions.isEmpty { events.waiting = continuation }
                return !events.completions.isEmpty
            }
            if isOver { continuation.resume() }
        }
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        events.withLock { $0.response = response }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let count = events.withLock { events in
            events.data.append(data)
            events.chunks += 1
            return events.chunks
        }
        onChunk(dataTask, count)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        events.withLock { events in
            events.completions.append(error)
            events.waiting?.resume()
            events.waiting = nil
        }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        completionHandler(bodyStream.map { InputStream(data: $0) })
    }
}

/// A body of numbered chunks, that knows how many were read and how many such bodies there are.
final class CountedSource: BodySource {
    final class Count: Sendable {
        private let value = Lock(0)
        var now: Int { value.withLock { $0 } }
        func add(_ amount: Int) { value.withLock { $0 += amount } }
    }

    static let chunkSize = 1_000

    let length: Int64?
    private let chunks: Int
    private let failsAt: Int?
    private let pulls: Count
    private let live: Count

    /// - Parameter failsAt: The number of the chunk that cannot be read.
    init(chunks: Int, failsAt: Int? = nil, pulls: Count = Count(), live: Count = Count()) {
        self.chunks = chunks
        self.failsAt = failsAt
        self.pulls = pulls
        self.live = live
        length = Int64(chunks * Self.chunkSize)
        live.add(1)
    }

    deinit { live.add(-1) }

    func makeReader(range: Range<Int64>?) throws -> any BodyReader { Reader(source: self) }

    /// The bytes of chunk number `number`.
    static func chunk(_ number: Int) -> Data { Data((0..<chunkSize).map { UInt8(truncatingIfNeeded: $0 &+ number) }) }

    static func bytes(chunks: Int) -> Data { (0..<chunks).reduce(into: Data()) { $0.append(chunk($1)) } }

    private struct Reader: BodyReader {
        let source: CountedSource
        var number = 0

        nonisolated(nonsending) mutating func read() async throws -> Data? {
            guard number < source.chunks else { return nil }
            if number == source.failsAt { throw BrokenDisk() }
            defer { number += 1 }
            source.pulls.add(1)
            return CountedSource.chunk(number)
        }
    }
}

struct BrokenDisk: Error {}

/// Waits for something that happens by itself; a test whose condition never holds runs into its time limit.
func eventually(_ condition: () -> Bool) async {
    while !condition(), !Task.isCancelled { try? await Task.sleep(for: .milliseconds(1)) }
}

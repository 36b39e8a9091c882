public import Foundation
import HTTPTypes
public import SchemeHost

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

// URLSession on Linux has no `bytes(for:)`, its `download(for:)` crashes with a URLProtocol, and its `data(for:)` may
// deadlock when it is cancelled. These ask the host directly.
extension SchemeHost {
    /// Loads a request into memory, without URLSession; safe to cancel.
    ///
    /// Redirects are followed as far as this host has routes.
    /// - Returns: The bytes, and status and header fields. A problem (404, for example) is an answer.
    /// - Throws: `URLError`; `unsupportedURL` where no route takes the URL, `timedOut` where nothing happens for the
    ///   request's `timeoutInterval`.
    public func data(for request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        try await loading(request) { response, head, idleTimer in (try await response.body.collect(idleTimer), head) }
    }

    /// Loads a URL into memory; see ``data(for:)-(URLRequest)``.
    public func data(for url: URL) async throws -> (Data, HTTPURLResponse) { try await data(for: URLRequest(url: url)) }

    /// Starts to load a request, without URLSession; safe to cancel.
    ///
    /// Nothing is read before it is asked for; the request's `timeoutInterval` counts until the head is there.
    /// - Returns: The bytes to come, and status and header fields.
    /// - Throws: As ``data(for:)-(URLRequest)``.
    public func bytes(for request: URLRequest) async throws -> (AsyncBytes, HTTPURLResponse) {
        try await loading(request) { response, head, _ in
            (AsyncBytes(chunks: AsyncChunks(body: response.body, url: head.url)), head)
        }
    }

    /// Starts to load a URL; see ``bytes(for:)-(URLRequest)``.
    public func bytes(for url: URL) async throws -> (AsyncBytes, HTTPURLResponse) {
        try await bytes(for: URLRequest(url: url))
    }

    /// Loads a request into a file, without URLSession; safe to cancel.
    ///
    /// The file appears, or is replaced, when it is complete; an answer other than 2xx leaves it as it was.
    /// - Parameters:
    ///   - request: What to load.
    ///   - file: Where to; its folder must exist.
    /// - Returns: Status and header fields.
    /// - Throws: As ``data(for:)-(URLRequest)``; `cannotCreateFile` or `cannotWriteToFile` for the file.
    public func download(for request: URLRequest, to file: URL) async throws -> HTTPURLResponse {
        try await loading(request) { response, head, idleTimer in
            guard response.status.kind == .successful else { return head }
            let target = try ReplacementFile(of: file)
            for try await chunk in response.body {
                idleTimer.touch()
                try target.write(chunk)
            }
            try Task.checkCancellation()
            try target.commit()
            return head
        }
    }

    /// Loads a URL into a file; see ``download(for:to:)-(URLRequest,_)``.
    public func download(for url: URL, to file: URL) async throws -> HTTPURLResponse {
        try await download(for: URLRequest(url: url), to: file)
    }

    /// Answers a request and works on the answer, with the request's time limit and with all errors as `URLError`.
    private func loading<Result: Sendable>(
        _ request: URLRequest,
        _ work: @escaping @Sendable (SchemeResponse, HTTPURLResponse, IdleTimer) async throws -> Result
    ) async throws -> Result {
        let idleTimer = IdleTimer(seconds: request.timeoutInterval)
        let outcome = Outcome<Result>()
        let task = Task {
            do {
                let (response, head) = try await answer(request, body: UploadBody.of(request))
                idleTimer.touch()
                outcome.settle(.success(try await work(response, head, idleTimer)))
            } catch {
                outcome.settle(.failure(URLError(error, url: request.url)))
            }
        }
        // A handler that takes no notice of cancellation must not hold its caller up.
        idleTimer.start {
            outcome.settle(.failure(URLError(idleTimer.error, url: request.url)))
            task.cancel()
        }
        defer { idleTimer.cancel() }
        return try await withTaskCancellationHandler {
            try await outcome.value()
        } onCancel: {
            outcome.settle(.failure(URLError(.cancelled)))
            task.cancel()
        }
    }

    /// Answers a request, following redirects.
    /// - Throws: Whatever loading throws; ``SchemeHostError`` with code `noRoute` where no route takes the request.
    func answer(_ request: URLRequest, body: Body?) async throws -> (SchemeResponse, HTTPURLResponse) {
        let first = try SchemeRequest(request, body: body)
        let (response, last) = try await respond(following: first)
        // A request that a handler dispatched, and that had no route, is that handler's answer.
        if let problem = response.problem, problem.code == .noRoute, problem.url == last.url.description {
            throw problem
        }
        let url = last.url == first.url ? request.url : nil
        return (response, try response.head(url: url ?? URL(last.url)))
    }
}

extension Body {
    /// All bytes, however many: URLSession's interface asks for them in one piece.
    func collect(_ idleTimer: IdleTimer) async throws -> Data {
        var result = Data()
        for try await chunk in self {
            idleTimer.touch()
            if result.isEmpty { result = chunk } else { result.append(chunk) }
        }
        return result
    }
}

/// The first of several outcomes; later ones are dropped.
private final class Outcome<Value: Sendable>: Sendable {
    private enum State {
        case open
        case awaited(CheckedContinuation<Value, any Error>)
        case settled(Result<Value, any Error>)
        case taken
    }

    private let state = Lock(State.open)

    func settle(_ result: Result<Value, any Error>) {
        let waiting = state.withLock { state -> CheckedContinuation<Value, any Error>? in
            switch state {
            case .open:
                state = .settled(result)
                return nil
            case .awaited(let continuation):
                state = .taken
                return continuation
            case .settled, .taken: return nil
            }
        }
        waiting?.resume(with: result)
    }

    /// Waits for the outcome; for one caller.
    func value() async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let result = state.withLock { state -> Result<Value, any Error>? in
                guard case .settled(let result) = state else {
                    state = .awaited(continuation)
                    return nil
                }
                state = .taken
                return result
            }
            if let result { continuation.resume(with: result) }
        }
    }
}

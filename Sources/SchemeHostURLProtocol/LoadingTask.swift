import Foundation
import SchemeHost

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Carries what a host answers to the client of one URLSession task.
///
/// The client may only be called where URLSession called `startLoading`, and never again once the task is over or
/// stopped; so everything that happens is brought there as an ``Event``, and dropped where the task is over.
final class LoadingTask: @unchecked Sendable {  // All mutable state is confined to `executor`.
    private enum Event: Sendable {
        case response(HTTPURLResponse)
        case data(Data)
        case finished
        case failed(URLError)
    }

    /// How many chunks may be on their way to a delegate.
    private static let window = 4

    private let executor: ClientExecutor
    private let delivery: Delivery
    private let idleTimer: IdleTimer
    /// Nil when the task is over.
    private var urlProtocol: SchemeURLProtocol?
    private var isSuspended = false
    private var waiting: [Event] = []
    private var chunksUnderway = 0
    private var producer: CheckedContinuation<Void, Never>?
    private var work: Task<Void, Never>?

    /// Prepares for the task of a protocol, where URLSession called its `startLoading`.
    /// - Throws: ``SchemeHostError`` with code `unsupported` for tasks that no custom protocol can serve here.
    init(for urlProtocol: SchemeURLProtocol) throws {
        executor = try ClientExecutor.current(for: urlProtocol)
        delivery = try Delivery(for: urlProtocol.task)
        idleTimer = IdleTimer(seconds: urlProtocol.request.timeoutInterval)
        self.urlProtocol = urlProtocol
    }

    // MARK: Called by the protocol

    func start(_ request: URLRequest, from host: SchemeHost) {
        let task = urlProtocol?.task
        work = Task { await load(request, of: task, from: host) }
        idleTimer.start { [weak self] in
            guard let self else { return }
            executor.async { self.timeOut() }
        }
    }

    func suspend() { isSuspended = true }

    func resume() {
        guard isSuspended else { return }
        isSuspended = false
        idleTimer.touch()
        let events = waiting
        waiting = []
        handle(events)
    }

    func stop() {
        close()
        guard let work else { return }
        // A cancellation handler may call into URLSession, which would wait here for itself.
        DispatchQueue.global().async { work.cancel() }
    }

    // MARK: On the executor

    private func handle(_ events: [Event]) {
        for event in events {
            if isSuspended {
                waiting.append(event)
            } else if let urlProtocol, let client = urlProtocol.client {
                handle(event, urlProtocol, client)
            }
        }
    }

    private func handle(_ event: Event, _ urlProtocol: SchemeURLProtocol, _ client: any URLProtocolClient) {
        switch event {
        case .response(let response):
            client.urlProtocol(urlProtocol, didReceive: response, cacheStoragePolicy: .notAllowed)
        case .data(let data):
            client.urlProtocol(urlProtocol, didLoad: data)
            acknowledge()
        case .finished:
            client.urlProtocolDidFinishLoading(urlProtocol)
            urlProtocol.detach()
            close()
        case .failed(let error):
            client.urlProtocol(urlProtocol, didFailWithError: error)
            urlProtocol.detach()
            close()
        }
    }

    /// Lets the next chunk come when the delegate is done with this one.
    private func acknowledge() {
        guard case .chunks(let delegateQueue?) = delivery else { return chunkDone() }
        delegateQueue.addOperation { [self] in
            executor.async { self.chunkDone() }
        }
    }

    private func chunkDone() {
        chunksUnderway -= 1
        idleTimer.touch()
        producer?.resume()
        producer = nil
    }

    private func timeOut() {
        // A suspended task has no time limit, and a slow delegate is no slow host.
        guard urlProtocol != nil, !isSuspended, producer == nil else { return }
        let message = "the handler gave nothing for \(idleTimer.seconds) s, the request's timeoutInterval"
        handle([.failed(URLError(SchemeHostError(.timedOut, message), url: urlProtocol?.request.url))])
        stop()
    }

    private func close() {
        urlProtocol = nil
        waiting = []
        idleTimer.cancel()
        producer?.resume()
        producer = nil
    }

    // MARK: In the task

    private func load(_ request: URLRequest, of task: URLSessionTask?, from host: SchemeHost) async {
        do {
            let body = try task.flatMap { try UploadBody.of($0, request) }
            let (response, head) = try await host.answer(request, body: body)
            idleTimer.touch()
            switch delivery {
            case .whole:
                let data = try await response.body.collect(idleTimer)
                send([.response(head), .data(data), .finished])
            case .chunks:
                send([.response(head)])
                for try await chunk in response.body { await send(chunk) }
                send([.finished])
            }
        } catch {
            send([.failed(URLError(error, url: request.url))])
        }
    }

    private func send(_ events: [Event]) {
        executor.async { self.handle(events) }
    }

    /// Returns when the next chunk may come.
    private func send(_ chunk: Data) async {
        await withCheckedContinuation { continuation in
            executor.async {
                self.idleTimer.touch()
                self.chunksUnderway += 1
                self.handle([.data(chunk)])
                if self.urlProtocol == nil || self.chunksUnderway < Self.window {
                    continuation.resume()
                } else {
                    self.producer = continuation
                }
            }
        }
    }
}

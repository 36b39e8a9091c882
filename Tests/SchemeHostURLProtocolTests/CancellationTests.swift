import Dispatch
import Foundation
import HTTPTypes
import SchemeHost
import SchemeHostURLProtocol
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Cancellation, time limits, lifetimes", .timeLimit(.minutes(5)))
struct CancellationTests {
    @Test("cancelling a task cancels its handler")
    func cancel() async throws {
        let (started, cancelled) = (CountedSource.Count(), CountedSource.Count())
        let host = makeHost { _ in
            started.add(1)
            defer { cancelled.add(1) }
            try await Task.sleep(for: .seconds(1_000))
            return .text("")
        }
        let session = try makeSession(host)
        let request = URLRequest(url: try url("x://h/a"))
        async let outcome = session.load(request) { task in
            task.resume()
            Task {
                await eventually { started.now == 1 }
                task.cancel()
            }
        }
        #expect(await outcome.code == .cancelled)
        await eventually { cancelled.now == 1 }

        let direct = Task { try await host.data(for: request) }
        await eventually { started.now == 2 }
        direct.cancel()
        let error = await #expect(throws: URLError.self) { try await direct.value }
        #expect(error?.code == .cancelled)
        await eventually { cancelled.now == 2 }
    }

    @Test("a task cancelled before it is resumed never reaches the handler")
    func cancelFirst() async throws {
        let host = makeHost { _ in
            Issue.record("the handler was asked")
            return .text("")
        }
        let outcome = try await makeSession(host).load(URLRequest(url: try url("x://h/a"))) { $0.cancel() }
        #expect(outcome.code == .cancelled)
    }

    @Test("a handler that gives nothing within timeoutInterval is cancelled", arguments: ["head", "body"])
    func timeout(_ stuckAt: String) async throws {
        struct Stuck: BodyReader {
            let underWay: CountedSource.Count

            nonisolated(nonsending) func read() async throws -> Data? {
                underWay.add(1)
                defer { underWay.add(-1) }
                try await Task.sleep(for: .seconds(1_000))
                return nil
            }
        }
        let underWay = CountedSource.Count()
        let host = makeHost { request in
            if request.url.percentEncodedPath == "/head" { _ = try await Stuck(underWay: underWay).read() }
            return SchemeResponse(headerFields: [.contentType: "a/b"], body: Body(reader: Stuck(underWay: underWay)))
        }
        var request = URLRequest(url: try url("x://h/\(stuckAt)"))
        request.timeoutInterval = 0.05
        let outcome = try await makeSession(host).load(request)
        #expect(outcome.code == .timedOut)
        #expect(outcome.error?.localizedDescription.contains("0.05") == true)
        let recorder = Recorder()
        try makeSession(host, delegate: recorder).dataTask(with: request).resume()
        await recorder.completion()
        #expect((recorder.now.completions.first.flatMap { $0 } as? URLError)?.code == .timedOut)
        let error = await #expect(throws: URLError.self) { try await host.data(for: request) }
        #expect(error?.code == .timedOut)
        #expect(error?.localizedDescription.contains("0.05") == true)
        await eventually { underWay.now == 0 }
    }

    @Test("a handler that takes no notice of its cancellation holds nobody up")
    func stubborn() async throws {
        let held = Lock<[CheckedContinuation<Void, Never>]>([])
        let host = makeHost { _ in
            await withCheckedContinuation { continuation in held.withLock { $0.append(continuation) } }
            return .text("late")
        }
        var request = URLRequest(url: try url("x://h/"))
        let direct = Task { [request] in try await host.data(for: request) }
        await eventually { held.withLock { $0.count == 1 } }
        direct.cancel()
        #expect(await #expect(throws: URLError.self) { try await direct.value }?.code == .cancelled)

        request.timeoutInterval = 0.05
        #expect(try await makeSession(host).load(request).code == .timedOut)
        #expect(await #expect(throws: URLError.self) { try await host.data(for: request) }?.code == .timedOut)
        for continuation in held.withLock({ $0 }) { continuation.resume() }
    }

    @Test("time in suspension, and time a slow delegate takes, do not count")
    func timeoutPauses() async throws {
        let host = makeHost { _ in SchemeResponse(body: Body(CountedSource(chunks: 12))) }
        let hold = DispatchSemaphore(value: 0)
        let recorder = Recorder { task, number in
            if number == 1 { _ = hold.wait(timeout: .now() + 11) }
            if number == 5 { task.suspend() }
        }
        var request = URLRequest(url: try url("x://h/a"))
        // Long enough for the first chunk on a busy machine; both pauses are longer.
        request.timeoutInterval = 10
        let task = try makeSession(host, delegate: recorder).dataTask(with: request)
        task.resume()
        await eventually { task.state == .suspended || !recorder.now.completions.isEmpty }
        try await Task.sleep(for: .seconds(11))
        task.resume()
        await recorder.completion()
        #expect(recorder.now.completions.first.flatMap { $0 } == nil)
        #expect(recorder.now.data == CountedSource.bytes(chunks: 12))
    }

    @Test("10,000 requests cancelled at any moment neither crash nor hang, and close their bodies")
    func storm() async throws {
        let live = CountedSource.Count()
        let host = makeHost { _ in
            await Task.yield()
            return SchemeResponse(body: Body(CountedSource(chunks: 8, live: live)))
        }
        let plain = try makeSession(host)
        let delegated = try makeSession(host, delegate: Recorder())
        let request = URLRequest(url: try url("x://h/a"))
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<10_000 {
                if number >= 64 { await group.next() }
                group.addTask {
                    let moment = Int.random(in: 0...30)
                    switch number % 4 {
                    case 0:
                        let task = Task { try? await host.data(for: request) }
                        for _ in 0..<moment { await Task.yield() }
                        task.cancel()
                        _ = await task.value
                    case 1:
                        // Without a handler there is nothing to wait for.
                        let task = delegated.dataTask(with: request)
                        task.resume()
                        for _ in 0..<moment { await Task.yield() }
                        task.cancel()
                    default:
                        let session = number % 4 == 2 ? plain : delegated
                        _ = await session.load(request) { task in
                            task.resume()
                            Task {
                                for _ in 0..<moment { await Task.yield() }
                                task.cancel()
                            }
                        }
                    }
                }
            }
        }
        await eventually { live.now == 0 }
        #expect(await plain.load(request).data == CountedSource.bytes(chunks: 8))
    }

    @Test("requests leave nothing behind")
    func lifetimes() async throws {
        struct Weak: Sendable { weak var task: URLSessionTask? }
        let live = CountedSource.Count()
        let host = makeHost { _ in SchemeResponse(body: Body(CountedSource(chunks: 1, live: live))) }
        let request = URLRequest(url: try url("x://h/a"))
        let tasks = Lock<[Weak]>([])
        let plain = try makeSession(host)
        // As many as take a few seconds in a debug build.
        for _ in 0..<5_000 {
            let outcome = await plain.load(request) { task in
                tasks.withLock { $0.append(Weak(task: task)) }
                task.resume()
            }
            #expect(outcome.data?.count == CountedSource.chunkSize)
        }
        for _ in 0..<500 {
            let recorder = Recorder()
            let session = try makeSession(host, delegate: recorder)
            let task = session.dataTask(with: request)
            tasks.withLock { $0.append(Weak(task: task)) }
            task.resume()
            await recorder.completion()
            session.finishTasksAndInvalidate()
        }
        await eventually { live.now == 0 }
        // A task holds its URLProtocol and is held by it.
        await eventually { tasks.withLock { $0.allSatisfy { $0.task == nil } } }
    }
}

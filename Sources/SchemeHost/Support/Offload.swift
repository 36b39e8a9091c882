import Dispatch

/// Runs blocking work (C libraries, cold disks) on a thread of its own instead of Swift's cooperative pool.
///
/// A hop costs about 15 µs, so it is taken once for a body or for some MiB of it, not for every chunk.
/// - Parameter work: The blocking call.
/// - Returns: What `work` returns.
/// - Throws: What `work` throws.
public func offload<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
    let job = OffloadedJob(work)
    return try await withCheckedThrowingContinuation { continuation in
        BlockingQueues.shared.run { continuation.resume(with: job.run()) }
    }
}

/// Work that lets go of what it holds (descriptors, handles) before its caller goes on, not when the queue gets to it.
private final class OffloadedJob<Result: Sendable>: Sendable {
    private let work: Lock<(@Sendable () throws -> Result)?>

    init(_ work: @escaping @Sendable () throws -> Result) { self.work = Lock(work) }

    func run() -> Swift.Result<Result, any Error> {
        let work = work.withLock { $0.take() }
        return Swift.Result {
            guard let work else { throw CancellationError() }
            return try work()
        }
    }
}

/// Serial queues, an idle one for each job.
///
/// A concurrent queue on Linux starts as many threads as there are processors and then waits before it starts more,
/// so a few blocked jobs would hold all others up; each serial queue has a thread as soon as it has work.
private final class BlockingQueues: Sendable {
    static let shared = BlockingQueues()

    private struct State {
        var idle: [DispatchQueue] = []
        var count = 0
    }

    /// Beyond this many jobs at once, further ones wait.
    private static let limit = 64
    private let state = Lock(State())
    private let overflow = DispatchQueue(label: "schemehost.blocking.overflow")

    func run(_ job: @escaping @Sendable () -> Void) {
        guard let queue = takeQueue() else {
            overflow.async(execute: job)
            return
        }
        queue.async { [self] in
            job()
            state.withLock { $0.idle.append(queue) }
        }
    }

    private func takeQueue() -> DispatchQueue? {
        state.withLock { state in
            if let queue = state.idle.popLast() { return queue }
            guard state.count < Self.limit else { return nil }
            state.count += 1
            return DispatchQueue(label: "schemehost.blocking.\(state.count)")
        }
    }
}

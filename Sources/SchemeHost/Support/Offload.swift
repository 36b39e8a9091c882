import Dispatch

private let blockingQueue = DispatchQueue(label: "schemehost.blocking", attributes: .concurrent)

/// Runs blocking work (C libraries, cold disks) on a thread of its own instead of Swift's cooperative pool.
///
/// A hop costs about 15 µs, so it is taken once for a body or for some MiB of it, not for every chunk.
/// - Parameter work: The blocking call.
/// - Returns: What `work` returns.
/// - Throws: What `work` throws.
public func offload<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
    let job = OffloadedJob(work)
    return try await withCheckedThrowingContinuation { continuation in
        blockingQueue.async { continuation.resume(with: job.run()) }
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

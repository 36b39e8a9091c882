import Dispatch

private let blockingQueue = DispatchQueue(label: "schemehost.blocking", attributes: .concurrent)

/// Runs blocking work (C libraries, cold disks) on a thread of its own instead of Swift's cooperative pool.
///
/// A hop costs about 15 µs, so it is taken once for a body or for some MiB of it, not for every chunk.
/// - Parameter work: The blocking call.
/// - Returns: What `work` returns.
/// - Throws: What `work` throws.
public func offload<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        blockingQueue.async { continuation.resume(with: Swift.Result(catching: work)) }
    }
}

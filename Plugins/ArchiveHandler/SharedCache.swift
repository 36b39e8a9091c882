import SchemeHost

/// Values that are costly to make: made once for all who ask at the same time, and kept while they fit.
///
/// The value used longest ago goes first; the newest stays, whatever its cost. Making one ends when nobody waits for it
/// any more.
final class SharedCache<Value: Sendable>: Sendable {
    private struct Kept {
        let value: Value
        let cost: Int64
        var lastUse: UInt64
    }

    private struct Making {
        let id: UInt64
        var task: Task<Void, Never>?
        var waiters: [UInt64: CheckedContinuation<Value, any Error>] = [:]
    }

    private struct State {
        var kept: [String: Kept] = [:]
        var making: [String: Making] = [:]
        var cost: Int64 = 0
        var ticks: UInt64 = 0

        mutating func tick() -> UInt64 {
            ticks += 1
            return ticks
        }
    }

    private let state = Lock(State())
    private let capacity: Int64
    private let cost: @Sendable (Value) -> Int64

    init(capacity: Int64, cost: @escaping @Sendable (Value) -> Int64) {
        self.capacity = capacity
        self.cost = cost
    }

    /// The value for a key, made where it is not kept.
    /// - Throws: What `make` throws; that is not kept. `CancellationError` at once where the caller is cancelled.
    func value(for key: String, make: @escaping @Sendable () async throws -> Value) async throws -> Value {
        if let value = use(key) { return value }
        let waiter = state.withLock { $0.tick() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                enqueue(continuation, as: waiter, for: key, make: make)
                // A cancellation before the line above found nobody waiting.
                if Task.isCancelled { leave(waiter, key) }
            }
        } onCancel: {
            leave(waiter, key)
        }
    }

    /// Drops all values.
    func removeAll() {
        state.withLock { state in
            state.kept = [:]
            state.cost = 0
        }
    }

    private func use(_ key: String) -> Value? {
        state.withLock { state in
            let now = state.tick()
            state.kept[key]?.lastUse = now
            return state.kept[key]?.value
        }
    }

    private func enqueue(
        _ continuation: CheckedContinuation<Value, any Error>,
        as waiter: UInt64,
        for key: String,
        make: @escaping @Sendable () async throws -> Value
    ) {
        let value: Value? = state.withLock { state in
            if let kept = state.kept[key] { return kept.value }
            if state.making[key] == nil {
                let id = state.tick()
                state.making[key] = Making(id: id)
                state.making[key]?.task = Task { [weak self] in
                    let result: Result<Value, any Error>
                    do { result = .success(try await make()) } catch { result = .failure(error) }
                    self?.finish(key, id, result)
                }
            }
            state.making[key]?.waiters[waiter] = continuation
            return nil
        }
        if let value { continuation.resume(returning: value) }
    }

    private func leave(_ waiter: UInt64, _ key: String) {
        let (continuation, task) = state.withLock { state in
            let continuation = state.making[key]?.waiters.removeValue(forKey: waiter)
            let isAbandoned = continuation != nil && state.making[key]?.waiters.isEmpty == true
            return (continuation, isAbandoned ? state.making.removeValue(forKey: key)?.task : nil)
        }
        task?.cancel()
        continuation?.resume(throwing: CancellationError())
    }

    private func finish(_ key: String, _ id: UInt64, _ result: Result<Value, any Error>) {
        let cost = (try? result.get()).map(cost) ?? 0
        let waiters = state.withLock { state in
            guard state.making[key]?.id == id, let making = state.making.removeValue(forKey: key) else {
                return [CheckedContinuation<Value, any Error>]()
            }
            if case .success(let value) = result {
                while state.cost + cost > capacity,
                    let oldest = state.kept.min(by: { $0.value.lastUse < $1.value.lastUse })
                {
                    state.cost -= oldest.value.cost
                    state.kept[oldest.key] = nil
                }
                state.kept[key] = Kept(value: value, cost: cost, lastUse: state.tick())
                state.cost += cost
            }
            return Array(making.waiters.values)
        }
        for waiter in waiters { waiter.resume(with: result) }
    }
}

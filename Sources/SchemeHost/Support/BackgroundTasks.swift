/// Tasks that outlive the request that started them.
final class BackgroundTasks: Sendable {
    private struct State {
        var tasks: [Int: Task<Void, Never>] = [:]
        var nextID = 0
        var isClosed = false
    }

    private let state = Lock(State())

    /// Starts work; nothing starts after ``finish(within:)``.
    func add(_ work: @escaping @Sendable () async -> Void) {
        state.withLock { state in
            guard !state.isClosed else { return }
            let id = state.nextID
            state.nextID += 1
            state.tasks[id] = Task { [weak self] in
                await work()
                self?.remove(id)
            }
        }
    }

    private func remove(_ id: Int) {
        state.withLock { state in _ = state.tasks.removeValue(forKey: id) }
    }

    /// Waits for all work; what is not done at the deadline is cancelled, and waited for.
    func finish(within deadline: Duration) async {
        let tasks = state.withLock { state in
            state.isClosed = true
            return Array(state.tasks.values)
        }
        guard !tasks.isEmpty else { return }
        let timer = Task {
            try await Task.sleep(for: deadline)
            tasks.forEach { $0.cancel() }
        }
        for task in tasks { await task.value }
        timer.cancel()
    }
}

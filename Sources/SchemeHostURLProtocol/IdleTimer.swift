import Dispatch
import Foundation
import SchemeHost

/// Tells when nothing has happened for a time.
final class IdleTimer: Sendable {
    private struct State {
        var lastActivity = DispatchTime.now()
        var timer: (any DispatchSourceTimer)?
    }

    /// The time limit; none where it is not a positive finite number.
    let seconds: Double
    private let state = Lock(State())

    init(seconds: Double) { self.seconds = seconds }

    deinit { cancel() }

    /// Starts to watch.
    /// - Parameter onTimeout: Called each time the limit passes without a ``touch()``, until ``cancel()``.
    func start(onTimeout: @escaping @Sendable () -> Void) {
        guard seconds > 0, seconds < 1e9 else { return }
        state.withLock { locked in
            let timer = DispatchSource.makeTimerSource(queue: .global())
            timer.setEventHandler { [weak self] in
                guard let self else { return }
                let left = seconds - idleSeconds
                if left <= 0 { onTimeout() }
                state.withLock { $0.timer?.schedule(after: left > 0 ? left : self.seconds) }
            }
            timer.schedule(after: seconds)
            timer.activate()
            locked.timer = timer
        }
    }

    /// Starts the time anew.
    func touch() { state.withLock { $0.lastActivity = .now() } }

    /// Ends the watch.
    func cancel() {
        state.withLock { state in
            state.timer?.cancel()
            state.timer = nil
        }
    }

    private var idleSeconds: Double {
        let last = state.withLock { $0.lastActivity.uptimeNanoseconds }
        return Double(DispatchTime.now().uptimeNanoseconds - last) / 1e9
    }
}

extension DispatchSourceTimer {
    fileprivate func schedule(after seconds: Double) {
        schedule(deadline: .now() + max(seconds, 0.001), leeway: .milliseconds(10))
    }
}

import Dispatch
import SchemeHost

/// Tells when nothing has happened for a time.
///
/// All timers of the process share one wake-up: nearly every request ends long before its limit, and a timer of the
/// system for each would cost more than the request.
final class IdleTimer: Sendable {
    private struct Watch {
        var timers: [ObjectIdentifier: (timer: IdleTimer, onTimeout: @Sendable () -> Void)] = [:]
        var nextCheck: DispatchTime?
    }

    private static let watch = Lock(Watch())
    /// The least time between two checks, in milliseconds.
    private static let granularity = 5

    /// The time limit; none where it is not a positive number, or beyond 30 years.
    let seconds: Double
    private let lastActivity = Lock(DispatchTime.now())

    init(seconds: Double) { self.seconds = seconds }

    /// Starts to watch.
    /// - Parameter onTimeout: Called each time the limit passes without a ``touch()``, until ``cancel()``, which the
    ///   caller owes.
    func start(onTimeout: @escaping @Sendable () -> Void) {
        guard seconds > 0, seconds < 1e9 else { return }
        touch()
        let deadline = deadline
        Self.watch.withLock { watch in
            watch.timers[ObjectIdentifier(self)] = (self, onTimeout)
            if watch.nextCheck.map({ deadline < $0 }) ?? true { Self.schedule(at: deadline, &watch) }
        }
    }

    /// Starts the time anew.
    func touch() { lastActivity.withLock { $0 = .now() } }

    /// Ends the watch.
    func cancel() { Self.watch.withLock { _ = $0.timers.removeValue(forKey: ObjectIdentifier(self)) } }

    private var deadline: DispatchTime { lastActivity.withLock { $0 } + seconds }

    private static func schedule(at time: DispatchTime, _ watch: inout Watch) {
        watch.nextCheck = time
        DispatchQueue.global().asyncAfter(deadline: time) { check(at: time) }
    }

    private static func check(at time: DispatchTime) {
        let expired = watch.withLock { watch -> [@Sendable () -> Void] in
            // An earlier check may have come in between.
            guard watch.nextCheck == time else { return [] }
            let now = DispatchTime.now()
            let expired = watch.timers.values.filter { $0.timer.deadline <= now }
            for entry in expired { entry.timer.touch() }
            watch.nextCheck = nil
            if let next = watch.timers.values.map(\.timer.deadline).min() {
                schedule(at: max(next, now + .milliseconds(granularity)), &watch)
            }
            return expired.map(\.onTimeout)
        }
        for onTimeout in expired { onTimeout() }
    }
}

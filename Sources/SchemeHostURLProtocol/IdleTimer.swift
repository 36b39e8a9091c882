import Dispatch
import SchemeHost

/// Tells when nothing has happened for a time.
///
/// All timers of the process share one wake-up: nearly every request ends long before its limit, and a timer of the
/// system for each would cost more than the request.
final class IdleTimer: Sendable {
    private struct Watched {
        let timer: IdleTimer
        let onTimeout: @Sendable () -> Void
        var lastReport: DispatchTime

        var nextReport: DispatchTime { max(timer.lastActivity.withLock { $0 }, lastReport) + timer.seconds }
    }

    private struct Watch {
        var timers: [ObjectIdentifier: Watched] = [:]
        var nextCheck: DispatchTime?
    }

    private static let watch = Lock(Watch())
    /// The least time between two checks, in milliseconds.
    private static let granularity = 5

    /// The time limit; none where it is not a positive number, or beyond 30 years.
    let seconds: Double
    private let lastActivity = Lock(DispatchTime.now())

    init(seconds: Double) { self.seconds = seconds }

    /// What a request fails with that reached the limit.
    var error: SchemeHostError {
        SchemeHostError(.timedOut, "the handler gave nothing for \(seconds) s, the request's timeoutInterval")
    }

    /// Whether the limit has passed since the last ``touch()``.
    var isOver: Bool { lastActivity.withLock { $0 } + seconds <= .now() }

    /// Starts to watch.
    /// - Parameter onTimeout: Called each time the limit passes without a ``touch()``, until ``cancel()``, which the
    ///   caller owes.
    func start(onTimeout: @escaping @Sendable () -> Void) {
        guard seconds > 0, seconds < 1e9 else { return }
        touch()
        Self.watch.withLock { watch in
            let watched = Watched(timer: self, onTimeout: onTimeout, lastReport: .now())
            watch.timers[ObjectIdentifier(self)] = watched
            let time = watched.nextReport
            if watch.nextCheck.map({ time < $0 }) ?? true { Self.schedule(at: time, &watch) }
        }
    }

    /// Starts the time anew.
    func touch() { lastActivity.withLock { $0 = .now() } }

    /// Ends the watch.
    func cancel() { Self.watch.withLock { _ = $0.timers.removeValue(forKey: ObjectIdentifier(self)) } }

    private static func schedule(at time: DispatchTime, _ watch: inout Watch) {
        watch.nextCheck = time
        DispatchQueue.global().asyncAfter(deadline: time) { check(at: time) }
    }

    private static func check(at time: DispatchTime) {
        let due = watch.withLock { watch -> [@Sendable () -> Void] in
            // An earlier check may have come in between.
            guard watch.nextCheck == time else { return [] }
            let now = DispatchTime.now()
            let due = watch.timers.filter { $0.value.nextReport <= now }
            for key in due.keys { watch.timers[key]?.lastReport = now }
            watch.nextCheck = nil
            if let next = watch.timers.values.map(\.nextReport).min() {
                schedule(at: max(next, now + .milliseconds(granularity)), &watch)
            }
            return due.values.map(\.onTimeout)
        }
        for onTimeout in due { onTimeout() }
    }
}

import Dispatch
import SchemeHost

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Control-C as cancellation, so that half-written files are removed on the way out.
enum Interruption {
    private static let status = Lock<ExitStatus?>(nil)

    /// What to exit with where a signal has arrived, whatever the work made of its cancellation.
    static var exitStatus: ExitStatus? { status.withLock { $0 } }

    /// Runs work; the first SIGINT or SIGTERM cancels it, a second one ends the process.
    static func cancelling(_ work: sending @escaping () async throws -> Void) async throws {
        let task = Task { try await work() }
        let sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                status.withLock { $0 = number == SIGINT ? .interrupted : .terminated }
                task.cancel()
                signal(number, SIG_DFL)
                // What is blocked in a call, or takes no notice, ends all the same.
                DispatchQueue.global().asyncAfter(deadline: .now() + 2) {
                    Terminal.exit(exitStatus ?? .interrupted)
                }
            }
            source.activate()
            return source
        }
        defer { sources.forEach { $0.cancel() } }
        try await task.value
    }
}

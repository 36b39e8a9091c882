import Dispatch
import Foundation
import SchemeHost

#if canImport(FoundationNetworking)
import FoundationNetworking

/// Where the client of a protocol may be called: on a queue that is serial with those of all sessions.
typealias ClientExecutor = DispatchQueue

extension ClientExecutor {
    /// The executor for a protocol that is starting.
    /// - Throws: ``SchemeHostError`` with code `unsupported` where this Foundation hides its queue.
    static func current(for urlProtocol: URLProtocol) throws -> ClientExecutor {
        if let problem = CorelibsInternals.problem { throw problem }
        guard let task = urlProtocol.task, let queue = CorelibsInternals.clientQueue(for: task) else {
            throw SchemeHostError(.unsupported, "this URLProtocol has no URLSession task; use host.data(for:)")
        }
        return queue
    }
}

#else

/// Where the client of a protocol may be called: on the thread that called `startLoading`.
struct ClientExecutor: @unchecked Sendable {  // A run loop takes blocks from every thread.
    private let runLoop = CFRunLoopGetCurrent()
    private let modes: CFArray

    /// The executor for a protocol that is starting.
    static func current(for urlProtocol: URLProtocol) throws -> ClientExecutor { ClientExecutor() }

    private init() {
        let current = CFRunLoopCopyCurrentMode(runLoop) ?? .defaultMode
        modes = [CFRunLoopMode.defaultMode.rawValue, current.rawValue] as CFArray
    }

    func async(_ work: @escaping @Sendable () -> Void) {
        CFRunLoopPerformBlock(runLoop, modes, work)
        CFRunLoopWakeUp(runLoop)
    }
}

#endif

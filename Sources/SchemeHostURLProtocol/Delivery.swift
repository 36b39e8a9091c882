import Foundation
import SchemeHost

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// How a body reaches the client.
enum Delivery {
    /// At once: a completion handler on Linux is given the last chunk only.
    case whole
    /// As it comes; where there is a delegate queue, no faster than the delegate takes it.
    case chunks(OperationQueue?)

    #if canImport(FoundationNetworking)
    /// Chooses for a task; call it where `startLoading` is called.
    /// - Throws: ``SchemeHostError`` with code `unsupported` for download and web socket tasks, which would crash.
    init(for task: URLSessionTask?) throws {
        switch task {
        case is URLSessionDownloadTask:
            throw SchemeHostError(
                .unsupported,
                "download tasks cannot work with a URLProtocol on Linux; use host.download(for:to:) or a data task"
            )
        case is URLSessionWebSocketTask:
            throw SchemeHostError(.unsupported, "a SchemeHost serves no web sockets; use a data task")
        case let task? where task.delegate is any URLSessionDataDelegate:
            let session = CorelibsInternals.session(of: task)
            guard let session, CorelibsInternals.callsDelegate(task, of: session) else { fallthrough }
            self = .chunks(session.delegateQueue)
        default: self = .whole
        }
    }
    #else
    /// Every task takes chunks.
    init(for task: URLSessionTask?) throws { self = .chunks(nil) }
    #endif
}

#if canImport(FoundationNetworking)
import Dispatch
import Foundation
import FoundationNetworking
import SchemeHost

/// What a URLProtocol must know of swift-corelibs-foundation and its public interface does not tell, read by reflection.
enum CorelibsInternals {
    /// Why reflection fails with the Foundation in use; nil where it finds everything.
    static let problem: SchemeHostError? = {
        let task = URLSessionDataTask()
        var missing = ["workQueue", "session", "knownBody"].filter { child($0, of: task) == nil }
        if !(child("workQueue", of: task) is DispatchQueue) { missing.append("workQueue: DispatchQueue") }
        let registry = child("taskRegistry", of: URLSession(configuration: .ephemeral))
        if registry.flatMap({ child("behaviours", of: $0) }) as? any IntegerLookup == nil {
            missing.append("taskRegistry.behaviours")
        }
        guard !missing.isEmpty else { return nil }
        let names = missing.joined(separator: ", ")
        return SchemeHostError(
            .unsupported,
            "this version of FoundationNetworking has changed inside (\(names)), so no URLProtocol can work safely; "
                + "use host.data(for:), host.bytes(for:) or host.download(for:to:)"
        )
    }()

    private static let sharedQueue = Lock<DispatchQueue?>(nil)

    /// A queue on which protocol clients may be called.
    ///
    /// The work queues of all tasks end in one serial queue of the process, so that of the first task serves all.
    static func clientQueue(for task: URLSessionTask) -> DispatchQueue? {
        sharedQueue.withLock { queue in
            if let queue { return queue }
            guard let target = child("workQueue", of: task) as? DispatchQueue else { return nil }
            let made = DispatchQueue(label: "schemehost.urlprotocol", target: target)
            queue = made
            return made
        }
    }

    /// The session of a task.
    static func session(of task: URLSessionTask) -> URLSession? { child("session", of: task) as? URLSession }

    /// Whether a task reports to its session's delegate rather than to a completion handler. Only on the work queue.
    static func callsDelegate(_ task: URLSessionTask, of session: URLSession) -> Bool {
        guard let registry = child("taskRegistry", of: session),
            let behaviours = child("behaviours", of: registry) as? any IntegerLookup,
            let behaviour = behaviours.value(at: task.taskIdentifier)
        else { return false }
        // The other cases carry their completion handler.
        return Mirror(reflecting: behaviour).children.isEmpty
    }

    /// What an upload task was given to send: `DispatchData`, a file's `URL`, an `InputStream`, or nothing.
    static func knownBody(of task: URLSessionTask) -> Any? {
        guard let body = child("knownBody", of: task), let some = Mirror(reflecting: body).children.first?.value else {
            return nil
        }
        return Mirror(reflecting: some).children.first?.value
    }

    private static func child(_ label: String, of object: Any) -> Any? {
        var mirror: Mirror? = Mirror(reflecting: object)
        while let current = mirror {
            if let child = current.children.first(where: { $0.label == label }) { return child.value }
            mirror = current.superclassMirror
        }
        return nil
    }
}

/// Looks a value up in a dictionary of unknown type without copying the dictionary.
private protocol IntegerLookup {
    func value(at key: Int) -> Any?
}

extension Dictionary: IntegerLookup where Key == Int {
    fileprivate func value(at key: Int) -> Any? { self[key] }
}
#endif

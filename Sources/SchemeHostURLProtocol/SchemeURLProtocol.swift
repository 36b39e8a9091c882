import Foundation
import SchemeHost

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Loads what a host has routes for; each host has a subclass of its own (``HostClasses``).
class SchemeURLProtocol: URLProtocol {
    // URLSession calls `startLoading` and `stopLoading` on one queue (Linux) or thread (Apple platforms) only.
    private var loading: LoadingTask?

    override class func canInit(with request: URLRequest) -> Bool {
        // A session that outlives its host must not fall back on the network: `startLoading` says what is wrong.
        guard let host = HostClasses.host(of: self), host.unmatched == .pass else { return true }
        guard let request = try? SchemeRequest(request) else { return false }
        return host.hasRoute(for: request)
    }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override class func requestIsCacheEquivalent(_ a: URLRequest, to b: URLRequest) -> Bool { false }

    // On Linux this is called again when a suspended task is resumed.
    override func startLoading() {
        if let loading { return loading.resume() }
        do {
            let loading = try LoadingTask(for: self)
            self.loading = loading
            loading.start(request, from: try host)
        } catch {
            let error = URLError(error, url: request.url)
            client?.urlProtocol(self, didFailWithError: error)
            // Its readers learn of the failure by no other way.
            let webSocket = task as? URLSessionWebSocketTask
            webSocket?.cancel(with: .unsupportedData, reason: Data(error.localizedDescription.utf8))
            detach()
        }
    }

    // On Linux this is called when a task is suspended or cancelled, not when it ends by itself.
    override func stopLoading() {
        #if canImport(FoundationNetworking)
        if let state = task?.state, state == .running || state == .suspended {
            loading?.suspend()
            return
        }
        #endif
        loading?.stop()
        loading = nil
    }

    /// Ends the conversation with the client: a task that is over has left its session's registry, and naming it there
    /// once more (a cancellation that comes late does) would end the process.
    func detach() {
        loading = nil
        #if canImport(FoundationNetworking)
        client = nil
        #endif
    }

    private var host: SchemeHost {
        get throws {
            if let host = HostClasses.host(of: type(of: self)) { return host }
            throw SchemeHostError(
                .sourceUnavailable,
                "the SchemeHost that was installed into this session is gone; keep a reference to it as long as "
                    + "the session is used"
            )
        }
    }
}

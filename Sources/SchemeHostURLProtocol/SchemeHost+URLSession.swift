public import SchemeHost

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

extension SchemeHost {
    /// Makes every URLSession of the process load what this host has routes for, `URLSession.shared`,
    /// `Data(contentsOf:)` and other people's code included.
    ///
    /// The host stays alive until ``unregister()``. URLSession asks registered classes only about URLs that no class of
    /// the session itself takes: schemes of your own work everywhere, but `http` and `https` in no session with a
    /// configuration, and in `URLSession.shared` on Linux only where this is called before it is first used. Use
    /// ``install(into:)`` for those.
    ///
    /// With Foundation's internals changed (see ``install(into:)``) requests fail and say so.
    public func register() {
        HostClasses.retain(self, true)
        _ = URLProtocol.registerClass(HostClasses.protocolClass(for: self))
    }

    /// Undoes ``register()``. Requests under way are completed.
    public func unregister() {
        URLProtocol.unregisterClass(HostClasses.protocolClass(for: self))
        HostClasses.retain(self, false)
    }

    /// Makes the sessions made with a configuration load what this host has routes for, ahead of all else, and
    /// everything where ``unmatched-swift.property`` is `fail`.
    ///
    /// On Linux the configuration and its sessions keep the host alive. On Apple platforms keep a reference yourself:
    /// once the host is gone, the sessions' requests fail and say so.
    ///
    /// The configuration's cache is removed; on Linux a session that has one crashes when a task is cancelled.
    ///
    /// On Linux, download and web socket tasks are refused (use ``download(for:to:)-(URLRequest,_)``); a data task
    /// without delegate holds the whole body in memory; `URLSession.data(for:)` must not be cancelled, it may deadlock
    /// (use ``data(for:)-(URLRequest)``); a 401 is delivered to the caller, the delegate is not asked; and the session's
    /// `httpAdditionalHeaders` and `timeoutIntervalForRequest` do not count, those of the request do.
    /// - Throws: ``SchemeHostError`` with code `unsupported` where this version of FoundationNetworking differs inside
    ///   from what the adapter relies on.
    public func install(into configuration: inout URLSessionConfiguration) throws {
        #if canImport(FoundationNetworking)
        if let problem = CorelibsInternals.problem { throw problem }
        #endif
        let protocolClass: AnyClass = HostClasses.protocolClass(for: self)
        let others = (configuration.protocolClasses ?? []).filter { $0 != protocolClass }
        configuration.protocolClasses = [protocolClass] + others
        configuration.urlCache = nil
        #if canImport(FoundationNetworking)
        // Foundation copies this dictionary from session to session and reads nothing from it on Linux; it is the only
        // place where an object of one's own lives as long as a configuration.
        var keepsake = configuration.connectionProxyDictionary ?? [:]
        keepsake[ObjectIdentifier(self)] = self
        configuration.connectionProxyDictionary = keepsake
        #endif
    }
}

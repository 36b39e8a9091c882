import HTTPTypes
import SchemeHost

/// Which names a client may use for the gateway.
///
/// The check is exact. A page of another site can make its own name resolve to 127.0.0.1 (DNS rebinding) and would then
/// share an origin with the gateway, if the gateway answered to that name. A browser uses the absolute form only
/// towards a proxy that its user has set up; the names in it are those of the intercepted servers.
struct HostPolicy: Sendable {
    private let names: Set<Authority>
    private let root: RootMount?

    /// - Parameters:
    ///   - names: Further names, each with or without a port; without one the gateway's own port is meant.
    ///   - root: The URL that is served instead of all routes.
    /// - Throws: ``SchemeHostError`` with code `invalidConfiguration` where a name is malformed.
    init(names: [String], root: RootMount?) throws {
        self.root = root
        self.names = Set(
            try names.map { name in
                if let authority = Authority(name) { return authority }
                let message = "\"\(name)\" is no host name; write it like host, host:port or [::1]"
                throw SchemeHostError(.invalidConfiguration, message)
            }
        )
    }

    /// How a request addresses its resource, and under which name the client knows the gateway.
    /// - Parameters:
    ///   - head: The request, its target unchanged in `path`.
    ///   - local: Address and port at which the connection arrived.
    /// - Throws: ``Refusal``.
    func read(_ head: HTTPRequest, local: Authority) throws -> Arrival {
        let target = head.path ?? ""
        guard head.method != .connect else {
            let path = "/https/\(target.prefix { $0 != ":" })/PATH"
            let message = "CONNECT is not offered, since nothing of a tunnel can be answered; ask for \(path) instead"
            throw Refusal(SchemeHostError(.unsupported, message), status: .notImplemented)
        }
        guard target.utf8.count <= SchemeURL.maximumLength else {
            throw Refusal(SchemeHostError(.tooLarge, "the request target is too long"), status: .uriTooLong)
        }
        guard let host = head.authority.flatMap({ Authority($0) }) else {
            throw Refusal(
                SchemeHostError(.invalidRequest, "the request needs exactly one Host field that names a host")
            )
        }
        // OPTIONS * concerns the server and no resource (RFC 9110, section 9.3.7).
        if target == "*" { throw Refusal(response: SchemeResponse(status: .noContent)) }
        if target.hasPrefix("/") { return try read(originForm: target, host: host, local: local) }
        let url = try SchemeURL(target)
        let own = Authority(name: url.host, port: url.port)
        if url.scheme == "http", isOwnName(own, local: local) || isSubdomain(own, local: local) {
            let query = url.percentEncodedQuery.map { "?" + $0 } ?? ""
            return try read(originForm: url.percentEncodedPath + query, host: own, local: local)
        }
        guard root == nil else { throw Self.misdirected(own, local: local) }
        return Arrival(form: .absolute, target: target, gateway: own)
    }

    private func read(originForm target: String, host: Authority, local: Authority) throws -> Arrival {
        if isOwnName(host, local: local) {
            return Arrival(form: root.map { .root($0) } ?? .path, target: target, gateway: host)
        }
        guard root == nil, isSubdomain(host, local: local), let (scheme, authority) = Self.subdomain(host) else {
            throw Self.misdirected(host, local: local)
        }
        return Arrival(form: .subdomain(scheme: scheme, authority: authority), target: target, gateway: host)
    }

    private func isOwnName(_ host: Authority, local: Authority) -> Bool {
        if names.contains(host), host.port != nil { return true }
        guard host.httpPort == local.httpPort else { return false }
        // An address in digits cannot be rebound; only the one that the connection arrived at is meant.
        return Self.loopbackNames.contains(host.name) || host.name == local.name
            || names.contains(Authority(name: host.name, port: nil))
    }

    private func isSubdomain(_ host: Authority, local: Authority) -> Bool {
        host.httpPort == local.httpPort && Self.subdomain(host) != nil
    }

    /// `AUTHORITY.SCHEME.localhost`; the authority may be missing.
    private static func subdomain(_ host: Authority) -> (scheme: String, authority: String)? {
        guard host.name.hasSuffix(".localhost") else { return nil }
        let stem = host.name.dropLast(".localhost".count)
        let dot = stem.lastIndex(of: ".")
        let scheme = dot.map { stem[stem.index(after: $0)...] } ?? stem
        let authority = dot.map { stem[..<$0] } ?? ""
        guard AddressForm.isScheme(scheme), dot == nil || !authority.isEmpty else { return nil }
        return (String(scheme), String(authority))
    }

    private static func misdirected(_ host: Authority, local: Authority) -> Refusal {
        let message =
            "this gateway does not answer to \(host); use localhost:\(local.httpPort), or configure the name"
        return Refusal(SchemeHostError(.forbidden, message), status: .misdirectedRequest)
    }

    private static let loopbackNames: Set<String> = ["localhost", "127.0.0.1", "::1"]
}

/// A request that came to the right place.
struct Arrival: Sendable {
    /// How it addresses its resource.
    let form: AddressForm
    /// The request target, to be read by `form`.
    var target: String
    /// Host and port by which the client knows the gateway; in the absolute form, those of the intercepted server.
    let gateway: Authority
}

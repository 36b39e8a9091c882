import HTTPTypes
import SchemeHost

/// Keeps pages of other sites from changing anything through the visitor's browser.
///
/// A browser tells where a request comes from in `Sec-Fetch-Site` and, for writes, in `Origin`. Sandboxed pages have
/// the origin `null`, so content on the shared origin cannot write either. Other clients send neither field.
enum CrossSitePolicy {
    /// - Throws: ``Refusal`` where a page of another origin tries to write.
    static func check(_ request: HTTPRequest, gateway: Authority) throws {
        guard ![.get, .head, .options].contains(request.method) else { return }
        let site = request.headerFields[.secFetchSite]?.lowercased()
        let origin = request.headerFields[.origin]
        guard site == "cross-site" || site == "same-site" || origin.map({ !isOwn($0, gateway: gateway) }) == true
        else { return }
        let message =
            "\(request.method) from a page of another origin (\(origin ?? "not named")) is refused; send it from "
            + "AUTHORITY.SCHEME.localhost or from a program"
        throw Refusal(SchemeHostError(.forbidden, message))
    }

    private static func isOwn(_ origin: String, gateway: Authority) -> Bool {
        for (scheme, port) in [("http://", 80), ("https://", 443)] where origin.hasPrefix(scheme) {
            guard let authority = Authority(origin.dropFirst(scheme.count)) else { return false }
            return authority.name == gateway.name && authority.port ?? port == gateway.port ?? port
        }
        return false
    }
}

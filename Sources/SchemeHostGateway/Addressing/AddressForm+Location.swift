import SchemeHost

extension AddressForm {
    /// A reference in a response, written so that the client finds what it names through the gateway.
    ///
    /// Relative references that resolve alike on both sides stay; so do URLs that only the client itself can reach.
    /// - Parameters:
    ///   - reference: The value of a `Location` or `Content-Location` field.
    ///   - url: The URL of the resource that answered.
    ///   - gateway: Host and port by which the client knows the gateway.
    ///   - isRouted: Whether the gateway serves a URL.
    func mapping(
        _ reference: String,
        of url: SchemeURL,
        gateway: Authority,
        isRouted: (SchemeURL) -> Bool
    ) -> String {
        if case .absolute = self { return reference }
        if Self.resolvesAlike(reference) { return reference }
        guard let target = try? url.resolving(reference), !target.isOpaque else { return reference }
        if case .root(let mount) = self {
            guard let path = mount.path(of: target) else { return target.description + Self.fragment(of: reference) }
            return path + Self.fragment(of: reference)
        }
        if target.scheme == "http" || target.scheme == "https", !isRouted(target) { return reference }
        return form(of: target, gateway: gateway) + Self.fragment(of: reference)
    }

    private func form(of target: SchemeURL, gateway: Authority) -> String {
        let rest = target.percentEncodedPath + (target.percentEncodedQuery.map { "?" + $0 } ?? "")
        let pathForm = "/\(target.scheme)/\(target.authority)\(rest)"
        guard case .subdomain(let scheme, let authority) = self else { return pathForm }
        if target.scheme == scheme, target.authority == authority, !rest.hasPrefix("//") { return rest }
        guard target.port == nil, !target.host.contains(":"), !target.scheme.contains(".") else {
            return "http://\(gateway.replacing(name: "localhost"))\(pathForm)"
        }
        let name = (target.host.isEmpty ? "" : target.host + ".") + target.scheme + ".localhost"
        return "http://\(gateway.replacing(name: name))\(rest)"
    }

    /// A path that starts below the current one and does not climb, a query or a fragment.
    private static func resolvesAlike(_ reference: String) -> Bool {
        guard let first = reference.first else { return true }
        if first == "?" || first == "#" { return true }
        guard first != "/" else { return false }
        let path = reference.prefix { $0 != "?" && $0 != "#" }
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        return !segments[0].contains(":") && !segments.contains("..")
    }

    private static func fragment(of reference: String) -> Substring {
        reference.firstIndex(of: "#").map { reference[$0...] } ?? ""
    }
}

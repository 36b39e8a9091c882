import HTTPTypes
import SchemeHost

/// How the URL of a resource is written in a request to the gateway.
enum AddressForm: Sendable {
    /// `/SCHEME/AUTHORITY/PATH?QUERY`, on an origin that all resources share.
    case path
    /// `Host: AUTHORITY.SCHEME.localhost` and the path as it is: an origin for each authority.
    case subdomain(scheme: String, authority: String)
    /// The whole URL in the request line, as a client sends it to a proxy (RFC 9112, section 3.2.2).
    case absolute
    /// A path below the one URL that is served.
    case root(RootMount)

    /// Whether resources with nothing to do with one another share an origin.
    var isSharedOrigin: Bool { if case .path = self { true } else { false } }

    /// The URL that a request asks for.
    /// - Parameter target: The request target as sent.
    /// - Throws: ``Refusal`` where a part is missing, ``SchemeHostError`` where the result is no URL.
    func url(of target: String) throws -> SchemeURL {
        switch self {
        case .path: try Self.pathFormURL(target)
        case .subdomain(let scheme, let authority): try SchemeURL("\(scheme)://\(authority)\(target)")
        case .absolute: try SchemeURL(target)
        case .root(let mount): try mount.url(of: target)
        }
    }

    private static func pathFormURL(_ target: String) throws -> SchemeURL {
        let query = target.firstIndex(of: "?").map { target[$0...] } ?? ""
        let path = target.dropLast(query.count)
        let parts = path.dropFirst().split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard let scheme = parts.first, isScheme(scheme), parts.count > 1, !(parts.count == 2 && parts[1].isEmpty)
        else {
            throw Refusal(
                SchemeHostError(
                    .notFound,
                    "nothing is served at \(path); write /SCHEME/AUTHORITY/PATH, /book/policy/index.html for "
                        + "book://policy/index.html or /zip//a.zip!/b for zip:///a.zip!/b"
                )
            )
        }
        let authority = parts[1]
        guard !authority.contains("\\") else {
            throw SchemeHostError(.invalidRequest, "the authority \(authority) holds a backslash")
        }
        // Without the slash, relative links would resolve against the scheme.
        guard parts.count == 3 else { throw Refusal(redirectTo: "\(path)/\(query)", status: .permanentRedirect) }
        return try SchemeURL("\(scheme)://\(authority)/\(parts[2])\(query)")
    }

    /// Whether text is a scheme (RFC 3986, section 3.1).
    static func isScheme(_ text: some StringProtocol) -> Bool {
        guard let first = text.utf8.first, first.isASCIILetter else { return false }
        return text.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "+-.".utf8.contains($0) }
    }
}

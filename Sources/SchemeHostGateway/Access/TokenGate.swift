import HTTPTypes
import SchemeHost

/// Lets in only clients that know the token.
///
/// Programs send `Authorization: Bearer TOKEN` (to a proxy, `Proxy-Authorization`). A browser is given a URL with
/// `?token=TOKEN` once: the answer is a cookie and a redirect to the URL without it. The cookie holds a random value of
/// this run and not the token, since browsers show cookies of a host to the servers on all its ports.
struct TokenGate: Sendable {
    private let token: String
    private let session: String

    /// - Parameters:
    ///   - token: The shared secret.
    ///   - session: An unguessable value for the cookie.
    init(token: String, session: String) {
        self.token = token
        self.session = session
    }

    /// Checks a request, and removes from it what proves the right to be let in: handlers never see that.
    /// - Throws: ``Refusal``.
    func admit(_ request: inout HTTPRequest, arrival: inout Arrival, port: Int) throws {
        let cookieName = "schemehost-\(port)"
        var isAdmitted = false
        for name in [HTTPField.Name.authorization, .proxyAuthorization] where holdsToken(request.headerFields[name]) {
            request.headerFields[name] = nil
            isAdmitted = true
        }
        if takeCookie(cookieName, from: &request.headerFields) { isAdmitted = true }
        let isInQuery = takeQueryItem(from: &arrival.target)
        if isInQuery, !isAdmitted, request.method == .get || request.method == .head {
            let cookie = "\(cookieName)=\(session); Path=/; HttpOnly; SameSite=Strict"
            throw Refusal(
                redirectTo: Self.reference(arrival.target),
                status: .seeOther,
                headerFields: [.setCookie: cookie, .cacheControl: "no-store", .referrerPolicy: "no-referrer"]
            )
        }
        guard isAdmitted || isInQuery else { throw Self.unauthorized(arrival.form) }
    }

    private func holdsToken(_ value: String?) -> Bool {
        guard let value, value.prefix(7).lowercased() == "bearer " else { return false }
        return Self.areEqual(value.dropFirst(7), token)
    }

    /// Removes the gateway's own cookie; whether it was the right one.
    private func takeCookie(_ name: String, from fields: inout HTTPFields) -> Bool {
        var isRight = false
        var others: [String] = []
        for value in fields[values: .cookie] {
            let kept = value.split(separator: ";").filter { pair in
                let pair = pair.drop { $0 == " " }
                guard pair.hasPrefix(name + "=") else { return true }
                if Self.areEqual(pair.dropFirst(name.count + 1), session) { isRight = true }
                return false
            }
            let rest = kept.joined(separator: ";").drop { $0 == " " }
            if !rest.isEmpty { others.append(String(rest)) }
        }
        fields[values: .cookie] = others
        return isRight
    }

    /// Removes `token=TOKEN` from a query; an item of that name with another value is the resource's own.
    private func takeQueryItem(from target: inout String) -> Bool {
        guard let mark = target.firstIndex(of: "?") else { return false }
        let items = target[target.index(after: mark)...].split(separator: "&", omittingEmptySubsequences: false)
        let kept = items.filter { item in
            guard item.hasPrefix("token=") else { return true }
            return !Self.areEqual(PercentEncoding.decodeForm(item.utf8.dropFirst(6)), token)
        }
        guard kept.count < items.count else { return false }
        target = String(target[..<mark]) + (kept.isEmpty ? "" : "?" + kept.joined(separator: "&"))
        return true
    }

    /// A target as a reference: one that starts with two slashes, or what browsers take for them, would name another
    /// host.
    private static func reference(_ target: String) -> String {
        target.hasPrefix("//") || target.hasPrefix("/\\") ? "/." + target : target
    }

    private static func unauthorized(_ form: AddressForm) -> Refusal {
        let message = "this gateway wants its token, as Authorization: Bearer TOKEN or once as ?token=TOKEN"
        let isProxy = if case .absolute = form { true } else { false }
        return Refusal(
            SchemeHostError(.forbidden, message),
            status: isProxy ? .proxyAuthenticationRequired : .unauthorized,
            headerFields: [isProxy ? .proxyAuthenticate : .wwwAuthenticate: "Bearer realm=\"schemehost\""]
        )
    }

    /// Compares in a time that does not depend on where the texts differ.
    private static func areEqual(_ left: some StringProtocol, _ right: String) -> Bool {
        guard left.utf8.count == right.utf8.count else { return false }
        return zip(left.utf8, right.utf8).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

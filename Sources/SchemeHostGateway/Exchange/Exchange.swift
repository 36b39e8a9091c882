import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import SchemeHost

/// One request and its response.
struct Exchange {
    let gateway: Gateway
    let head: HTTPRequest
    /// The content of the request, where it has some.
    let content: RequestSource?
    /// Address and port at which the connection arrived.
    let local: Authority
    let eventLoop: any EventLoop

    init(gateway: Gateway, request: Request, channel: any Channel) {
        self.gateway = gateway
        head = request.head
        eventLoop = channel.eventLoop
        let length = head.headerFields[.contentLength].flatMap { Int64($0) }
        let hasContent = length.map { $0 > 0 } ?? (head.headerFields[.transferEncoding] != nil)
        content = hasContent ? RequestSource(request.body, length: length, channel: channel) : nil
        let address = channel.localAddress?.ipAddress ?? ""
        // A socket for both versions shows IPv4 addresses in IPv6 form.
        let name = address.hasPrefix("::ffff:") ? String(address.dropFirst(7)) : address
        local = Authority(name: name, port: channel.localAddress?.port ?? gateway.port)
    }

    /// Answers the request. What fails before anything is sent becomes a problem document.
    func response() async -> Response {
        var form = AddressForm.path
        do {
            if let status = head.unreadableStatus {
                throw Refusal(SchemeHostError(.invalidRequest, Self.unreadable), status: status)
            }
            if let coding = head.headerFields[.transferEncoding], coding.lowercased() != "chunked" {
                let message = "only the transfer coding chunked is read, not \(coding); send the content without it"
                throw Refusal(SchemeHostError(.unsupported, message), status: .notImplemented)
            }
            var request = head
            var arrival = try gateway.hostPolicy.read(request, local: local)
            form = arrival.form
            try gateway.tokenGate?.admit(&request, arrival: &arrival, port: local.httpPort)
            try CrossSitePolicy.check(request, gateway: arrival.gateway)
            return try await response(to: request, arrival: arrival)
        } catch {
            return await response(for: error, form: form)
        }
    }

    private func response(to request: HTTPRequest, arrival: Arrival) async throws -> Response {
        let url = try arrival.form.url(of: arrival.target)
        guard !request.headerFields.viaNames(gateway.pseudonym) else {
            let message = "the request came back to the gateway that sent it; a route leads to the gateway itself"
            throw SchemeHostError(.loop, message, url: url.description)
        }
        let isBrowser = request.headerFields[.secFetchSite] != nil
        var fields = request.headerFields
        fields.removeHopByHopFields()
        fields[.expect] = nil
        // A browser has one jar for the whole shared origin; what one resource set is not for the others.
        if arrival.form.isSharedOrigin, isBrowser { fields[.cookie] = nil }
        fields.appendVia(gateway.pseudonym)

        let host = gateway.host
        var response = try await host.respond(
            to: SchemeRequest(url: url, method: request.method, headerFields: fields, body: content.map { Body($0) })
        )
        guard response.status.code >= 200 else {
            throw SchemeHostError(
                .sourceCorrupt,
                "the handler answered with the interim status \(response.status.code)"
            )
        }
        if arrival.form.isSharedOrigin, isBrowser { response.headerFields[.setCookie] = nil }
        for name in [HTTPField.Name.location, .contentLocation] {
            guard let reference = response.headerFields[name] else { continue }
            response.headerFields[name] = arrival.form.mapping(reference, of: url, gateway: arrival.gateway) { target in
                (host as? SchemeHost)?.hasRoute(for: SchemeRequest(url: target)) ?? true
            }
        }
        response.headerFields.removeHopByHopFields()
        return try await send(response, form: arrival.form)
    }

    private func response(for error: any Error, form: AddressForm) async -> Response {
        let refusal =
            error as? Refusal
            ?? (error as? SchemeHostError).map { Refusal($0) }
            ?? Refusal(SchemeHostError(.sourceUnavailable, "the request failed", underlying: error))
        // The body is in memory: reading it cannot fail.
        return (try? await send(refusal.response, form: form)) ?? Response(status: .internalServerError)
    }

    private func send(_ response: SchemeResponse, form: AddressForm) async throws -> Response {
        var response = response
        response.headerFields.appendVia("schemehost")
        SafetyFields.add(to: &response.headerFields, form: form)
        return try await response.sending(to: head.method, on: eventLoop, after: content) { [gateway, head] error in
            guard !(error is CancellationError) else { return }
            gateway.logger.warning(
                "the response broke off",
                metadata: ["target": "\(head.path ?? "")", "error": "\(error)"]
            )
        }
    }

    private static let unreadable = "the request is malformed, or its request line and fields are too long"
}

import HTTPTypes
import SchemeHost

/// An answer that the gateway gives itself, before any handler sees the request.
struct Refusal: Error {
    let response: SchemeResponse

    init(response: SchemeResponse) { self.response = response }

    /// A problem document.
    init(_ error: SchemeHostError, status: HTTPResponse.Status? = nil, headerFields: HTTPFields = [:]) {
        response = .problem(error, status: status ?? error.code.gatewayStatus, headerFields: headerFields)
    }

    /// A redirect within the gateway.
    init(redirectTo location: String, status: HTTPResponse.Status, headerFields: HTTPFields = [:]) {
        var fields = headerFields
        fields[.location] = location
        response = SchemeResponse(status: status, headerFields: fields)
    }
}

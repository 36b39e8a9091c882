package import HTTPTypes

extension HTTPResponse.Status {
    /// A status with the reason phrase that is registered for its code (RFC 9110, section 15), or without one.
    /// - Parameter code: 100…999.
    package init(registered code: Int) {
        self = Self.byCode[code] ?? Self(code: code)
    }

    private static let byCode: [Int: Self] = Dictionary(
        [
            .ok, .created, .accepted, .nonAuthoritativeInformation, .noContent, .resetContent, .partialContent,
            .multipleChoices, .movedPermanently, .found, .seeOther, .notModified, .temporaryRedirect,
            .permanentRedirect,
            .badRequest, .unauthorized, .forbidden, .notFound, .methodNotAllowed, .notAcceptable,
            .proxyAuthenticationRequired, .requestTimeout, .conflict, .gone, .lengthRequired, .preconditionFailed,
            .contentTooLarge, .uriTooLong, .unsupportedMediaType, .rangeNotSatisfiable, .expectationFailed,
            .misdirectedRequest, .unprocessableContent, .tooEarly, .upgradeRequired, .preconditionRequired,
            .tooManyRequests, .requestHeaderFieldsTooLarge, .unavailableForLegalReasons, .internalServerError,
            .notImplemented, .badGateway, .serviceUnavailable, .gatewayTimeout, .httpVersionNotSupported,
        ].map { ($0.code, $0) }
    ) { first, _ in first }
}

public import HTTPTypes

extension SchemeHostError.Code {
    /// The HTTP status that answers for this code, or nil where the error is thrown instead.
    public var status: HTTPResponse.Status? { Self.statuses[self] }

    private static let statuses: [Self: HTTPResponse.Status] = [
        .noRoute: .notFound,
        .notFound: .notFound,
        .forbidden: .forbidden,
        .methodNotAllowed: .methodNotAllowed,
        .preconditionFailed: .preconditionFailed,
        .rangeNotSatisfiable: .rangeNotSatisfiable,
        .conflict: .conflict,
        .invalidRequest: .badRequest,
        .tooLarge: .contentTooLarge,
        .storageFull: .init(code: 507, reasonPhrase: "Insufficient Storage"),
        .busy: .serviceUnavailable,
        .loop: .init(code: 508, reasonPhrase: "Loop Detected"),
    ]
}

extension SchemeResponse {
    /// A problem document (RFC 9457) for an error, the same bytes at every door.
    /// - Parameters:
    ///   - error: The failure; `code`, `message` and `url` become members of the document.
    ///   - status: The status to answer with; the code's own by default.
    ///   - headerFields: Further fields, `Allow` for example.
    public static func problem(
        _ error: SchemeHostError,
        status: HTTPResponse.Status? = nil,
        headerFields: HTTPFields = [:]
    ) -> SchemeResponse {
        let status = status ?? error.code.status ?? .internalServerError
        var members: [(String, JSONValue)] = [
            ("type", "about:blank"),
            ("title", .string(status.reasonPhrase)),
            ("status", .number(JSONNumber(Int64(status.code)))),
            ("detail", .string(error.message)),
            ("code", .string(error.code.rawValue)),
        ]
        if let url = error.url { members.append(("instance", .string(url))) }
        var fields = headerFields
        fields[.contentType] = "application/problem+json"
        var response = SchemeResponse(
            status: status,
            headerFields: fields,
            body: Body(JSONValue.object(JSONObject(members)).serialized() + "\n")
        )
        response.problem = error
        return response
    }
}

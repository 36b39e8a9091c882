import HTTPTypes

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// What HTTP does to an answer before a client sees it (RFC 9110), the same for every handler.
package enum Semantics {
    /// Applies the response semantics to what a handler answered.
    ///
    /// A 200 to GET or HEAD gets a media type where it has none, and its preconditions and byte ranges are evaluated;
    /// it may become a 206, 304, 412 or 416. Ranges are left alone where the length is unknown, for HEAD (RFC 9110,
    /// section 14.2), and where the response says `Accept-Ranges: none` or carries a `Content-Range`. They count in
    /// the bytes of the body, so within a content coding where there is one.
    ///
    /// Of every other response only the framing is made true: `Content-Length` is the body's length, whatever the
    /// handler wrote there; 1xx, 204 and 304 have neither length nor body; an answer to HEAD has no body.
    ///
    /// Applying it again changes nothing. A handler that answers HEAD without content states the `Content-Length`, or
    /// answers with ``Body/omitted``; otherwise the empty body is taken for the content.
    /// - Parameters:
    ///   - response: The answer. One with a listing or an index passes unchanged: it is to be rendered first.
    ///   - request: What it answers.
    ///   - now: The time, for `If-Modified-Since`.
    /// - Throws: What reading the first bytes throws, where only they can tell the media type.
    package static func apply(
        to response: SchemeResponse,
        for request: SchemeRequest,
        now: @autoclosure () -> Date = Date()
    ) async throws -> SchemeResponse {
        guard response.listing == nil, response.index == nil else { return response }
        var result = response
        if response.status.code == 200, request.isRead {
            let outcome =
                request.headerFields.hasPreconditions
                ? Preconditions.check(request, against: Validators(response.headerFields), now: now()) : .proceed
            switch outcome {
            case .notModified: result.becomeNotModified()
            case .failed: result = .preconditionFailed(request)
            case .proceed:
                try await result.setMediaType(for: request)
                result.selectRanges(for: request)
            }
        }
        result.frame(for: request.method)
        return result
    }
}

extension SchemeResponse {
    private static let fieldsOfNotModified: [HTTPField.Name] = [
        .cacheControl, .contentLocation, .date, .eTag, .expires, .lastModified, .vary,
    ]

    /// A 304 updates a stored response; what describes the content stays away (RFC 9110, section 15.4.5).
    fileprivate mutating func becomeNotModified() {
        status = .notModified
        headerFields = headerFields.filter { Self.fieldsOfNotModified.contains($0.name) }
        body = Body()
    }

    fileprivate static func preconditionFailed(_ request: SchemeRequest) -> SchemeResponse {
        .problem(
            SchemeHostError(
                .preconditionFailed,
                "the resource is not in the version that the request requires; get it again to see the current one",
                url: request.url.description
            )
        )
    }

    /// Makes the body, and what the fields say of its length, fit the status and the method.
    fileprivate mutating func frame(for method: HTTPRequest.Method) {
        if status.code < 200 || status.code == 204 || status.code == 304 {
            if headerFields.contains(.contentLength) { headerFields[.contentLength] = nil }
            if body.length != 0 { body = Body() }
            return
        }
        let length = body.length
        // The field of an answer to HEAD speaks of content that is not there.
        let isStated = method == .head && length == 0 && headerFields.contains(.contentLength)
        if let length, !isStated {
            let value = String(length)
            if !headerFields.contains(.contentLength) {
                headerFields.append(HTTPField(name: .contentLength, value: value))
            } else if headerFields.contains(where: { $0.name == .contentLength && $0.value != value }) {
                headerFields[.contentLength] = value
            }
        }
        if method == .head, length != 0 { body = length == nil ? .omitted : Body() }
    }
}

extension Body {
    /// No bytes, in place of content of which not even the length is known: the body of an answer to HEAD.
    public static var omitted: Body { Body(OmittedSource()) }
}

private struct OmittedSource: BodySource {
    var length: Int64? { nil }
    var isReplayable: Bool { true }

    func makeReader(range: Range<Int64>?) throws -> any BodyReader { Reader() }

    private struct Reader: BodyReader {
        nonisolated(nonsending) mutating func read() async throws -> Data? { nil }
    }
}

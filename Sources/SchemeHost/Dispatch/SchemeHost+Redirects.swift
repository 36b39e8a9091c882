import HTTPTypes

extension SchemeHost {
    /// Answers a request and follows redirects through the routes, at most 20.
    ///
    /// 303, and 301 and 302 to a POST, go on as GET without a body (RFC 9110, section 15.4); `Authorization` and `Cookie`
    /// stay behind where scheme, host or port change. A redirect to a URL that no route takes is not followed.
    /// - Returns: The first answer that is no redirect to follow, and the request that it answers.
    /// - Throws: As ``respond(to:)-(SchemeRequest)``; `loop` beyond 20 redirects.
    public func respond(following request: SchemeRequest) async throws -> (SchemeResponse, SchemeRequest) {
        var request = request
        for _ in 0...Self.maximumHops {
            let response = try await respond(to: request)
            guard let following = try request.redirected(by: response), hasRoute(for: following) else {
                return (response, request)
            }
            request = following
        }
        throw SchemeHostError(
            .loop,
            "more than \(Self.maximumHops) redirects; the last one leads to \(request.url)",
            url: request.url.description
        )
    }
}

extension SchemeRequest {
    /// The request that a redirect asks for; nil where the response is none, or the body cannot be sent again.
    /// - Throws: ``SchemeHostError`` with code `invalidRequest` where the `Location` field is no URL.
    public func redirected(by response: SchemeResponse) throws -> SchemeRequest? {
        guard [301, 302, 303, 307, 308].contains(response.status.code),
            let location = response.headerFields[.location]
        else { return nil }
        let target = try url.resolving(location)
        var following = SchemeRequest(url: target, method: method, headerFields: headerFields, body: body)
        let code = response.status.code
        if (code == 303 && method != .head) || ((code == 301 || code == 302) && method == .post) {
            following.method = .get
            following.body = nil
            following.headerFields[.contentType] = nil
            following.headerFields[.contentLength] = nil
        } else if let body, !body.isReplayable {
            return nil
        }
        if (target.scheme, target.authority) != (url.scheme, url.authority) {
            following.headerFields[.authorization] = nil
            following.headerFields[.cookie] = nil
        }
        return following
    }
}

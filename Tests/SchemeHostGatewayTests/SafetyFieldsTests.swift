import HTTPTypes
import SchemeHost
import SchemeHostGateway
import Testing

/// What keeps contents apart in a browser.
@Suite struct SafetyFieldsTests {
    private static func content(_ type: String?) -> HandlerRegistry.Closure {
        { _ in
            var response = SchemeResponse(body: Body("content"))
            response.headerFields[.contentType] = type
            response.headerFields[.setCookie] = "a=b"
            return response
        }
    }

    @Test(arguments: [
        ("text/html", true), ("text/html; charset=utf-8", true), ("image/svg+xml", true), ("application/xml", true),
        ("text/plain", true), ("video/mp4", false), ("audio/mpeg", false), ("image/png", false),
        ("application/pdf", false),
    ])
    func sandboxOnTheSharedOrigin(type: String, isSandboxed: Bool) async throws {
        try await withGateway(answer: Self.content(type)) { gateway async throws in
            let shared = try await gateway.request("/x/h/p")
            #expect(shared["X-Content-Type-Options"] == "nosniff")
            #expect((shared["Content-Security-Policy"]?.hasPrefix("sandbox") == true) == isSandboxed)
            #expect(shared["Content-Security-Policy"]?.contains("allow-same-origin") != true)
            #expect(shared["Cross-Origin-Resource-Policy"] == nil)

            let own = try await gateway.request("/p", host: "h.x.localhost:PORT")
            #expect(own["X-Content-Type-Options"] == "nosniff")
            #expect(own["Content-Security-Policy"] == nil)
            #expect(own["Cross-Origin-Resource-Policy"] == "same-origin")
        }
    }

    @Test func aPolicyOfTheResourceStays() async throws {
        try await withGateway(
            answer: { _ in
                SchemeResponse(headerFields: [.contentType: "text/html", .contentSecurityPolicy: "default-src 'self'"])
            },
            test: { gateway async throws in
                let response = try await gateway.request("/x/h/p")
                let lines = response.fields.filter { $0.name == "content-security-policy" }.map(\.value)
                #expect(lines.count == 2)
                #expect(lines.contains("default-src 'self'"))
            }
        )
    }

    @Test func cookiesOfTheSharedOrigin() async throws {
        try await withGateway(
            answer: { request in
                var response = try await Self.content("text/plain")(request)
                response.body = Body(request.headerFields[.cookie] ?? "none")
                return response
            },
            test: { gateway async throws in
                let browser = ["Cookie: c=d", "Sec-Fetch-Site: none"]
                let shared = try await gateway.request("/x/h/p", fields: browser)
                #expect(shared.text == "none")
                #expect(shared["Set-Cookie"] == nil)
                let own = try await gateway.request("/p", host: "h.x.localhost:PORT", fields: browser)
                #expect(own.text == "c=d")
                #expect(own["Set-Cookie"] == "a=b")
                let program = try await gateway.request("/x/h/p", fields: ["Cookie: c=d"])
                #expect(program.text == "c=d")
                #expect(program["Set-Cookie"] == "a=b")
            }
        )
    }
}

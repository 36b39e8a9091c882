import HTTPTypes
import SchemeHost
import SchemeHostGateway
import Testing

/// Who is let in, and what pages of other origins can do.
@Suite struct AccessTests {
    private static let fields: HandlerRegistry.Closure = { request in
        .text(request.headerFields.map { "\($0.name): \($0.value)\n" }.joined() + request.url.description)
    }

    @Test(arguments: [
        ("localhost:PORT", 200), ("127.0.0.1:PORT", 200), ("[::1]:PORT", 200), ("LOCALHOST:PORT", 200),
        ("localhost", 421), ("localhost:1", 421), ("evil.example:PORT", 421), ("localhost.evil.example:PORT", 421),
        ("127.0.0.1.evil.example:PORT", 421), ("localhost.:PORT", 421), ("evil@localhost:PORT", 400),
        ("%6cocalhost:PORT", 400), ("policy.book.localhost:1", 421), (".localhost:PORT", 421),
        ("policy.1x.localhost:PORT", 421), ("127.0.0.2:PORT", 421), ("0x7f000001:PORT", 421),
    ])
    func hostField(host: String, status: Int) async throws {
        try await withGateway(answer: Self.fields) { gateway async throws in
            let response = try await gateway.request("/x/h/p", host: host)
            #expect(response.status == status, "\(host)")
        }
    }

    @Test func furtherNames() async throws {
        let configuration = Gateway.Configuration(names: ["books.example", "front.example:80"])
        try await withGateway(configuration, answer: Self.fields) { gateway async throws in
            #expect(try await gateway.request("/x/h/p", host: "books.example:PORT").status == 200)
            #expect(try await gateway.request("/x/h/p", host: "books.example").status == 421)
            #expect(try await gateway.request("/x/h/p", host: "front.example:80").status == 200)
        }
    }

    @Test(arguments: [
        ("POST", ["Origin: http://evil.example"], 403),
        ("PUT", ["Origin: null"], 403),
        ("DELETE", ["Sec-Fetch-Site: cross-site"], 403),
        ("POST", ["Sec-Fetch-Site: same-site"], 403),
        ("POST", ["Origin: http://localhost:1"], 403),
        ("POST", ["Origin: http://policy.book.localhost:PORT"], 403),
        ("POST", ["Origin: http://localhost:PORT"], 200),
        ("POST", ["Origin: http://localhost:PORT", "Sec-Fetch-Site: same-origin"], 200),
        ("POST", [], 200),
        ("GET", ["Origin: http://evil.example", "Sec-Fetch-Site: cross-site"], 200),
        ("OPTIONS", ["Origin: http://evil.example"], 200),
    ])
    func crossSiteWrites(method: String, fields: [String], status: Int) async throws {
        try await withGateway(answer: Self.fields) { gateway async throws in
            #expect(try await gateway.request(method, "/x/h/p", fields: fields).status == status)
        }
    }

    @Test func crossSiteWritesThroughTheProxyForm() async throws {
        try await withGateway(answer: Self.fields) { gateway async throws in
            let own = try await gateway.request("POST", "http://api.example/", fields: ["Origin: http://api.example"])
            #expect(own.status == 200)
            let foreign = try await gateway.request(
                "POST",
                "http://api.example/",
                fields: ["Origin: http://evil.example"]
            )
            #expect(foreign.status == 403)
        }
    }

    @Test(arguments: ["0.0.0.0", "::", "192.168.1.5", "example.com", "127.0.0.1.example.com"])
    func otherAddressesNeedAToken(hostname: String) throws {
        let host = SchemeHost(routes: [])
        let error = #expect(throws: SchemeHostError.self) {
            try Gateway(host: host, configuration: .init(hostname: hostname))
        }
        #expect(error?.code == .invalidConfiguration)
        _ = try Gateway(host: host, configuration: .init(hostname: hostname, token: "secret"))
    }

    @Test func token() async throws {
        try await withGateway(.init(token: "s3cret"), answer: Self.fields) { gateway async throws in
            let refused = try await gateway.request("/x/h/p")
            #expect(refused.status == 401)
            #expect(refused["WWW-Authenticate"] == "Bearer realm=\"schemehost\"")
            #expect(try await gateway.request("/x/h/p", fields: ["Authorization: Bearer s3creT"]).status == 401)
            #expect(try await gateway.request("/x/h/p?token=wrong").status == 401)
            let refusedProxy = try await gateway.request("http://api.example/")
            #expect(refusedProxy.status == 407)
            #expect(refusedProxy["Proxy-Authenticate"] == "Bearer realm=\"schemehost\"")
            #expect(
                try await gateway.request("/x/h/p", host: "evil.example", fields: ["Authorization: Bearer s3cret"])
                    .status == 421
            )

            let admitted = try await gateway.request("/x/h/p", fields: ["Authorization: Bearer s3cret", "Cookie: a=b"])
            #expect(admitted.status == 200)
            #expect(!admitted.text.contains("s3cret"))
            #expect(admitted.text.contains("Cookie: a=b"))
            let proxied = try await gateway.request(
                "http://api.example/",
                fields: ["Proxy-Authorization: Bearer s3cret", "Authorization: Basic eDp5"]
            )
            #expect(!proxied.text.contains("s3cret"))
            #expect(proxied.text.contains("Authorization: Basic eDp5"))
        }
    }

    @Test func tokenInTheQuery() async throws {
        try await withGateway(.init(token: "s3cret"), answer: Self.fields) { gateway async throws in
            let entry = try await gateway.request("/x/h/p?a=1&token=s3cret&b")
            #expect(entry.status == 303)
            #expect(entry["Location"] == "/x/h/p?a=1&b")
            let cookie = try #require(entry["Set-Cookie"])
            #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"))
            #expect(!cookie.contains("s3cret"))

            let pair = try #require(cookie.split(separator: ";").first)
            let admitted = try await gateway.request("/x/h/p?token=mine", fields: ["Cookie: a=b; \(pair); c=d"])
            #expect(admitted.status == 200)
            #expect(admitted.text.contains("Cookie: a=b; c=d\n"))
            #expect(admitted.text.hasSuffix("x://h/p?token=mine"))
            #expect(try await gateway.request("/x/h/p", fields: ["Cookie: \(pair)0"]).status == 401)
            // Another host's open redirect is not ours to be.
            #expect(try await gateway.request("//evil.example/?token=s3cret")["Location"] == "/.//evil.example/")
            // A program may send it each time.
            let posted = try await gateway.request("POST", "/x/h/p?token=s3cret")
            #expect(posted.status == 200)
            #expect(!posted.text.contains("s3cret"))
        }
    }

    @Test func viaAndLoops() async throws {
        try await withGateway(answer: Self.fields) { gateway async throws in
            let response = try await gateway.request("/x/h/p", fields: ["Via: 1.0 fred"])
            #expect(response["Via"] == "1.1 schemehost")
            let line = try #require(response.text.split(separator: "\n").first { $0.hasPrefix("Via: ") })
            #expect(line.hasPrefix("Via: 1.0 fred, 1.1 schemehost-"))
            let looped = try await gateway.request("/x/h/p", fields: [String(line)])
            #expect(looped.status == 508)
            #expect(looped.text.contains("\"loop\""))
            #expect(try await gateway.request("/x/h/p", fields: ["Via: 1.1 schemehost"]).status == 200)
        }
    }

    @Test func hopByHopFields() async throws {
        let fields = [
            "Connection: X-Mine, close", "X-Mine: 1", "Keep-Alive: 1", "TE: trailers", "Upgrade: h2c",
            "Proxy-Connection: close", "X-End: 2",
        ]
        try await withGateway(
            answer: { request in
                var response = try await Self.fields(request)
                response.headerFields[.connection] = "Age"
                response.headerFields[.age] = "1"
                response.headerFields[.server] = "inner"
                return response
            },
            test: { gateway async throws in
                let response = try await gateway.request("/x/h/p", fields: fields)
                for name in ["X-Mine", "Keep-Alive", "TE:", "Upgrade", "Proxy-Connection", "Connection"] {
                    #expect(!response.text.contains(name), "\(name)")
                }
                #expect(response.text.contains("X-End: 2"))
                #expect(response["Age"] == nil)
                #expect(response["Server"] == "inner")
                #expect(response["Connection"] == "close")
            }
        )
    }
}

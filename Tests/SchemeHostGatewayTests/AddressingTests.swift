import HTTPTypes
import SchemeHost
import SchemeHostGateway
import Testing

/// How requests name their resources.
@Suite struct AddressingTests {
    /// Answers with the URL that it was asked for.
    private static let echo: HandlerRegistry.Closure = { .text($0.url.description) }

    @Test(arguments: [
        ("/book/policy/index.html", "book://policy/index.html"),
        ("/book/policy/", "book://policy/"),
        ("/BOOK/Policy/A", "book://policy/A"),
        ("/zip//path/a.zip!/m", "zip:///path/a.zip!/m"),
        ("/zip//a.zip!//m//n", "zip:///a.zip!//m//n"),
        ("/https/example.com:8443/a?b=/c&d", "https://example.com:8443/a?b=/c&d"),
        ("/x/[::1]:80/a", "x://[::1]:80/a"),
        ("/x/h/%2Fa%2e%2e/b%20c", "x://h/%2Fa%2e%2e/b%20c"),
        ("/x/h/a/../b/./c", "x://h/a/../b/./c"),
        ("/x/h/?", "x://h/?"),
    ])
    func pathForm(target: String, url: String) async throws {
        try await withGateway(answer: Self.echo) { gateway async throws in
            let response = try await gateway.request(target)
            #expect(response.status == 200)
            #expect(response.text == url)
        }
    }

    @Test(arguments: ["/", "/book", "/book/", "/1x/h/p", "/b%20k/h/p", "//book/h/p", "/?q"])
    func missingPieces(target: String) async throws {
        try await withGateway(answer: Self.echo) { gateway async throws in
            let response = try await gateway.request(target)
            #expect(response.status == 404)
            #expect(response["Content-Type"] == "application/problem+json")
            #expect(response.text.contains("/SCHEME/AUTHORITY/PATH"))
        }
    }

    @Test func authorityWithoutItsSlash() async throws {
        try await withGateway(answer: Self.echo) { gateway async throws in
            let response = try await gateway.request("/book/policy?q=1")
            #expect(response.status == 308)
            #expect(response["Location"] == "/book/policy/?q=1")
        }
    }

    @Test(arguments: [
        ("policy.book.localhost:PORT", "/a//b?c", "book://policy/a//b?c"),
        ("Policy.Book.localhost:PORT", "/", "book://policy/"),
        ("api.example.com.https.localhost:PORT", "/v1", "https://api.example.com/v1"),
        ("zip.localhost:PORT", "/a.zip!/m", "zip:///a.zip!/m"),
    ])
    func subdomainForm(host: String, target: String, url: String) async throws {
        try await withGateway(answer: Self.echo) { gateway async throws in
            #expect(try await gateway.request(target, host: host).text == url)
        }
    }

    @Test(arguments: [
        ("http://api.example/v1?q", "http://api.example/v1?q"),
        ("http://api.example:81//a/../b", "http://api.example:81//a/../b"),
        ("http://api.example", "http://api.example/"),
        ("book://policy/a", "book://policy/a"),
        ("http://localhost:PORT/book/policy/a", "book://policy/a"),
        ("http://policy.book.localhost:PORT/a", "book://policy/a"),
        ("http://foo.localhost/a", "http://foo.localhost/a"),
    ])
    func absoluteForm(target: String, url: String) async throws {
        try await withGateway(answer: Self.echo) { gateway async throws in
            // RFC 9112, section 3.2.2: the Host field does not count then.
            #expect(try await gateway.request(target, host: "api.example").text == url)
        }
    }

    @Test func connectIsRefused() async throws {
        try await withGateway(answer: Self.echo) { gateway async throws in
            let response = try await gateway.request("CONNECT", "example.com:443", host: "example.com:443")
            #expect(response.status == 501)
            #expect(response["Connection"] == "close")
            #expect(response.text.contains("/https/example.com/"))
        }
    }

    @Test func optionsGoToTheHost() async throws {
        try await withGateway(answer: { .text("\($0.method)") }) { gateway async throws in
            #expect(try await gateway.request("OPTIONS", "/x/h/p").text == "OPTIONS")
            #expect(try await gateway.request("PROPFIND", "/x/h/p").text == "PROPFIND")
            #expect(try await gateway.request("OPTIONS", "*").status == 204)
        }
    }

    @Test(arguments: [
        ("/ch1.html?q", "zip:///a.zip!/OEBPS/ch1.html?q"),
        ("/", "zip:///a.zip!/OEBPS/"),
        ("/a/../../../b", "zip:///a.zip!/OEBPS/b"),
        ("/%2e%2E/%2e/b", "zip:///a.zip!/OEBPS/b"),
        ("/..", "zip:///a.zip!/OEBPS/"),
        ("//a", "zip:///a.zip!/OEBPS//a"),
        ("/book/policy/a", "zip:///a.zip!/OEBPS/book/policy/a"),
    ])
    func rootMount(target: String, url: String) async throws {
        for root in ["zip:///a.zip!/OEBPS", "zip:///a.zip!/OEBPS/"] {
            let configuration = Gateway.Configuration(root: try SchemeURL(root))
            try await withGateway(configuration, answer: Self.echo) { gateway async throws in
                #expect(try await gateway.request(target).text == url)
            }
        }
    }

    @Test func rootMountServesNothingElse() async throws {
        let configuration = Gateway.Configuration(root: try SchemeURL("book://policy/"))
        try await withGateway(configuration, answer: Self.echo) { gateway async throws in
            #expect(try await gateway.request("/..%2f..%2fx").status == 400)
            #expect(try await gateway.request("/..%5cx").status == 400)
            #expect(try await gateway.request("/", host: "other.book.localhost:PORT").status == 421)
            #expect(try await gateway.request("http://api.example/").status == 421)
        }
        #expect(throws: SchemeHostError.self) {
            try Gateway(
                host: SchemeHost(routes: []),
                configuration: .init(root: try SchemeURL("book://policy/?q"))
            )
        }
    }

    @Test func unreadableRequests() async throws {
        try await withGateway(answer: Self.echo) { gateway async throws in
            let long = String(repeating: "a", count: 70_000)
            #expect(try await gateway.request("/x/h/" + long).status == 414)
            #expect(try await gateway.request("/x/h/" + long + long).status == 431)
            #expect(try await gateway.request("/x/h/p", fields: ["X-Long: " + long + long]).status == 431)
            let many = (0..<300).map { "X-\($0): 1" }
            #expect(try await gateway.request("/x/h/p", fields: many).status == 431)
            #expect(try await gateway.request("/x/h/p", fields: ["Host: localhost"]).status == 400)
            #expect(try await gateway.request("/x/h/%zz").status == 400)

            let connection = try gateway.connect()
            try await connection.send("GET /x/h/1 HTTP/1.1\r\nHost: localhost:\(gateway.port)\r\n\r\nrubbish\r\n\r\n")
            #expect(try await connection.receive().text == "x://h/1")
            let refusal = try await connection.receive()
            #expect(refusal.status == 400)
            #expect(refusal["Connection"] == "close")
            #expect(refusal["Content-Type"] == "application/problem+json")
            #expect(try await connection.isAtEnd())
        }
    }
}

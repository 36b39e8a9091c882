import HTTPTypes
import SchemeHost
import Testing

@testable import SchemeHostGateway

/// `Location` and `Content-Location` in the form of the request.
@Suite struct LocationTests {
    private static let gateway = Authority(name: "localhost", port: 8080)

    private func map(_ reference: String, of url: String, _ form: AddressForm) throws -> String {
        form.mapping(reference, of: try SchemeURL(url), gateway: Self.gateway) { $0.host == "routed.example" }
    }

    @Test(arguments: [
        ("/ch2.html#p", "/book/policy/ch2.html#p"),
        ("/a?b=c", "/book/policy/a?b=c"),
        ("book://other/x", "/book/other/x"),
        ("//other/x", "/book/other/x"),
        ("zip:///a.zip!/m", "/zip//a.zip!/m"),
        ("../../x", "/book/policy/x"),
        ("folder/", "folder/"),
        ("?page=2", "?page=2"),
        ("#top", "#top"),
        ("https://routed.example/a", "/https/routed.example/a"),
        ("https://elsewhere.example/a", "https://elsewhere.example/a"),
        ("mailto:someone@example.com", "mailto:someone@example.com"),
    ])
    func pathForm(reference: String, mapped: String) throws {
        #expect(try map(reference, of: "book://policy/text/ch1.html", .path) == mapped)
    }

    @Test(arguments: [
        ("/ch2.html#p", "/ch2.html#p"),
        ("book://policy/x?y", "/x?y"),
        ("book://other/x", "http://other.book.localhost:8080/x"),
        ("zip:///a.zip!/m", "http://zip.localhost:8080/a.zip!/m"),
        ("https://routed.example:8443/a", "http://localhost:8080/https/routed.example:8443/a"),
        ("https://elsewhere.example/a", "https://elsewhere.example/a"),
        ("next", "next"),
    ])
    func subdomainForm(reference: String, mapped: String) throws {
        let form = AddressForm.subdomain(scheme: "book", authority: "policy")
        #expect(try map(reference, of: "book://policy/text/ch1.html", form) == mapped)
    }

    @Test(arguments: [
        ("/sub/ch2.html#p", "/ch2.html#p"),
        ("docs://x/sub/", "/"),
        ("docs://x/subway", "docs://x/subway"),
        ("/elsewhere", "docs://x/elsewhere"),
        ("next?a", "next?a"),
        ("docs://x/sub//evil.example/", "docs://x/sub//evil.example/"),
    ])
    func rootMount(reference: String, mapped: String) throws {
        let form = AddressForm.root(try RootMount(try SchemeURL("docs://x/sub/")))
        #expect(try map(reference, of: "docs://x/sub/ch1.html", form) == mapped)
    }

    @Test func absoluteForm() throws {
        for reference in ["/a", "http://routed.example/a", "../b"] {
            #expect(try map(reference, of: "http://api.example/v1/x", .absolute) == reference)
        }
    }

    @Test func inAResponse() async throws {
        try await withGateway(
            answer: { _ in SchemeResponse(status: .found, headerFields: [.location: "/a", .contentLocation: "x://g/b"])
            },
            test: { gateway async throws in
                let response = try await gateway.request("/x/h/p")
                #expect(response.status == 302)
                #expect(response["Location"] == "/x/h/a")
                #expect(response["Content-Location"] == "/x/g/b")
            }
        )
    }
}

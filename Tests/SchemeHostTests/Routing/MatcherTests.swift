import HTTPTypes
import Testing

@testable import SchemeHost

@Suite struct MatcherTests {
    static func rows() throws -> [(matcher: Matcher, url: String, matches: Bool)] {
        [
            (.any, "x://h/", true),
            (.scheme("X"), "x://h/", true), (.scheme("x", "y"), "y://h/", true), (.scheme("x"), "xy://h/", false),
            (try .host("a", "b"), "x://b/", true), (try .host(""), "data:,hi", true), (try .host(""), "x://a/", false),
            (.port(80), "http://h/", true), (.port(80), "ws://h/", true), (.port(443), "https://h/", true),
            (.port(443), "wss://h/", true), (.port(80), "http://h:81/", false), (.port(81), "http://h:81/", true),
            (.port(80), "x://h/", false), (.port(1, 2), "x://h:2/", true),
            (try .path("/a", "/b"), "x://h/b", true), (try .path("/a"), "x://h/b", false),
            (.path(matching: try RegexPattern("^/a b/$")), "x://h/a%20b/", true),
            (.query("q", .glob("a*")), "x://h/?q=b&q=a+c", true), (.query("q", .equals("a c")), "x://h/?q=a+c", true),
            (.query("q", .present(false)), "x://h/?p", true), (.query("q", .present(true)), "x://h/?q", true),
            (.query("Q", .present(true)), "x://h/?q", false),
            (.domains(try DomainSet(["ads.test"])), "http://x.ads.test./", true),
            (.all([]), "x://h/", true), (.anyOf([]), "x://h/", false),
            (.all([.scheme("x"), try .host("h")]), "x://h/", true),
            (.all([.scheme("x"), try .host("h")]), "x://g/", false),
            (.anyOf([.scheme("y"), try .host("h")]), "x://h/", true), (.not(.scheme("x")), "x://h/", false),
            (.not(.not(.scheme("x"))), "x://h/", true),
        ]
    }

    @Test func takesRequests() async throws {
        for row in try Self.rows() {
            var request = try SchemeRequest(row.url)
            let captures = try await row.matcher.captures(from: &request)
            #expect((captures != nil) == row.matches, "\(row.matcher) on \(row.url)")
        }
    }

    @Test func methodsAndFields() async throws {
        var request = try SchemeRequest(
            "x://h/",
            method: .post,
            headerFields: HTTPFields([
                HTTPField(name: .accept, value: "text/html"), HTTPField(name: .accept, value: "image/png"),
            ])
        )
        #expect(try await Matcher.method(.get, .post).captures(from: &request) != nil)
        #expect(try await Matcher.method(.get).captures(from: &request) == nil)
        #expect(try await Matcher.header("ACCEPT", .glob("image/*")).captures(from: &request) != nil)
        #expect(try await Matcher.header("accept", .equals("text/html")).captures(from: &request) != nil)
        #expect(try await Matcher.header("accept", .equals("text/*")).captures(from: &request) == nil)
        #expect(try await Matcher.header("cookie", .present(false)).captures(from: &request) != nil)
        #expect(throws: SchemeHostError.self) { try Matcher.header("a b", .present(true)) }
        #expect(throws: SchemeHostError.self) { try Matcher.scheme(checking: ["https:"]) }
    }

    @Test func captures() async throws {
        var request = try SchemeRequest("x://ann.test/b/c")
        let user = try Matcher.host("{user}.test")
        let both = Matcher.all([user, try .path("/{user}/{rest...}")])
        let named = try await both.captures(from: &request)
        #expect(named?["user"] == "b")
        #expect(named?["rest"] == "c")
        #expect(both.captureNames == ["user", "rest"])

        let either = Matcher.anyOf([.all([user, try .path("/no/{a}")]), try .path("/{first}/{second}")])
        #expect(try await either.captures(from: &request) == ["first": "b", "second": "c"])
        #expect(either.captureNames == [])
        #expect(Matcher.anyOf([user, .all([user, try .path("/{x}")])]).captureNames == ["user"])

        let negated = Matcher.all([.not(.not(user)), .path(matching: try RegexPattern("/(?<last>[^/]+)$"))])
        #expect(try await negated.captures(from: &request) == ["last": "c"])
        #expect(negated.captureNames == ["last"])
    }

    @Test func explainsEachCriterion() async throws {
        let matcher = Matcher.all([
            .scheme("x", "y"), try .host("*.example"), .port(80), .method(.get), .query("q", .prefix("a")),
            .anyOf([try .path("/a"), .all([try .path("/b"), .not(.scheme("x"))])]), .body(.text(.contains("hi"))),
        ])
        var request = try SchemeRequest("x://www.test/b?q=b&q=c", body: Body("oh, hi"))
        let explanations = try await matcher.explain(&request)
        #expect(
            explanations.map(\.criterion) == [
                "scheme x or y", "host *.example", "port 80", "method GET", "query q starting with \"a\"", "any of",
                "body text containing \"hi\"",
            ]
        )
        #expect(explanations.map(\.holds) == [true, false, false, true, false, false, true])
        #expect(explanations.map(\.actual) == ["x", "www.test", "none", "GET", "\"b\", \"c\"", "", "6 bytes"])
        let group = explanations[5]
        #expect(group.parts.map(\.criterion) == ["path /a", "all of"])
        #expect(group.parts[1].parts.map(\.holds) == [true, false])
        #expect(group.parts[1].parts[1].parts.map(\.actual) == ["x"])
        #expect(try await request.body?.collect(upTo: 100).count == 6)
    }
}

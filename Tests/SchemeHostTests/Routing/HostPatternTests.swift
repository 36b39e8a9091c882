import Testing

@testable import SchemeHost

@Suite struct HostPatternTests {
    static let rows: [PatternRow] = [
        ("example", "example", [:]), ("Example", "EXAMPLE", [:]), ("example", "a.example", nil),
        ("example.com", "example.com.", [:]), ("example.com.", "example.com", [:]), ("a.b", "a.b.c", nil),
        ("", "", [:]), ("", "a", nil), ("a", "", nil), ("*", "", nil), ("{who}", "", nil), ("**", "", [:]),
        ("*", "a", [:]), ("*", "a.b", nil), ("*.example", "a.example", [:]), ("*.example", "a.b.example", nil),
        ("*.example", "example", nil), ("**.example", "example", [:]), ("**.example", "a.b.example", [:]),
        ("**.example", "notexample", nil), ("a.**.z", "a.z", [:]), ("a.**.z", "a.b.c.z", [:]), ("a.**", "b.a", nil),
        ("img*.cdn", "img.cdn", [:]), ("img*.cdn", "img12.cdn", [:]), ("img*.cdn", "im.cdn", nil),
        ("{who}", "policy", ["who": "policy"]), ("{who}", "a.b", nil), ("{who}", "Policy", ["who": "policy"]),
        ("{user}.blog.*", "ann.blog.test", ["user": "ann"]), ("{a}-{b}.x", "1-2-3.x", ["a": "1", "b": "2-3"]),
        ("**.{name}.org", "a.b.org", ["name": "b"]), ("{Name}.org", "a.org", ["Name": "a"]),
        ("::1", "[::1]", [:]), ("[::1]", "[::1]", [:]), ("[FE80::A]", "[fe80::a]", [:]), ("*", "[::1]", [:]),
        ("**", "[::ffff:1.2.3.4]", [:]), ("::1", "[::2]", nil), ("10.0.*.*", "10.0.3.4", [:]),
        ("10.*", "10.0.3.4", nil),
    ]

    @Test(arguments: rows) func matches(row: PatternRow) throws {
        let pattern = try HostPattern(row.pattern)
        let url = try SchemeURL("x://\(row.subject)/")
        var captures = Captures()
        #expect(pattern.matches(url.hostLabels, into: &captures) == (row.captures != nil), "\(row)")
        #expect(captures == row.captures ?? [:], "\(row)")
    }

    @Test func aURLWithoutAuthorityHasNoHost() throws {
        var captures = Captures()
        #expect(try HostPattern("").matches(SchemeURL("data:text/plain,hi").hostLabels, into: &captures))
    }

    @Test(arguments: [
        ("http://a", "scheme"), ("a:80", "port"), ("[::1]:80", "port"), ("a..b", "empty label"), (".a", "empty label"),
        (".", "empty label"), ("bücher.example", "xn--"), ("a b", "may not"), ("{a}.{a}", "twice"),
        ("{host}", "rename"),
        ("**a.b", "side by side"), ("{a...}", "only paths"), ("user@a", "@"),
    ])
    func refuses(text: String, reason: String) {
        let error = #expect(throws: SchemeHostError.self) { try HostPattern(text) }
        #expect(error?.code == .invalidConfiguration)
        #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
    }
}

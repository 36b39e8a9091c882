import Testing

@testable import SchemeHost

/// One row: a pattern, a path as sent, and what is captured; nil where it must not match.
typealias PatternRow = (pattern: String, subject: String, captures: Captures?)

@Suite struct PathPatternTests {
    static let rows: [PatternRow] = [
        // Literal text, and the trailing slash.
        ("/", "/", [:]), ("/", "", [:]), ("/", "/a", nil),
        ("/a", "/a", [:]), ("/a", "/a/", nil), ("/a/", "/a/", [:]), ("/a/", "/a", nil), ("/a", "/A", nil),
        ("/a//b", "/a//b", [:]), ("/a//b", "/a/b", nil),
        // Escapes: decoded once on both sides.
        ("/a%20b", "/a%20b", [:]), ("/a b", "/a%20b", [:]), ("/%61", "/a", [:]), ("/a", "/%61", [:]),
        ("/%2561", "/%61", nil), ("/%2561", "/%2561", [:]), ("/%2A", "/*", [:]), ("/%2A", "/x", nil),
        ("/%7Bx%7D", "/%7Bx%7D", [:]), ("/é", "/%C3%A9", [:]), ("/e\u{301}", "/%C3%A9", nil),
        ("/a%2Fb", "/a%2Fb", [:]), ("/a/b", "/a%2Fb", nil), ("/what%3F", "/what%3f", [:]),
        // Dot segments are gone before matching.
        ("/b", "/a/../b", [:]), ("/a/", "/a/.", [:]), ("/secret", "/public/%2e%2e/secret", [:]),
        // One star is within a segment.
        ("/*", "/a", [:]), ("/*", "/", nil), ("/*", "/a/", nil), ("/*/", "/a/", [:]), ("/*", "/a/b", nil),
        ("/*", "/a%2Fb", [:]), ("/*.html", "/.html", [:]), ("/*.html", "/a.html", [:]), ("/*.html", "/a.htm", nil),
        ("/a*b*c", "/abc", [:]), ("/a*b*c", "/aXbYc", [:]), ("/a*b*c", "/acb", nil), ("/a*b", "/ab/", nil),
        ("/*a*a*", "/a", nil), ("/*a*a*", "/aa", [:]), ("/ab*ab", "/ab", nil),
        // Two stars are any number of segments.
        ("/**", "/", [:]), ("/**", "/a/b", [:]), ("/**", "/a/b/", [:]), ("/a/**", "/a", [:]), ("/a/**", "/a/", [:]),
        ("/a/**", "/a/b/c", [:]), ("/a/**", "/ab", nil), ("/**/b", "/b", [:]), ("/**/b", "/a/a/b", [:]),
        ("/**/b", "/a/b/", nil), ("/**/b/", "/a/b/", [:]), ("/**/", "/a", nil), ("/**/", "/a/", [:]),
        ("/**/a/**/b", "/x/a/y/b", [:]), ("/**/a/**/b", "/a/b", [:]), ("/**/a/**/b", "/b/a", nil),
        ("/**/a/b", "/a/a/b", [:]), ("/**/a/b/**/c", "/a/a/b/b/c", [:]),
        // Captures.
        ("/{a}", "/x", ["a": "x"]), ("/{a}", "/", nil), ("/{a}/b", "//b", nil), ("/{a}", "/a%20b", ["a": "a b"]),
        ("/{a}.html", "/x.y.html", ["a": "x.y"]), ("/{a}.html", "/.html", nil), ("/v{n}", "/v12", ["n": "12"]),
        ("/{a}-{b}", "/x-y-z", ["a": "x", "b": "y-z"]), ("/{a}-{b}", "/-y-z", ["a": "-y", "b": "z"]),
        ("/{a}-{b}", "/x-", nil), ("/**/{a}/end", "/1/2/end", ["a": "2"]),
        // The rest.
        ("/{r...}", "/", ["r": ""]), ("/{r...}", "/a/b", ["r": "a/b"]), ("/{r...}", "/a/b/", ["r": "a/b/"]),
        ("/a/{r...}", "/a", ["r": ""]), ("/a/{r...}", "/a/", ["r": ""]), ("/a/{r...}", "/a/b//c", ["r": "b//c"]),
        ("/{a}/{r...}", "/x/y/z", ["a": "x", "r": "y/z"]), ("/{a}/{r...}", "/", nil),
        ("/**/x/{r...}", "/a/x/x/b", ["r": "x/b"]),
    ]

    @Test(arguments: rows) func matches(row: PatternRow) throws {
        let pattern = try PathPattern(row.pattern)
        var captures: Captures = ["before": "stays"]
        let matched = pattern.matches(URLPath(percentEncoded: row.subject), into: &captures)
        var expected: Captures = ["before": "stays"]
        for name in row.captures?.names ?? [] { expected.append(name, row.captures?[name] ?? "") }
        #expect(matched == (row.captures != nil), "\(row.pattern) on \(row.subject)")
        #expect(captures == expected, "\(row.pattern) on \(row.subject)")
        if let names = row.captures?.names { #expect(pattern.captureNames == names) }
    }

    @Test(arguments: [
        ("a", "start with a slash"), ("", "start with a slash"), ("/{a", "not closed"), ("/a}", "closes nothing"),
        ("/{a}{b}", "side by side"), ("/a**", "side by side"), ("/{r...}/b", "stands last"),
        ("/{r...}/", "stands last"),
        ("/{a}/{a}", "twice"), ("/{a}/{a...}", "twice"), ("/{}", "name"), ("/{1a}", "name"), ("/{a b}", "name"),
        ("/{path}", "rename"), ("/%zz", "hexadecimal"), ("/a?b", "%3F"), ("/a#b", "%23"), ("/a/../b", "dot segments"),
        ("/x{r...}", "name"),
    ])
    func refuses(text: String, reason: String) {
        let error = #expect(throws: SchemeHostError.self) { try PathPattern(text) }
        #expect(error?.code == .invalidConfiguration)
        #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
    }

    @Test func manyWildcardsDoNotRunAway() throws {
        let stars = try PathPattern("/" + String(repeating: "*a", count: 50) + "b")
        let folders = try PathPattern(String(repeating: "/**/a", count: 50) + "/b")
        var captures = Captures()
        #expect(!stars.matches(URLPath(percentEncoded: "/" + String(repeating: "a", count: 20_000)), into: &captures))
        #expect(!folders.matches(URLPath(percentEncoded: String(repeating: "/a", count: 2_000)), into: &captures))
    }
}

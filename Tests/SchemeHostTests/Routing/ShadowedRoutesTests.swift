import HTTPTypes
import Testing

@testable import SchemeHost

@Suite struct ShadowedRoutesTests {
    /// An earlier matcher, a later one, and whether the earlier is known to take all that the later does.
    static func rows() throws -> [(earlier: Matcher, later: Matcher, shadows: Bool)] {
        func path(_ earlier: String, _ later: String, _ shadows: Bool) throws -> (Matcher, Matcher, Bool) {
            (try .path(earlier), try .path(later), shadows)
        }
        func host(_ earlier: String, _ later: String, _ shadows: Bool) throws -> (Matcher, Matcher, Bool) {
            (try .host(earlier), try .host(later), shadows)
        }
        func query(_ earlier: ValuePattern, _ later: ValuePattern, _ shadows: Bool) -> (Matcher, Matcher, Bool) {
            (.query("q", earlier), .query("q", later), shadows)
        }
        let x = Matcher.scheme("x")
        return [
            (.any, x, true), (x, .any, false), (x, x, true), (.scheme("x", "y"), x, true),
            (x, .scheme("x", "y"), false),
            (x, .all([x, try .host("y")]), true), (.all([x, try .host("y")]), x, false),
            (.anyOf([x, .method(.get)]), .all([.method(.get), try .path("/")]), true),
            (x, .anyOf([.all([x, .port(1)]), x]), true), (x, .anyOf([x, .port(1)]), false),
            (.all([x, .method(.get)]), .all([.method(.get), try .path("/a"), x]), true),
            (.not(.scheme("x", "y")), .not(x), false), (.not(x), .not(.scheme("x", "y")), true),
            (.port(80, 443), .port(80), true), (.method(.get), .method(.get, .head), false),
            try path("/a/**", "/a/b", true), try path("/a/**", "/a", true), try path("/a/{r...}", "/a/**/b/", true),
            try path("/a/*", "/a/b", true), try path("/a/*", "/a/b/", false), try path("/a/b", "/a/*", false),
            try path("/**/c", "/a/**/c", true), try path("/**", "/{a}/{b...}", true), try path("/{a}", "/*", false),
            try path("/*", "/{a}", true), try path("/{a}", "/b", true), try path("/a*", "/ab*", false),
            try path("/a*", "/{n}", false), try path("/a*", "/abc", true), try path("/{x}.html", "/{y}.html", true),
            try path("/*/**", "/**", false), try path("/**/*", "/*/**", false), try path("/**/", "/**", false),
            try host("**", "", true), try host("*.x", "y.x", true), try host("*.x", "x", false),
            try host("**.x", "*.*.x", true), try host("{a}.x", "{b}.x", true), try host("x", "X", true),
            (.domains(try DomainSet(["x.y"])), try .host("a.x.y"), true),
            (.domains(try DomainSet(["x.y"])), try .host("*.x.y"), false),
            (.domains(try DomainSet(["x.y"])), .domains(try DomainSet(["x.y"])), true),
            query(.present(true), .equals("a"), true), query(.glob("*"), .present(true), true),
            query(.present(true), .present(false), false), query(.present(false), .present(false), true),
            query(.glob("a*"), .equals("ab"), true), query(.glob("a*"), .glob("ab*"), false),
            query(.prefix("a"), .prefix("ab"), true), query(.contains("b"), .suffix("abc"), true),
            query(.in(["a", "b"]), .in(["b"]), true), query(.equals("a"), .present(true), false),
            (.query("q", .present(true)), .query("r", .equals("a")), false),
            (.body(.text(.contains("a"))), .body(.text(.contains("a"))), false),
            (x, .all([x, .body(.text(.contains("a")))]), true),
        ]
    }

    @Test func reportsWhatIsCertain() throws {
        for row in try Self.rows() {
            let found = RouteIndex([row.earlier, row.later]).shadowed()
            #expect(found.map(\.route) == (row.shadows ? [1] : []), "\(row.earlier) before \(row.later)")
        }
    }

    @Test func namesTheRouteThatTakesAll() throws {
        let index = RouteIndex([try .host("a"), .scheme("x"), .scheme("y"), .all([.scheme("y"), try .host("b")])])
        #expect(index.shadowed().map(\.route) == [3])
        #expect(index.shadowed().map(\.by) == [2])
    }

    /// A matcher that is said to cover another one takes every request that the other does.
    @Test func isNeverWrong() throws {
        var covered = 0
        for seed in 0..<150 {
            var random = RandomRoutes(seed: UInt64(1_000 + seed))
            let matchers = try (0..<12).map { _ in try random.matcher(depth: 1) }
            let requests = try (0..<40).map { _ in MatchSubject(try random.request()) }
            for earlier in matchers {
                for later in matchers where earlier.covers(later) {
                    covered += 1
                    for request in requests {
                        var captures = Captures()
                        guard later.evaluate(request, into: &captures) == .yes else { continue }
                        let holds = earlier.evaluate(request, into: &captures) == .yes
                        #expect(holds, "seed \(seed): \(earlier) over \(later): \(request.request.url)")
                    }
                }
            }
        }
        #expect(covered > 1_500)
    }
}

import Testing

@testable import SchemeHost

@Suite struct RouteIndexTests {
    @Test func firstInOrderWins() async throws {
        let index = RouteIndex([
            .all([.scheme("s"), try .path("/a/{x}")]), .scheme("s"), try .path("/a/**"), .any,
        ])
        let expected = [("s://h/a/1", 0), ("s://h/a", 1), ("t://h/a", 2), ("t://h/b", 3)]
        for (url, route) in expected {
            let match = try await index.firstMatch(for: SchemeRequest(url))
            #expect(match?.route == route, "\(url)")
        }
        #expect(try await index.firstMatch(for: SchemeRequest("s://h/a/1"))?.captures == ["x": "1"])
    }

    @Test func nothingMatches() async throws {
        let index = RouteIndex([.scheme("s"), .anyOf([]), .scheme([])])
        let request = try SchemeRequest("t://h/")
        #expect(try await index.firstMatch(for: request) == nil)
        #expect(!index.mayMatch(request))
        #expect(!RouteIndex([]).mayMatch(request))
    }

    @Test func givesWhatALinearScanGives() throws {
        for seed in 0..<300 {
            var random = RandomRoutes(seed: UInt64(seed))
            let matchers = try (0..<12).map { _ in try random.matcher() }
            let index = RouteIndex(matchers)
            for _ in 0..<30 {
                let subject = MatchSubject(try random.request())
                var expected: (Int, Captures)?
                for (route, matcher) in matchers.enumerated() {
                    var captures = Captures()
                    guard matcher.evaluate(subject, into: &captures) == .yes else { continue }
                    expected = (route, captures)
                    break
                }
                var found: (Int, Captures)?
                if case .found(let route, let captures) = index.firstMatch(subject) { found = (route, captures) }
                #expect(found?.0 == expected?.0, "seed \(seed): \(subject.request.url)")
                #expect(found?.1 == expected?.1, "seed \(seed): \(subject.request.url)")
            }
        }
    }

    /// Every one of 10,000 routes of a form is found, with few candidates to look at.
    @Test(arguments: ["host", "rest", "user", "wildcard"]) func manyRoutes(form: String) throws {
        let matchers = try (0..<10_000).map { number -> Matcher in
            switch form {
            case "host": .all([.scheme("s"), try .host("h\(number).example")])
            case "rest": .all([.scheme("s"), try .host("one"), try .path("/r\(number)/{rest...}")])
            case "user": .all([.scheme("s"), try .host("one"), try .path("/{user}/x\(number)/*")])
            default: .all([.scheme("s"), try .host("*.h\(number).example")])
            }
        }
        let index = RouteIndex(matchers)
        for number in stride(from: 0, to: 10_000, by: 613) {
            let url =
                switch form {
                case "host": "s://h\(number).example/"
                case "rest": "s://one/r\(number)/a/b"
                case "user": "s://one/ann/x\(number)/y"
                default: "s://www.h\(number).example/"
                }
            let subject = MatchSubject(try SchemeRequest(url))
            guard case .found(let route, _) = index.firstMatch(subject) else {
                Issue.record("\(url) matches nothing")
                continue
            }
            #expect(route == number)
            #expect(Array(index.candidates(for: subject)) == [number])
        }
        #expect(index.shadowed().isEmpty)
    }

    @Test func alternativesBeyondTheLimitAreStillFound() throws {
        let names = (0..<10).map { "s\($0)" }
        let paths = try (0..<10).map { try PathPattern("/p\($0)") }
        let index = RouteIndex([
            .all([.scheme(names), .path(paths), .host([try HostPattern("h")])]), .scheme((0..<99).map { "z\($0)" }),
        ])
        for (url, expected) in [("s9://h/p9", 0), ("z98://h/", 1)] {
            guard case .found(let route, _) = index.firstMatch(MatchSubject(try SchemeRequest(url))) else {
                Issue.record("\(url) matches nothing")
                continue
            }
            #expect(route == expected)
        }
        #expect(!index.mayMatch(try SchemeRequest("s9://x/p9")))
    }

    @Test func deepPathsMatchBeyondTheKeys() throws {
        let path = String(repeating: "/d", count: 500)
        let index = RouteIndex([try .path(path + "/x"), try .path(path)])
        guard case .found(1, _) = index.firstMatch(MatchSubject(try SchemeRequest("s://h" + path))) else {
            Issue.record("the second route does not match")
            return
        }
    }
}

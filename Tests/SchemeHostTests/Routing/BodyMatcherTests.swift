import HTTPTypes
import Testing

@testable import SchemeHost

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Gives chunks once, and counts them.
private final class Chunks: BodyReader, Sendable {
    private let rest: Lock<[Data]>

    init(_ chunks: [Data]) { rest = Lock(chunks.reversed()) }

    var left: Int { rest.withLock { $0.count } }

    nonisolated(nonsending) func read() async throws -> Data? { rest.withLock { $0.popLast() } }
}

@Suite struct BodyMatcherTests {
    static let rows: [(matcher: BodyMatcher, body: String?, matches: Bool)] = [
        (.text(.contains("b")), "abc", true), (.text(.equals("abc")), "ab", false), (.text(.equals("")), nil, true),
        (.text(.regex), "x1", true),
        (.form(["a": .equals("1 2"), "b": .present(true)]), "b&a=1+2&c=3", true),
        (.form(["a": .equals("1")]), "a=2", false),
        (.form(["a": .present(false)]), "b=1", true), (.form(["é": .glob("*")]), "%C3%A9=", true),
        (.json(["a": 1]), #"{"b": 2, "a": 1.0}"#, true), (.json(["a": 1]), #"{"a": "1"}"#, false),
        (.json(["a": ["b": [1, ["c": true]]]]), #"{"a": {"b": [1, {"c": true, "d": null}], "e": 0}}"#, true),
        (.json(["a": [1]]), #"{"a": [1, 2]}"#, false), (.json(["a": nil]), "{}", false),
        (.json(["a": nil]), #"{"a": null}"#, true),
        (.json([:]), "{}", true), (.json([:]), "[]", false), (.json(["a": 1]), "{a: 1}", false),
        (.json([:]), nil, false),
        (.custom("of 3 bytes") { $0.count == 3 }, "abc", true),
    ]

    @Test func matches() async throws {
        for row in Self.rows {
            var request = try SchemeRequest("x://h/", method: .post, body: row.body.map { Body($0) })
            let captures = try await Matcher.body(row.matcher).captures(from: &request)
            #expect((captures != nil) == row.matches, "\(row.matcher) on \(row.body ?? "no body")")
        }
    }

    private func request(_ chunks: Chunks, length: Int64? = nil) throws -> SchemeRequest {
        try SchemeRequest("x://h/", method: .post, body: Body(length: length, reader: chunks))
    }

    @Test func isLookedAtLast() async throws {
        let chunks = Chunks([Data("hi".utf8)])
        let hi = Matcher.body(.text(.equals("hi")))
        let index = RouteIndex([.all([hi, try .path("/other")]), .all([hi, .scheme("y")]), .scheme("x"), hi])
        let match = try await index.firstMatch(for: request(chunks))
        #expect(match?.route == 2)
        #expect(chunks.left == 1)
    }

    @Test func staysReadable() async throws {
        let chunks = Chunks(["a", "b", "c"].map { Data($0.utf8) })
        let index = RouteIndex([
            .body(.text(.equals("no"))), .not(.body(.text(.contains("bc")))), .body(.text(.suffix("c"))),
        ])
        let request = try request(chunks)
        #expect(index.mayMatch(request))
        #expect(chunks.left == 3)
        let match = try await index.firstMatch(for: request)
        #expect(match?.route == 2)
        #expect(try await match?.request.body?.collect(upTo: 10) == Data("abc".utf8))
    }

    @Test func ofMoreThanTheLimitNeverMatches() async throws {
        let chunk = Data(repeating: 0x61, count: 300_000)
        let index = RouteIndex([.body(.text(.contains("a"))), .not(.body(.text(.contains("a"))))])
        let chunks = Chunks(Array(repeating: chunk, count: 6))
        let match = try await index.firstMatch(for: request(chunks))
        #expect(match?.route == 1)
        #expect(chunks.left == 2)
        var bytes = 0
        if let body = match?.request.body { for try await chunk in body { bytes += chunk.count } }
        #expect(bytes == 1_800_000)

        let known = Chunks(Array(repeating: chunk, count: 6))
        let other = try await index.firstMatch(for: request(known, length: 1_800_000))
        #expect(other?.route == 1)
        #expect(known.left == 6)
    }

    @Test func ofExactlyTheLimitMatches() async throws {
        var request = try SchemeRequest("x://h/", body: Body(Data(repeating: 0x61, count: BufferedBody.limit)))
        #expect(try await Matcher.body(.text(.prefix("a"))).captures(from: &request) != nil)
        request.body = Body(Data(repeating: 0x61, count: BufferedBody.limit + 1))
        #expect(try await Matcher.body(.text(.prefix("a"))).captures(from: &request) == nil)
    }

    @Test func failsWhereTheBodyDoes() async throws {
        let chunks = Chunks([Data("a".utf8)])
        let request = try request(chunks, length: 5)
        await #expect(throws: SchemeHostError.self) {
            try await RouteIndex([.body(.text(.equals("a")))]).firstMatch(for: request)
        }
    }
}

extension ValuePattern {
    fileprivate static var regex: ValuePattern { (try? RegexPattern("^x\\d$")).map { .regex($0) } ?? .present(false) }
}

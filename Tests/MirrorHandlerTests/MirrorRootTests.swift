import Foundation
import Testing

@testable import MirrorHandler
@testable import SchemeHost

@Suite struct MirrorRootTests {
    private func text(_ root: String, _ captures: Captures, in scratch: ScratchFolder) async throws -> String {
        var request = try SchemeRequest("m://h/f?site=a")
        request.captures = captures
        do {
            let response = try await MirrorFixture.handler(scratch, root: root).respond(to: request)
            return String(decoding: try await response.body.collect(upTo: 100), as: UTF8.self)
        } catch let error as SchemeHostError {
            return error.code.rawValue
        }
    }

    @Test(arguments: [
        ("a", "A"), ("b", "B"), ("none", "notFound"), ("..", "notFound"), (".", "notFound"), ("", "notFound"),
        ("a/../b", "notFound"), ("a\\b", "notFound"), (".hidden", "notFound"), ("\u{301}.hidden", "notFound"),
        ("toA", "A"), ("toB", "forbidden"), ("f", "notFound"),
    ])
    func valuesAreSingleComponents(_ value: String, _ result: String) async throws {
        let scratch = try ScratchFolder()
        try scratch.write("A", to: "sites/a/f")
        try scratch.write("B", to: "sites/b/f")
        try scratch.write("hidden", to: "sites/.hidden/f")
        try scratch.write("file", to: "sites/f")
        try scratch.write("out", to: "outside/f")
        try scratch.link("sites/toA", to: "a")
        try scratch.link("sites/toB", to: "../outside")
        #expect(try await text("sites/{site}", ["site": value], in: scratch) == result)
    }

    @Test func oneValuesFolderIsAJail() async throws {
        let scratch = try ScratchFolder()
        try scratch.write("B", to: "sites/b/f")
        try scratch.link("sites/a/f", to: "../b/f")
        #expect(try await text("sites/{site}", ["site": "a"], in: scratch) == "forbidden")
    }

    @Test func severalPlaceholders() async throws {
        let scratch = try ScratchFolder()
        try scratch.write("text", to: "sites/a-1/.public/x/f")
        let captures: Captures = ["name": "a", "version": "1", "part": "x"]
        #expect(try await text("./sites/{name}-{version}/.public/{part}", captures, in: scratch) == "text")
        #expect(try await text("sites/{query.site}-1/.public/x", [:], in: scratch) == "text")
    }
}

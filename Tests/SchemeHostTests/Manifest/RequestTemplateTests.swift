import HTTPTypes
import Testing

@testable import SchemeHost

@Suite struct RequestTemplateTests {
    func request() throws -> SchemeRequest {
        var request = try SchemeRequest("shelf://lib/moby/ch%201?lang=en&x=%2Fetc", headerFields: [.userAgent: "curl"])
        request.captures = ["book": "moby", "rest": "ch 1"]
        return request
    }

    @Test(arguments: [
        ("plain", "plain"), ("books/{book}.epub", "books/moby.epub"), ("/{rest...}", "/ch 1"),
        ("{host}/{path}", "lib/moby/ch 1"),
        ("{query.lang}-{header.User-Agent}", "en-curl"), ("{{{book}}}", "{moby}"), ("a}}b{{", "a}b{"), ("", ""),
        ("{query.x}", "/etc"),
    ])
    func expands(text: String, expected: String) throws {
        #expect(try RequestTemplate(text).expand(for: request()) == expected)
    }

    @Test(arguments: ["{", "a{b", "}", "{}", "{a b}", "{a/b}", "{query.}", "{../x}"])
    func refuses(text: String) throws {
        let error = try #require(throws: SchemeHostError.self) { try RequestTemplate(text) }
        #expect(error.code == .invalidConfiguration)
        #expect(error.message.contains("\"\(text)\""))
    }

    @Test(arguments: ["{nobody}", "{query.none}", "{header.X-None}"])
    func aMissingValueIsNotFound(text: String) throws {
        let error = try #require(throws: SchemeHostError.self) { try RequestTemplate(text).expand(for: request()) }
        #expect(error.code == .notFound)
    }

    @Test(arguments: ["", ".", "..", "a/b", "a\\b", "a\0"])
    func aFileNameIsOneComponent(value: String) {
        #expect(throws: SchemeHostError.self) { try RequestTemplate.component(value) }
    }

    /// A value that looks like a placeholder is text.
    @Test func expandsOnce() throws {
        var request = try request()
        request.captures["book"] = "{rest}"
        #expect(try RequestTemplate("{book}").expand(for: request) == "{rest}")
    }
}

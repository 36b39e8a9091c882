import ComputedHandler
import Foundation
import HTTPTypes
import SchemeHost
import Testing

@Suite struct ComputedHandlerTests {
    @Test(arguments: [
        (#"{ "text": "hi <b>" }"#, "c://h/a.html", "hi <b>", "text/plain; charset=utf-8"),
        (#"{ "text": "" }"#, "c://h/", "", "text/plain; charset=utf-8"),
        (#"{ "text": "<p>", "type": "text/html" }"#, "c://h/", "<p>", "text/html"),
        (
            #"{ "json": { "b": [1.50, null], "a": "é" } }"#, "c://h/", "{\"b\":[1.50,null],\"a\":\"é\"}\n",
            "application/json"
        ),
        (#"{ "json": null }"#, "c://h/", "null\n", "application/json"),
        (#"{ "json": false, "type": "application/problem+json" }"#, "c://h/", "false\n", "application/problem+json"),
        (#"{ "base64": "aGVs bG8\n=" }"#, "c://h/a.css", "hello", "text/css; charset=utf-8"),
        (#"{ "base64": "JVBERi0xLjcK" }"#, "c://h/", "%PDF-1.7\n", "application/pdf"),
        (#"{ "base64": "AAEC/w" }"#, "c://h/", "\u{0}\u{1}\u{2}\u{FFFD}", "application/octet-stream"),
        (#"{ "template": "<html>{{method}}" }"#, "c://h/", "<html>GET", "text/plain; charset=utf-8"),
    ])
    func answers(_ handler: String, _ url: String, _ text: String, _ type: String) async throws {
        let computed = try await ComputedFixture(handler)
        let response = try await computed.get(url)
        #expect(response.status == .ok)
        #expect(response.headerFields[.contentType] == type)
        #expect(try await computed.text(url) == text)
    }

    @Test(arguments: [#"{ "text": "0123456789" }"#, #"{ "template": "01234{{path}}" }"#])
    func rangesHeadAndConditions(_ handler: String) async throws {
        let computed = try await ComputedFixture(handler)
        let url = "c://h/56789"
        let tag = try #require(try await computed.get(url).headerFields[.eTag])
        #expect(try await computed.text(url, [.range: "bytes=2-6"]) == "23456")
        #expect(try await computed.text(url, [.range: "bytes=2-6", .ifRange: tag]) == "23456")
        #expect(try await computed.get(url, [.ifNoneMatch: tag]).status == .notModified)
        let head = try await computed.host.respond(to: url, method: .head)
        #expect(head.headerFields[.contentLength] == "10")
        #expect(head.headerFields[.eTag] == tag)
        #expect(try await computed.host.respond(to: url, method: .post).status == .ok)
    }

    @Test func theTagIsThatOfTheContent() async throws {
        let computed = try await ComputedFixture(#"{ "template": "{{query.q}}" }"#)
        let tags = try await [
            computed.get("c://h/?q=1"), computed.get("c://h/?q=2"), computed.get("c://h/other?q=1&x=3"),
        ].map { try #require($0.headerFields[.eTag].flatMap { EntityTag($0) }) }
        #expect(tags[0] != tags[1])
        #expect(tags[0] == tags[2])
        #expect(tags.allSatisfy { !$0.isWeak })
    }

    @Test func anotherStatus() async throws {
        let computed = try await ComputedFixture(#"{ "json": { "error": "gone" }, "status": 410 }"#)
        let response = try await computed.get("c://h/", [.range: "bytes=0-1"])
        #expect(response.status == .gone)
        #expect(response.headerFields[.eTag] == nil)
        #expect(try await computed.text() == "{\"error\":\"gone\"}\n")
        #expect(try await ComputedFixture(#"{ "text": "", "status": 204 }"#).get().status == .noContent)
    }

    @Test(arguments: [
        (#"{}"#, "write one of template, text, json, base64, echo, closure"),
        (#"{ "type": "text/html" }"#, "nothing to answer with"),
        (#"{ "text": "a", "json": null }"#, #""text" and "json" cannot stand together"#),
        (#"{ "text": "a", "echo": false }"#, "cannot stand together"),
        (#"{ "echo": false }"#, "write true"),
        (#"{ "base64": "a" }"#, "no base64"), (#"{ "base64": "a*b=" }"#, "no base64"),
        (#"{ "base64": "YQ==YQ==" }"#, "no base64"), (#"{ "base64": "YQ=a" }"#, "no base64"),
        (#"{ "text": "a", "status": 199 }"#, "200 to 599"), (#"{ "text": "a", "status": 600 }"#, "200 to 599"),
        (#"{ "text": "a", "type": "html" }"#, "no media type"),
        (#"{ "text": "a", "type": "a/b\r\nX: y" }"#, "no media type"),
        (#"{ "template": "line\n  {{#who}}" }"#, "line 2"), (#"{ "template": "{{who" }"#, "line 1"),
        (#"{ "closure": "nmae" }"#, "registered: name, other"),
        (#"{ "closure": "name", "type": "text/html" }"#, "sets the type itself"),
        (#"{ "closure": "name", "status": 201 }"#, "sets the status itself"),
        (#"{ "text": "a", "tpye": "text/html" }"#, "tpye"),
    ])
    func refusesAtLoad(_ handler: String, _ message: String) async throws {
        let registry = HandlerRegistry.computed.adding(closure: "other") { _ in SchemeResponse() }
            .adding(closure: "name") { _ in SchemeResponse() }
        let error = await #expect(throws: SchemeHostError.self) {
            _ = try await ComputedFixture(handler, registry: registry)
        }
        #expect(error.map { "\($0)" }?.contains(message) == true, "\(error.map { "\($0)" } ?? "")")
    }

    @Test func aMistakeIsShownWhereItIs() async throws {
        let manifest = Manifest(
            json: """
                { "version": 1, "routes": [{ "match": { "scheme": "c" },
                  "handle": { "computed": { "type": "text/plain",
                                            "base64": "?" } } }] }
                """
        )
        let diagnostics = await manifest.diagnose(registry: .computed)
        #expect(diagnostics.map(\.line) == [3])
    }

    @Test(arguments: [
        ("{{who}}", true), ("{{{who}}}", true), ("{{uppercased(who)}}", true), ("{{^who}}{{nobody}}{{/who}}", true),
        ("{{name}} {{url}} {{host}} {{path}} {{method}} {{query.who}} {{header.who}}", false),
        ("{{#who}}{{it}}{{/who}}{{^who}}nobody{{/who}}", false), ("{{#fields}}{{who}}{{/fields}}", false),
        ("{{#query.a}}{{.}}{{/query.a}}{{uppercased(name)}}", false), ("{{! who }}{{$block}}{{/block}}", false),
    ])
    func aTemplateShowsWhatTheRouteCaptures(template: String, isRefused: Bool) async {
        let manifest = Manifest(
            json: """
                { "version": 1, "routes": [
                  { "match": { "scheme": "c", "path": "/{name}" }, "handle": { "computed": {
                    "template": \(JSONValue.string(template).serialized()) } } }] }
                """
        )
        let found = await manifest.diagnose(registry: .computed)
        #expect(found.map(\.pointer) == (isRefused ? ["/routes/0/handle/computed/template"] : []), "\(found)")
    }

    @Test func aClosure() async throws {
        let registry = HandlerRegistry.computed.adding(closure: "shout") { request in
            .text(try request.path.name.uppercased() + " " + request.method.rawValue)
        }
        let computed = try await ComputedFixture(#"{ "closure": "shout" }"#, registry: registry)
        #expect(try await computed.text("c://h/abc") == "ABC GET")
        let response = try await computed.host.respond(to: "c://h/abc", method: .post)
        #expect(try await response.body.collect(upTo: 100) == Data("ABC POST".utf8))
    }

    @Test(arguments: [ComputedHandler.schema, DataURLHandler.schema])
    func theSchemaIsComplete(_ schema: Schema) {
        #expect(schema.problems.isEmpty)
    }
}

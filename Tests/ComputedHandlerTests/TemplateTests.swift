import Foundation
import HTTPTypes
import SchemeHost
import Testing

@testable import ComputedHandler

@Suite struct TemplateTests {
    private func render(
        _ template: String,
        type: String = "text/plain",
        _ url: String,
        _ fields: HTTPFields = [:],
        match: String = #"{ "scheme": "c", "host": "{who}" }"#
    ) async throws -> String {
        let handler: JSONValue = ["template": .string(template), "type": .string(type)]
        return try await ComputedFixture(handler.serialized(), match: match).text(url, fields)
    }

    @Test(arguments: [
        ("Hello, {{who}}!\n", "Hello, world!\n"), ("{{host}} {{path}} {{method}}", "world a/b c GET"),
        ("{{url}}", "c://world/a/b%20c?q=1&q=2&e=&n=x%20y"), ("{{query.q}}", "1"), ("{{query.n}}", "x y"),
        ("{{#query.q}}<{{.}}>{{/query.q}}", "<1><2>"), ("{{#query.q}}{{.}}{{^last()}},{{/last()}}{{/query.q}}", "1,2"),
        ("{{#query.e}}there{{/query.e}}", "there"), ("{{^query.none}}none{{/query.none}}", "none"),
        ("{{query.none}}{{#none}}x{{/none}}{{header.none}}", ""), ("{{header.accept-language}}", "de"),
        ("{{#fields}}{{name}}={{value};{{/fields}}", "error"),
        ("{{#fields}}{{name}}={{value}};{{/fields}}", "Accept-Language=de;"),
        ("{{uppercased(who)}} {{uppercased(query.n)}}", "WORLD X Y"), ("\n{{who}}", "\nworld"), ("", ""),
        ("{{#who}}\nline\n{{/who}}\n", "line\n"), ("{{! comment }}x", "x"), ("{{=<% %>=}}<%who%>", "world"),
        ("{{>partial}}x", "x"),
    ])
    func fills(_ template: String, _ text: String) async throws {
        let url = "c://world/a/b%20c?q=1&q=2&e=&n=x%20y"
        let result = try? await render(template, url, [.acceptLanguage: "de"])
        #expect(result ?? "error" == text)
    }

    @Test(arguments: [
        ("text/html; charset=utf-8", "&lt;a b=&quot;&#39;&amp;&gt;"), ("image/svg+xml", "&lt;a b=&quot;&#39;&amp;&gt;"),
        ("application/json", #"<a b=\"'&>"#), ("application/ld+json", #"<a b=\"'&>"#), ("text/plain", #"<a b="'&>"#),
        ("text/css", #"<a b="'&>"#),
    ])
    func escapesForTheType(_ type: String, _ escaped: String) async throws {
        let url = "c://h/?x=%3Ca%20b=%22%27%26%3E"
        let text = try await render("{{query.x}}|{{#query.x}}{{.}}{{/query.x}}|{{{query.x}}}", type: type, url)
        #expect(text == escaped + "|" + escaped + #"|<a b="'&>"#)
    }

    /// A combining mark must not carry a quotation mark or a bracket past the escaping.
    @Test(arguments: [
        ("text/html", "%22%CC%81onload=", "&quot;\u{301}onload="), ("text/html", "%3C%E2%80%8Dp", "&lt;\u{200D}p"),
        ("application/json", "%CC%81x%22%CC%81", "\u{301}x\\\"\u{301}"),
        ("application/json", "%00%0A%5C", "\\u0000\\n\\\\"),
    ])
    func escapesScalarByScalar(_ type: String, _ value: String, _ escaped: String) async throws {
        let text = try await render("{{query.x}}", type: type, "c://h/?x=" + value)
        #expect(text.unicodeScalars.elementsEqual(escaped.unicodeScalars), "\(text)")
    }

    @Test func jsonStaysJSON() async throws {
        let value = String(String.UnicodeScalarView((1...0x2FF).compactMap { Unicode.Scalar($0) })) + "\u{2028}😀"
        let encoded = value.utf8.map { "%" + (($0 < 16) ? "0" : "") + String($0, radix: 16) }.joined()
        let text = try await render(#"{"x": "{{query.x}}"}"#, type: "application/json", "c://h/?x=" + encoded)
        #expect(try JSONValue(parsing: text)["x"]?.string == value)
    }

    @Test func aCaptureGoesBeforeOtherNames() async throws {
        let text = try await render("{{method}}", "c://h/a/b/c", match: #"{ "scheme": "c", "path": "/a/{method...}" }"#)
        #expect(text == "b/c")
    }

    @Test(arguments: [
        ("{{host}}", nil), ("{{header.accept}} {{header.Accept-Language}}", "accept, accept-language"),
        ("{{#fields}}{{name}}{{/fields}}", "*"),
    ])
    func saysWhatItVariesBy(_ template: String, _ vary: String?) async throws {
        let handler: JSONValue = ["template": .string(template)]
        let response = try await ComputedFixture(handler.serialized()).get()
        #expect(response.headerFields[.vary] == vary)
    }

    /// Malformed templates are errors, not crashes.
    @Test(arguments: [
        "{{", "{{{", "{{{x", "{{{x}", "{{{x}}", "{{#", "{{#x", "{{#x}}", "{{#x}}{{/y}}", "{{/x}}", "{{^", "{{=", "{{=<",
        "{{=<% ", "{{=<% %>", "{{=<% %>=", "{{>", "{{<", "{{<x}}", "{{$", "{{$x}}", "{{!", "{{%", "{{% a", "{{% a:b }}",
        "{{&", "{{x(", "{{x(y", "{{x y}}", "{{}}", "{{a.}}", "{{.}}", "{{..}}", "x\n{{", "{{#a}}{{#b}}{{/a}}{{/b}}",
        "{{<a}}{{$b}}{{/b}}{{/a}}", "{{<a}}{{#s}}{{$b}}x{{/b}}{{/s}}{{/a}}", "{{x((((}}", "{{()}}", "{{x()}}",
        "{{=  =}}",
    ])
    func survives(_ template: String) throws {
        for text in [template, "x" + template, template + "\n", "\n" + template + " x"] {
            do {
                _ = try Template(text, type: "text/html").render(for: SchemeRequest("c://h/"))
            } catch {
                let message = (error as? SchemeHostError)?.message ?? ""
                #expect(
                    message.contains("line \(text.hasPrefix("\n") ? 2 : 1)") || message.contains("line"),
                    "\(error)"
                )
            }
        }
    }

    @Test(arguments: [
        ("{{#who}}", "line 1"), ("a\nbc{{#who}}x{{/woh}}", "line 2, column"), ("a\n\nb {{who", "line 3"),
    ])
    func errorsHaveAPosition(_ template: String, _ place: String) throws {
        let error = #expect(throws: SchemeHostError.self) { try Template(template, type: "") }
        #expect(error?.code == .invalidConfiguration)
        #expect(error?.message.contains(place) == true, "\(error?.message ?? "")")
    }
}

@Suite struct TemplateBoundsTests {
    /// The parser and the renderer recurse.
    @Test(arguments: [("{{#a}}", "{{/a}}"), ("{{^ a}}", ""), ("{{=<% %>=}}<%#a%>", "<%/a%>")])
    func refusesDepth(open: String, close: String) async throws {
        let text = String(repeating: open, count: 5_000) + String(repeating: close, count: 5_000)
        let error = #expect(throws: SchemeHostError.self) { try Template(text, type: "text/plain") }
        #expect(error?.code == .invalidConfiguration)
    }

    @Test(arguments: ["{{.}}", "{{query}}"])
    func showsNothingOfTheRequestAsAWhole(text: String) async throws {
        let request = try SchemeRequest("x://h/?q=secret", headerFields: [.authorization: "secret"])
        #expect(!(try Template(text, type: "text/plain")).render(for: request).text.contains("secret"))
    }
}

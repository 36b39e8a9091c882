import ComputedHandler
import Foundation
import HTTPTypes
import SchemeHost
import Testing

@Suite struct DataURLTests {
    private func host() -> SchemeHost {
        SchemeHost(routes: [Route(.scheme("data"), to: DataURLHandler(context: HandlerContext()))])
    }

    @Test(arguments: [
        ("data:,A%20brief%20note", "text/plain; charset=US-ASCII", "A brief note"),
        ("data:,", "text/plain; charset=US-ASCII", ""),
        ("data:text/html,<b>hi</b>", "text/html", "<b>hi</b>"), ("DATA:text/css,a,b,c", "text/css", "a,b,c"),
        ("data:;charset=utf-8,%C3%A9", "text/plain; charset=utf-8", "é"),
        ("data:,what?really=yes&no", nil, "what?really=yes&no"),
        ("data:;base64,aGVsbG8=", "text/plain; charset=US-ASCII", "hello"), ("data:;base64,aGVsbG8", nil, "hello"),
        ("data:text/plain;base64,aGVs%0D%0A%20bG8%3D", "text/plain", "hello"),
        ("data:text/plain;charset=utf-8;base64,w6k=", "text/plain; charset=utf-8", "é"),
        ("data:text/plain;BASE64,aGk=", "text/plain", "hi"), ("data:text/plain;base64;x=y,aGk=", "error", "error"),
        ("data:image/svg+xml;utf8=yes,%3Csvg/%3E", "image/svg+xml; utf8=yes", "<svg/>"),
        ("data:text/plain;charset=%22a%2Cb%22,x", "text/plain; charset=\"a,b\"", "x"),
        ("data:,a%23b#fragment", nil, "a#b"), ("data:,a+b", nil, "a+b"),
        ("data:text/plain,a/../b", "text/plain", "a/../b"),
    ])
    func answers(_ url: String, _ type: String?, _ text: String) async throws {
        let response = try await host().respond(to: url)
        guard text != "error" else {
            #expect(response.status == .badRequest)
            return
        }
        #expect(response.status == .ok)
        #expect(response.headerFields[.contentType] == type ?? "text/plain; charset=US-ASCII")
        #expect(String(decoding: try await response.body.collect(upTo: 1000), as: UTF8.self) == text)
    }

    @Test(arguments: [
        ("data:", "no comma"), ("data:text/plain", "no comma"), ("data:text/plain;base64", "no comma"),
        ("data:text,x", "media type"), ("data:text/,x", "media type"), ("data:text/plain%0D%0AX:y,x", "media type"),
        ("data:;base64,a", "base64"), ("data:;base64,a%80==", "base64"), ("data:;base64,aGk=aGk=", "base64"),
        ("data:;base64,a-_a", "base64"), ("data://host/,x", "slashes"), ("data:/text,x", "slashes"),
    ])
    func refuses(_ url: String, _ message: String) async throws {
        let response = try await host().respond(to: url)
        #expect(response.status == .badRequest)
        #expect(response.problem?.message.contains(message) == true, "\(response.problem?.message ?? "")")
    }

    @Test func rangesHeadAndConditions() async throws {
        let response = try await host().respond(to: "data:,0123456789", headerFields: [.range: "bytes=2-4"])
        #expect(response.status == .partialContent)
        #expect(try await response.body.collect(upTo: 100) == Data("234".utf8))
        let tag = try #require(response.headerFields[.eTag])
        let again = try await host().respond(to: "data:,0123456789", headerFields: [.ifNoneMatch: tag])
        #expect(again.status == .notModified)
        let head = try await host().respond(to: "data:,0123456789", method: .head)
        #expect(head.headerFields[.contentLength] == "10")
    }
}

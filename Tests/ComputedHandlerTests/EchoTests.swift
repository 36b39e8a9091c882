import Foundation
import HTTPTypes
import SchemeHost
import Testing

@testable import ComputedHandler

@Suite struct EchoTests {
    private func echo(
        _ url: String,
        method: HTTPRequest.Method = .get,
        _ fields: HTTPFields = [:],
        body: Body? = nil
    ) async throws -> JSONValue {
        let computed = try await ComputedFixture(
            #"{ "echo": true }"#,
            match: #"{ "scheme": "c", "path": "/{kind}/{token}/{rest...}" }"#
        )
        let response = try await computed.host.respond(to: url, method: method, headerFields: fields, body: body)
        #expect(response.headerFields[.contentType] == "application/json")
        return try JSONValue(parsing: try await response.body.collect(upTo: 1 << 24))
    }

    @Test func theWholeRequest() async throws {
        let value = try await echo(
            "c://Host/a%20b/t0ps3cret/c/d/?x=1&x=&password=hunter2",
            method: .post,
            [.accept: "text/html", .authorization: "Bearer t0ps3cret", .cookie: "s=t0ps3cret"],
            body: Body("héllo")
        )
        let expected: JSONValue = [
            "method": "POST",
            "url": "c://host/a%20b/t0ps3cret/c/d/?x=1&x=&password=[redacted]",
            "path": ["a b", "t0ps3cret", "c", "d"],
            "captures": ["kind": "a b", "token": "[redacted]", "rest": "c/d/"],
            "query": [
                ["name": "x", "value": "1"], ["name": "x", "value": ""],
                ["name": "password", "value": "[redacted]"],
            ],
            "fields": [
                ["name": "Accept", "value": "text/html"], ["name": "Authorization", "value": "[redacted]"],
                ["name": "Cookie", "value": "[redacted]"],
            ],
            "body": ["length": 6, "text": "héllo"],
        ]
        #expect(value == expected, "\(value.serialized(.pretty))")
    }

    @Test(arguments: [
        ("Authorization", true), ("proxy-authorization", true), ("Cookie", true), ("Set-Cookie", true),
        ("X-Api-Key", true), ("X-Auth-Token", true), ("token", true), ("access_token", true), ("key", true),
        ("apikey", true), ("api_key", true), ("client_secret", true), ("X-Amz-Signature", true),
        ("X-Amz-Credential", true), ("sig", true), ("PASSWORD", true), ("pwd", true),
        ("Accept", false), ("monkey", false), ("keyboard", false), ("design", false), ("author", false), ("q", false),
    ])
    func secrets(_ name: String, _ isSecret: Bool) {
        #expect(Secrets.covers(name) == isSecret)
    }

    @Test(arguments: [
        ("c://h/?a=1&token=x&b", "c://h/?a=1&token=[redacted]&b"), ("c://h/?TOKEN", "c://h/?TOKEN=[redacted]"),
        ("c://h/?%74oken=x%26y", "c://h/?%74oken=[redacted]"), ("c://h/?&&token=x&", "c://h/?token=[redacted]"),
        ("c://h/?a=token", "c://h/?a=token"), ("c://h/token=x", "c://h/token=x"),
        ("c:token?key=a=b", "c:token?key=[redacted]"),
    ])
    func redactedURLs(_ url: String, _ redacted: String) throws {
        #expect(Secrets.redacted(try SchemeURL(url)) == redacted)
    }

    @Test(arguments: [false, true])
    func bodies(_ isChunked: Bool) async throws {
        func body(_ data: Data) -> Body {
            guard isChunked else { return Body(data) }
            let half = data.count / 2
            return Body(concatenating: [Body(data.prefix(half)), Body(data.dropFirst(half))])
        }
        #expect(try await echo("c://h/a/b/c")["body"] == .null)
        let none = try await echo("c://h/a/b/c", method: .put, body: body(Data()))["body"]
        #expect(none == ["length": 0, "text": ""])
        let bytes = try await echo("c://h/a/b/c", method: .put, body: body(Data([0xFF, 0])))["body"]
        #expect(bytes == ["length": 2, "base64": "/wA="])

        let large = Data(String(repeating: "é", count: 1 << 20).utf8)
        let cut = try await echo("c://h/a/b/c", method: .put, body: body(Data("x".utf8) + large))["body"]
        #expect(cut?["length"] == .number(JSONNumber(large.count + 1)))
        #expect(cut?["truncated"] == true)
        #expect(cut?["text"]?.string?.utf8.count == Echo.shownBytes - 1)
    }
}

import HTTPTypes
import SchemeHost
import SchemeHostGateway
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Where responses end, and what connections do then.
@Suite struct FramingTests {
    private static let text: HandlerRegistry.Closure = { _ in .text("content") }

    @Test func lengthAndDate() async throws {
        try await withGateway(answer: Self.text) { gateway async throws in
            let response = try await gateway.request("/x/h/p")
            #expect(response.status == 200)
            #expect(response["Content-Length"] == "7")
            #expect(response["Content-Type"] == "text/plain; charset=utf-8")
            #expect(response["Date"]?.hasSuffix(" GMT") == true)
            #expect(response["Transfer-Encoding"] == nil)
            #expect(response.text == "content")
        }
    }

    /// Content in another coding would reach the handler as if it were decoded.
    @Test func onlyChunkedIsRead() async throws {
        try await withGateway(answer: Self.text) { gateway async throws in
            let connection = try gateway.connect()
            let head =
                "POST /x/h/p HTTP/1.1\r\nHost: localhost:\(gateway.port)\r\nTransfer-Encoding: gzip, chunked\r\n\r\n"
            try await connection.send(head + "3\r\nabc\r\n0\r\n\r\n")
            let response = try await connection.receive()
            #expect(response.status == 501)
            #expect(response.text.contains("\"title\":\"Not Implemented\""))
        }
    }

    @Test func headKeepsTheFields() async throws {
        try await withGateway(answer: Self.text) { gateway async throws in
            let connection = try gateway.connect()
            let request = "HEAD /x/h/p HTTP/1.1\r\nHost: localhost:\(gateway.port)\r\n\r\n"
            // The second one is only found where it should be if nothing followed the first.
            try await connection.send(request + request)
            for _ in 0..<2 {
                let response = try await connection.receive(toHead: true)
                #expect(response.status == 200)
                #expect(response["Content-Length"] == "7")
                #expect(response["Transfer-Encoding"] == nil)
            }
        }
    }

    @Test func headOfUnknownLength() async throws {
        try await withGateway(
            answer: { _ in
                SchemeResponse(
                    headerFields: [.contentType: "video/mp4"],
                    body: Body(CountingSource(chunks: 3, isSized: false))
                )
            },
            test: { gateway async throws in
                let connection = try gateway.connect()
                let request = " /x/h/p HTTP/1.1\r\nHost: localhost:\(gateway.port)\r\n\r\n"
                try await connection.send("HEAD\(request)GET\(request)")
                let head = try await connection.receive(toHead: true)
                #expect(head["Content-Length"] == nil)
                #expect(head["Transfer-Encoding"] == nil)
                let get = try await connection.receive()
                #expect(get["Transfer-Encoding"] == "chunked")
                #expect(get.body.count == 3 * CountingSource.chunkSize)
                #expect(get.isComplete)
            }
        )
    }

    @Test func noContentAndNotModified() async throws {
        try await withGateway(
            answer: { request in
                if request.url.percentEncodedPath == "/none" { return SchemeResponse(status: .noContent) }
                return SchemeResponse(headerFields: [.eTag: "\"1\"", .contentType: "video/mp4"], body: Body("content"))
            },
            test: { gateway async throws in
                let connection = try gateway.connect()
                let host = "Host: localhost:\(gateway.port)\r\n"
                try await connection.send("GET /x/h/none HTTP/1.1\r\n\(host)\r\n")
                try await connection.send("GET /x/h/p HTTP/1.1\r\n\(host)If-None-Match: \"1\"\r\n\r\n")
                try await connection.send("GET /x/h/p HTTP/1.1\r\n\(host)\r\n")
                let none = try await connection.receive()
                #expect(none.status == 204)
                #expect(none["Content-Length"] == nil)
                let unmodified = try await connection.receive()
                #expect(unmodified.status == 304)
                #expect(unmodified["ETag"] == "\"1\"")
                #expect(unmodified["Content-Length"] != "0")
                #expect(unmodified["Transfer-Encoding"] == nil)
                #expect(try await connection.receive().text == "content")
            }
        )
    }

    @Test func pipelinedRequestsKeepTheirOrder() async throws {
        try await withGateway(
            answer: { .text($0.url.percentEncodedPath) },
            test: { gateway async throws in
                let connection = try gateway.connect()
                let requests = (0..<50).map { "GET /x/h/\($0) HTTP/1.1\r\nHost: localhost:\(gateway.port)\r\n\r\n" }
                try await connection.send(requests.joined())
                for number in 0..<50 { #expect(try await connection.receive().text == "/\(number)") }
            }
        )
    }

    @Test(arguments: [
        ("HTTP/1.1", "", nil), ("HTTP/1.1", "Connection: close\r\n", "close"),
        ("HTTP/1.1", "Connection: Close, TE\r\n", "close"), ("HTTP/1.0", "", "close"),
        ("HTTP/1.0", "Connection: keep-alive\r\n", "keep-alive"),
    ])
    func persistence(version: String, field: String, answer: String?) async throws {
        try await withGateway(answer: Self.text) { gateway async throws in
            let connection = try gateway.connect()
            let request = "GET /x/h/p \(version)\r\nHost: localhost:\(gateway.port)\r\n\(field)\r\n"
            try await connection.send(request)
            let response = try await connection.receive()
            #expect(response.text == "content")
            #expect(response["Connection"] == answer)
            if answer == "close" {
                #expect(try await connection.isAtEnd())
            } else {
                try await connection.send(request)
                #expect(try await connection.receive().text == "content")
            }
        }
    }

    @Test func unknownLengthToAnOldClient() async throws {
        try await withGateway(
            answer: { _ in
                SchemeResponse(body: Body(CountingSource(chunks: 2, isSized: false)))
            },
            test: { gateway async throws in
                let connection = try gateway.connect()
                try await connection.send("GET /x/h/p HTTP/1.0\r\nHost: localhost:\(gateway.port)\r\n\r\n")
                let response = try await connection.receive()
                #expect(response["Transfer-Encoding"] == nil)
                #expect(response["Connection"] == "close")
                #expect(response.body.count == 2 * CountingSource.chunkSize)
            }
        )
    }

    @Test func interimStatusIsNoAnswer() async throws {
        try await withGateway(
            answer: { _ in SchemeResponse(status: .continue) },
            test: { gateway async throws in
                #expect(try await gateway.request("/x/h/p").status == 502)
            }
        )
    }

    @Test func ranges() async throws {
        let content = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        try await withGateway(
            answer: { _ in
                SchemeResponse(headerFields: [.contentType: "video/mp4", .eTag: "\"v1\""], body: Body(content))
            },
            test: { gateway async throws in
                let whole = try await gateway.request("/x/h/p")
                #expect(whole["Accept-Ranges"] == "bytes")
                let part = try await gateway.request("/x/h/p", fields: ["Range: bytes=70000-"])
                #expect(part.status == 206)
                #expect(part["Content-Range"] == "bytes 70000-99999/100000")
                #expect(part["Content-Length"] == "30000")
                #expect(part.body == content[70_000...])
                let suffix = try await gateway.request("/x/h/p", fields: ["Range: bytes=-1", "If-Range: \"v1\""])
                #expect(suffix.body == content.suffix(1))
                let changed = try await gateway.request("/x/h/p", fields: ["Range: bytes=-1", "If-Range: \"v0\""])
                #expect(changed.status == 200)
                let beyond = try await gateway.request("/x/h/p", fields: ["Range: bytes=100000-"])
                #expect(beyond.status == 416)
                #expect(beyond["Content-Range"] == "bytes */100000")
                let several = try await gateway.request("/x/h/p", fields: ["Range: bytes=0-9,50000-50009"])
                #expect(several.status == 206)
                #expect(several["Content-Type"]?.hasPrefix("multipart/byteranges; boundary=") == true)
                #expect(several.isComplete)
                #expect(several.body.firstRange(of: content[50_000..<50_010]) != nil)
                let head = try await gateway.request("HEAD", "/x/h/p")
                #expect(head["Content-Length"] == "100000")
            }
        )
    }

    /// Status, fields and bytes are the host's own.
    @Test func sameAsTheLibrary() async throws {
        let host = SchemeHost(routes: [
            Route(.scheme("x")) { request in
                switch request.url.percentEncodedPath {
                case "/text": .text("content")
                case "/missing": throw SchemeHostError(.notFound, "there is none")
                case "/moved": SchemeResponse(status: .seeOther, headerFields: [.location: "text"])
                default: SchemeResponse(status: .init(code: 299, reasonPhrase: "Odd"), body: Body("odd"))
                }
            }
        ])
        let added: Set = [
            "date", "via", "x-content-type-options", "content-security-policy", "connection", "content-length",
        ]
        try await withGateway(host) { gateway async throws in
            for path in ["text", "missing", "moved", "odd"] {
                let direct = try await host.respond(to: "x://h/\(path)")
                let served = try await gateway.request("/x/h/\(path)")
                #expect(served.status == direct.status.code)
                #expect(served.body == (try await direct.body.collect(upTo: 10_000)))
                let left = served.fields.filter { !added.contains($0.name) }.map { "\($0.name): \($0.value)" }
                let right = direct.headerFields.filter { !added.contains($0.name.canonicalName) }
                    .map { "\($0.name.canonicalName): \($0.value)" }
                #expect(left == right)
            }
        }
    }
}

import HTTPTypes
import SchemeHost
import SchemeHostGateway
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Bodies in both directions: pulled as they are read, freed when nobody reads them.
@Suite(.timeLimit(.minutes(3))) struct StreamingTests {
    private func start(_ gateway: RunningGateway, on connection: RawConnection) async throws {
        try await connection.send("GET /x/h/p HTTP/1.1\r\nHost: localhost:\(gateway.port)\r\n\r\n")
    }

    @Test func aClientThatDoesNotReadIsNotReadFor() async throws {
        let source = CountingSource(chunks: 3200)  // 200 MiB
        try await withGateway(
            answer: { request in
                if request.url.percentEncodedPath == "/other" { return SchemeResponse(status: .noContent) }
                return SchemeResponse(headerFields: [.contentType: "video/mp4"], body: Body(source))
            },
            test: { gateway async throws in
                let slow = try gateway.connect(receiveBuffer: 65_536)
                try await start(gateway, on: slow)
                let head = try await slow.receiveHead()
                #expect(head["Content-Length"] == String(3200 * CountingSource.chunkSize))
                // Pulling has come to rest when nothing changes while other requests are answered.
                var before = -1
                while before != source.pulls {
                    before = source.pulls
                    for _ in 0..<20 { _ = try await gateway.request("/x/h/other") }
                }
                #expect(source.pulls < 256, "only what fits between the two was pulled")
            }
        )
    }

    @Test func twoHundredMebibytes() async throws {
        let source = CountingSource(chunks: 3200)
        try await withGateway(
            answer: { _ in SchemeResponse(body: Body(source)) },
            test: { gateway async throws in
                let connection = try gateway.connect()
                try await start(gateway, on: connection)
                let response = try await connection.receive()
                #expect(response.isComplete)
                #expect(response.body.count == 3200 * CountingSource.chunkSize)
            }
        )
    }

    @Test(arguments: [true, false])
    func aFailureMidwayBreaksTheTransfer(isSized: Bool) async throws {
        let source = CountingSource(chunks: 10, isSized: isSized, fails: true)
        try await withGateway(
            answer: { _ in SchemeResponse(body: Body(source)) },
            test: { gateway async throws in
                let connection = try gateway.connect()
                try await start(gateway, on: connection)
                let response = try await connection.receive()
                #expect(response.status == 200)
                #expect(!response.isComplete)
                #expect(try await connection.isAtEnd())
            }
        )
    }

    /// Behind a host the length is right; other responders may claim anything.
    @Test(arguments: ["5", "9"])
    func aWrongLengthBreaksTheTransfer(length: String) async throws {
        try await withGateway(Lying(length: length)) { gateway async throws in
            let connection = try gateway.connect()
            try await start(gateway, on: connection)
            let response = try await connection.receive()
            #expect(response.body.count < Int(length) ?? 0)
            #expect(!response.isComplete)
            #expect(try await connection.isAtEnd())
        }
    }

    @Test func errorsBeforeTheHead() async throws {
        let codes: [(SchemeHostError.Code, Int)] = [
            (.timedOut, 504), (.connectionFailed, 502), (.connectionReset, 502), (.sourceUnavailable, 502),
            (.sourceCorrupt, 502), (.unsupported, 501), (.invalidConfiguration, 500), (.invalidManifest, 500),
            (.init(rawValue: "odd"), 500), (.busy, 503), (.forbidden, 403),
        ]
        try await withGateway(
            answer: { request in
                throw SchemeHostError(
                    .init(rawValue: request.url.percentEncodedPath.dropFirst().description),
                    "it failed"
                )
            },
            test: { gateway async throws in
                for (code, status) in codes {
                    let response = try await gateway.request("/x/h/\(code)")
                    #expect(response.status == status, "\(code)")
                    #expect(response["Content-Type"] == "application/problem+json")
                    #expect(response.text.contains("it failed"))
                    #expect(response.text.contains("\"\(code)\""))
                }
            }
        )
    }

    @Test func aClientThatLeavesFreesTheBody() async throws {
        let freed = Signal()
        try await withGateway(
            answer: { _ in SchemeResponse(body: Body(CountingSource(chunks: 100_000) { freed.fire() })) },
            test: { gateway async throws in
                let connection = try gateway.connect(receiveBuffer: 65_536)
                try await start(gateway, on: connection)
                _ = try await connection.receiveHead()
                connection.leave()
                await freed.wait()
            }
        )
    }

    @Test func aClientThatLeavesAStalledBodyFreesIt() async throws {
        let freed = Signal()
        try await withGateway(
            answer: { _ in SchemeResponse(body: Body(StallingSource { freed.fire() })) },
            test: { gateway async throws in
                let connection = try gateway.connect()
                try await start(gateway, on: connection)
                _ = try await connection.receiveHead()
                connection.leave()
                await freed.wait()
            }
        )
    }

    @Test func aClientThatLeavesCancelsTheHandler() async throws {
        let (started, cancelled) = (Signal(), Signal())
        try await withGateway(
            answer: { _ in
                started.fire()
                defer { cancelled.fire() }
                try await Task.sleep(for: .seconds(3600))
                return SchemeResponse()
            },
            test: { gateway async throws in
                let connection = try gateway.connect()
                try await start(gateway, on: connection)
                await started.wait()
                connection.leave()
                await cancelled.wait()
            }
        )
    }

    // MARK: Uploads

    /// Answers with the number of bytes that came.
    private static let count: HandlerRegistry.Closure = { request in
        var count = 0
        guard let body = request.body else { return .text("no body") }
        for try await chunk in body { count += chunk.count }
        return .text("\(count) of \(body.length.map { String($0) } ?? "?")")
    }

    @Test func uploads() async throws {
        try await withGateway(answer: Self.count) { gateway async throws in
            let connection = try gateway.connect()
            let host = "Host: localhost:\(gateway.port)\r\n"
            let size = 20 << 20
            try await connection.send("PUT /x/h/p HTTP/1.1\r\n\(host)Content-Length: \(size)\r\n\r\n")
            try await connection.send(Data(repeating: 1, count: size))
            #expect(try await connection.receive().text == "\(size) of \(size)")
            try await connection.send("PUT /x/h/p HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\n")
            try await connection.send("3\r\nabc\r\n4\r\ndefg\r\n0\r\n\r\n")
            #expect(try await connection.receive().text == "7 of ?")
            try await connection.send("POST /x/h/p HTTP/1.1\r\n\(host)Content-Length: 0\r\n\r\n")
            #expect(try await connection.receive().text == "no body")
        }
    }

    @Test func contentThatIsNotReadIsSkipped() async throws {
        try await withGateway(
            answer: { _ in .text("ignored") },
            test: { gateway async throws in
                let connection = try gateway.connect()
                for _ in 0..<2 {
                    try await connection.send(
                        "PUT /x/h/p HTTP/1.1\r\nHost: localhost:\(gateway.port)\r\nContent-Length: 500000\r\n\r\n"
                    )
                    try await connection.send(Data(repeating: 1, count: 500_000))
                    #expect(try await connection.receive().text == "ignored")
                }
            }
        )
    }

    @Test func theResponseMayStreamTheRequest() async throws {
        try await withGateway(
            answer: { SchemeResponse(body: $0.body ?? Body()) },
            test: { gateway async throws in
                let connection = try gateway.connect()
                try await connection.send(
                    "POST /x/h/p HTTP/1.1\r\nHost: localhost:\(gateway.port)\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n"
                )
                let head = try await connection.receiveHead()
                #expect(head["Transfer-Encoding"] == "chunked")
                #expect(try await connection.receiveLine() == "3")
                #expect(try await connection.receiveLine() == "abc")
                try await connection.send("0\r\n\r\n")
                #expect(try await connection.receiveLine() == "0")
            }
        )
    }

    @Test(arguments: ["Content-Length: 100\r\n\r\nabc", "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n"])
    func halfAnUploadIsNoUpload(rest: String) async throws {
        let (started, ended, result) = (Signal(), Signal(), Outcome())
        try await withGateway(
            answer: { request in
                started.fire()
                defer { ended.fire() }
                do {
                    _ = try await request.body?.collect(upTo: 1000)
                    result.set("complete")
                } catch {
                    result.set("failed")
                }
                return SchemeResponse()
            },
            test: { gateway async throws in
                let connection = try gateway.connect()
                try await connection.send("PUT /x/h/p HTTP/1.1\r\nHost: localhost:\(gateway.port)\r\n\(rest)")
                await started.wait()
                connection.leave()
                await ended.wait()
                #expect(result.value == "failed")
            }
        )
    }

    @Test func malformedContent() async throws {
        try await withGateway(answer: Self.count) { gateway async throws in
            let connection = try gateway.connect()
            try await connection.send(
                "PUT /x/h/p HTTP/1.1\r\nHost: localhost:\(gateway.port)\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabcrubbish\r\n"
            )
            #expect(try await connection.receive().status == 400)
            #expect(try await connection.isAtEnd())
        }
    }

    @Test func contentIsOnlyAskedForWhereItIsRead() async throws {
        try await withGateway(
            answer: { request in
                if request.url.percentEncodedPath == "/refused" { throw SchemeHostError(.forbidden, "no") }
                return try await Self.count(request)
            },
            test: { gateway async throws in
                let fields = "Host: localhost:\(gateway.port)\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n"
                let reading = try gateway.connect()
                try await reading.send("PUT /x/h/read HTTP/1.1\r\n\(fields)")
                #expect(try await reading.receive().status == 100)
                try await reading.send("abc")
                #expect(try await reading.receive().text == "3 of 3")

                let refused = try gateway.connect()
                try await refused.send("PUT /x/h/refused HTTP/1.1\r\n\(fields)")
                let response = try await refused.receive()
                #expect(response.status == 403)
                #expect(response["Connection"] == "close")
                #expect(try await refused.isAtEnd())
            }
        )
    }

    @Test func aBodyKeptBeyondItsRequestEnds() async throws {
        let kept = Kept()
        try await withGateway(
            answer: { request in
                kept.set(request.body)
                return .text("kept")
            },
            test: { gateway async throws in
                #expect(try await gateway.request("PUT", "/x/h/p", body: "abc").text == "kept")
                await #expect(throws: SchemeHostError.self) { try await kept.value?.collect(upTo: 10) }
            }
        )
    }
}

private struct Lying: Responder {
    let length: String

    func respond(to request: SchemeRequest) async throws -> SchemeResponse {
        SchemeResponse(headerFields: [.contentLength: length], body: Body("content"))
    }
}

private final class Outcome: Sendable {
    private let state = Lock("nothing")
    var value: String { state.withLock { $0 } }
    func set(_ value: String) { state.withLock { $0 = value } }
}

private final class Kept: Sendable {
    private let state = Lock<Body?>(nil)
    var value: Body? { state.withLock { $0 } }
    func set(_ value: Body?) { state.withLock { $0 = value } }
}

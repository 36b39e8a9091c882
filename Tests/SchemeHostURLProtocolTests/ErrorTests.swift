import Foundation
import SchemeHost
import SchemeHostURLProtocol
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Errors of URLSession", .timeLimit(.minutes(2)))
struct ErrorTests {
    @Test(
        "a code without status is a URLError",
        arguments: [
            (SchemeHostError.Code.sourceUnavailable, URLError.Code.resourceUnavailable),
            (.sourceCorrupt, .cannotDecodeContentData), (.unsupported, .unsupportedURL), (.timedOut, .timedOut),
            (.connectionFailed, .cannotConnectToHost), (.connectionReset, .networkConnectionLost),
            (.invalidConfiguration, .resourceUnavailable), (.init(rawValue: "pluginsOwn"), .unknown),
        ]
    )
    func table(_ code: SchemeHostError.Code, _ expected: URLError.Code) async throws {
        let host = makeHost { _ in throw SchemeHostError(code, "say why", underlying: BrokenDisk()) }
        let request = URLRequest(url: try url("x://h/a"))
        let outcome = try await makeSession(host).load(request)
        let direct = await #expect(throws: URLError.self) { try await host.data(for: request) }
        for error in [outcome.error as? URLError, direct] {
            #expect(error?.code == expected)
            #expect(error?.localizedDescription == "say why")
            #expect(error?.userInfo[NSUnderlyingErrorKey] is BrokenDisk)
            #expect(error?.schemeHostError?.code == code)
            #expect(error?.failingURL?.absoluteString == "x://h/a")
        }
    }

    @Test("an error that a handler's own session threw keeps its code")
    func passing() async throws {
        let host = makeHost { _ in throw URLError(.notConnectedToInternet) }
        #expect(try await makeSession(host).load("x://h/a").code == .notConnectedToInternet)
    }

    @Test("a body that fails midway is an error, never a short success", arguments: [0, 1, 30])
    func midway(_ failsAt: Int) async throws {
        let host = makeHost { _ in SchemeResponse(body: Body(CountedSource(chunks: 60, failsAt: failsAt))) }
        let request = URLRequest(url: try url("x://h/a"))
        let outcome = try await makeSession(host).load(request)
        #expect(outcome.data == nil)
        #expect(outcome.code == .resourceUnavailable)
        await #expect(throws: URLError.self) { try await makeSession(host).data(for: request) }
        await #expect(throws: URLError.self) { try await host.data(for: request) }

        let recorder = Recorder()
        try makeSession(host, delegate: recorder).dataTask(with: request).resume()
        await recorder.completion()
        #expect(recorder.now.completions.count == 1)
        let error = recorder.now.completions.first.flatMap { $0 } as? URLError
        #expect(error?.userInfo[NSUnderlyingErrorKey] is BrokenDisk)
        #expect(recorder.now.data == CountedSource.bytes(chunks: failsAt))
    }

    @Test("a body shorter than its length is an error")
    func short() async throws {
        struct Short: BodySource {
            let length: Int64? = 10
            func makeReader(range: Range<Int64>?) throws -> any BodyReader { Reader() }
            struct Reader: BodyReader { nonisolated(nonsending) mutating func read() async throws -> Data? { nil } }
        }
        let host = makeHost { _ in SchemeResponse(body: Body(Short())) }
        #expect(try await makeSession(host).load("x://h/a").code == .cannotDecodeContentData)
    }

    @Test("a URL without a route is left to the system, or fails by name")
    func unmatched() async throws {
        let passing = try await makeSession(makeHost { _ in .text("") }).load("nobody://h/a")
        #expect(passing.code == .unsupportedURL)
        #expect((passing.error as? URLError)?.schemeHostError == nil)
        for text in ["nobody://h/a", "http://127.0.0.1:1/a", "data:text/plain,a"] {
            let failing = try await makeSession(makeHost(unmatched: .fail) { _ in .text("") }).load(text)
            #expect(failing.code == .unsupportedURL)
            #expect((failing.error as? URLError)?.schemeHostError?.code == .noRoute)
            #expect(failing.error?.localizedDescription.contains(text) == true)
        }
    }

    @Test("what a handler asks for and has no route stays that handler's answer")
    func innerNoRoute() async throws {
        let inner = makeHost("y") { _ in .text("") }
        let host = makeHost { _ in try await inner.respond(to: "z://h/missing") }
        #expect(try await makeSession(host).load("x://h/a").status == 404)
    }

    @Test("tasks that Foundation would crash on are refused with the way out")
    func refused() async throws {
        let host = makeHost { _ in .text("hello") }
        let session = try makeSession(host)
        let request = URLRequest(url: try url("x://h/a"))
        #if canImport(FoundationNetworking)
        let error: (any Error)? = await withCheckedContinuation { continuation in
            session.downloadTask(with: request) { _, _, error in continuation.resume(returning: error) }.resume()
        }
        #expect((error as? URLError)?.code == .unsupportedURL)
        #expect(error?.localizedDescription.contains("host.download(for:to:)") == true)
        await #expect(throws: URLError.self) { try await session.download(for: request) }
        let recorder = Recorder()
        try makeSession(host, delegate: recorder).downloadTask(with: request).resume()
        await recorder.completion()
        #expect(recorder.now.completions.first.flatMap { $0 } is URLError)
        let webSocket = session.webSocketTask(with: request)
        webSocket.resume()
        await #expect(throws: URLError.self) { try await webSocket.receive() }
        #endif
    }
}

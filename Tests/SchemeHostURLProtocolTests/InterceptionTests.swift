import Foundation
import HTTPTypes
import SchemeHost
import SchemeHostURLProtocol
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Interception of http", .timeLimit(.minutes(2)))
struct InterceptionTests {
    @Test("a handler that loads the same URL through a session of its own does not meet itself", arguments: [1, 50])
    func passesOn(requests: Int) async throws {
        let server = try LocalServer()
        let asked = CountedSource.Count()
        let network = URLSession(configuration: .ephemeral)
        let host = makeHost("http") { request in
            asked.add(1)
            let (data, response) = try await network.data(for: URLRequest(request))
            let status = (response as? HTTPURLResponse)?.statusCode ?? 0
            return SchemeResponse(status: .init(code: status), body: Body(Data("seen: ".utf8) + data))
        }
        // Registered as well: the inner session must still find the network.
        host.register()
        defer { host.unregister() }
        let session = try makeSession(host)
        try await withThrowingTaskGroup { group in
            for number in 0..<requests {
                group.addTask {
                    let outcome = try await session.load("http://127.0.0.1:\(server.port)/\(number)?q=%2F")
                    #expect(outcome.text == "seen: server saw GET /\(number)?q=%2F HTTP/1.1")
                    #expect(outcome.status == 200)
                }
            }
            try await group.waitForAll()
        }
        #expect(asked.now == requests)
        #expect(server.requests.count == requests)
    }

    @Test("what no route takes reaches the network")
    func passes() async throws {
        let server = try LocalServer()
        let outcome = try await makeSession(makeHost { _ in .text("") }).load("http://127.0.0.1:\(server.port)/direct")
        #expect(outcome.text == "server saw GET /direct HTTP/1.1")
    }

    @Test("a redirect to the network is reported, not followed")
    func redirect() async throws {
        let server = try LocalServer()
        let target = "http://127.0.0.1:\(server.port)/"
        let host = makeHost { _ in SchemeResponse(status: .found, headerFields: [.location: target]) }
        let outcome = try await makeSession(host).load("x://h/")
        #expect(outcome.status == 302)
        #expect(server.requests.isEmpty)
    }

    @Test(
        "a 401 arrives, whatever it asks for",
        arguments: [
            "Basic realm=\"a\"", "basic realm=a", "Digest realm=\"a\", nonce=\"b\"", "Bearer",
            "Bearer, Basic realm=\"a\"",
        ],
        ["http://example.invalid/", "https://example.invalid/", "x://h/"]
    )
    func unauthorized(_ challenge: String, _ text: String) async throws {
        let host = SchemeHost(routes: [
            Route(.any) { _ in
                SchemeResponse(status: .unauthorized, headerFields: [.wwwAuthenticate: challenge], body: Body("who?"))
            }
        ])
        let outcome = try await makeSession(host).load(text)
        #expect(outcome.status == 401)
        #expect(outcome.text == "who?")
        let field = outcome.http?.value(forHTTPHeaderField: "WWW-Authenticate")
        #expect(field?.trimmingCharacters(in: .whitespaces) == challenge)
        #expect(!text.hasPrefix("x") || field == challenge)
        let recorder = Recorder()
        try makeSession(host, delegate: recorder).dataTask(with: try url(text)).resume()
        await recorder.completion()
        #expect((recorder.now.response as? HTTPURLResponse)?.statusCode == 401)
        #expect(recorder.now.completions.first.flatMap { $0 } == nil)
    }
}

import Foundation
import SchemeHost
import SchemeHostURLProtocol
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Request bodies", .timeLimit(.minutes(2)))
struct UploadTests {
    private let content = CountedSource.bytes(chunks: 300)
    /// Answers with what it was sent.
    private let echo = makeHost { request in
        SchemeResponse(body: Body(try await request.body?.collect(upTo: 1 << 20) ?? Data("no body".utf8)))
    }

    private var request: URLRequest {
        get throws {
            var request = URLRequest(url: try url("x://h/"))
            request.httpMethod = "POST"
            return request
        }
    }

    @Test("the body of a request", arguments: [true, false])
    func ofRequest(asStream: Bool) async throws {
        func filled() throws -> URLRequest {
            var request = try request
            if asStream { request.httpBodyStream = InputStream(data: content) } else { request.httpBody = content }
            return request
        }
        #expect(try await makeSession(echo).load(filled()).data == content)
        #expect(try await echo.data(for: filled()).0 == content)
        #expect(try await makeSession(echo).load(request).text == "no body")
    }

    @Test("an upload from memory, from a file, from a delegate's stream")
    func upload() async throws {
        let session = try makeSession(echo)
        #expect(try await session.upload(for: request, from: content).0 == content)
        #expect(try await session.upload(for: request, from: Data()).0 == Data())

        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try content.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(try await session.upload(for: request, fromFile: file).0 == content)
        await #expect(throws: URLError.self) {
            try await session.upload(for: request, fromFile: file.appendingPathComponent("missing"))
        }

        let recorder = Recorder(bodyStream: content)
        try makeSession(echo, delegate: recorder).uploadTask(withStreamedRequest: request)
            .resume()
        await recorder.completion()
        #expect(recorder.now.data == content)
    }

    @Test("a body that cannot be read is the request's failure")
    func unreadable() async throws {
        var request = try request
        request.httpBodyStream = InputStream(fileAtPath: "/nonexistent/file")
        let outcome = try await makeSession(echo).load(request)
        #expect(outcome.code == .resourceUnavailable)
    }
}

import Foundation
import HTTPTypes
import SchemeHost
import SchemeHostURLProtocol
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Loading without URLSession", .timeLimit(.minutes(2)))
struct LoadingTests {
    private let content = CountedSource.bytes(chunks: 100)
    private let host = makeHost { request in
        switch request.url.percentEncodedPath {
        case "/redirect": SchemeResponse(status: .found, headerFields: [.location: "/bytes"])
        case "/broken": SchemeResponse(body: Body(CountedSource(chunks: 100, failsAt: 50)))
        case "/missing": throw SchemeHostError(.notFound, "not here")
        default: SchemeResponse(body: Body(CountedSource(chunks: 100)))
        }
    }

    @Test("data")
    func data() async throws {
        let (data, response) = try await host.data(for: try url("x://h/redirect"))
        #expect(data == content)
        #expect(response.statusCode == 200)
        #expect(response.url?.absoluteString == "x://h/bytes")
        #expect(try await host.data(for: try url("x://h/missing")).1.statusCode == 404)
    }

    @Test("a URL without a route")
    func noRoute() async throws {
        let error = await #expect(throws: URLError.self) { try await host.data(for: try url("nobody://h/")) }
        #expect(error?.code == .unsupportedURL)
        #expect(error?.localizedDescription.contains("no route matches GET nobody://h/") == true)
    }

    @Test("bytes, one by one and in chunks")
    func bytes() async throws {
        let (bytes, response) = try await host.bytes(for: try url("x://h/redirect"))
        #expect(response.statusCode == 200)
        var single = Data()
        for try await byte in bytes { single.append(byte) }
        #expect(single == content)
        let (again, _) = try await host.bytes(for: URLRequest(url: try url("x://h/")))
        var chunks: [Data] = []
        for try await chunk in again.chunks { chunks.append(chunk) }
        #expect(chunks.count == 100)
        #expect(Data(chunks.joined()) == content)
    }

    @Test("bytes that break off throw")
    func brokenBytes() async throws {
        let (bytes, _) = try await host.bytes(for: try url("x://h/broken"))
        var count = 0
        let error = await #expect(throws: URLError.self) { for try await _ in bytes { count += 1 } }
        #expect(count == 50 * CountedSource.chunkSize)
        #expect(error?.userInfo[NSUnderlyingErrorKey] is BrokenDisk)
    }

    @Test("bytes are not read ahead, and closed when they are dropped")
    func lazyBytes() async throws {
        let (pulls, live) = (CountedSource.Count(), CountedSource.Count())
        let host = makeHost { _ in
            // With a type of its own, nobody needs to look into the content for one.
            SchemeResponse(
                headerFields: [.contentType: "a/b"],
                body: Body(CountedSource(chunks: 100, pulls: pulls, live: live))
            )
        }
        do {
            let (bytes, _) = try await host.bytes(for: try url("x://h/"))
            #expect(pulls.now == 0)
            for try await _ in bytes { break }
            #expect(pulls.now == 1)
            #expect(live.now == 1)
        }
        await eventually { live.now == 0 }
    }

    @Test("a download replaces its file when it is complete, and only then")
    func download() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("file name")
        func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path) }

        #expect(try await host.download(for: try url("x://h/redirect"), to: file).statusCode == 200)
        #expect(try Data(contentsOf: file) == content)
        try Data("old".utf8).write(to: file)
        await #expect(throws: URLError.self) { try await host.download(for: try url("x://h/broken"), to: file) }
        #expect(try await host.download(for: try url("x://h/missing"), to: file).statusCode == 404)
        #expect(try Data(contentsOf: file) == Data("old".utf8))
        #expect(try names() == ["file name"])
        #expect(try await host.download(for: try url("x://h/"), to: file).statusCode == 200)
        #expect(try Data(contentsOf: file) == content)
        #expect(try names() == ["file name"])
        let error = await #expect(throws: URLError.self) {
            try await host.download(for: try url("x://h/"), to: folder.appendingPathComponent("no/file"))
        }
        #expect(error?.code == .cannotCreateFile)
    }

    @Test("requests convert both ways")
    func conversion() throws {
        var original = URLRequest(url: try url("x://H/a%2Fb?q#f"))
        original.httpMethod = "PUT"
        original.setValue("b", forHTTPHeaderField: "X-A")
        original.httpBody = Data("c".utf8)
        let request = try SchemeRequest(original)
        #expect(request.url.description == "x://h/a%2Fb?q")
        #expect(request.method == .put)
        #expect(request.body?.length == 1)
        let back = try URLRequest(request)
        #expect(back.url?.absoluteString == "x://h/a%2Fb?q")
        #expect(back.httpMethod == "PUT")
        #expect(back.value(forHTTPHeaderField: "X-A") == "b")
        original.httpMethod = "NO SUCH"
        #expect(throws: SchemeHostError.self) { try SchemeRequest(original) }
    }
}

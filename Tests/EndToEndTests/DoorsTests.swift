import Foundation
import HTTPTypes
import SchemeHost
import SchemeHostGateway
import SchemeHostURLProtocol
import StandardHandlers
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// An answer as a door gives it.
struct Answer: Equatable {
    var status: Int
    /// By lowercased name.
    var fields: [String: String]
    var body: Data

    /// What a connection adds, and what is compared apart.
    static let passing: Set<String> = ["date", "connection", "via", "keep-alive", "server", "transfer-encoding"]
    /// What keeps contents apart in a browser.
    static let safety: Set<String> = [
        "x-content-type-options", "content-security-policy", "cross-origin-resource-policy", "referrer-policy",
    ]

    init(status: Int, fields: [(String, String)], body: Data) {
        self.status = status
        self.fields = fields.reduce(into: [:]) { $0[$1.0.lowercased()] = $1.1 }.filter {
            !Self.passing.contains($0.key)
        }
        self.body = body
    }

    init(_ response: SchemeResponse) async throws {
        self.init(
            status: response.status.code,
            fields: response.headerFields.map { ($0.name.rawName, $0.value) },
            body: try await response.body.collect(upTo: 1 << 24)
        )
    }

    /// An answer as HTTP/1.1 writes it.
    init?(text: Data) {
        let lineBreak = text.range(of: Data("\r\n\r\n".utf8)) ?? text.range(of: Data("\n\n".utf8))
        guard let lineBreak else { return nil }
        let head = String(decoding: text[..<lineBreak.lowerBound], as: UTF8.self).replacing("\r\n", with: "\n")
        let lines = head.split(separator: "\n")
        guard let status = lines.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else { return nil }
        let fields = lines.dropFirst().map { line in
            let halves = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(halves[0]), halves.count > 1 ? halves[1].trimmingCharacters(in: .whitespaces) : "")
        }
        self.init(status: status, fields: fields, body: text[lineBreak.upperBound...])
    }
}

/// One URL of examples.json.
struct Example: CustomTestStringConvertible, Sendable {
    var url: String
    var varies: Bool
    var testDescription: String { url }

    static let all: [Example] = {
        let data = FileManager.default.currentDirectoryPath + "/Examples/Data"
        guard let text = try? String(contentsOfFile: "examples.json", encoding: .utf8),
            let manifest = try? JSONValue(parsing: text)
        else { return [] }
        return (manifest["routes"]?.array ?? []).flatMap { route in
            (route["x-examples"]?.array ?? []).compactMap(\.string).map { url in
                Example(url: url.replacing("{data}", with: data), varies: route["x-varies"]?.bool == true)
            }
        }
    }()
}

/// The same bytes, status and fields at every door.
@Suite struct DoorsTests {
    static func host() async throws -> SchemeHost {
        try await SchemeHost(manifest: Manifest(contentsOf: "examples.json"), registry: .standard)
    }

    @Test func everyRouteHasExamples() throws {
        let manifest = try JSONValue(parsing: String(contentsOfFile: "examples.json", encoding: .utf8))
        let routes = manifest["routes"]?.array ?? []
        // These two need a field or a body, and have tests of their own below.
        #expect(routes.filter { $0["x-examples"] == nil }.map { $0["id"]?.string } == ["image", "write"])
        #expect(Example.all.count > 30)
    }

    @Test(arguments: Example.all)
    func libraryAndURLSession(example: Example) async throws {
        let host = try await Self.host()
        let (response, final) = try await host.respond(following: SchemeRequest(example.url))
        let expected = try await Answer(response)

        var configuration = URLSessionConfiguration.default
        try host.install(into: &configuration)
        let session = URLSession(configuration: configuration)
        let url = try #require(URL(string: example.url))
        let answer: (URL?, Answer) = try await withCheckedThrowingContinuation { continuation in
            let task = session.dataTask(with: url) { data, response, error in
                guard let response = response as? HTTPURLResponse else {
                    return continuation.resume(throwing: error ?? URLError(.unknown))
                }
                let fields = response.allHeaderFields.map { ("\($0)", "\($1)") }
                continuation.resume(
                    returning: (response.url, Answer(status: response.statusCode, fields: fields, body: data ?? Data()))
                )
            }
            task.resume()
        }
        #expect(answer.0?.absoluteString == final.url.description)
        #expect(answer.1.status == expected.status)
        guard !example.varies else { return }
        #expect(answer.1.body == expected.body)
        #expect(answer.1.fields == expected.fields)
        withExtendedLifetime(host) {}
    }

    @Test(arguments: Example.all)
    func libraryAndCommandLine(example: Example) async throws {
        let (response, _) = try await Self.host().respond(following: SchemeRequest(example.url))
        let expected = try await Answer(response)
        let result = try await CommandRunner.run("get", "-i", "-m", "examples.json", example.url)
        let answer = try #require(Answer(text: result.output), "\(result.errors)")
        #expect(answer.status == expected.status)
        #expect(result.status == (expected.status < 300 ? 0 : expected.status < 500 ? 4 : 1))
        guard !example.varies else { return }
        #expect(answer == expected)
    }

    /// An opaque URL has no place for an authority, which the gateway's path form needs.
    @Test(arguments: Example.all.filter { !$0.url.hasPrefix("data:") })
    func libraryAndGateway(example: Example) async throws {
        let host = try await Self.host()
        try await withGateway(host) { port in
            let url = try SchemeURL(example.url)
            let query = url.percentEncodedQuery.map { "?" + $0 } ?? ""
            let address = "http://127.0.0.1:\(port)/\(url.scheme)/\(url.authority)\(url.percentEncodedPath)\(query)"
            // The gateway shows redirects.
            for fields in [[:], [.range: "bytes=1-4"], [.ifNoneMatch: "*"], [.accept: "application/json"]]
                as [HTTPFields]
            {
                let expected = try await Answer(host.respond(to: example.url, headerFields: fields))
                let headers = fields.flatMap { ["-H", "\($0.name): \($0.value)"] }
                let output = try await curl(["-si", "--path-as-is", "-g"] + headers + [address])
                let answer = try #require(Answer(text: output))
                #expect(answer.status == expected.status, "\(fields)")
                guard !example.varies else { continue }
                #expect(answer.body == expected.body, "\(fields)")
                #expect(answer.fields.filter { !Answer.safety.contains($0.key) } == expected.fields, "\(fields)")
            }
            let head = try #require(Answer(text: try await curl(["-sI", "--path-as-is", "-g", address])))
            #expect(head.body.isEmpty)
            #expect(head.status == (try await host.respond(to: example.url, method: .head).status.code))
        }
    }

    @Test func fieldsAndBodiesReachTheMatchers() async throws {
        let host = try await Self.host()
        try await withGateway(host) { port in
            let image = try await curl(["-si", "-H", "Accept: image/png", "http://127.0.0.1:\(port)/any-image/h/x"])
            #expect(Answer(text: image)?.fields["content-type"] == "image/gif")
            let note = #"{"kind": "note", "text": "x"}"#
            let written = try await curl(["-si", "-d", note, "http://127.0.0.1:\(port)/web/h/x"])
            #expect(Answer(text: written)?.status == 201)
            let other = try await curl(["-si", "-d", #"{"kind": "letter"}"#, "http://127.0.0.1:\(port)/web/h/x"])
            #expect(Answer(text: other)?.status == 404)
        }
        let command = try await CommandRunner.run("get", "-m", "examples.json", "-d", #"{"kind": "note"}"#, "web://h/x")
        #expect(command.text == "noted\n")
    }

    private func withGateway(_ host: SchemeHost, _ body: (Int) async throws -> Void) async throws {
        let (ports, continuation) = AsyncStream<Int>.makeStream()
        let gateway = try Gateway(host: host, configuration: .init(port: 0)) { continuation.yield($0) }
        let task = Task { try await gateway.run() }
        defer { task.cancel() }
        for await port in ports {
            try await body(port)
            break
        }
    }

    private func curl(_ arguments: [String]) async throws -> Data {
        try await CommandRunner.run(path: "/usr/bin/curl", arguments).output
    }
}

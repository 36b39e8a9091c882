import Foundation
import HTTPTypes
import SchemeHost
import SchemeHostGateway
import Testing

/// What curl makes of it, a client with opinions of its own.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/curl"), "curl is not installed"))
struct CurlTests {
    private func curl(_ arguments: String...) async throws -> (exit: Int32, output: Data) {
        try await blocking {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/curl")
            process.arguments = ["-sS", "--max-time", "30", "--path-as-is"] + arguments
            let pipe = Pipe()
            process.standardOutput = pipe
            process.standardError = FileHandle.nullDevice
            try process.run()
            let output = pipe.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            return (process.terminationStatus, output)
        }
    }

    private static let echo: HandlerRegistry.Closure = { .text($0.url.description) }

    @Test func getAndProxy() async throws {
        try await withGateway(answer: Self.echo) { gateway async throws in
            let base = "http://127.0.0.1:\(gateway.port)"
            let direct = try await curl("\(base)/zip//a.zip!/b")
            #expect(String(decoding: direct.output, as: UTF8.self) == "zip:///a.zip!/b")
            let own = try await curl(
                "--resolve",
                "policy.book.localhost:\(gateway.port):127.0.0.1",
                "http://policy.book.localhost:\(gateway.port)/a"
            )
            #expect(String(decoding: own.output, as: UTF8.self) == "book://policy/a")
            let proxied = try await curl("-x", base, "http://api.example/v1//x?y")
            #expect(String(decoding: proxied.output, as: UTF8.self) == "http://api.example/v1//x?y")
            #expect(try await curl("-x", base, "https://api.example/").exit == 56)
        }
    }

    @Test func headAndRanges() async throws {
        let content = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
        try await withGateway(
            answer: { _ in SchemeResponse(headerFields: [.contentType: "video/mp4"], body: Body(content)) },
            test: { gateway async throws in
                let url = "http://127.0.0.1:\(gateway.port)/x/h/p"
                #expect(try await curl("-I", url).exit == 0)
                #expect(try await curl("-r", "100-199", url).output == content[100..<200])
                #expect(try await curl("--http1.0", url).output == content)
                #expect(try await curl("--http2", url, url).output == content + content)
            }
        )
    }

    @Test(arguments: [true, false])
    func abrokenTransferIsNoticed(isSized: Bool) async throws {
        try await withGateway(
            answer: { _ in SchemeResponse(body: Body(CountingSource(chunks: 5, isSized: isSized, fails: true))) },
            test: { gateway async throws in
                let result = try await curl("http://127.0.0.1:\(gateway.port)/x/h/p")
                #expect(result.exit == 18)
                #expect(result.output.count <= 5 * CountingSource.chunkSize)
            }
        )
    }

    @Test func upload() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("upload")
        try Data(repeating: 7, count: 5 << 20).write(to: file)
        try await withGateway(
            answer: { request in
                var count = 0
                if let body = request.body { for try await chunk in body { count += chunk.count } }
                return .text("\(request.method) \(count)")
            },
            test: { gateway async throws in
                // Beyond a mebibyte curl waits for 100 Continue.
                let result = try await curl("-T", file.path, "http://127.0.0.1:\(gateway.port)/x/h/p")
                #expect(String(decoding: result.output, as: UTF8.self) == "PUT \(5 << 20)")
            }
        )
    }
}

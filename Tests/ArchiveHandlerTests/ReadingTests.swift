import Foundation
import SchemeHost
import Testing

@testable import ArchiveHandler

@Suite(.serialized) struct ReadingTests {
    let folder = TemporaryFolder()

    private func openDescriptors(of path: String) throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { name in
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + name)) == path
        }
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/fd")))
    func droppedAnswersCloseTheirFiles() async throws {
        let path = try folder.write(TestArchive(texts: ["a": String(repeating: "text", count: 300_000)]), as: "a.zip")
        let host = try await TestHost(file: path)
        for round in 0..<1_000 {
            let response = try await host.get("x://h/a")
            if round % 4 == 0 {
                var iterator = response.body.makeAsyncIterator()
                _ = try await iterator.next()
                let open = try withExtendedLifetime((response, iterator)) { try openDescriptors(of: path) }
                #expect(open == 1)
            }
        }
        #expect(try openDescriptors(of: path) == 0)
    }

    @Test func manyReadAtOnce() async throws {
        let data = noise(900_000)
        let path = try folder.write(
            TestArchive("pax", filter: "gzip", [("0", .file(noise(5_000))), ("a", .file(data))]),
            as: "a"
        )
        let host = try await TestHost(file: path)
        try await withThrowingTaskGroup(of: Data.self) { group in
            for _ in 0..<64 { group.addTask { try await host.data("x://h/a") } }
            for try await result in group { #expect(result == data) }
        }
    }

    @Test func aCancelledReaderStops() async throws {
        let path = try folder.write(TestArchive("zip", [("a", .file(noise(4 << 20)))]), as: "a.zip")
        let host = try await TestHost(file: path)
        let (started, signal) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            var count = 0
            for try await chunk in try await host.get("x://h/a").body {
                count += chunk.count
                signal.finish()
                // Cancelled while it holds a chunk: the next one must not come.
                while !Task.isCancelled { await Task.yield() }
            }
            return count
        }
        for await _ in started {}
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func aSetFlagEndsListingAndReading() throws {
        let path = try folder.write(
            TestArchive("pax", filter: "gzip", [("a", .file(noise(1 << 20))), ("b", .folder)]),
            as: "a"
        )
        let settings = ArchiveSettings(formats: ArchiveFormat.defaults, limits: Limits())
        let flag = CancellationFlag()
        let reader = try ArchiveReader(FileSource(path: path), settings: settings, cancellation: flag)
        _ = try reader.next()
        flag.cancel()
        #expect(throws: CancellationError.self) { try reader.next() }
    }

    @Test func aFileThatChangedMeanwhileIsAnError() async throws {
        let settings = ArchiveSettings(formats: ArchiveFormat.defaults, limits: Limits())
        let file = try FileSource(path: folder.write(TestArchive(texts: ["a": "a"]), as: "a.zip"))
        let reader = try ArchiveReader(file, settings: settings, cancellation: CancellationFlag())
        let entry = ArchiveEntry(ordinal: 0, name: "b", kind: .file, size: 1, isEncrypted: false)
        let error = #expect(throws: SchemeHostError.self) { try reader.advance(to: entry) }
        #expect(error?.code == .sourceCorrupt)
    }

    @Test func aReplacedArchiveIsListedAnew() async throws {
        let path = try folder.write(TestArchive(texts: ["a": "old"]), as: "a.zip")
        let host = try await TestHost(file: path)
        #expect(try await host.text("x://h/a") == "old")
        _ = try folder.write(TestArchive(texts: ["first": "1", "a": "new"]), as: "a.zip")
        #expect(try await host.text("x://h/a") == "new")
    }
}

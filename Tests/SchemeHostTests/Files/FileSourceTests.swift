import Foundation
import Testing

@testable import SchemeHost

@Suite struct FileSourceTests {
    private func source(_ scratch: ScratchFolder, size: Int64) throws -> FileSource {
        let path = try scratch.write("start", to: "file")
        #expect(truncate(path, off_t(size)) == 0)
        return try FileSource(path: path)
    }

    @Test(arguments: ["grown", "shrunk", "rewritten"])
    func aFileThatChangesFailsMidway(_ change: String) async throws {
        let scratch = try ScratchFolder()
        let source = try source(scratch, size: 1 << 20)
        var iterator = Body(source).makeAsyncIterator()
        #expect(try await iterator.next()?.count == FileSource.chunkSize)
        let path = scratch.path + "/file"
        switch change {
        case "grown": #expect(truncate(path, 2 << 20) == 0)
        case "shrunk": #expect(truncate(path, 100_000) == 0)
        default:
            let file = try #require(FileHandle(forWritingAtPath: path))
            try file.seek(toOffset: 500_000)
            try file.write(contentsOf: Data("other".utf8))
            try file.close()
            // Not left to the steps in which the file system keeps time.
            #expect(utimes(path, [timeval(tv_sec: 1, tv_usec: 0), timeval(tv_sec: 1, tv_usec: 0)]) == 0)
        }
        let error = await #expect(throws: SchemeHostError.self) { while try await iterator.next() != nil {} }
        #expect(error?.code == .sourceCorrupt)
        #expect(error?.message.contains("changed") == true)
    }

    @Test func aFileThatIsReplacedOrRenamedIsReadToItsEnd() async throws {
        let scratch = try ScratchFolder()
        let source = try source(scratch, size: 300_000)
        var iterator = Body(source).makeAsyncIterator()
        var count = try await iterator.next()?.count ?? 0
        try scratch.write("new", to: "other")
        #expect(rename(scratch.path + "/other", scratch.path + "/file") == 0)
        while let chunk = try await iterator.next() { count += chunk.count }
        #expect(count == 300_000)
    }

    @Test func readsBeyondFourGiB() async throws {
        let scratch = try ScratchFolder()
        let path = try scratch.write("", to: "huge")
        let offset: Int64 = 5 << 30
        let file = try #require(FileHandle(forWritingAtPath: path))
        try file.seek(toOffset: UInt64(offset))
        try file.write(contentsOf: Data("end".utf8))
        try file.close()
        let body = Body(try FileSource(path: path))
        #expect(body.length == offset + 3)
        let data = try await body.slice((offset - 2)..<(offset + 3)).collect(upTo: 100)
        #expect(data == Data([0, 0]) + Data("end".utf8))
    }
}

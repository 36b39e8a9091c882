import Foundation
import Testing

@testable import SchemeHost

/// Gives its bytes in small chunks and counts what is alive and what was read.
final class ProbeSource: BodySource {
    final class Counter: Sendable {
        private let state = Lock((open: 0, reads: 0))
        var open: Int { state.withLock { $0.open } }
        var reads: Int { state.withLock { $0.reads } }
        func change(open: Int = 0, reads: Int = 0) {
            state.withLock { state in
                state.open += open
                state.reads += reads
            }
        }
    }

    let bytes: [UInt8]
    let length: Int64?
    let isSeekable: Bool
    let isReplayable: Bool
    let failsAfter: Int?
    let counter: Counter

    init(_ bytes: [UInt8], length: Int64? = nil, seekable: Bool = false, failsAfter: Int? = nil, counter: Counter) {
        self.bytes = bytes
        self.length = length
        isSeekable = seekable
        isReplayable = true
        self.failsAfter = failsAfter
        self.counter = counter
        counter.change(open: 1)
    }

    deinit { counter.change(open: -1) }

    struct Failure: Error {}

    func makeReader(range: Range<Int64>?) throws -> any BodyReader {
        Reader(source: self, rest: range.map { bytes[Int($0.lowerBound)..<Int($0.upperBound)] } ?? bytes[...])
    }

    struct Reader: BodyReader {
        let source: ProbeSource
        var rest: ArraySlice<UInt8>

        nonisolated(nonsending) mutating func read() async throws -> Data? {
            source.counter.change(reads: 1)
            if let limit = source.failsAfter, rest.startIndex >= limit { throw Failure() }
            guard !rest.isEmpty else { return nil }
            defer { rest = rest.dropFirst(3) }
            return Data(rest.prefix(3))
        }
    }
}

@Suite struct BodyTests {
    let bytes = Array("0123456789".utf8)
    let counter = ProbeSource.Counter()

    @Test(arguments: [true, false], [0..<10, 0..<0, 0..<1, 3..<7, 9..<10, 10..<10, 5..<100] as [Range<Int64>])
    func slices(seekable: Bool, range: Range<Int64>) async throws {
        for length in [10, nil] as [Int64?] where length != nil || !seekable {
            let body = Body(ProbeSource(bytes, length: length, seekable: seekable, counter: counter))
            let expected = Data(bytes[Int(range.lowerBound)..<min(Int(range.upperBound), 10)])
            guard length != nil || range.upperBound <= 10 else { continue }
            #expect(try await body.slice(range).collect(upTo: 100) == expected)
            #expect(
                try await body.slice(0..<9).slice(range).collect(upTo: 100)
                    == expected.prefix(max(0, 9 - Int(range.lowerBound)))
            )
        }
        #expect(counter.open == 0)
    }

    @Test func unseekableSlicesStopReadingAtTheirEnd() async throws {
        let body = Body(ProbeSource(bytes, length: 10, counter: counter))
        #expect(try await body.slice(0..<2).collect(upTo: 10) == Data("01".utf8))
        #expect(counter.reads == 1)
    }

    @Test func droppedBodiesCloseAtOnce() async throws {
        var body: Body? = Body(ProbeSource(bytes, counter: counter))
        #expect(counter.open == 1)
        body = nil
        #expect(counter.open == 0)

        body = Body(ProbeSource(bytes, counter: counter))
        var iterator = body?.makeAsyncIterator()
        _ = try await iterator?.next()
        body = nil
        #expect(counter.open == 1)
        iterator = nil
        #expect(counter.open == 0)
    }

    @Test(arguments: [(9, "ran over its 9 bytes"), (11, "ended after 10 of its 11 bytes")] as [(Int64, String)])
    func falseLengthsFail(length: Int64, message: String) async throws {
        let body = Body(ProbeSource(bytes, length: length, counter: counter))
        let error = await #expect(throws: SchemeHostError.self) { try await body.collect(upTo: 100) }
        #expect(error?.code == .sourceCorrupt)
        #expect(error?.message.contains(message) == true)
    }

    @Test func collectKeepsItsLimit() async throws {
        for length in [10, nil] as [Int64?] {
            let body = Body(ProbeSource(bytes, length: length, counter: counter))
            #expect(try await body.collect(upTo: 10).count == 10)
            let error = await #expect(throws: SchemeHostError.self) { try await body.collect(upTo: 9) }
            #expect(error?.code == .tooLarge)
        }
        #expect(try await Body().collect(upTo: 0).isEmpty)
    }

    @Test func concatenates() async throws {
        let parts = [Body("ab"), Body(), Body(ProbeSource(bytes, length: 10, counter: counter)), Body("yz")]
        let body = Body(concatenating: parts)
        #expect(body.length == 14)
        #expect(try await body.collect(upTo: 100) == Data("ab0123456789yz".utf8))
        #expect(try await body.slice(1..<4).collect(upTo: 100) == Data("b01".utf8))
        #expect(Body(concatenating: parts + [Body(ProbeSource(bytes, counter: counter))]).length == nil)
    }

    @Test func aReaderIsReadOnce() async throws {
        struct Once: BodyReader {
            var done = false
            nonisolated(nonsending) mutating func read() async throws -> Data? {
                defer { done = true }
                return done ? nil : Data("x".utf8)
            }
        }
        let body = Body(reader: Once())
        #expect(!body.isReplayable)
        #expect(try await body.collect(upTo: 1) == Data("x".utf8))
        await #expect(throws: SchemeHostError.self) { try await body.collect(upTo: 1) }
    }

    @Test func reportsHowAPassEnded() async throws {
        let ends = Lock<[Body.End]>([])
        func observe(_ body: Body) -> Body { body.observed { end in ends.withLock { $0.append(end) } } }

        _ = try await observe(Body(ProbeSource(bytes, counter: counter))).collect(upTo: 100)
        _ = try? await observe(Body(ProbeSource(bytes, failsAfter: 6, counter: counter))).collect(upTo: 100)
        var iterator: Body.AsyncIterator? = observe(Body(ProbeSource(bytes, counter: counter))).makeAsyncIterator()
        _ = try await iterator?.next()
        iterator = nil
        _ = observe(Body(ProbeSource(bytes, counter: counter)))

        let seen = ends.withLock { $0 }
        #expect(seen.map(\.bytes) == [10, 6, 3])
        #expect(seen[0].error == nil)
        #expect(seen[1].error is ProbeSource.Failure)
        #expect(seen[2].error is CancellationError)
        #expect(counter.open == 0)
    }

    @Test func cancellationEndsAPass() async throws {
        let body = Body(ProbeSource(bytes, counter: counter))
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await body.collect(upTo: 100)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    /// Without `next(isolation:)` each chunk would leave the main actor and come back: two context switches a chunk.
    @MainActor @Test func iteratesOnItsCallersActor() async throws {
        struct Isolated: BodyReader {
            var left = 100
            nonisolated(nonsending) mutating func read() async throws -> Data? {
                MainActor.assertIsolated()
                left -= 1
                return left < 0 ? nil : Data([1])
            }
        }
        var count = 0
        for try await chunk in Body(reader: Isolated()) { count += chunk.count }
        #expect(count == 100)
    }

    @Test func readsFilesByRange() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "body-\(UUID()).bin").path
        let data = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        try data.write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let body = Body(try FileSource(path: path))
        #expect(body.length == 200_000)
        #expect(try await body.collect(upTo: .max) == data)
        #expect(try await body.slice(65_000..<140_001).collect(upTo: .max) == data[65_000..<140_001])
        #expect(throws: SchemeHostError.self) { try FileSource(path: "/dev/null") }
        #expect(throws: SchemeHostError.self) { try FileSource(path: path + "-missing") }

        try FileHandle(forWritingTo: URL(filePath: path)).truncate(atOffset: 100_000)
        let error = await #expect(throws: SchemeHostError.self) { try await body.collect(upTo: .max) }
        #expect(error?.code == .sourceCorrupt)
    }

    @Test func spoolsUpToALimit() async throws {
        let file = try await FileSource(spooling: Body("hello"), upTo: 5)
        #expect(try await Body(file).collect(upTo: 10) == Data("hello".utf8))
        let error = await #expect(throws: SchemeHostError.self) {
            try await FileSource(spooling: Body("hello!"), upTo: 5)
        }
        #expect(error?.code == .tooLarge)
    }
}

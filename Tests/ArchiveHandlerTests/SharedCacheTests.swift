import SchemeHost
import Testing

@testable import ArchiveHandler

@Suite struct SharedCacheTests {
    private actor Counter {
        var count = 0
        func add() -> Int {
            count += 1
            return count
        }
    }

    @Test func allWhoAskAtOnceShareOneValue() async throws {
        let cache = SharedCache<Int>(capacity: 10) { _ in 1 }
        let counter = Counter()
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        let first = Task {
            try await cache.value(for: "k") {
                for await _ in gate {}; return await counter.add()
            }
        }
        let others = (0..<20).map { _ in Task { try await cache.value(for: "k") { await counter.add() + 100 } } }
        open.finish()
        var values = [try await first.value]
        for other in others { values.append(try await other.value) }
        #expect(Set(values).count == 1)
        #expect(await counter.count == 1)
    }

    @Test func whatWasUsedLongestAgoGoesFirst() async throws {
        let cache = SharedCache<Int>(capacity: 2) { _ in 1 }
        let counter = Counter()
        for key in ["a", "b", "a", "c", "a", "b"] { _ = try await cache.value(for: key) { await counter.add() } }
        #expect(await counter.count == 4)  // a, b, c, and b again.
    }

    @Test func theNewestStaysWhateverItCosts() async throws {
        let cache = SharedCache<Int>(capacity: 2) { _ in 100 }
        let counter = Counter()
        for key in ["a", "a", "b", "b"] { _ = try await cache.value(for: key) { await counter.add() } }
        #expect(await counter.count == 2)
    }

    @Test func aFailureIsNotKept() async throws {
        let cache = SharedCache<Int>(capacity: 2) { _ in 1 }
        await #expect(throws: SchemeHostError.self) {
            try await cache.value(for: "k") { throw SchemeHostError(.sourceCorrupt, "once") }
        }
        #expect(try await cache.value(for: "k") { 7 } == 7)
    }

    @Test func makingEndsWithItsLastWaiter() async throws {
        let cache = SharedCache<Int>(capacity: 2) { _ in 1 }
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        let (ended, end) = AsyncStream.makeStream(of: Void.self)
        let waiter = Task {
            try await cache.value(for: "k") {
                start.finish()
                while !Task.isCancelled { await Task.yield() }
                end.finish()
                return 1
            }
        }
        for await _ in started {}
        waiter.cancel()
        await #expect(throws: CancellationError.self) { try await waiter.value }
        for await _ in ended {}
        #expect(try await cache.value(for: "k") { 2 } == 2)
    }
}

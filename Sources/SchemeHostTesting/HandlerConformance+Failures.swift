import HTTPTypes
import SchemeHost

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension HandlerConformance {
    func check(missing url: String, _ faults: Faults) async throws {
        let response = try await host.respond(to: url)
        faults.expect(response.status == .notFound, url, "should be missing and gave \(response.status)")
        faults.expect(response.problem?.code == .notFound, url, "its 404 is no problem document of the core")
    }

    /// Paths that must end in an answer or in a typed error, whatever the handler is.
    func checkHostilePaths(_ faults: Faults) async {
        guard let base = (resources + folders + missing).first.flatMap({ try? SchemeURL($0) }) else { return }
        let paths = [
            "/%00", "/a%2Fb", "/..%2f..%2fetc%2fpasswd", "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd",
            "/a%5C..%5Cb", "//",
            "//etc/passwd", "/a//b", "/%FF", "/!/", "/a!/b", "/" + String(repeating: "x", count: 5_000),
            "/" + String(repeating: "x/", count: 5_000), "/%F0%9F%92%A9", "/'%22%3B--", "/CON", "/a%0D%0Ab",
        ]
        for path in paths {
            do {
                let url = try base.replacing(path: path, query: nil)
                let response = try await host.respond(to: SchemeRequest(url: url))
                let data = try await data(of: response)
                faults.expect(!data.starts(with: Data("root:".utf8)), url.description, "gave a file of the system")
            } catch let error as SchemeHostError {
                faults.expect(!error.message.isEmpty, path, "failed without a message")
            } catch {
                faults.add(path, "failed with \(type(of: error)), which is no SchemeHostError")
            }
        }
    }

    /// Answers never pulled, and bodies left midway, must give back their descriptors at once.
    func checkDroppedBodies(_ url: String, _ faults: Faults) async throws {
        _ = try await data(of: host.respond(to: url))
        try await checkDescriptors(url, "1,000 answers never pulled", faults) {
            _ = try await host.respond(to: url)
        }
        try await checkDescriptors(url, "1,000 answers left after their first chunk", faults) {
            var iterator = try await host.respond(to: url).body.makeAsyncIterator()
            _ = try await iterator.next()
        }
        try await checkDescriptors(url, "1,000 answers cancelled midway", faults) {
            let response = try await host.respond(to: url)
            let reading = Task {
                var iterator = response.body.makeAsyncIterator()
                _ = try await iterator.next()
                withUnsafeCurrentTask { $0?.cancel() }
                while try await iterator.next() != nil {}
            }
            if case .failure(let error) = await reading.result, !(error is CancellationError) {
                faults.add(url, "cancelled midway it failed with \(error)")
            }
        }

        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await data(of: host.respond(to: url)).count
        }
        if case .failure(let error) = await task.result, !(error is CancellationError), !(error is SchemeHostError) {
            faults.add(url, "a cancelled request failed with \(type(of: error))")
        }
    }

    /// Runs something a thousand times; the process must not have more open files afterwards.
    private func checkDescriptors(
        _ url: String,
        _ what: String,
        _ faults: Faults,
        _ work: () async throws -> Void
    ) async throws {
        let before = Self.openDescriptors
        for _ in 0..<1_000 { try await work() }
        // Other tests of the process have files open now and then: their peak passes, a leak stays.
        var after = Self.openDescriptors
        for _ in 0..<1_500 where after >= before + 100 {
            try await Task.sleep(for: .milliseconds(20))
            after = Self.openDescriptors
        }
        faults.expect(after < before + 100, url, "\(after - before) descriptors stayed open after \(what)")
    }

    func checkConcurrency(_ url: String, _ faults: Faults) async throws {
        let expected = try await data(of: host.respond(to: url))
        // Enough readers to meet, without holding the whole resource a thousand times.
        let readers = expected.count > 1 << 20 ? 64 : 1_000
        let different = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<readers {
                group.addTask { try await data(of: host.respond(to: url)) != expected }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        faults.expect(different == 0, url, "\(different) of \(readers) concurrent reads gave other bytes")
    }

    private static var openDescriptors: Int {
        #if os(Linux)
        let folder = "/proc/self/fd"
        #else
        let folder = "/dev/fd"
        #endif
        return (try? FileManager.default.contentsOfDirectory(atPath: folder).count) ?? 0
    }
}

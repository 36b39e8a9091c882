import Foundation
import SchemeHost
import Testing

@Suite struct LimitTests {
    let folder = TemporaryFolder()

    private func limits(_ change: (inout Limits) -> Void) -> Limits {
        var limits = Limits()
        change(&limits)
        return limits
    }

    @Test(arguments: [("zip", "none"), ("pax", "gzip")])
    func largeMembersAreRefusedBeforeReading(format: String, filter: String) async throws {
        let path = try folder.write(
            TestArchive(format, filter: filter, [("a", .file(noise(10_001))), ("b", .file(noise(10_000)))]),
            as: "a"
        )
        let host = try await TestHost(file: path, limits: limits { $0.memberBytes = 10_000 })
        #expect(await host.failure("x://h/a") == .tooLarge)
        #expect(try await host.data("x://h/b").count == 10_000)
    }

    @Test func theNumberOfEntriesCounts() async throws {
        let texts: [TestArchive.Entry] = (0..<20).map { ("d\($0)/x", .file(Data())) }
        let path = try folder.write(TestArchive("pax", texts), as: "a")
        #expect(await (try TestHost(file: path, limits: limits { $0.entries = 19 })).failure("x://h/d0/x") == .tooLarge)
        // Folders that names imply cost memory, too.
        #expect(await (try TestHost(file: path, limits: limits { $0.entries = 39 })).failure("x://h/d0/x") == .tooLarge)
        #expect(await (try TestHost(file: path, limits: limits { $0.entries = 40 })).failure("x://h/d0/x") == nil)
    }

    @Test func whatUnpackingGivesCountsInCompressedArchives() async throws {
        let path = try folder.write(
            TestArchive("pax", filter: "gzip", [("a", .file(noise(100_000))), ("b", .file(noise(100_000)))]),
            as: "a"
        )
        let host = try await TestHost(file: path, limits: limits { $0.totalBytes = 150_000 })
        #expect(await host.failure("x://h/a") == .tooLarge)
        #expect(await host.message("x://h/a").contains("totalBytes"))
    }

    @Test(arguments: [("zip", "none"), ("pax", "gzip"), ("pax", "xz"), ("7zip", "none")])
    func bombsAreStoppedBeyond64MiB(format: String, filter: String) async throws {
        let path = try folder.write(
            TestArchive(format, filter: filter, [("zeros", .file(Data(count: 80 << 20)))]),
            as: "bomb"
        )
        let strict = try await TestHost(file: path, limits: limits { $0.expansionRatio = 100 })
        #expect(await strict.failure("x://h/zeros") == .tooLarge)
        #expect(await strict.message("x://h/zeros").contains("expansionRatio"))
        let lax = try await TestHost(file: path, limits: limits { $0.expansionRatio = 100_000 })
        #expect(await lax.failure("x://h/zeros") == nil)
    }

    @Test func stackedFiltersAreRefused() async throws {
        func wrap(_ path: String, _ filter: String) throws -> String {
            let data = try Data(contentsOf: URL(fileURLWithPath: path))
            return try folder.write(
                TestArchive("raw", filter: filter, [("x", .file(data))]),
                as: filter + UUID().uuidString
            )
        }
        let once = try folder.write(TestArchive("pax", filter: "gzip", texts: ["a": "a"]), as: "0")
        let inMail = try wrap(once, "uuencode")
        #expect(try await TestHost(file: inMail).text("x://h/a") == "a")
        for path in [
            try wrap(once, "gzip"), try wrap(inMail, "xz"),
            try wrap(wrap(wrap(inMail, "uuencode"), "uuencode"), "uuencode"),
        ] {
            let error = await #expect(throws: SchemeHostError.self) { try await TestHost(file: path) }
            #expect(error?.code == .unsupported)
        }
    }
}

import ArchiveHandler
import Foundation
import HTTPTypes
import SchemeHost
import Testing

@Suite struct NestingTests {
    let folder = TemporaryFolder()

    /// `a.tgz` holds `d/b.zip`, which holds `c.7z`, which holds `deep/x.txt`; each has a `here.txt`, too.
    private func nested() throws -> String {
        func bytes(_ path: String) throws -> TestArchive.Content {
            .file(try Data(contentsOf: URL(fileURLWithPath: path)))
        }
        let inner = try folder.write(TestArchive("7zip", texts: ["deep/x.txt": "x", "here.txt": "inner"]), as: "c.7z")
        let middle = try folder.write(
            TestArchive("zip", [("c.7z", try bytes(inner)), ("here.txt", .file(Data("middle".utf8)))]),
            as: "b.zip"
        )
        return try folder.write(
            TestArchive(
                "pax",
                filter: "gzip",
                [
                    ("d/b.zip", try bytes(middle)), ("here.txt", .file(Data("outer".utf8))),
                    ("link.zip", .link("d/b.zip")), ("odd!", .file(Data("odd".utf8))),
                ]
            ),
            as: "a.tgz"
        )
    }

    @Test func urlsReachThreeDeep() async throws {
        let path = try nested()
        let host = try await TestHost(roots: ["/"])
        #expect(try await host.text("zip://\(path)!/here.txt") == "outer")
        #expect(try await host.text("zip://\(path)!/d/b.zip!/here.txt") == "middle")
        #expect(try await host.text("zip://\(path)!/d/b.zip!/c.7z!/deep/x.txt") == "x")
        #expect(try await host.text("zip://\(path)!/link.zip!/c.7z!/here.txt") == "inner")
        #expect(try await host.text("zip://\(path)!/odd%21") == "odd")
        #expect(try await host.list("zip://\(path)!/d/b.zip!/c.7z!/").map(\.name) == ["deep", "here.txt"])
        #expect(try await host.get("zip://\(path)!/d/b.zip!").headerFields[.location] == "./b.zip!/")
    }

    @Test func dotSegmentsNeverCrossASeparator() async throws {
        let path = try nested()
        let host = try await TestHost(roots: ["/"])
        #expect(try await host.text("zip://\(path)!/d/b.zip!/../../here.txt") == "middle")
        #expect(try await host.text("zip://\(path)!/d/b.zip!/%2E%2E/here.txt") == "middle")
        #expect(try await host.text("zip://\(path)!/../../../here.txt") == "outer")
        #expect(await host.failure("zip://\(path)!/../a.tgz") == .notFound)
    }

    @Test func validatorsOfInnerMembersStayTheSame() async throws {
        let path = try nested()
        var tags: Set<String?> = []
        for _ in 0..<2 {
            // Each handler unpacks the inner archive anew.
            let host = try await TestHost(roots: ["/"])
            tags.insert(try await host.get("zip://\(path)!/d/b.zip!/here.txt").headerFields[.eTag])
        }
        #expect(tags.count == 1)
        #expect(!tags.contains(nil))
    }

    @Test func theDepthIsLimited() async throws {
        let path = try nested()
        var limits = Limits()
        limits.nesting = 2
        let host = try await TestHost(roots: ["/"], limits: limits)
        #expect(try await host.text("zip://\(path)!/d/b.zip!/here.txt") == "middle")
        #expect(await host.failure("zip://\(path)!/d/b.zip!/c.7z!/here.txt") == .tooLarge)
    }

    @Test func walkedPathsOpenMembersOnTheWay() async throws {
        let path = try nested()
        let host = try await TestHost(roots: ["/"]) { $0.walks = true }
        #expect(try await host.text("zip://\(path)!/d/b.zip/c.7z/deep/x.txt") == "x")
        #expect(try await host.list("zip://\(path)!/link.zip/").map(\.name) == ["c.7z", "here.txt"])
        #expect(try await host.data("zip://\(path)!/d/b.zip").count > 100)
        #expect(await host.failure("zip://\(path)!/here.txt/x") == .sourceCorrupt)
        let strict = try await TestHost(roots: ["/"])
        #expect(await strict.failure("zip://\(path)!/d/b.zip/c.7z") == .notFound)
    }

    @Test func onlyTheRootsMayBeRead() async throws {
        let path = try nested()
        try FileManager.default.createDirectory(atPath: folder.path + "/open", withIntermediateDirectories: true)
        let inside = try folder.write(TestArchive(texts: ["a": "a"]), as: "open/a.zip")
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/open/out.tgz", withDestinationPath: path)
        let host = try await TestHost(roots: [folder.path + "/open"])
        #expect(try await host.text("zip://\(inside)!/a") == "a")
        for file in [
            path, folder.path + "/open/../a.tgz", folder.path + "/open/%2E%2E/a.tgz", folder.path + "/open/out.tgz",
        ] {
            #expect(await host.failure("zip://\(file)!/here.txt") == .forbidden, "\(file)")
        }
        #expect(await host.failure("zip://\(folder.path)/open/none.zip!/a") == .notFound)
        #expect(await host.failure("zip://\(inside)") == .notFound)
        #expect(await host.failure("zip:/\(inside)!/a") == .invalidRequest)
    }
}

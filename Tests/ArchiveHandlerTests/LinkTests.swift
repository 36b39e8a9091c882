import Foundation
import SchemeHost
import Testing

@Suite struct LinkTests {
    let folder = TemporaryFolder()

    @Test(arguments: ["pax", "zip"])
    func linksInsideAreFollowed(format: String) async throws {
        let path = try folder.write(
            TestArchive(
                format,
                [
                    ("d/real.txt", .file(Data("real".utf8))), ("near", .link("d/real.txt")), ("d/up", .link("../near")),
                    ("dir", .link("d")), ("again", .link("./dir/./up")),
                ]
            ),
            as: "a"
        )
        let host = try await TestHost(file: path)
        for name in ["near", "d/up", "dir/real.txt", "dir/up", "again"] {
            #expect(try await host.text("x://h/" + name) == "real", "\(name)")
        }
        #expect(try await host.list("x://h/dir/").map(\.name) == ["real.txt", "up"])
        #expect(try await host.list("x://h/").map(\.kind) == ["link", "directory", "link", "link"])
    }

    @Test func linksOutAreRefused() async throws {
        let path = try folder.write(
            TestArchive(
                "pax",
                [
                    ("secret", .file(Data("s".utf8))), ("absolute", .link("/etc/passwd")), ("up", .link("../secret")),
                    ("d/far", .link("../../secret")), ("back", .link("..\\secret")), ("chain", .link("up")),
                    ("self", .link("self")), ("one", .link("two")), ("two", .link("one")), ("dangling", .link("no")),
                    ("pipe", .fifo), ("slashes", .link("//etc/passwd")),
                ]
            ),
            as: "a.tar"
        )
        let host = try await TestHost(file: path)
        let expected: [(String, SchemeHostError.Code)] = [
            ("absolute", .forbidden), ("up", .forbidden), ("d/far", .forbidden), ("back", .forbidden),
            ("chain", .forbidden), ("self", .loop), ("one", .loop), ("dangling", .notFound), ("pipe", .forbidden),
            ("slashes", .forbidden),
        ]
        for (name, code) in expected { #expect(await host.failure("x://h/" + name) == code, "\(name)") }
        let kinds = Dictionary(uniqueKeysWithValues: try await host.list("x://h/").map { ($0.name, $0.kind) })
        #expect(kinds["absolute"] == "refused" && kinds["chain"] == "refused" && kinds["pipe"] == "refused")
        #expect(kinds["dangling"] == "link" && kinds["self"] == "link")
    }

    @Test func fortyLinksAreFollowedAndNoMore() async throws {
        let chain = (1...41).map { ("l\($0)", TestArchive.Content.link("l\($0 - 1)")) }
        let path = try folder.write(TestArchive("pax", [("l0", .file(Data("end".utf8)))] + chain), as: "a.tar")
        let host = try await TestHost(file: path)
        #expect(try await host.text("x://h/l40") == "end")
        #expect(await host.failure("x://h/l41") == .loop)
    }

    @Test(arguments: ["pax", "ustar", "newc"])
    func hardLinksAreTheSameFile(format: String) async throws {
        let path = try folder.write(
            TestArchive(
                format,
                [
                    ("d/first", .file(Data("content".utf8))), ("second", .hardLink("d/first")),
                    ("third", .hardLink("second")), ("lost", .hardLink("nowhere")),
                    ("out", .hardLink("../../etc/passwd")),
                ]
            ),
            as: "a"
        )
        let host = try await TestHost(file: path)
        #expect(try await host.text("x://h/d/first") == "content")
        if format == "newc" { return }  // This writer keeps no hard links without inode numbers.
        #expect(try await host.text("x://h/second") == "content")
        #expect(try await host.text("x://h/third") == "content")
        #expect(await host.failure("x://h/lost") == .forbidden)
        #expect(await host.failure("x://h/out") == .forbidden)
    }
}

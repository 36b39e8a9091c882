import Foundation
import HTTPTypes
import SchemeHost
import Testing

@testable import MirrorHandler

/// A host with one mirror of a scratch folder's `root`.
struct MirrorFixture {
    let scratch: ScratchFolder
    let host: SchemeHost

    init(_ scratch: ScratchFolder, index: [String] = ["index.html"], listing: Bool = true, hide: [String] = [".*"])
        async throws
    {
        self.scratch = scratch
        let handler = try await Self.handler(scratch, index: index, listing: listing, hide: hide)
        host = SchemeHost(routes: [Route(.scheme("m"), to: handler)])
    }

    static func handler(
        _ scratch: ScratchFolder,
        root: String = "root",
        index: [String] = ["index.html"],
        listing: Bool = true,
        hide: [String] = [".*"],
        clock: HostClock = .later
    ) async throws -> MirrorHandler {
        try await MirrorHandler(
            configuration: .init(root: RequestTemplate(root), index: index, listing: listing, hide: hide),
            context: HandlerContext(baseFolder: scratch.path, clock: clock)
        )
    }

    func get(_ path: String, _ fields: HTTPFields = [:], method: HTTPRequest.Method = .get) async throws
        -> SchemeResponse
    {
        try await host.respond(to: "m://h" + path, method: method, headerFields: fields)
    }

    func text(_ path: String, _ fields: HTTPFields = [:]) async throws -> String {
        String(decoding: try await get(path, fields).body.collect(upTo: 1 << 20), as: UTF8.self)
    }
}

extension HostClock {
    /// An hour ahead, so that the files of a test are old.
    static let later = HostClock(now: { Date(timeIntervalSinceNow: 3600) }, sleep: { _ in })
}

@Suite struct MirrorHandlerTests {
    @Test func servesAFile() async throws {
        let scratch = try ScratchFolder()
        try scratch.write("body { }", to: "root/css/a b.css")
        let mirror = try await MirrorFixture(scratch)
        let response = try await mirror.get("/css/a%20b.css")
        #expect(response.status == .ok)
        #expect(response.headerFields[.contentType] == "text/css; charset=utf-8")
        #expect(response.body.length == 8)
        #expect(try await response.body.collect(upTo: 100) == Data("body { }".utf8))
        let modified = try #require(response.headerFields[.lastModified].flatMap { HTTPDate.date(from: $0) })
        #expect(abs(modified.timeIntervalSinceNow) < 60)
        let tag = try #require(response.headerFields[.eTag].flatMap { EntityTag($0) })
        #expect(!tag.isWeak)
    }

    @Test(arguments: [
        ("/nothing", 404), ("/file.txt/", 404), ("/file.txt/x", 404), ("/sub", 301), ("/sub/", 200), ("/", 200),
        ("//file.txt", 400), ("/sub%2Ffile.txt", 400), ("/..%5Cfile.txt", 400), ("/%00", 400), ("/../file.txt", 200),
        ("/%2e%2e/%2e%2e/secret.txt", 404), ("/fifo", 403), ("/socket", 403), ("/out", 403), ("/absolute", 403),
        ("/loop", 403), ("/dangling", 404), ("/inside", 200), ("/inside/", 404), ("/folder", 301),
        ("/folder/x.txt", 200),
        ("/back%5Cslash", 400), ("/%FF", 400),
    ])
    func status(_ path: String, _ status: Int) async throws {
        let scratch = try ScratchFolder()
        try scratch.write("secret", to: "secret.txt")
        try scratch.write("text", to: "root/file.txt")
        try scratch.write("text", to: "root/back\\slash")
        try scratch.write("x", to: "root/sub/x.txt")
        for (name, target) in [
            ("out", "../secret.txt"), ("absolute", scratch.path + "/root/file.txt"), ("loop", "loop"),
            ("dangling", "nowhere"), ("inside", "sub/x.txt"), ("folder", "sub"),
        ] {
            try scratch.link("root/" + name, to: target)
        }
        #expect(mkfifo(scratch.path + "/root/fifo", 0o600) == 0)
        #expect(mknod(scratch.path + "/root/socket", S_IFSOCK | 0o600, 0) == 0)
        let mirror = try await MirrorFixture(scratch)
        #expect(try await mirror.get(path).status.code == status)
    }

    @Test func rangesHeadAndConditions() async throws {
        let scratch = try ScratchFolder()
        try scratch.write("0123456789", to: "root/digits.txt")
        let mirror = try await MirrorFixture(scratch)
        #expect(try await mirror.text("/digits.txt", [.range: "bytes=2-4"]) == "234")
        #expect(try await mirror.get("/digits.txt", [.range: "bytes=2-4"]).status == .partialContent)
        #expect(try await mirror.get("/digits.txt", [.range: "bytes=10-"]).status == .rangeNotSatisfiable)
        let head = try await mirror.get("/digits.txt", method: .head)
        #expect(head.status == .ok)
        #expect(head.headerFields[.contentLength] == "10")
        #expect(try await head.body.collect(upTo: 100).isEmpty)
        let tag = try #require(head.headerFields[.eTag])
        #expect(try await mirror.get("/digits.txt", [.ifNoneMatch: tag]).status == .notModified)
        #expect(try await mirror.get("/digits.txt", method: .put).status == .methodNotAllowed)
    }

    @Test func theEntityTagIsWeakRightAfterAChange() async throws {
        let scratch = try ScratchFolder()
        let path = try scratch.write("new", to: "root/file.txt")
        // What programs set does not count.
        #expect(utimes(path, [timeval(tv_sec: 1, tv_usec: 0), timeval(tv_sec: 1, tv_usec: 0)]) == 0)
        let changed = try #require(FileStatus(path: path)).changed
        for (age, isWeak) in [(0.0, true), (1.9, true), (2.1, false), (-5, true)] {
            let clock = HostClock(now: { changed + age }, sleep: { _ in })
            let handler = try await MirrorFixture.handler(scratch, clock: clock)
            let response = try await handler.respond(to: SchemeRequest("m://h/file.txt"))
            let tag = try #require(response.headerFields[.eTag].flatMap { EntityTag($0) })
            #expect(tag.isWeak == isWeak, "\(age)")
        }
    }

    @Test func theEntityTagChangesWithTheFile() async throws {
        let scratch = try ScratchFolder()
        let mirror = try await {
            try scratch.write("one", to: "root/f"); return try await MirrorFixture(scratch)
        }()
        let first = try await mirror.get("/f").headerFields[.eTag]
        #expect(try await mirror.get("/f").headerFields[.eTag] == first)
        try scratch.write("longer", to: "root/f")
        #expect(try await mirror.get("/f").headerFields[.eTag] != first)
    }

    @Test func aFileThatChangesWhileItIsReadFails() async throws {
        let scratch = try ScratchFolder()
        let path = try scratch.write("", to: "root/big")
        #expect(truncate(path, 1 << 20) == 0)
        let mirror = try await MirrorFixture(scratch)
        var iterator = try await mirror.get("/big").body.makeAsyncIterator()
        _ = try await iterator.next()
        #expect(truncate(path, 100_000) == 0)
        await #expect(throws: SchemeHostError.self) { while try await iterator.next() != nil {} }
    }

    @Test func aFileLargerThanFourGiB() async throws {
        let scratch = try ScratchFolder()
        let path = try scratch.write("", to: "root/huge")
        #expect(truncate(path, 5 << 30) == 0)
        let mirror = try await MirrorFixture(scratch)
        let response = try await mirror.get("/huge", [.range: "bytes=5368709118-"])
        #expect(response.headerFields[.contentRange] == "bytes 5368709118-5368709119/5368709120")
        #expect(try await response.body.collect(upTo: 100) == Data([0, 0]))
    }

    @Test func droppedAnswersCloseWhatTheyOpened() async throws {
        let scratch = try ScratchFolder()
        try scratch.write("text", to: "root/file.txt")
        try scratch.write("text", to: "root/sub/index.html")
        try scratch.write("text", to: "root/plain/x")
        try scratch.link("root/link", to: "sub/index.html")
        let mirror = try await MirrorFixture(scratch)
        func descriptors() -> Int { (0..<8192).count { fcntl($0, F_GETFD) >= 0 } }
        let before = descriptors()
        for _ in 0..<1000 {
            for path in ["/file.txt", "/sub/", "/sub", "/plain/", "/link", "/nothing", "/.hidden"] {
                _ = try await mirror.get(path)
            }
        }
        // Other tests of the process open files too.
        #expect(descriptors() < before + 500)
    }

    @Test func aRootThatIsReplacedIsSeen() async throws {
        let scratch = try ScratchFolder()
        try scratch.write("one", to: "v1/f")
        try scratch.write("two", to: "v2/f")
        try scratch.link("root", to: "v1")
        let mirror = try await MirrorFixture(scratch)
        #expect(try await mirror.text("/f") == "one")
        try scratch.link("other", to: "v2")
        #expect(rename(scratch.path + "/other", scratch.path + "/root") == 0)
        #expect(try await mirror.text("/f") == "two")
    }

    @Test(arguments: [
        ("nowhere", ["index.html"], [".*"], "sourceUnavailable"), ("root", ["a/b"], [".*"], "invalidConfiguration"),
        ("root", [".."], [".*"], "invalidConfiguration"), ("root", [""], [".*"], "invalidConfiguration"),
        ("root", [], ["/"], "invalidConfiguration"), ("root", [], ["[a"], "invalidConfiguration"),
    ])
    func refusesAtLoad(_ root: String, _ index: [String], _ hide: [String], _ code: String) async throws {
        let scratch = try ScratchFolder()
        try scratch.write("", to: "root/f")
        let error = await #expect(throws: SchemeHostError.self) {
            try await MirrorFixture.handler(scratch, root: root, index: index, hide: hide)
        }
        #expect(error?.code.rawValue == code)
    }

    @Test func theSchemaIsComplete() { #expect(MirrorHandler.schema.problems.isEmpty) }
}

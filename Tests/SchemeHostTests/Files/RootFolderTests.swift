import Dispatch
import Foundation
import Testing

@testable import SchemeHost

/// Both ways of resolving a path must keep the same promises.
enum Resolution: CaseIterable, Sendable {
    case kernel, kernelWithoutLinks, components

    func root(_ path: String) throws -> RootFolder { try RootFolder(path: path, usesKernel: self != .components) }

    /// Asking for every path that links lead to makes the kernel refuse links, and the walk resolve them.
    var isVisible: (([String]) -> Bool)? { self == .kernelWithoutLinks ? { _ in true } : nil }
}

@Suite struct RootFolderTests {
    /// What opening gives: a file's text, `/` for a folder, or the code of the error.
    private func open(_ path: String, in root: RootFolder, isVisible: (([String]) -> Bool)? = nil) -> String {
        do {
            let names = path.split(separator: "/").map(String.init)
            let descriptor = try root.openDescriptor(names, isVisible: isVisible)
            if try FileStatus(fileDescriptor: descriptor).kind == .directory {
                close(descriptor)
                return "/"
            }
            let source = try FileSource(fileDescriptor: descriptor)
            let data = try Data(capacity: Int(source.size)) { try source.read(into: $0, at: 0) }
            return String(decoding: data, as: UTF8.self)
        } catch {
            return (error as? SchemeHostError)?.code.rawValue ?? "\(error)"
        }
    }

    private func tree() throws -> ScratchFolder {
        let scratch = try ScratchFolder()
        try scratch.write("secret", to: "secret.txt")
        try scratch.write("top", to: "root/top.txt")
        try scratch.write("deep", to: "root/a/b/deep.txt")
        for (name, target) in [
            ("inside", "a/b/deep.txt"), ("a/up", "../top.txt"), ("a/b/upup", "../../a/./up"), ("folder", "a/b"),
            ("here", "."), ("out", "../secret.txt"), ("a/outer", "../../secret.txt"), ("outFolder", ".."),
            ("outAndBack", "../root/top.txt"), ("absolute", scratch.path + "/root/top.txt"), ("etc", "/etc/passwd"),
            ("loop", "loop"), ("ping", "pong"), ("pong", "ping"), ("dangling", "nowhere"), ("slashes", "a//b/"),
            ("markedAbsolute", "/\u{301}/../etc/passwd"), ("proc", "/proc/self/root/etc/passwd"),
        ] {
            try scratch.link("root/" + name, to: target)
        }
        return scratch
    }

    @Test(
        arguments: Resolution.allCases,
        [
            ("top.txt", "top"), ("a/b/deep.txt", "deep"), ("", "/"), ("a", "/"), ("inside", "deep"), ("a/up", "top"),
            ("a/b/upup", "top"), ("folder", "/"), ("folder/deep.txt", "deep"), ("here", "/"), ("here/top.txt", "top"),
            ("here/here/a/up", "top"), ("slashes", "/"), ("slashes/deep.txt", "deep"),
            ("nothing", "notFound"), ("top.txt/x", "notFound"), ("dangling", "notFound"), ("a/..", "notFound"),
            ("..", "notFound"), ("./top.txt", "notFound"),
            ("out", "forbidden"), ("a/outer", "forbidden"), ("outFolder", "forbidden"),
            ("outFolder/secret.txt", "forbidden"), ("outAndBack", "forbidden"), ("absolute", "forbidden"),
            ("etc", "forbidden"), ("markedAbsolute", "forbidden"), ("proc", "forbidden"),
            ("loop", "forbidden"), ("ping", "forbidden"), ("loop/x", "forbidden"),
        ]
    )
    func opens(_ way: Resolution, _ example: (path: String, result: String)) throws {
        let scratch = try tree()
        let root = try way.root(scratch.path + "/root")
        #expect(open(example.path, in: root, isVisible: way.isVisible) == example.result)
    }

    @Test(arguments: Resolution.allCases, ["a/b", "", "a\0b", "/etc/passwd", "/\u{301}"])
    func refusesWhatIsNoName(_ way: Resolution, _ name: String) throws {
        let scratch = try tree()
        let error = #expect(throws: SchemeHostError.self) {
            try way.root(scratch.path + "/root").openDescriptor([name])
        }
        #expect(error?.code == .notFound)
    }

    @Test(arguments: [
        ("inside", ["a", "b", "deep.txt"]), ("a/b/upup", ["top.txt"]), ("folder", ["a", "b"]), ("here", []),
    ])
    func asksForWhereLinksLead(_ path: String, _ target: [String]) throws {
        let scratch = try tree()
        let root = try RootFolder(path: scratch.path + "/root")
        var asked: [[String]] = []
        let result = open(path, in: root) { path in
            asked.append(path)
            return false
        }
        #expect(result == "notFound")
        #expect(asked == [target])
    }

    @Test(arguments: Resolution.allCases)
    func tellsAFifoWithoutWaiting(_ way: Resolution) throws {
        let scratch = try tree()
        #expect(mkfifo(scratch.path + "/root/fifo", 0o600) == 0)
        try scratch.link("root/toFifo", to: "fifo")
        let root = try way.root(scratch.path + "/root")
        #expect(try root.status(of: ["toFifo"], isVisible: way.isVisible).kind == .other)
        let descriptor = try root.openDescriptor(["toFifo"], isVisible: way.isVisible)
        #expect(throws: SchemeHostError.self) { try FileSource(fileDescriptor: descriptor) }
    }

    @Test(arguments: Resolution.allCases)
    func givesStatusThroughLinks(_ way: Resolution) throws {
        let scratch = try tree()
        let root = try way.root(scratch.path + "/root")
        #expect(try root.status(of: ["inside"], isVisible: way.isVisible).size == 4)
        #expect(try root.status(of: ["folder"], isVisible: way.isVisible).kind == .directory)
        #expect(throws: SchemeHostError.self) { try root.status(of: ["out"], isVisible: way.isVisible) }
    }

    @Test(arguments: [true, false])
    func aFolderBelowIsAJailOfItsOwn(_ usesKernel: Bool) throws {
        let scratch = try tree()
        let outer = try RootFolder(path: scratch.path + "/root", usesKernel: usesKernel)
        let inner = try RootFolder(["a"], beneath: outer)
        #expect(open("b/deep.txt", in: inner) == "deep")
        #expect(open("up", in: inner) == "forbidden")
        #expect(throws: SchemeHostError.self) { try RootFolder(["outFolder"], beneath: outer) }
        #expect(throws: SchemeHostError.self) { try RootFolder(["top.txt"], beneath: outer) }
    }

    @Test func noFolder() throws {
        let scratch = try tree()
        for path in ["/nowhere", "/root/top.txt"] {
            let error = #expect(throws: SchemeHostError.self) { try RootFolder(path: scratch.path + path) }
            #expect(error?.code == .sourceUnavailable)
        }
    }

    /// A folder on the way is swapped for a link out, and back, while it is opened again and again.
    @Test(arguments: Resolution.allCases)
    func aRaceWithRenamesLeadsNowhereElse(_ way: Resolution) throws {
        let scratch = try tree()
        try scratch.write("secret", to: "outside/b/deep.txt")
        try scratch.link("root/trap", to: "../outside")
        let base = scratch.path + "/root"
        let root = try way.root(base)
        let isDone = Lock(false)
        let started = DispatchSemaphore(value: 0)
        let stopped = DispatchSemaphore(value: 0)
        // A thread of its own: it must run while the opening keeps the cooperative pool busy.
        Thread.detachNewThread {
            while !isDone.withLock({ $0 }) {
                rename(base + "/a", base + "/away")
                rename(base + "/trap", base + "/a")
                rename(base + "/a", base + "/trap")
                rename(base + "/away", base + "/a")
                started.signal()
            }
            stopped.signal()
        }
        started.wait()
        var seen: [String: Int] = [:]
        for _ in 0..<20_000 { seen[open("a/b/deep.txt", in: root, isVisible: way.isVisible), default: 0] += 1 }
        isDone.withLock { $0 = true }
        stopped.wait()
        #expect(seen["secret"] == nil)
        #expect(seen["deep"] ?? 0 > 0)
        #expect(seen.count > 1, "the renames never fell into an opening")
        #expect(Set(seen.keys).isSubset(of: ["deep", "notFound", "forbidden"]), "\(seen)")
    }

    @Test(arguments: [true, false])
    func closesEveryDescriptor(_ usesKernel: Bool) throws {
        let scratch = try tree()
        // Descriptors are the process's: others count too, so many rounds make a leak stand out.
        let before = Self.openDescriptors
        do {
            let root = try RootFolder(path: scratch.path + "/root", usesKernel: usesKernel)
            for _ in 0..<500 {
                for path in ["a/b/deep.txt", "a/b/upup", "out", "loop", "nothing", "folder/nothing"] {
                    _ = open(path, in: root)
                    _ = open(path, in: root) { _ in true }
                }
            }
        }
        #expect(Self.openDescriptors < before + 400)
    }

    private static var openDescriptors: Int { (0..<4096).count { fcntl($0, F_GETFD) >= 0 } }
}

import Foundation
import Testing

/// Folders and containers as a whole: listed and copied.
@Suite struct FolderTests {
    let data = FileManager.default.currentDirectoryPath + "/Examples/Data"

    @Test(arguments: [
        ("notes.tar.gz", "notes/\n"), ("files.sqlar", "folder/\nlink.txt\n"),
        ("notes.tar.gz/notes/inner.zip", "c.txt\nü/\n"),
    ])
    func containersNeedNoSlash(path: String, expected: String) async throws {
        let result = try await CommandRunner.run("list", "./\(path)", in: data)
        #expect(result.text == expected, "\(result.errors)")
        let scratch = try Scratch()
        let copied = try await CommandRunner.run("get", "-R", "\(data)/\(path)", "-o", "out", in: scratch.path)
        #expect(copied.status == 0, "\(copied.errors)")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: scratch.path + "/out").count
                == expected.split(separator: "\n").count
        )
    }

    @Test func nothingIsMadeOfWhatIsNoFolder() async throws {
        let scratch = try Scratch()
        try scratch.write("text", to: "a.txt")
        for arguments in [["list", "./a.txt"], ["get", "-R", "./a.txt", "-o", "out"], ["serve", "./a.txt"]] {
            let result = try await CommandRunner.run(path: CommandRunner.path, arguments, in: scratch.path)
            #expect(result.status == (arguments[0] == "serve" ? 2 : 4))
            #expect(result.errors.contains("./a.txt is no folder"), "\(result.errors)")
            #expect(!result.errors.contains(scratch.path), "\(result.errors)")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == ["a.txt"])
    }

    @Test(arguments: [false, true])
    func copiesFollowLinksInside(asURL: Bool) async throws {
        let scratch = try Scratch()
        try scratch.linkedFolder()
        let source = asURL ? "file://\(scratch.path)/site/" : "./site"
        let result = try await CommandRunner.run("get", "-R", source, "-o", "out", in: scratch.path)
        #expect(result.status == 0, "\(result.errors)")
        #expect(
            try FileManager.default.subpathsOfDirectory(atPath: scratch.path + "/out").sorted()
                == [".hidden", "a.txt", "inside", "inside/b.txt", "sub", "sub/b.txt"]
        )
        for name in ["outside", "outside.txt", "sub/loop", "inside/loop"] {
            #expect(result.errors.contains("left out \(asURL ? source : "./site/")\(name)"), "\(result.errors)")
        }
    }

    @Test func archivesAreCopiedWithTheirLinkedFolders() async throws {
        let scratch = try Scratch()
        try scratch.linkedFolder()
        let tar = try await CommandRunner.run(
            path: "/usr/bin/env",
            ["tar", "-cf", "site.tar", "site"],
            in: scratch.path
        )
        #expect(tar.status == 0)
        let result = try await CommandRunner.run("get", "-R", "site.tar", "-o", "out", in: scratch.path)
        let names = try FileManager.default.subpathsOfDirectory(atPath: scratch.path + "/out/site").sorted()
        #expect(names == [".hidden", "a.txt", "inside", "inside/b.txt", "sub", "sub/b.txt"])
        for name in ["outside", "outside.txt", "sub/loop"] {
            #expect(result.errors.contains("site.tar/site/\(name)"), "\(result.errors)")
        }
    }

    @Test func aDashIsStandardOutput() async throws {
        let scratch = try Scratch()
        try scratch.write("text", to: "a.txt")
        let result = try await CommandRunner.run("get", "-o", "-", "a.txt", in: scratch.path)
        #expect(result.text == "text")
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == ["a.txt"])
    }

    @Test(arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
    func interruptionsLeaveNothing(signal: Int32, status: Int32) async throws {
        let scratch = try Scratch()
        // Sparse, so it costs nothing until it is copied.
        try scratch.write("", to: "large")
        try #require(truncate(scratch.path + "/large", 8 << 30) == 0)
        let command = try RunningCommand("get", "-o", "copy", "large", in: scratch.path)
        while command.isRunning, try FileManager.default.contentsOfDirectory(atPath: scratch.path).count < 2 {
            await Task.yield()
        }
        command.send(signal)
        #expect(await command.status() == status)
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == ["large"])
    }
}

extension Scratch {
    /// `site`, with links of every kind in it.
    func linkedFolder() throws {
        try write("secret", to: "private/secret.txt")
        try write("a", to: "site/a.txt")
        try write("b", to: "site/sub/b.txt")
        try write("hidden", to: "site/.hidden")
        for (name, target) in [
            ("outside", "../private"), ("outside.txt", "../private/secret.txt"), ("inside", "sub"), ("sub/loop", "."),
        ] {
            try FileManager.default.createSymbolicLink(atPath: path + "/site/" + name, withDestinationPath: target)
        }
    }
}

import ArchiveHandler
import Foundation
import HTTPTypes
import SchemeHost
import Testing

@Suite struct MemberTests {
    let folder = TemporaryFolder()

    @Test(arguments: [
        ("zip", "none"), ("pax", "none"), ("ustar", "none"), ("gnutar", "none"), ("7zip", "none"), ("cpio", "none"),
        ("newc", "none"), ("pax", "gzip"), ("pax", "bzip2"), ("pax", "xz"), ("pax", "zstd"), ("pax", "lz4"),
        ("pax", "lzip"), ("pax", "lzma"), ("pax", "compress"), ("pax", "uuencode"), ("cpio", "gzip"),
    ])
    func eachFormatGivesItsBytes(format: String, filter: String) async throws {
        let large = noise(700_001)
        let path = try folder.write(
            TestArchive(
                format,
                filter: filter,
                [
                    ("a.txt", .file(Data("first".utf8))), ("d/large.bin", .file(large)),
                    ("d/empty", .file(Data())), ("z.txt", .file(Data("last".utf8))),
                ]
            ),
            as: "a"
        )
        let host = try await TestHost(file: path)
        #expect(try await host.text("x://h/a.txt") == "first")
        #expect(try await host.data("x://h/d/large.bin") == large)
        #expect(try await host.data("x://h/d/empty") == Data())
        #expect(try await host.text("x://h/z.txt") == "last")
        #expect(try await host.list("x://h/").map(\.name) == ["a.txt", "d", "z.txt"])
    }

    @Test func arArchivesAreFlat() async throws {
        let path = try folder.write(TestArchive("arbsd", texts: ["one": "1", "two": "22"]), as: "a.ar")
        let host = try await TestHost(file: path)
        #expect(try await host.text("x://h/two") == "22")
    }

    @Test func lengthAndValidatorsAreThereBeforeReading() async throws {
        let path = try folder.write(TestArchive(texts: ["a.txt": "hello"]), as: "a.zip")
        let host = try await TestHost(file: path)
        let response = try await host.get("x://h/a.txt")
        #expect(response.body.length == 5)
        #expect(response.headerFields[.lastModified] == "Sun, 09 Sep 2001 01:46:40 GMT")
        let tag = try #require(response.headerFields[.eTag])
        #expect(tag.hasPrefix("\""))
        #expect(try await host.get("x://h/a.txt").headerFields[.eTag] == tag)
        let again = try await host.host.respond(to: "x://h/a.txt", headerFields: [.ifNoneMatch: tag])
        #expect(again.status == .notModified)
        let other = try await TestHost(
            file: folder.write(TestArchive(texts: ["a.txt": "hellO"]), as: "b.zip")
        )
        #expect(try await other.get("x://h/a.txt").headerFields[.eTag] != tag)
    }

    @Test func rangesAreCutOutOfTheContent() async throws {
        let data = noise(600_000)
        let path = try folder.write(TestArchive("pax", filter: "gzip", [("m", .file(data))]), as: "a.tgz")
        let host = try await TestHost(file: path)
        let response = try await host.host.respond(to: "x://h/m", headerFields: [.range: "bytes=400000-400009"])
        #expect(response.status == .partialContent)
        #expect(try await response.body.collect(upTo: 100) == data[400_000..<400_010])
    }

    @Test func whatIsMissingIsNotFound() async throws {
        let path = try folder.write(TestArchive(texts: ["docs/readme.txt": "r"]), as: "a.zip")
        let host = try await TestHost(file: path)
        for url in ["x://h/nope", "x://h/docs/readme.txt/", "x://h/docs/readme.txt/x", "x://h/docs/readme.tx/"] {
            #expect(await host.failure(url) == .notFound, "\(url)")
        }
        #expect(await host.message("x://h/docs/raedme.txt").contains("did you mean \"readme.txt\"?"))
    }

    @Test func foldersAreListedAndRedirectedTo() async throws {
        let path = try folder.write(
            TestArchive(
                "zip",
                [
                    ("b.txt", .file(Data("bb".utf8))), ("empty", .folder), ("docs/deep/x.txt", .file(Data("x".utf8))),
                ]
            ),
            as: "a.zip"
        )
        let host = try await TestHost(file: path)
        #expect(
            try await host.list("x://h/") == [
                .init(name: "b.txt", kind: "file", size: 2), .init(name: "docs", kind: "directory", size: nil),
                .init(name: "empty", kind: "directory", size: nil),
            ]
        )
        #expect(try await host.list("x://h/docs/").map(\.name) == ["deep"])
        #expect(try await host.list("x://h/empty/").isEmpty)
        #expect(try await host.get("x://h/docs").headerFields[.location] == "./docs/")
    }

    @Test func ofOneNameTheLastEntryWins() async throws {
        let path = try folder.write(
            TestArchive(
                "pax",
                texts: ["a": "old", "./a": "new", "f": "file", "f/x": "inside", "g/y": "gone", "g": "file"]
            ),
            as: "a.tar"
        )
        let host = try await TestHost(file: path)
        #expect(try await host.text("x://h/a") == "new")
        #expect(try await host.text("x://h/f/x") == "inside")
        #expect(try await host.text("x://h/g") == "file")
        #expect(await host.failure("x://h/g/y") == .notFound)
    }

    @Test func aFolderOfTheArchiveIsMounted() async throws {
        let path = try folder.write(TestArchive(texts: ["top/docs/a.txt": "a", "top/b.txt": "b"]), as: "a.zip")
        let host = try await TestHost(file: path) { $0.folder = "top/docs" }
        #expect(try await host.text("x://h/a.txt") == "a")
        #expect(await host.failure("x://h/../b.txt") == .notFound)
        let stripped = try await TestHost(file: path) { $0.stripComponents = 1 }
        #expect(try await stripped.text("x://h/docs/a.txt") == "a")
        #expect(try await stripped.text("x://h/b.txt") == "b")
    }

    @Test func capturesNameTheArchive() async throws {
        _ = try folder.write(TestArchive(texts: ["a": "in one"]), as: "one.zip")
        let host = try await TestHost(file: folder.path + "/{query.book}.zip")
        #expect(try await host.text("x://h/a?book=one") == "in one")
        #expect(await host.failure("x://h/a?book=two") == .notFound)
        #expect(await host.failure("x://h/a?book=..") == .notFound)
    }

    @Test func theSchemaIsCompleteAndKeysDecode() throws {
        #expect(ArchiveHandler.schema.problems.isEmpty)
        #expect(
            ArchiveHandler.schema.knownKeys.sorted()
                == ["file", "folder", "formats", "nameEncoding", "password", "roots", "stripComponents"]
        )
        let json = Data(#"{"file": "{book}.7z", "formats": ["7z", "rar"], "stripComponents": 1}"#.utf8)
        let configuration = try JSONDecoder().decode(ArchiveHandler.Configuration.self, from: json)
        #expect(configuration.file?.description == "{book}.7z")
        #expect(configuration.formats == [.sevenZip, .rar])
        #expect(configuration.stripComponents == 1)
    }

    @Test func wrongConfigurationsFailAtOnce() async throws {
        let path = try folder.write(TestArchive(texts: ["a": "a"]), as: "a.zip")
        let template = try RequestTemplate(path)
        let cases: [(ArchiveHandler.Configuration, SchemeHostError.Code)] = [
            (.init(), .invalidConfiguration), (.init(file: template, roots: ["/"]), .invalidConfiguration),
            (.init(roots: []), .invalidConfiguration), (.init(roots: ["/"], folder: "a"), .invalidConfiguration),
            (.init(file: template, folder: "../a"), .invalidConfiguration),
            (.init(file: template, formats: []), .invalidConfiguration),
            (.init(file: template, stripComponents: -1), .invalidConfiguration),
            (.init(file: template, nameEncoding: "KLINGON"), .invalidConfiguration),
            (.init(file: try RequestTemplate(path + "x")), .sourceUnavailable),
            (.init(roots: [path + "/none"]), .sourceUnavailable),
        ]
        for (configuration, code) in cases {
            let error = await #expect(throws: SchemeHostError.self) {
                try await ArchiveHandler(configuration: configuration, context: HandlerContext())
            }
            #expect(error?.code == code, "\(configuration)")
        }
    }

    @Test(arguments: ["none", "gzip", "compress"])
    func anEmptyTarIsAnEmptyFolder(filter: String) async throws {
        let path = try folder.write(TestArchive("pax", filter: filter, []), as: "a.tar")
        #expect(try await TestHost(file: path).list("x://h/").isEmpty)
        // Zeros with something behind them are no tar, whatever libarchive says.
        let image = Data(count: 32_769) + Data("CD001".utf8) + Data(count: 4_000)
        let disk = try folder.write(TestArchive("raw", filter: filter, [("x", .file(image))]), as: "a.iso")
        let error = await #expect(throws: SchemeHostError.self) { try await TestHost(file: disk) }
        #expect(error?.code == (filter == "none" ? .unsupported : .sourceCorrupt))
    }

    @Test func archivesAreTold() async throws {
        let zip = try FileSource(path: folder.write(TestArchive(texts: ["a": "a"]), as: "a.zip"))
        let text = try FileSource(path: folder.write(Data("plain text".utf8), as: "a.txt"))
        #expect(await ArchiveHandler.canOpen(zip))
        #expect(await !ArchiveHandler.canOpen(text))
        #expect(await !ArchiveHandler.canOpen(zip, formats: [.tar]))
    }

    @Test func sparseFilesHaveTheirHoles() async throws {
        let data = noise(10_000)
        let path = try folder.write(
            TestArchive("pax", [("s", .sparse(size: 3_000_000, offset: 1_000_448, data: data))]),
            as: "a.tar"
        )
        #expect(try FileSource(path: path).size < 100_000)
        var expected = Data(count: 3_000_000)
        expected.replaceSubrange(1_000_448..<(1_000_448 + data.count), with: data)
        let host = try await TestHost(file: path)
        #expect(try await host.data("x://h/s") == expected)
    }
}

import Foundation
import SchemeHost
import Testing

@testable import ArchiveHandler

@Suite struct NameTests {
    let folder = TemporaryFolder()

    @Test(
        arguments: [
            ("a", ["a"]), ("./a", ["a"]), ("././a/./b", ["a", "b"]), ("a/", ["a"]), (".", []), ("./", []),
            ("..a", ["..a"]),
            ("/a", nil), ("../a", nil), ("a/../b", nil), ("a/..", nil), ("a//b", nil), ("a\\b", nil), ("a\0b", nil),
            ("", nil),
            ("/", nil), ("a//", nil), ("..", nil),
        ] as [(String, [String]?)]
    )
    func storedNames(name: String, components: [String]?) {
        #expect(MemberNames.components(of: name) == components)
    }

    @Test(
        arguments: [
            ([0x61, 0xC3, 0xBC], true, "aü"), ([0x81], true, "ü"), ([0x81], false, "\u{81}"), ([0xFC], false, "ü"),
            ([0xE1, 0xFF], true, "ß\u{A0}"),
        ] as [([UInt8], Bool, String)]
    )
    func bytesHaveOneReading(bytes: [UInt8], isZip: Bool, text: String) {
        #expect(bytes.withUnsafeBytes { MemberNames.decode($0, isZip: isZip) } == text)
    }

    @Test func unsafeNamesAreListedAndNeverServed() async throws {
        let names = ["/etc/passwd", "../up", "d/../../up", "d//twice", "back\\slash", "..\\win", "d/.."]
        let path = try folder.write(
            TestArchive("pax", ([("ok", "ok")] + names.map { ($0, "evil") }).map { ($0, .file(Data($1.utf8))) }),
            as: "a.tar"
        )
        let host = try await TestHost(file: path)
        let listing = try await host.list("x://h/")
        #expect(listing.filter { $0.kind == "refused" }.map(\.name).sorted() == names.sorted())
        #expect(listing.filter { $0.kind != "refused" }.map(\.name) == ["ok"])
        let spellings = [
            "etc/passwd", "/etc/passwd", "%2Fetc/passwd", "%2Fetc%2Fpasswd", "../up", "%2E%2E/up", "..%2Fup", "up",
            "d/../../up", "d//twice", "d/twice", "d%2F%2Ftwice", "back%5Cslash", "back\\slash", "back/slash",
            "..%5Cwin", "%2e%2e%5cwin", "win", "d/%2E%2E", "d", "./etc/passwd", "ok/../../up",
        ]
        for spelling in spellings {
            let code = await host.failure("x://h/" + spelling)
            // What ends in a dot segment is the archive's own top folder.
            guard spelling != "d/%2E%2E" else { continue }
            #expect(code == .notFound || code == .invalidRequest, "\(spelling)")
        }
    }

    @Test func textsThatOnlyLookAlikeAreTwoNames() async throws {
        let path = try folder.write(TestArchive("pax", texts: ["\u{E9}": "one", "e\u{301}": "two"]), as: "a.tar")
        let host = try await TestHost(file: path)
        #expect(try await host.text("x://h/%C3%A9") == "one")
        #expect(try await host.text("x://h/e%CC%81") == "two")
    }

    /// A Swift program never calls `setlocale`, so this runs in the locale "C".
    @Test(arguments: ["zip", "pax", "gnutar", "ustar", "7zip", "newc"])
    func namesOutsideASCII(format: String) async throws {
        #expect(String(cString: setlocale(LC_CTYPE, nil)) == "C")
        let name = "Straße/世界 ☃.txt"
        let written = try folder.writeInUTF8Locale(TestArchive(format, texts: [name: "found"]), as: "a")
        let host = try await TestHost(file: written)
        #expect(try await host.text("x://h" + encoded(name)) == "found")
        #expect(try await host.list("x://h/").map(\.name) == ["Straße"])
    }

    @Test func theConfigurationSaysTheEncoding() async throws {
        let name = "\u{43F}\u{440}\u{438}"
        var archive = TestArchive(texts: [name: "found"])
        archive.options = "hdrcharset=CP866"
        let path = try folder.writeInUTF8Locale(archive, as: "a.zip")
        let host = try await TestHost(file: path) { $0.nameEncoding = "CP866" }
        #expect(try await host.text("x://h" + encoded(name)) == "found")
        let plain = try await TestHost(file: path)
        #expect(try await plain.list("x://h/").map(\.name) == ["»α¿"])
    }
}

extension TemporaryFolder {
    /// The writer needs a locale that can write the names; this thread only.
    func writeInUTF8Locale(_ archive: TestArchive, as name: String) throws -> String {
        try UTF8Locale.use { try write(archive, as: name) }
    }
}

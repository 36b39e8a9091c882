import ArchiveHandler
import Foundation
import SchemeHost
import Testing

@Suite struct DamageTests {
    let folder = TemporaryFolder()

    /// Changes bytes of a file's copy.
    private func damage(_ path: String, _ change: (inout Data) throws -> Void) throws -> String {
        var data = try Data(contentsOf: URL(fileURLWithPath: path))
        try change(&data)
        return try folder.write(data, as: "damaged")
    }

    private func offset(of text: String, in data: Data) throws -> Int {
        try #require(data.range(of: Data(text.utf8))).lowerBound
    }

    @Test(arguments: ["store", "deflate"])
    func aWrongChecksumIsNeverAShortSuccess(compression: String) async throws {
        let text = String(repeating: "0123456789", count: 40_000) + "MARK"
        var archive = TestArchive(texts: ["a.txt": text, "b.txt": "intact"])
        archive.options = "zip:compression=\(compression)"
        let whole = try folder.write(archive, as: "a.zip")
        let path = try damage(whole) { data in
            // The checksum stands in the central directory and behind the data or in the local header.
            for signature in [Data([0x50, 0x4B, 1, 2]), Data([0x50, 0x4B, 3, 4]), Data([0x50, 0x4B, 7, 8])] {
                guard let range = data.range(of: signature) else { continue }
                let position = range.lowerBound + (signature[2] == 1 ? 16 : signature[2] == 3 ? 14 : 4)
                if data[position..<(position + 4)] != Data(count: 4) { data[position] ^= 0xFF }
            }
        }
        let host = try await TestHost(file: path)
        #expect(await host.failure("x://h/a.txt") == .sourceCorrupt)
        #expect(await host.message("x://h/a.txt").contains("CRC"))
        #expect(try await host.text("x://h/b.txt") == "intact")
        // Everything but the chunk that the checksum covers last may be out by then; the end never is.
        var count = 0
        await #expect(throws: SchemeHostError.self) {
            for try await chunk in try await host.get("x://h/a.txt").body { count += chunk.count }
        }
        #expect(count < text.utf8.count)
    }

    @Test func aLocalHeaderThatContradictsTheDirectoryIsRefused() async throws {
        let path = try damage(folder.write(TestArchive(texts: ["a.txt": "hello", "b.txt": "b"]), as: "a.zip")) { data in
            let range = try #require(data.range(of: Data([0x50, 0x4B, 1, 2])))
            data[range.lowerBound + 24] ^= 1  // The uncompressed size.
            // What the local header leaves open cannot contradict.
            let local = try #require(data.range(of: Data([0x50, 0x4B, 3, 4]))).lowerBound
            if data[local + 22] == 0 { data[local + 22] = 5 }
        }
        let host = try await TestHost(file: path)
        #expect(await host.failure("x://h/a.txt") == .forbidden)
        #expect(try await host.list("x://h/").first?.kind == "refused")
        #expect(try await host.text("x://h/b.txt") == "b")
    }

    @Test(arguments: [
        ("pax", "none"), ("pax", "gzip"), ("pax", "zstd"), ("7zip", "none"), ("cpio", "none"), ("zip", "none"),
    ])
    func truncatedArchivesAreErrors(format: String, filter: String) async throws {
        let whole = try folder.write(
            TestArchive(format, filter: filter, [("a", .file(noise(200_000))), ("b", .file(noise(300_000, seed: 2)))]),
            as: "a"
        )
        let path = try damage(whole) { $0.removeLast($0.count / 3) }
        do {
            let host = try await TestHost(file: path)
            #expect(await host.failure("x://h/b") == .sourceCorrupt)
        } catch let error as SchemeHostError {
            #expect(error.code == .sourceCorrupt)
        }
    }

    @Test func whatIsNoArchiveIsRefusedWithTheFormatsThatCount() async throws {
        let path = try folder.write(Data("just text, no archive".utf8), as: "a.txt")
        let host = try await TestHost(roots: ["/"])
        #expect(await host.failure("zip://\(path)!/a") == .sourceCorrupt)
        let message = await host.message("zip://\(path)!/a")
        #expect(message.contains("Unrecognized archive format") && message.contains("zip, tar, 7z, ar, cpio"))
        let empty = try folder.write(Data(), as: "empty")
        #expect(await host.failure("zip://\(empty)!/a") == .sourceCorrupt)
        #expect(await host.failure("zip://\(folder.path)!/a") == .sourceUnavailable)
        #expect(await host.failure("zip://\(path).none!/a") == .notFound)
    }

    @Test func aFormatThatMayNotBeReadIsNamed() async throws {
        let zip = try folder.write(TestArchive(texts: ["a": "a"]), as: "a.zip")
        let xar = try folder.write(Data("xar!".utf8) + Data(count: 40), as: "a.xar")
        for (path, word, formats) in [
            (zip, "\"zip\"", [ArchiveFormat.tar]), (xar, "\"xar\"", ArchiveFormat.defaults),
        ] {
            let error = await #expect(throws: SchemeHostError.self) {
                try await TestHost(file: path) { $0.formats = formats }
            }
            #expect(error?.code == .unsupported)
            #expect(error?.message.contains(word) == true && error?.message.contains("\"formats\"") == true)
        }
    }

    @Test(arguments: ["zipcrypt", "aes256"])
    func encryptedMembersNeedThePassword(encryption: String) async throws {
        var archive = TestArchive(texts: ["a": "secret"])
        archive.password = "right"
        archive.options = "zip:encryption=\(encryption)"
        let path = try folder.write(archive, as: "a.zip")
        #expect(try await TestHost(file: path) { $0.password = "right" }.text("x://h/a") == "secret")
        let without = try await TestHost(file: path)
        #expect(await without.failure("x://h/a") == .forbidden)
        #expect(await without.message("x://h/a").contains("\"password\""))
        let wrong = try await TestHost(file: path) { $0.password = "wrong" }
        let code = await wrong.failure("x://h/a")
        // The old encryption takes one wrong password in 256 for right; the checksum does not.
        #expect(code == .forbidden || code == .sourceCorrupt)
    }
}

import Crypto
import Foundation
import SchemeHost

@testable import ArchiveHandler

/// Third-party archives with what independent readers make of them; see the README beside them.
enum Corpus {
    struct Archive: Decodable {
        struct View: Decodable {
            var entries: [Member]?
            var error: String?
            var fmt: String?
        }

        struct Member: Decodable {
            var name: String
            var type: String
            var size: Int64?
            var read: Int64?
            var sha256: String?
            var read_error: String?

            /// Whether the independent reader read it wholly, and what it got has the size that it says.
            var isWhole: Bool { sha256 != nil && read == size }
        }

        var path: String
        var libarchive: View
        var verdict: String
    }

    static let folder: String = {
        let base = ProcessInfo.processInfo.environment["SCHEMEHOST_CORPORA"] ?? "../shared/corpora"
        let path = base.hasPrefix("/") ? base : FileManager.default.currentDirectoryPath + "/" + base
        return URL(fileURLWithPath: path + "/archives").standardizedFileURL.path
    }()

    static let isPresent = FileManager.default.fileExists(atPath: folder + "/expected.jsonl")

    static func archives() throws -> [Archive] {
        let data = try Data(contentsOf: URL(fileURLWithPath: folder + "/expected.jsonl"))
        return try data.split(separator: UInt8(ascii: "\n")).map { try JSONDecoder().decode(Archive.self, from: $0) }
    }
}

extension Corpus.Archive.Member {
    /// The name as the handler decodes it: bytes that are no UTF-8 stand as `\xNN` in the list.
    func decodedName(isZip: Bool) -> String {
        var bytes: [UInt8] = []
        var rest = Array(name.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\\"), rest.first == UInt8(ascii: "x"),
                let value = UInt8(String(decoding: rest.dropFirst().prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(3)
            } else if byte == UInt8(ascii: "\\"), rest.first == UInt8(ascii: "\\") {
                bytes.append(byte)
                rest.removeFirst()
            } else {
                bytes.append(byte)
            }
        }
        return bytes.withUnsafeBytes { MemberNames.decode($0, isZip: isZip) }
    }
}

extension Body {
    func sha256() async throws -> String {
        var hash = SHA256()
        for try await chunk in self { hash.update(data: chunk) }
        return hash.finalize().map { String(($0 >> 4), radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}

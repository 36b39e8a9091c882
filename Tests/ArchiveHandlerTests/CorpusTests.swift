import Foundation
import SchemeHost
import Testing

@testable import ArchiveHandler

@Suite(
    .serialized,
    .enabled(if: Corpus.isPresent, "no third-party archives at ../shared/corpora or $SCHEMEHOST_CORPORA")
)
struct CorpusTests {
    /// What became of the members, by rule.
    private struct Tally: CustomStringConvertible {
        var counts: [String: Int] = [:]
        var excluded: [String] = []
        var wrong: [String] = []

        mutating func exclude(_ rule: String, _ what: String) {
            counts[rule, default: 0] += 1
            excluded.append("\(rule): \(what)")
        }

        var description: String {
            let lines = counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
            return (lines + excluded.map { "  " + $0 }).joined(separator: "\n")
        }
    }

    private static let defaultFormats = ["ZIP", "7-Zip", "ar (", "cpio", "ASCII cpio", "POSIX octet-oriented cpio"]

    private static func isDefault(_ archive: Corpus.Archive) -> Bool {
        guard let format = archive.libarchive.fmt else { return false }
        return format.contains(" tar") || format.hasPrefix("tar") || format.contains("pax") || format.contains("ustar")
            || defaultFormats.contains { format.hasPrefix($0) }
    }

    /// Compares one archive's files with what the independent readers saw.
    private func compare(_ archive: Corpus.Archive, with host: TestHost, _ tally: inout Tally) async throws {
        let members = archive.libarchive.entries ?? []
        let file = Corpus.folder + "/" + archive.path
        let isZip = archive.libarchive.fmt?.hasPrefix("ZIP") == true
        let names = members.map { $0.decodedName(isZip: isZip) }
        for (position, member) in members.enumerated() where member.type == "file" {
            let what = "\(archive.path) \(names[position])"
            guard let components = MemberNames.components(of: names[position]), !components.isEmpty else {
                tally.exclude("refused name", what)
                continue
            }
            guard !names[(position + 1)...].contains(where: { MemberNames.components(of: $0) == components }) else {
                tally.exclude("earlier duplicate", what)
                continue
            }
            let url = "zip://\(file)!\(encoded(components.joined(separator: "/")))"
            guard member.isWhole else {
                let why = member.read_error.map { String($0.prefix { $0 != "(" }) } ?? "over the reader's own limit"
                let message = await host.message(url)
                // What the independent reader could not read must not come as a success; what it left may.
                if message.isEmpty, member.read_error != nil {
                    tally.wrong.append("\(what): a success")
                } else {
                    tally.exclude("not read by the independent reader", "\(what): \(why) | \(message)")
                }
                continue
            }
            do {
                let response = try await host.get(url)
                if let problem = response.problem { throw problem }
                if try await response.body.sha256() == member.sha256 {
                    tally.counts["equal", default: 0] += 1
                } else {
                    tally.wrong.append("\(what): other bytes")
                }
            } catch {
                tally.wrong.append("\(what): \(error)")
            }
        }
    }

    @Test func membersOfDefaultFormatsComeBack() async throws {
        let host = try await TestHost(roots: [Corpus.folder])
        var tally = Tally()
        for archive in try Corpus.archives() {
            guard ["agree", "libarchive-only"].contains(archive.verdict), Self.isDefault(archive) else { continue }
            tally.counts["archives", default: 0] += 1
            try await compare(archive, with: host, &tally)
        }
        print(tally)
        #expect(tally.wrong.isEmpty)
        #expect(tally.counts["equal", default: 0] > 400)
    }

    @Test func membersOfOtherFormatsComeBackWhereAskedFor() async throws {
        let host = try await TestHost(roots: [Corpus.folder]) { $0.formats = ArchiveFormat.allCases }
        var tally = Tally()
        for archive in try Corpus.archives() {
            guard archive.verdict == "libarchive-only", !Self.isDefault(archive) else { continue }
            // It refers to data before its own start; libarchive 3.6.2 gives whatever its memory held there.
            guard !archive.path.hasSuffix("cab_lzx_invalid_history.cab") else {
                tally.exclude("undefined bytes", archive.path)
                continue
            }
            tally.counts["archives", default: 0] += 1
            try await compare(archive, with: host, &tally)
        }
        print(tally)
        #expect(tally.wrong.isEmpty)
    }

    @Test func whatNoReaderTakesIsRefused() async throws {
        let host = try await TestHost(roots: [Corpus.folder])
        for archive in try Corpus.archives() where archive.verdict == "both-error" {
            let outcome = await outcome(of: archive, host)
            #expect(!outcome.errors.isEmpty, "\(archive.path)")
        }
    }

    @Test func dangerousArchivesAreRefusedBeforeTheyAreRead() async throws {
        let host = try await TestHost(roots: [Corpus.folder])
        let archives = try Corpus.archives().filter { $0.verdict == "DANGEROUS" }
        #expect(archives.count == 4)
        for archive in archives {
            let url = "zip://\(Corpus.folder)/\(archive.path)!/"
            let code = await host.failure(url)
            let message = await host.message(url)
            #expect(code == .unsupported || code == .sourceCorrupt, "\(archive.path): \(message)")
        }
    }

    /// Whatever the archive: an answer or a typed error, and the process goes on.
    @Test func everyArchiveEndsInAnAnswerOrATypedError() async throws {
        let host = try await TestHost(roots: [Corpus.folder])
        var members = 0
        for archive in try Corpus.archives() {
            let outcome = await outcome(of: archive, host)
            members += outcome.members
            #expect(outcome.untyped.isEmpty, "\(archive.path)")
        }
        #expect(members > 400)
    }

    /// Reads everything that an archive lists.
    private func outcome(
        of archive: Corpus.Archive,
        _ host: TestHost
    ) async -> (members: Int, errors: [String], untyped: [String]) {
        var members = 0
        var errors: [String] = []
        var untyped: [String] = []
        var folders = ["zip://\(Corpus.folder)/\(archive.path)!/"]
        while let folder = folders.popLast() {
            do {
                for line in try await host.list(folder) where line.kind != "refused" {
                    let url = folder + encoded(line.name).dropFirst()
                    if line.kind == "directory" {
                        folders.append(url + "/")
                    } else {
                        let message = await host.message(url)
                        members += 1
                        if !message.isEmpty { errors.append(message) }
                    }
                }
            } catch let error as SchemeHostError {
                errors.append(error.message)
            } catch {
                untyped.append("\(error)")
            }
        }
        return (members, errors, untyped)
    }
}

import ArgumentParser
import SchemeHost

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `schemehost list`: what is in a folder or an archive.
struct ListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List a folder, or an archive.",
        discussion: """
            Folders end in a slash; names that are never served are marked.

              schemehost list zip:///tmp/a.zip!/
              schemehost list -lR ./a.deb/data.tar.xz/usr/
            """,
        aliases: ["ls"]
    )

    @OptionGroup var manifest: ManifestOptions

    @Argument(help: "A URL, or a path that may lead into archives.", completion: .file())
    var url: String

    @Flag(name: [.short, .long], help: "Kind, size and time of each entry too.")
    var long = false

    @Flag(name: [.customShort("R"), .long], help: "All below the folder too.")
    var recursive = false

    @Flag(help: "One JSON array, of objects with name, kind, and where known size, modified, type and etag.")
    var json = false

    func run() async throws {
        let host = try await manifest.host()
        do {
            try await list(SchemeRequest(url: Target.url(url)), from: host)
        } catch is FileOutput.ClosedPipe {
            return
        } catch var error as SchemeHostError {
            if error.code == .noRoute { error.message += manifest.hint }
            throw error
        }
    }

    private func list(_ request: SchemeRequest, from host: SchemeHost) async throws {
        guard let (entries, folder) = try await ListedEntry.list(request, from: host) else {
            let hint = "it is one resource: schemehost get \(url)"
            throw SchemeHostError(.notFound, "\(request.url) is no folder and has no listing; \(hint)")
        }
        var isFirst = true
        func show(_ entry: ListedEntry, as name: String) throws {
            if json {
                guard case .object(var members) = entry.json else { return }
                members["name"] = .string(name)
                try Terminal.print(
                    (isFirst ? "[\n" : ",\n") + "  " + JSONValue.object(members).serialized(),
                    terminator: ""
                )
                isFirst = false
            } else {
                try Terminal.print(line(entry, name: name))
            }
        }
        try await visit(entries, of: folder, prefix: "", depth: 0, host: host, show)
        if json { try Terminal.print(isFirst ? "[]" : "\n]") }
    }

    private func visit(
        _ entries: [ListedEntry],
        of folder: SchemeRequest,
        prefix: String,
        depth: Int,
        host: SchemeHost,
        _ show: (ListedEntry, String) throws -> Void
    ) async throws {
        for entry in entries {
            try Task.checkCancellation()
            let name = prefix + entry.name
            try show(entry, name)
            guard recursive, entry.kind == .directory, depth < 256 else { continue }
            guard let (children, inner) = try await ListedEntry.list(entry.request(in: folder), from: host) else {
                continue
            }
            try await visit(children, of: inner, prefix: name + "/", depth: depth + 1, host: host, show)
        }
    }

    private func line(_ entry: ListedEntry, name: String) -> String {
        let shown = Terminal.outputIsTerminal ? Terminal.printable(name) : name
        let text = shown + (entry.kind == .directory ? "/" : "")
        guard long else { return entry.kind == .refused ? text + "  (refused)" : text }
        let size = entry.size.map(String.init) ?? "-"
        let time = entry.modified?.formatted(.iso8601) ?? "-"
        let kind = entry.kind.rawValue.padding(to: 9)
        return
            "\(kind)  \(String(repeating: " ", count: max(0, 12 - size.count)))\(size)  \(time.padding(to: 20))  \(text)"
    }
}

extension String {
    /// The text with spaces behind it, up to a width.
    func padding(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}

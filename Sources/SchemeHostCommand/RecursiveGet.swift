import HTTPTypes
import SchemeHost

/// Writes a folder, or a whole archive, with all below it.
struct RecursiveGet {
    let host: SchemeHost
    let target: Target
    let root: SchemeRequest
    /// The path of the folder to write, made once there is something to write.
    let output: String

    /// Folders lie at most so deep.
    private static let maximumDepth = 256
    /// What a folder holds, for one that leads back to itself through links.
    private typealias Contents = [String]

    /// Writes everything that can be written; what cannot is said on standard error.
    /// - Returns: The number of entries that failed.
    func run() async throws -> Int {
        guard let (entries, request) = try await target.list(root, from: host) else {
            throw SchemeHostError(.notFound, "\(root.url) is no folder; get it without -R")
        }
        return try await write(entries, of: request, into: OutputFolder(path: output), within: [])
    }

    private func write(
        _ entries: [ListedEntry],
        of request: SchemeRequest,
        into folder: OutputFolder,
        within outer: [Contents]
    ) async throws -> Int {
        let trail = outer + [Self.contents(entries)]
        var failures = 0
        for entry in entries {
            try Task.checkCancellation()
            let child = try entry.request(in: request)
            do {
                switch entry.kind {
                case .refused:
                    note("left out \(child.url): its name is no safe path, it leads out, or it is no file")
                case .directory:
                    failures += try await descend(entry, child, from: folder, trail)
                case .file, .link:
                    let (response, _) = try await host.respond(following: child)
                    if let problem = response.problem { throw problem }
                    if response.isListing {
                        failures += try await descend(entry, child, from: folder, trail)
                        continue
                    }
                    guard response.status == .ok else {
                        throw SchemeHostError(.sourceUnavailable, "\(child.url) answered \(response.status)")
                    }
                    try await folder.write(response.body, to: entry.name, modified: entry.modified)
                }
            } catch let error as SchemeHostError where error.code != .storageFull {
                try Task.checkCancellation()
                failures += 1
                Terminal.report(target.naming(error))
            }
        }
        return failures
    }

    /// Writes a folder within another one, or what a link to one leads to.
    private func descend(
        _ entry: ListedEntry,
        _ child: SchemeRequest,
        from folder: OutputFolder,
        _ trail: [Contents]
    ) async throws -> Int {
        guard trail.count < Self.maximumDepth else {
            throw SchemeHostError(.tooLarge, "\(child.url) lies more than \(Self.maximumDepth) folders deep")
        }
        guard let (children, request) = try await ListedEntry.list(child, from: host) else {
            throw SchemeHostError(.notFound, "left out \(child.url): it is a folder without a listing")
        }
        let contents = Self.contents(children)
        // Names alone may repeat further down; with a link or an entity tag in play it is the same folder.
        let isTelling = entry.kind == .link || children.contains { $0.entityTag != nil }
        if isTelling, !contents.isEmpty, trail.contains(contents) {
            note("left out \(child.url): it leads back to a folder above it")
            return 0
        }
        return try await write(children, of: request, into: folder.folder(entry.name), within: trail)
    }

    private func note(_ text: String) { Terminal.note("schemehost: \(target.naming(text))") }

    private static func contents(_ entries: [ListedEntry]) -> Contents {
        entries.map { entry in
            // What was changed a moment ago has a weak tag first and a strong one later.
            let tag = entry.entityTag ?? ""
            return "\(entry.name)/\(tag.hasPrefix("W/") ? String(tag.dropFirst(2)) : tag)"
        }
    }
}

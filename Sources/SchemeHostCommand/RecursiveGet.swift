import HTTPTypes
import SchemeHost

/// Writes a folder, or a whole archive, with all below it.
struct RecursiveGet {
    let host: SchemeHost
    let root: SchemeRequest
    let folder: OutputFolder

    /// Writes everything that can be written; what cannot is said on standard error.
    /// - Returns: The number of entries that failed.
    func run() async throws -> Int {
        guard let (entries, request) = try await ListedEntry.list(root, from: host) else {
            throw SchemeHostError(.notFound, "\(root.url) is no folder; get it without -R")
        }
        return try await write(entries, of: request, into: folder, depth: 0)
    }

    private func write(
        _ entries: [ListedEntry],
        of request: SchemeRequest,
        into folder: OutputFolder,
        depth: Int
    ) async throws -> Int {
        guard depth < 256 else {
            throw SchemeHostError(.tooLarge, "\(request.url) lies more than 256 folders deep")
        }
        var failures = 0
        for entry in entries {
            try Task.checkCancellation()
            let child = try entry.request(in: request)
            do {
                switch entry.kind {
                case .refused:
                    Terminal.note("schemehost: left out \(child.url): its name is no safe path, or it is no file")
                case .directory:
                    let inner = try folder.folder(entry.name)
                    guard let (children, innerRequest) = try await ListedEntry.list(child, from: host) else { continue }
                    failures += try await write(children, of: innerRequest, into: inner, depth: depth + 1)
                case .file, .link:
                    let (response, _) = try await host.respond(following: child)
                    if let problem = response.problem { throw problem }
                    guard response.status == .ok, !response.isListing else { continue }
                    try await folder.write(response.body, to: entry.name, modified: entry.modified)
                }
            } catch let error as SchemeHostError where error.code != .storageFull {
                failures += 1
                Terminal.report(error)
            }
        }
        return failures
    }
}

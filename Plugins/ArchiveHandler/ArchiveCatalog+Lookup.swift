import SchemeHost

extension ArchiveCatalog {
    /// Where a path leads.
    struct Location {
        /// The node that was reached.
        var node: Int
        /// What of the path stands behind a node that is no folder.
        var rest: [String]
    }

    private enum Walk {
        case found(Location)
        case missing(name: String, folder: Int)
        case leadsOut
        case loops
    }

    private static let maximumLinks = 40

    /// Walks a path, links followed inside the archive only.
    /// - Parameter path: Components, none of them empty, `.` or `..`.
    /// - Throws: ``SchemeHostError`` with code `notFound`, `forbidden` where a link leads out, `loop` where links lead
    ///   back to themselves.
    func locate(_ path: [String]) throws -> Location {
        let shown = Suggestion.quoted(path.joined(separator: "/"))
        switch walk(path) {
        case .found(let location): return location
        case .missing(let name, let folder):
            throw SchemeHostError(.notFound, "there is no \(shown) in the archive\(hint(name, folder))")
        case .leadsOut:
            throw SchemeHostError(.forbidden, "\(shown) is, or stands behind, a link that leads out of the archive")
        case .loops:
            throw SchemeHostError(.loop, "the links on the way to \(shown) lead back to themselves")
        }
    }

    private func walk(_ path: [String]) -> Walk {
        var rest = Array(path.reversed())
        var trail = [0]
        var links = 0
        while let name = rest.popLast() {
            if name == "." { continue }
            if name == ".." {
                guard trail.count > 1 else { return .leadsOut }
                trail.removeLast()
                continue
            }
            let folder = trail[trail.count - 1]
            guard nodes[folder].isFolder else {
                return .found(Location(node: folder, rest: [name] + rest.reversed()))
            }
            guard let node = nodes[folder].children[MemberName(name)] else {
                return .missing(name: name, folder: folder)
            }
            guard let entry = nodes[node].entry, entry.refusal == nil, case .link(let target) = entry.kind else {
                trail.append(node)
                continue
            }
            links += 1
            guard links <= Self.maximumLinks else { return .loops }
            let isLocal = !target.utf8.contains(UInt8(ascii: "\\")) && target.utf8.first != UInt8(ascii: "/")
            guard isLocal, !target.isEmpty else { return .leadsOut }
            rest += target.utf8.split(separator: UInt8(ascii: "/")).reversed().map { String(Substring($0)) }
        }
        return .found(Location(node: trail[trail.count - 1], rest: []))
    }

    /// Comparing with every name of a large folder would cost more than it helps.
    private func hint(_ name: String, _ folder: Int) -> String {
        let names = nodes[folder].children.keys
        guard names.count <= 1_000, let nearest = Suggestion.nearest(name, in: names.map(\.text).sorted()) else {
            return ""
        }
        return " (did you mean \(Suggestion.quoted(nearest))?)"
    }

    /// The entries of a folder, sorted by name; those of the top folder with the names that are refused behind them.
    /// - Parameters:
    ///   - folder: The folder's node.
    ///   - path: How the folder was reached, without links resolved, for its own links to be followed from.
    func listing(of folder: Int, at path: [String]) -> [ListingEntry] {
        let names = nodes[folder].children.sorted { $0.key.text.utf8.lexicographicallyPrecedes($1.key.text.utf8) }
        let served = names.map { name, node in
            let entry = nodes[node].entry
            return ListingEntry(
                name: name.text,
                kind: listedKind(of: node, at: path + [name.text]),
                size: entry?.kind == .file ? entry?.size : nil,
                modified: entry?.modified
            )
        }
        guard folder == 0 else { return served }
        return served + refusedNames.map { ListingEntry(name: $0.isEmpty ? "(no name)" : $0, kind: .refused) }
    }

    private func listedKind(of node: Int, at path: [String]) -> ListingEntry.Kind {
        guard let entry = nodes[node].entry else { return .directory }
        guard entry.refusal == nil else { return .refused }
        switch entry.kind {
        case .folder: return .directory
        case .file: return .file
        case .special, .hardLink: return .refused
        case .link:
            if case .leadsOut = walk(path) { return .refused }
            return .link
        }
    }
}

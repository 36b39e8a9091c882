import SchemeHost

/// The entries of one archive as a tree of names, listed once.
///
/// Names that are no safe path are not in the tree, so that no spelling reaches them. Of several entries with one name
/// the last wins; folders that only a longer name implies exist.
struct ArchiveCatalog: Sendable {
    struct Node: Sendable {
        /// Nil for a folder that is only implied.
        var entry: ArchiveEntry?
        var children: [MemberName: Int] = [:]

        var isFolder: Bool { entry.map { $0.kind == .folder } ?? true }
    }

    private(set) var nodes = [Node()]
    /// The stored names that are listed and never served.
    private(set) var refusedNames: [String] = []
    private let stripComponents: Int
    private let limit: Int

    /// - Parameters:
    ///   - stripComponents: How many leading components each name loses; what has no more is left out.
    ///   - limit: The most nodes, implied folders included.
    init(stripComponents: Int = 0, limit: Int) {
        self.stripComponents = stripComponents
        self.limit = limit
    }

    /// Lists an archive. Blocks.
    init(reading reader: ArchiveReader, stripComponents: Int) throws {
        self.init(stripComponents: stripComponents, limit: reader.settings.limits.entries)
        while let entry = try reader.next() { try add(entry) }
    }

    mutating func add(_ entry: ArchiveEntry) throws {
        guard var path = MemberNames.components(of: entry.name) else {
            refusedNames.append(entry.name)
            return
        }
        path.removeFirst(min(path.count, stripComponents))
        guard let last = path.popLast() else { return }
        var entry = entry
        var target: Int?
        if case .hardLink(let name) = entry.kind {
            target = find(name)
            resolveHardLink(&entry, to: target)
        }
        let parent = try makeFolder(path)
        let name = MemberName(last)
        guard let existing = nodes[parent].children[name] else {
            nodes[parent].children[name] = try append(Node(entry: entry))
            return
        }
        // A link to itself says nothing new.
        if existing == target, nodes[existing].entry?.ordinal == entry.ordinal { return }
        nodes[existing].entry = entry
        if entry.kind != .folder { nodes[existing].children = [:] }
    }

    /// Makes another name of an entry an entry like it. Where the content stands with the later name (cpio writes it
    /// there) the earlier one is served from it, too.
    private mutating func resolveHardLink(_ entry: inout ArchiveEntry, to target: Int?) {
        guard let target, var original = nodes[target].entry, original.kind != .folder else {
            if (entry.size ?? 0) > 0 {
                entry.kind = .file
            } else {
                entry.refusal = "it is another name of something that is not in the archive"
            }
            return
        }
        if (entry.size ?? 0) > 0, original.kind == .file {
            entry.kind = .file
            guard original.size == 0 else { return }
            original = entry
            nodes[target].entry = entry
        }
        entry = original
    }

    private func find(_ name: String) -> Int? {
        guard var path = MemberNames.components(of: name) else { return nil }
        path.removeFirst(min(path.count, stripComponents))
        var node = 0
        for component in path {
            guard let child = nodes[node].children[MemberName(component)] else { return nil }
            node = child
        }
        return node == 0 ? nil : node
    }

    private mutating func makeFolder(_ path: [String]) throws -> Int {
        var node = 0
        for component in path {
            let name = MemberName(component)
            if let child = nodes[node].children[name] {
                if !nodes[child].isFolder { nodes[child] = Node() }
                node = child
            } else {
                let child = try append(Node())
                nodes[node].children[name] = child
                node = child
            }
        }
        return node
    }

    private mutating func append(_ node: Node) throws -> Int {
        guard nodes.count <= limit else {
            throw SchemeHostError(
                .tooLarge,
                "the archive has more than \(limit) names, folders included; raise the limit \"entries\""
            )
        }
        nodes.append(node)
        return nodes.count - 1
    }
}

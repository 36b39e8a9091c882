import SchemeHost

/// What the requests of one handler share: the listings of archives, and inner archives that were unpacked.
struct ArchiveStore: Sendable {
    let settings: ArchiveSettings
    let stripComponents: Int
    // A listing costs a few hundred bytes a name; even an empty one counts for something.
    private let catalogs = SharedCache<ArchiveCatalog>(capacity: 1_000_000) { Int64($0.nodes.count) + 500 }
    // Each holds a descriptor, so the number is bounded, too.
    private let unpacked = SharedCache<FileSource>(capacity: 1 << 30) { max($0.size, 16 << 20) }

    init(settings: ArchiveSettings, stripComponents: Int) {
        self.settings = settings
        self.stripComponents = stripComponents
    }

    /// The listing of an archive.
    /// - Throws: ``SchemeHostError`` with code `sourceCorrupt`, `unsupported`, `forbidden` or `tooLarge`.
    func catalog(of container: ArchiveContainer) async throws -> ArchiveCatalog {
        let strip = container.depth == 1 ? stripComponents : 0
        return try await catalogs.value(for: container.identity) { [settings] in
            let cancellation = CancellationFlag()
            return try await cancellation.run {
                try container.naming {
                    let reader = try ArchiveReader(container.file, settings: settings, cancellation: cancellation)
                    return try ArchiveCatalog(reading: reader, stripComponents: strip)
                }
            }
        }
    }

    /// Opens an entry as an archive: its content is unpacked into a file without a name.
    /// - Throws: ``SchemeHostError`` with code `tooLarge` beyond the limits, and what reading the entry throws.
    func open(_ entry: ArchiveEntry, in outer: ArchiveContainer) async throws -> ArchiveContainer {
        let limits = settings.limits
        let name = "\(outer.name)!/\(entry.name)"
        guard outer.depth < limits.nesting else {
            throw SchemeHostError(
                .tooLarge,
                "\(name): more than \(limits.nesting) archives stand in one another; raise the limit \"nesting\""
            )
        }
        let identity = "\(outer.identity)!\(entry.ordinal)"
        let source = MemberSource(container: outer, entry: entry, settings: settings)
        let file = try await unpacked.value(for: identity) {
            try await FileSource(spooling: Body(source), upTo: limits.memberBytes)
        }
        return ArchiveContainer(file: file, identity: identity, name: name, depth: outer.depth + 1)
    }

    func removeAll() {
        catalogs.removeAll()
        unpacked.removeAll()
    }
}

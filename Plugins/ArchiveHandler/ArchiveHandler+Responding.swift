import HTTPTypes
public import SchemeHost

extension ArchiveHandler {
    /// Answers with a member's content, or the listing of a folder.
    /// - Throws: ``SchemeHostError``: `notFound`, `forbidden` (links that lead out, devices, encrypted members without a
    ///   password, files outside of the roots), `tooLarge` beyond a limit, `loop`, `invalidRequest`, `unsupported`,
    ///   `sourceUnavailable`, `sourceCorrupt`. Damage to a member shows when its body is read.
    public func respond(to request: SchemeRequest) async throws -> SchemeResponse {
        var (container, levels) = try await open(request)
        while true {
            let path = levels.removeFirst()
            let catalog = try await store.catalog(of: container)
            let location = try container.naming { try catalog.locate(path.components) }
            let node = catalog.nodes[location.node]
            if node.isFolder {
                guard levels.isEmpty else {
                    throw SchemeHostError(.notFound, "\(container.name)!\(path) is a folder, not an archive")
                }
                return .folder(
                    listing: Listing {
                        var rest: ArraySlice<ListingEntry>?
                        return {
                            // Sorting a large folder takes a while.
                            if rest == nil {
                                rest = try await offload {
                                    catalog.listing(of: location.node, at: path.components)[...]
                                }
                            }
                            return rest?.popFirst()
                        }
                    }
                )
            }
            guard let entry = node.entry else { throw Self.missing(path, in: container) }
            try container.naming { try check(entry) }
            let continues = !location.rest.isEmpty || path.hasTrailingSlash
            if walks, continues {
                levels.insert(URLPath(components: location.rest, hasTrailingSlash: path.hasTrailingSlash), at: 0)
            } else if continues {
                throw Self.missing(path, in: container)
            } else if levels.isEmpty {
                return response(for: entry, in: container)
            }
            container = try await store.open(entry, in: container)
        }
    }

    /// The outermost archive, and what the URL asks of it: a path for each archive on the way.
    private func open(_ request: SchemeRequest) async throws -> (ArchiveContainer, [URLPath]) {
        switch origin {
        case .file(let template, let folder):
            let path = try request.path
            let file = try await context.openSource(template, for: request)
            let inner = URLPath(components: folder + path.components, hasTrailingSlash: path.hasTrailingSlash)
            return (ArchiveContainer(file, name: template.description), [inner])
        case .roots(let roots):
            guard !request.url.isOpaque, request.url.host.isEmpty else {
                throw SchemeHostError(
                    .invalidRequest,
                    "the URL has no absolute path; write \(request.url.scheme):///path/to/archive!/member, with three slashes"
                )
            }
            let path = try request.containerPath
            guard !path.members.isEmpty else {
                throw SchemeHostError(
                    .notFound,
                    "the URL names no member; write \(request.url.scheme)://\(path.file.percentEncoded)!/"
                )
            }
            return (ArchiveContainer(try roots.open(path.file), name: "/\(path.file.name)"), path.members)
        }
    }

    private func check(_ entry: ArchiveEntry) throws {
        let name = Suggestion.quoted(entry.name)
        if let refusal = entry.refusal {
            throw SchemeHostError(.forbidden, "\(name) is not served: \(refusal)")
        }
        guard entry.kind == .file else {
            throw SchemeHostError(.forbidden, "\(name) is no regular file but a device, a fifo or a socket")
        }
        if entry.isEncrypted, store.settings.password == nil {
            throw SchemeHostError(.forbidden, "\(name) is encrypted; set \"password\"")
        }
        let limit = store.settings.limits.memberBytes
        if let size = entry.size, size > limit {
            throw SchemeHostError(
                .tooLarge,
                "\(name) has \(size) bytes, more than the limit \"memberBytes\" of \(limit)"
            )
        }
    }

    private func response(for entry: ArchiveEntry, in container: ArchiveContainer) -> SchemeResponse {
        let source = MemberSource(container: container, entry: entry, settings: store.settings)
        var fields = HTTPFields()
        fields[.eTag] = EntityTag(container.identity.fnv1a, UInt64(entry.ordinal), UInt64(entry.size ?? 0)).description
        fields[.lastModified] = entry.modified.map(HTTPDate.string)
        return SchemeResponse(headerFields: fields, body: Body(source))
    }

    private static func missing(_ path: URLPath, in container: ArchiveContainer) -> SchemeHostError {
        SchemeHostError(.notFound, "there is no \(path) in \(container.name): a file stands in its place")
    }
}

extension String {
    /// The 64-bit FNV-1a hash: the same in every process, unlike `Hasher`.
    fileprivate var fnv1a: UInt64 {
        utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }
}

import SchemeHost

/// Follows the symbolic links of a SQLite archive, none of which leads out of it.
struct ArchiveLinks {
    let reader: TableReader

    private static let maximumHops = 40
    /// Further below, folders are not looked at for being links.
    private static let maximumDepth = 128

    /// Where a name leads in the end.
    /// - Returns: The final name, and its file; without one it may be that of a folder.
    /// - Throws: ``SchemeHostError`` with code `loop`, or `forbidden` where a link leads out of the archive or to
    ///   something that is no file.
    func resolve(_ start: String) throws -> (name: String, file: StoredFile?) {
        var name = start
        for _ in 0...Self.maximumHops {
            guard let file = try reader.file(name) else {
                guard let next = try followingFolder(name) else { return (name, nil) }
                name = next
                continue
            }
            switch file.record.kind {
            case .file: return (name, file)
            case .directory, .nothing: return (name, nil)
            case .special: throw SchemeHostError(.forbidden, "\(name) is a device, a pipe or a socket")
            case .link: name = try target(of: file, at: name, rest: [])
            }
        }
        throw SchemeHostError(.loop, "\(start) in the SQLite archive is a link that leads back to itself")
    }

    /// The name with the first of its folders that is a link replaced by the link's target; nil where none is.
    private func followingFolder(_ name: String) throws -> String? {
        let names = name.split(separator: "/").map(String.init)
        guard names.count <= Self.maximumDepth else { return nil }
        for count in 1..<max(1, names.count) {
            let folder = names[..<count].joined(separator: "/")
            guard let file = try reader.file(folder), file.record.kind == .link else { continue }
            return try target(of: file, at: folder, rest: names[count...])
        }
        return nil
    }

    private func target(of link: StoredFile, at name: String, rest: ArraySlice<String>) throws -> String {
        guard case .data(let data) = link.content, let text = String(validating: data, as: UTF8.self),
            !text.isEmpty, !text.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "\\") })
        else {
            throw SchemeHostError(.forbidden, "the link \(name) in the SQLite archive has no target that can be read")
        }
        var names = name.split(separator: "/").dropLast().map(String.init)
        var leadsOut = text.hasPrefix("/")
        for part in text.split(separator: "/") where part != "." {
            if part != ".." {
                names.append(String(part))
            } else if names.popLast() == nil {
                leadsOut = true
            }
        }
        if leadsOut {
            throw SchemeHostError(.forbidden, "the link \(name) leads out of the SQLite archive, to \(text)")
        }
        return (names + rest).joined(separator: "/")
    }
}

import SchemeHost

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// What a command's argument names: a URL, or a path that may lead into containers.
enum Target {
    /// The scheme of paths that lead into archives, where a member that is an archive is entered like a folder.
    static let walkScheme = "path"

    /// Reads an argument.
    /// - Throws: ``SchemeHostError`` where it is neither a URL nor a path of something.
    static func url(_ argument: String) throws -> SchemeURL {
        if isURL(argument) { return try SchemeURL(argument) }
        guard !argument.isEmpty else { throw SchemeHostError(.invalidRequest, "an empty argument names nothing") }
        return try walk(absolute(argument))
    }

    /// A scheme has two characters at least, so that no one-letter folder is taken for one.
    private static func isURL(_ text: String) -> Bool {
        guard let colon = text.firstIndex(of: ":"), let first = text.first else { return false }
        let scheme = text[..<colon]
        return scheme.count > 1 && first.isASCII && first.isLetter
            && scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    }

    private static func absolute(_ path: String) throws -> String {
        if path.hasPrefix("/") { return path }
        guard let folder = getcwd(nil, 0) else {
            throw SchemeHostError(.sourceUnavailable, "the current folder is gone; name an absolute path")
        }
        defer { free(folder) }
        return String(cString: folder) + "/" + path
    }

    /// Finds the first component that is a regular file: what stands behind it is a path within that container.
    private static func walk(_ path: String) throws -> SchemeURL {
        let names = path.split(separator: "/").map(String.init)
        var kind = FileStatus.Kind.directory
        var prefix = ""
        for (position, name) in names.enumerated() {
            prefix += "/" + name
            guard let status = FileStatus(path: prefix) else {
                throw SchemeHostError(.sourceUnavailable, "there is no \(prefix)")
            }
            kind = status.kind
            let rest = names[(position + 1)...]
            guard kind != .directory, !rest.isEmpty else { continue }
            let isFolder = path.hasSuffix("/")
            let scheme = isDatabase(prefix) ? "sqlar" : walkScheme
            let container = URLPath(components: Array(names[...position]), hasTrailingSlash: false).percentEncoded
            let member = URLPath(components: Array(rest), hasTrailingSlash: isFolder).percentEncoded
            return try SchemeURL("\(scheme)://\(container)!\(member)")
        }
        let isFolder = kind == .directory
        let file = URLPath(components: names, hasTrailingSlash: isFolder)
        // A file with a slash behind it is a container, seen from its root.
        if !isFolder, path.hasSuffix("/") {
            return try SchemeURL("\(isDatabase(prefix) ? "sqlar" : walkScheme)://\(file.percentEncoded)!/")
        }
        return try SchemeURL("file://\(file.percentEncoded)")
    }

    private static func isDatabase(_ path: String) -> Bool {
        guard let file = try? FileSource(path: path) else { return false }
        return withUnsafeTemporaryAllocation(byteCount: 16, alignment: 1) { buffer in
            (try? file.read(into: buffer, at: 0)) == 16 && buffer.starts(with: "SQLite format 3\0".utf8)
        }
    }
}

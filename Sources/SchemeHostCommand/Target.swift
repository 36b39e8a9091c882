import ArchiveHandler
import ArgumentParser
import SchemeHost

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// What a command's argument names: a URL, or a path that may lead into containers.
struct Target {
    /// The scheme of paths that lead into archives, where a member that is an archive is entered like a folder.
    static let walkScheme = "path"

    /// The argument as it was typed.
    let argument: String
    /// Whether the argument is a path.
    let isPath: Bool
    /// What to ask a host for.
    private(set) var url: SchemeURL

    /// Reads an argument.
    /// - Throws: ``SchemeHostError`` where it is neither a URL nor a path of something.
    init(_ argument: String) throws {
        self.argument = argument
        isPath = !Self.isURL(argument)
        url = try isPath ? Self.walk(argument) : SchemeURL(argument)
    }

    /// - Throws: `ValidationError` where an argument is empty.
    static func validate(_ argument: String) throws {
        if argument.isEmpty { throw ValidationError("an empty argument names nothing; write a URL or a path") }
    }

    /// The argument, with a slash where the URL has one.
    var label: String {
        url.description.hasSuffix("/") && !argument.hasSuffix("/") ? argument + "/" : argument
    }

    /// The folder of the file system that a `file` URL names; nil for everything else.
    var folder: String? {
        let path = URLPath(percentEncoded: url.percentEncodedPath)
        guard url.scheme == "file", path.defect == nil else { return nil }
        let name = "/" + path.name
        return FileStatus(path: name)?.kind == .directory ? name : nil
    }

    /// The same target where its folder is all that a host has.
    func mounted() throws -> Target {
        var mounted = self
        mounted.url = try SchemeURL("file:///")
        return mounted
    }

    /// The root of the container, where the path of a file that is one was given.
    func opened() async throws -> Target {
        guard isPath, url.scheme == "file" else { return self }
        let encoded = url.percentEncodedPath
        let path = "/" + URLPath(percentEncoded: encoded).name
        guard FileStatus(path: path)?.kind == .file, let file = try? FileSource(path: path) else { return self }
        var opened = self
        if Self.isDatabase(path) {
            opened.url = try SchemeURL("sqlar://\(encoded)!/")
        } else if await ArchiveHandler.canOpen(file) {
            opened.url = try SchemeURL("\(Self.walkScheme)://\(encoded)!/")
        }
        return opened
    }

    /// The folder's entries, and its own request; a member that a path ends in is opened where it is an archive.
    /// - Returns: nil where the target is neither.
    /// - Throws: What the host throws, and the problem it answers with.
    func list(_ request: SchemeRequest, from host: SchemeHost) async throws -> ([ListedEntry], SchemeRequest)? {
        if let listing = try await ListedEntry.list(request, from: host) { return listing }
        guard isPath, url.scheme == Self.walkScheme, !url.description.hasSuffix("/") else { return nil }
        let inner = SchemeRequest(url: try SchemeURL(url.description + "/"), headerFields: request.headerFields)
        do {
            return try await ListedEntry.list(inner, from: host)
        } catch let error as SchemeHostError where error.code == .notFound || error.code == .unsupported {
            return nil
        }
    }

    /// The text with the argument in place of the URL that stands for it.
    func naming(_ text: String) -> String {
        label == url.description ? text : text.replacing(url.description, with: label)
    }

    /// The error as somebody understands it who typed the argument.
    func naming(_ error: SchemeHostError) -> SchemeHostError {
        var error = error
        error.message = naming(error.message)
        error.url = error.url.map(naming)
        return error
    }

    /// Without the slashes, a scheme has two characters at least, so that no one-letter folder is taken for one.
    private static func isURL(_ text: String) -> Bool {
        guard let colon = text.firstIndex(of: ":"), let first = text.first else { return false }
        let scheme = text[..<colon]
        guard first.isASCII, first.isLetter,
            scheme.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) })
        else { return false }
        return scheme.count > 1 || text[colon...].hasPrefix("://")
    }

    /// The components of a path from the root, without dot segments.
    private static func components(_ path: String) throws -> [String] {
        var path = path
        if !path.hasPrefix("/") {
            guard let folder = getcwd(nil, 0) else {
                throw SchemeHostError(.sourceUnavailable, "the current folder is gone; name an absolute path")
            }
            defer { free(folder) }
            path = String(cString: folder) + "/" + path
        }
        let names = path.split(separator: "/").filter { $0 != "." }.map(String.init)
        guard let last = names.lastIndex(of: "..") else { return names }
        // Behind a link, the folder above is not the one that the text shows.
        if let real = realpath("/" + names[...last].joined(separator: "/"), nil) {
            defer { free(real) }
            return String(cString: real).split(separator: "/").map(String.init) + names[(last + 1)...]
        }
        return names.reduce(into: []) { result, name in
            if name == ".." { _ = result.popLast() } else { result.append(name) }
        }
    }

    /// Finds the first component that is a regular file: what stands behind it is a path within that container.
    private static func walk(_ argument: String) throws -> SchemeURL {
        let names = try components(argument)
        let isFolder = argument.hasSuffix("/")
        var kind = FileStatus.Kind.directory
        var prefix = ""
        for (position, name) in names.enumerated() {
            prefix += "/" + name
            guard let status = FileStatus(path: prefix) else {
                let missing = position == names.count - 1 ? "" : ": \(prefix) is missing"
                throw SchemeHostError(.notFound, "there is no \(argument)\(missing)")
            }
            kind = status.kind
            let rest = names[(position + 1)...]
            guard kind != .directory, !rest.isEmpty else { continue }
            let scheme = isDatabase(prefix) ? "sqlar" : walkScheme
            let container = URLPath(components: Array(names[...position]), hasTrailingSlash: false).percentEncoded
            let member = URLPath(components: Array(rest), hasTrailingSlash: isFolder).percentEncoded
            return try SchemeURL("\(scheme)://\(container)!\(member)")
        }
        let file = URLPath(components: names, hasTrailingSlash: kind == .directory)
        // A file with a slash behind it is a container, seen from its root.
        if kind != .directory, isFolder {
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

import SchemeHost

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The folders beneath which self-contained URLs may name archives.
struct ArchiveRoots: Sendable {
    private struct Root: Sendable {
        let components: [String]
        /// Nil for the root of the file system, which nothing can leave.
        let folder: RootFolder?
    }

    private let roots: [Root]

    /// Opens the folders.
    /// - Throws: ``SchemeHostError`` with code `sourceUnavailable`.
    init(_ paths: [String], context: HandlerContext) throws {
        roots = try paths.map { path in
            let components = Self.absoluteComponents(context.resolve(path: path))
            guard !components.isEmpty else { return Root(components: [], folder: nil) }
            return Root(components: components, folder: try RootFolder(path: "/" + components.joined(separator: "/")))
        }
    }

    private static func absoluteComponents(_ path: String) -> [String] {
        let path = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
        var components: [String] = []
        for part in path.split(separator: "/") where part != "." {
            if part == ".." { _ = components.popLast() } else { components.append(String(part)) }
        }
        return components
    }

    /// Opens an archive by its absolute path.
    /// - Throws: ``SchemeHostError`` with code `notFound`, `forbidden` where the file is beneath none of the folders, or
    ///   `sourceUnavailable`.
    func open(_ file: URLPath) throws -> FileSource {
        let fitting = roots.filter { file.components.starts(with: $0.components) }
        guard let root = fitting.max(by: { $0.components.count < $1.components.count }) else {
            throw SchemeHostError(.forbidden, "/\(file.name) is beneath none of the folders in \"roots\"")
        }
        guard let folder = root.folder else {
            let path = "/" + file.name
            guard FileManager.default.fileExists(atPath: path) else {
                throw SchemeHostError(.notFound, "there is no file \(path)")
            }
            return try FileSource(path: path)
        }
        let descriptor = try folder.openDescriptor(Array(file.components.dropFirst(root.components.count)))
        return try FileSource(fileDescriptor: descriptor)
    }
}

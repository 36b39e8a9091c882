import COpenat2

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A folder that nothing opened through it can leave: not by `..`, not by an absolute path, not by a link, not by a
/// rename that races with the opening.
///
/// Links that stay inside are followed. On Linux the kernel holds the promise (`openat2` with `RESOLVE_BENEATH`);
/// elsewhere, and on kernels without it, each component is opened by itself with `O_NOFOLLOW`.
public final class RootFolder: Sendable {
    /// The folder's path as it was given.
    public let path: String
    let descriptor: Int32
    private let usesKernel: Bool

    /// Opens the folder.
    /// - Throws: ``SchemeHostError`` with code `sourceUnavailable`.
    public convenience init(path: String) throws {
        try self.init(path: path, usesKernel: Self.kernelHasOpenat2)
    }

    init(path: String, usesKernel: Bool) throws {
        self.path = path
        self.usesKernel = usesKernel
        descriptor = Self.retrying { open(path, Self.folderFlags) }
        guard descriptor >= 0 else {
            throw SchemeHostError(.sourceUnavailable, "cannot open the folder \(path): \(String(errno: errno))")
        }
    }

    /// Opens a folder below another one, as a jail of its own.
    /// - Throws: As ``openDescriptor(_:isVisible:)``.
    public init(_ components: [String], beneath outer: RootFolder) throws {
        path = ([outer.path] + components).joined(separator: "/")
        usesKernel = outer.usesKernel
        descriptor = try outer.openBeneath(components, flags: Self.folderFlags, isVisible: nil)
    }

    /// What the file system says of the folder.
    /// - Throws: ``SchemeHostError`` with code `sourceUnavailable`.
    public var status: FileStatus {
        get throws { try FileStatus(fileDescriptor: descriptor) }
    }

    deinit { close(descriptor) }

    /// Opens what stands below the folder for reading.
    /// - Parameters:
    ///   - components: Names, without `/`; none for the folder itself.
    ///   - isVisible: Asked, where a link led elsewhere, whether the path that is left after all links may be opened;
    ///     what may not is `notFound`.
    /// - Returns: A descriptor that the caller closes. Opening never waits for a fifo's writer.
    /// - Throws: ``SchemeHostError`` with code `notFound`, `forbidden` (a link leads out, or permissions are missing) or
    ///   `sourceUnavailable`.
    public func openDescriptor(_ components: [String], isVisible: (([String]) -> Bool)? = nil) throws -> Int32 {
        try openBeneath(components, flags: O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, isVisible: isVisible)
    }

    /// What the file system says of what stands below the folder, links followed.
    /// - Parameters:
    ///   - components: Names, without `/`.
    ///   - isVisible: As for ``openDescriptor(_:isVisible:)``.
    /// - Throws: As ``openDescriptor(_:isVisible:)``.
    public func status(of components: [String], isVisible: (([String]) -> Bool)? = nil) throws -> FileStatus {
        let descriptor = try openBeneath(components, flags: schemehost_status_flags, isVisible: isVisible)
        defer { close(descriptor) }
        return try FileStatus(fileDescriptor: descriptor)
    }

    private static let folderFlags = O_RDONLY | O_DIRECTORY | O_CLOEXEC

    private static let walkFlags = schemehost_status_flags | O_DIRECTORY | O_NOFOLLOW

    private static let kernelHasOpenat2: Bool = {
        let probe = schemehost_open_beneath(AT_FDCWD, ".", folderFlags, 0, 0)
        if probe >= 0 { close(probe) }
        return probe >= 0
    }()

    private func openBeneath(_ components: [String], flags: Int32, isVisible: (([String]) -> Bool)?) throws -> Int32 {
        guard components.allSatisfy(Self.isName) else {
            throw SchemeHostError(.notFound, "no name can be empty, . or .., or hold a slash or NUL")
        }
        let name = components.joined(separator: "/")
        var result: Int32 = -1
        if usesKernel {
            result = schemehost_open_beneath(descriptor, name.isEmpty ? "." : name, flags, 0, isVisible == nil ? 0 : 1)
        }
        // The kernel does not tell where links lead, and gives up where renames go on elsewhere.
        if !usesKernel || (result < 0 && (errno == EAGAIN || (errno == ELOOP && isVisible != nil))) {
            result = openByComponent(components, flags: flags, isVisible: isVisible ?? { _ in true })
        }
        guard result < 0 else { return result }
        throw Self.error(errno, name)
    }

    private static func error(_ code: Int32, _ name: String) -> SchemeHostError {
        switch code {
        case ENOENT, ENOTDIR, ENAMETOOLONG:
            SchemeHostError(.notFound, "there is no \(name)")
        case EXDEV:
            SchemeHostError(.forbidden, "\(name) leads out of the folder that is served")
        case ELOOP:
            SchemeHostError(.forbidden, "\(name) is a link that leads back to itself, or a magic one")
        case EACCES, EPERM:
            SchemeHostError(.forbidden, "no permission to read \(name)")
        case ENXIO, ENODEV:
            SchemeHostError(.forbidden, "\(name) is no regular file")
        default:
            SchemeHostError(.sourceUnavailable, "cannot open \(name): \(String(errno: code))")
        }
    }

    private static func isName(_ text: String) -> Bool {
        !text.isEmpty && text != "." && text != ".." && !text.utf8.contains { $0 == 0 || $0 == UInt8(ascii: "/") }
    }

    /// Walks component by component, links resolved here, `..` in them never above the folder.
    private func openByComponent(_ components: [String], flags: Int32, isVisible: ([String]) -> Bool) -> Int32 {
        var folders: [(name: String, descriptor: Int32)] = []
        defer { folders.forEach { close($0.descriptor) } }
        var rest = components[...]
        var links = 0
        var current: Int32 { folders.last?.descriptor ?? descriptor }
        while let name = rest.popFirst() {
            if name == ".." {
                guard let folder = folders.popLast() else { return Self.failure(EXDEV) }
                close(folder.descriptor)
                continue
            }
            if let target = linkTarget(name, in: current) {
                links += 1
                guard links <= 40 else { return Self.failure(ELOOP) }
                // Bytes, not characters: a combining mark behind a slash would hide it.
                guard target.utf8.first != UInt8(ascii: "/") else { return Self.failure(EXDEV) }
                let names = target.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
                rest = (names.filter { $0 != "." } + rest)[...]
                continue
            }
            let isLast = rest.isEmpty
            guard !isLast || isVisible(folders.map(\.name) + [name]) else { return Self.failure(ENOENT) }
            let next = Self.retrying { openat(current, name, isLast ? flags | O_NOFOLLOW : Self.walkFlags) }
            guard next >= 0 else { return -1 }
            if isLast { return next }
            folders.append((name, next))
        }
        guard isVisible(folders.map(\.name)) else { return Self.failure(ENOENT) }
        return openat(current, ".", flags)
    }

    private static func failure(_ code: Int32) -> Int32 {
        errno = code
        return -1
    }

    private func linkTarget(_ name: String, in folder: Int32) -> String? {
        var buffer = [CChar](repeating: 0, count: 4097)
        let count = readlinkat(folder, name, &buffer, buffer.count - 1)
        guard count >= 0 else { return nil }
        return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func retrying(_ call: () -> Int32) -> Int32 {
        while true {
            let result = call()
            if result >= 0 || errno != EINTR { return result }
        }
    }
}

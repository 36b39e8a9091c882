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
        try self.init(path: path, usesKernel: true)
    }

    init(path: String, usesKernel: Bool) throws {
        self.path = path
        let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
        descriptor = Self.retrying { open(path, flags) }
        guard descriptor >= 0 else {
            throw SchemeHostError(.sourceUnavailable, "cannot open the folder \(path): \(String(errno: errno))")
        }
        let probe = usesKernel ? schemehost_open_beneath(descriptor, ".", flags, 0) : -1
        if probe >= 0 { close(probe) }
        self.usesKernel = probe >= 0
    }

    deinit { close(descriptor) }

    /// Opens what stands below the folder for reading.
    /// - Parameter components: Names, without `/`; none for the folder itself.
    /// - Returns: A descriptor that the caller closes. Never that of a fifo waiting for its writer.
    /// - Throws: ``SchemeHostError`` with code `notFound`, `forbidden` (a link leads out, or permissions are missing) or
    ///   `sourceUnavailable`.
    public func openDescriptor(_ components: [String]) throws -> Int32 {
        guard components.allSatisfy(Self.isName) else {
            throw SchemeHostError(.notFound, "no name can be empty, . or .., or hold a slash or NUL")
        }
        let name = components.joined(separator: "/")
        let result = usesKernel ? openByKernel(components.isEmpty ? "." : name) : openByComponent(components)
        guard result < 0 else { return result }
        switch errno {
        case ENOENT, ENOTDIR, ENAMETOOLONG:
            throw SchemeHostError(.notFound, "there is no \(name)")
        case EXDEV:
            throw SchemeHostError(.forbidden, "\(name) leads out of the folder that is served")
        case ELOOP:
            throw SchemeHostError(.forbidden, "\(name) is a link that leads back to itself, or a magic one")
        case EACCES, EPERM:
            throw SchemeHostError(.forbidden, "no permission to read \(name)")
        case ENXIO, ENODEV:
            throw SchemeHostError(.forbidden, "\(name) is no regular file")
        default:
            throw SchemeHostError(.sourceUnavailable, "cannot open \(name): \(String(errno: errno))")
        }
    }

    private static let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY

    private static func isName(_ text: String) -> Bool {
        !text.isEmpty && text != "." && text != ".." && !text.utf8.contains { $0 == 0 || $0 == UInt8(ascii: "/") }
    }

    private func openByKernel(_ name: String) -> Int32 {
        schemehost_open_beneath(descriptor, name, Self.flags, 0)
    }

    /// Walks component by component, links resolved here, `..` in them never above the folder.
    private func openByComponent(_ components: [String]) -> Int32 {
        var folders: [Int32] = []
        defer { folders.forEach { close($0) } }
        var rest = components[...]
        var links = 0
        var current: Int32 { folders.last ?? descriptor }
        while let name = rest.popFirst() {
            if name == ".." {
                guard let folder = folders.popLast() else {
                    errno = EXDEV
                    return -1
                }
                close(folder)
                continue
            }
            if let target = linkTarget(name, in: current) {
                links += 1
                guard links <= 40, !target.hasPrefix("/") else {
                    errno = links > 40 ? ELOOP : EXDEV
                    return -1
                }
                rest = (target.split(separator: "/").map(String.init).filter { $0 != "." } + rest)[...]
                continue
            }
            let last = rest.isEmpty
            let next = Self.retrying { openat(current, name, Self.flags | O_NOFOLLOW | (last ? 0 : O_DIRECTORY)) }
            guard next >= 0 else { return -1 }
            if last { return next }
            folders.append(next)
        }
        return openat(current, ".", Self.flags)
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

import SchemeHost

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A folder that files are written below, and never beside: each component is opened by itself, links are not followed.
final class OutputFolder {
    private let descriptor: Int32
    let path: String

    /// Opens the folder, made where it is missing.
    /// - Throws: ``SchemeHostError`` where that cannot be.
    convenience init(path: String) throws {
        if mkdir(path, 0o777) != 0, errno != EEXIST { throw Self.failure(path) }
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.failure(path) }
        self.init(descriptor: descriptor, path: path)
    }

    private init(descriptor: Int32, path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    deinit { close(descriptor) }

    /// A folder in this one, made where it is missing.
    /// - Throws: ``SchemeHostError`` where the name is none, or a link or file stands in its place.
    func folder(_ name: String) throws -> OutputFolder {
        let name = try Self.checked(name)
        if mkdirat(descriptor, name, 0o777) != 0, errno != EEXIST { throw Self.failure("\(path)/\(name)") }
        let child = openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard child >= 0 else { throw Self.failure("\(path)/\(name)") }
        return OutputFolder(descriptor: child, path: "\(path)/\(name)")
    }

    /// Writes a file, which appears when it is complete.
    /// - Throws: ``SchemeHostError`` where that cannot be, and what reading the body throws.
    func write(_ body: Body, to name: String, modified: Date?) async throws {
        let name = try Self.checked(name)
        let temporary = ".schemehost-\(UInt64.random(in: 0 ... .max))"
        let file = openat(descriptor, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
        guard file >= 0 else { throw Self.failure("\(path)/\(name)") }
        defer { close(file) }
        do {
            var progress = Progress(name, total: body.length)
            defer { progress.finish() }
            for try await chunk in body {
                try chunk.withUnsafeBytes { try FileOutput.writeAll($0[...], to: file) }
                progress.advance(by: chunk.count)
            }
            if let modified {
                let seconds = modified.timeIntervalSince1970.rounded(.down)
                var times = [timespec(tv_sec: 0, tv_nsec: 0), timespec(tv_sec: 0, tv_nsec: 0)]
                times = times.map { _ in timespec(tv_sec: time_t(seconds), tv_nsec: 0) }
                futimens(file, times)
            }
            guard renameat(descriptor, temporary, descriptor, name) == 0 else { throw Self.failure("\(path)/\(name)") }
        } catch {
            unlinkat(descriptor, temporary, 0)
            throw error
        }
    }

    private static func checked(_ name: String) throws -> String {
        guard !name.isEmpty, name != ".", name != "..", !name.utf8.contains(where: { $0 == 0 || $0 == 0x2F }) else {
            throw SchemeHostError(.forbidden, "\"\(name)\" cannot be a file name")
        }
        return name
    }

    private static func failure(_ path: String) -> SchemeHostError {
        let why =
            errno == ELOOP || errno == ENOTDIR
            ? "a link or a file stands in its place" : String(cString: strerror(errno))
        return SchemeHostError(errno == ENOSPC ? .storageFull : .sourceUnavailable, "cannot write \(path): \(why)")
    }
}

import SchemeHost

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// What the file system says about a database, without opening it: closing a second descriptor of the file would drop
/// the locks that SQLite holds on it in this process.
struct FileStatus: Sendable {
    private let device: UInt64
    private let inode: UInt64
    private let file: (modified: UInt64, size: UInt64)
    private let log: (modified: UInt64, size: UInt64)

    /// - Throws: ``SchemeHostError`` with code `sourceUnavailable` where there is no such file.
    init(database path: String) throws {
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw SchemeHostError(.sourceUnavailable, "cannot open the database \(path): \(String(errno: errno))")
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw SchemeHostError(.sourceUnavailable, "cannot open the database \(path): it is not a regular file")
        }
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(status.st_ino)
        file = Self.version(of: status)
        var log = stat()
        self.log = stat(path + "-wal", &log) == 0 ? Self.version(of: log) : (0, 0)
    }

    /// Whether the path still leads to the same file.
    func isSameFile(as other: FileStatus) -> Bool { device == other.device && inode == other.inode }

    /// Names a value that is too large to be summed up. Any commit to the database changes it, to the resolution of
    /// the file system's clock, so it is weak.
    func entityTag(row: Int64, length: Int64) -> EntityTag {
        EntityTag(
            file.modified,
            file.size,
            log.modified,
            log.size,
            UInt64(bitPattern: row),
            UInt64(bitPattern: length),
            isWeak: true
        )
    }

    /// The time in nanoseconds since 1970, and the size in bytes.
    private static func version(of status: stat) -> (modified: UInt64, size: UInt64) {
        #if canImport(Darwin)
        let time = status.st_mtimespec
        #else
        let time = status.st_mtim
        #endif
        let modified =
            UInt64(truncatingIfNeeded: time.tv_sec) &* 1_000_000_000 &+ UInt64(truncatingIfNeeded: time.tv_nsec)
        return (modified, UInt64(truncatingIfNeeded: status.st_size))
    }
}

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// What the file system says of a file (`stat(2)`).
public struct FileStatus: Sendable, Hashable {
    /// What stands under a name.
    public enum Kind: Sendable, Hashable {
        /// A regular file.
        case file
        /// A folder.
        case directory
        /// A symbolic link.
        case link
        /// A fifo, a socket or a device.
        case other
    }

    struct Timestamp: Sendable, Hashable {
        let seconds: Int64
        let nanoseconds: Int64

        var date: Date { Date(timeIntervalSince1970: Double(seconds) + Double(nanoseconds) / 1_000_000_000) }
    }

    /// What the file is.
    public let kind: Kind
    /// The size in bytes.
    public let size: Int64
    let device: UInt64
    let inode: UInt64
    let modification: Timestamp
    let change: Timestamp

    /// The time of the last modification.
    public var modified: Date { modification.date }

    /// The time of the last change of content or attributes, which no program can set.
    public var changed: Date { change.date }

    /// Device, inode, size, and modification and change time to the nanosecond: together they name one version of the
    /// content.
    public var versionNumbers: [UInt64] {
        [
            device, inode, UInt64(truncatingIfNeeded: size),
            UInt64(truncatingIfNeeded: modification.seconds), UInt64(truncatingIfNeeded: modification.nanoseconds),
            UInt64(truncatingIfNeeded: change.seconds), UInt64(truncatingIfNeeded: change.nanoseconds),
        ]
    }

    /// Asks for the status of an open file.
    /// - Throws: ``SchemeHostError`` with code `sourceUnavailable`.
    public init(fileDescriptor: Int32) throws {
        var status = stat()
        guard fstat(fileDescriptor, &status) == 0 else {
            throw SchemeHostError(.sourceUnavailable, "cannot read a file's status: \(String(errno: errno))")
        }
        self.init(status)
    }

    /// Asks for the status of what a path names, links followed; nil where there is nothing.
    public init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Asks for the status of a folder's entry; a link is not followed. Nil where there is nothing.
    /// - Parameters:
    ///   - name: The entry's name as bytes, without NUL.
    ///   - folder: The folder's descriptor.
    public init?(entry name: [UInt8], in folder: Int32) {
        var status = stat()
        let name = name.map { CChar(bitPattern: $0) } + [0]
        guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .directory
            case S_IFLNK: .link
            default: .other
            }
        size = Int64(status.st_size)
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(status.st_ino)
        #if canImport(Darwin)
        let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
        #else
        let (modified, changed) = (status.st_mtim, status.st_ctim)
        #endif
        modification = Timestamp(seconds: Int64(modified.tv_sec), nanoseconds: Int64(modified.tv_nsec))
        change = Timestamp(seconds: Int64(changed.tv_sec), nanoseconds: Int64(changed.tv_nsec))
    }

    /// Whether both are of one file, in whatever version.
    public func isSameFile(as other: FileStatus) -> Bool { device == other.device && inode == other.inode }
}

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

/// An open regular file, read by offset; the descriptor closes with the last reference.
public final class FileSource: BodySource {
    /// The descriptor, open for reading as long as this object lives.
    public let fileDescriptor: Int32
    /// The size in bytes when the file was opened.
    public let size: Int64
    /// The time of the last modification when the file was opened.
    public let modified: Date
    /// Identifies the content: device, inode, size, and modification and change time to the nanosecond.
    public let identity: String

    /// The bytes read at once: more costs a pipe's reader its cache, less costs a call more often.
    static let chunkSize = 64 * 1024

    /// Takes over a descriptor of a regular file.
    /// - Parameter fileDescriptor: Open for reading; closed by this object, also where this initializer throws.
    /// - Throws: ``SchemeHostError`` with code `sourceUnavailable` where it is no regular file.
    public init(fileDescriptor: Int32) throws {
        var status = stat()
        let result = fstat(fileDescriptor, &status)
        guard result == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(fileDescriptor)
            throw SchemeHostError(.sourceUnavailable, "not a regular file")
        }
        self.fileDescriptor = fileDescriptor
        size = Int64(status.st_size)
        #if canImport(Darwin)
        let (changed, modification) = (status.st_ctimespec, status.st_mtimespec)
        #else
        let (changed, modification) = (status.st_ctim, status.st_mtim)
        #endif
        modified = Date(
            timeIntervalSince1970: Double(modification.tv_sec) + Double(modification.tv_nsec) / 1_000_000_000
        )
        identity = [
            UInt64(truncatingIfNeeded: status.st_dev), UInt64(status.st_ino), UInt64(status.st_size),
            UInt64(truncatingIfNeeded: modification.tv_sec), UInt64(truncatingIfNeeded: modification.tv_nsec),
            UInt64(truncatingIfNeeded: changed.tv_sec), UInt64(truncatingIfNeeded: changed.tv_nsec),
        ].map { String($0, radix: 36) }.joined(separator: "-")
    }

    /// Opens a file by its path; links are followed.
    /// - Throws: ``SchemeHostError`` with code `sourceUnavailable`.
    public convenience init(path: String) throws {
        // Without O_NONBLOCK opening a fifo would wait for a writer.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw SchemeHostError(.sourceUnavailable, "cannot open \(path): \(String(errno: errno))")
        }
        do {
            try self.init(fileDescriptor: descriptor)
        } catch {
            throw SchemeHostError(.sourceUnavailable, "cannot read \(path): it is not a regular file")
        }
    }

    deinit { close(fileDescriptor) }

    /// As ``size``.
    public var length: Int64? { size }
    /// True.
    public var isSeekable: Bool { true }

    /// Reads into a buffer.
    /// - Parameters:
    ///   - buffer: Filled from its start, wholly unless the file ends first.
    ///   - offset: The first byte's offset in the file.
    /// - Returns: The number of bytes read.
    /// - Throws: ``SchemeHostError`` with code `sourceUnavailable`.
    public func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws -> Int {
        var count = 0
        while count < buffer.count {
            let result = pread(
                fileDescriptor,
                buffer.baseAddress?.advanced(by: count),
                buffer.count - count,
                off_t(offset) + off_t(count)
            )
            if result == 0 { break }
            if result < 0 {
                if errno == EINTR { continue }
                throw SchemeHostError(.sourceUnavailable, "reading failed: \(String(errno: errno))")
            }
            count += result
        }
        return count
    }

    /// Reads a range of the file.
    public func makeReader(range: Range<Int64>?) throws -> any BodyReader {
        Reader(file: self, range: range ?? 0..<size)
    }

    private struct Reader: BodyReader {
        let file: FileSource
        var range: Range<Int64>

        nonisolated(nonsending) mutating func read() async throws -> Data? {
            guard !range.isEmpty else { return nil }
            let chunk = try Data(capacity: Swift.min(FileSource.chunkSize, range.count)) { buffer in
                try file.read(into: buffer, at: range.lowerBound)
            }
            range = (range.lowerBound + Int64(chunk.count))..<range.upperBound
            return chunk.isEmpty ? nil : chunk
        }
    }
}

extension Data {
    /// Data over memory that is not cleared first, filled by `body`, which returns how many bytes it wrote.
    package init(capacity: Int, filledBy body: (UnsafeMutableRawBufferPointer) throws -> Int) rethrows {
        guard capacity > 0, let memory = malloc(capacity) else {
            self.init()
            return
        }
        do {
            let count = try body(UnsafeMutableRawBufferPointer(start: memory, count: capacity))
            self.init(bytesNoCopy: memory, count: count, deallocator: .free)
        } catch {
            free(memory)
            throw error
        }
    }
}

extension String {
    /// The system's text for an error number.
    package init(errno code: Int32) {
        self = strerror(code).map { String(cString: $0) } ?? "error \(code)"
    }
}

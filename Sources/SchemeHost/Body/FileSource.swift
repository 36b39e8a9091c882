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
    /// What the file system said when the file was opened.
    public let status: FileStatus

    /// The bytes read at once: more costs a pipe's reader its cache, less costs a call more often.
    static let chunkSize = 64 * 1024
    /// The bytes after which to look whether the file changed: with each chunk it would take a tenth of the time.
    private static let checkInterval = 1 << 20

    /// Takes over a descriptor of a regular file.
    /// - Parameter fileDescriptor: Open for reading; closed by this object, also where this initializer throws.
    /// - Throws: ``SchemeHostError`` with code `sourceUnavailable` where it is no regular file.
    public init(fileDescriptor: Int32) throws {
        self.fileDescriptor = fileDescriptor
        do {
            status = try FileStatus(fileDescriptor: fileDescriptor)
            guard status.kind == .file else { throw SchemeHostError(.sourceUnavailable, "not a regular file") }
        } catch {
            close(fileDescriptor)
            throw error
        }
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

    /// The size in bytes when the file was opened.
    public var size: Int64 { status.size }
    /// The time of the last modification when the file was opened.
    public var modified: Date { status.modified }
    /// Identifies the content: device, inode, size, and modification and change time to the nanosecond.
    public var identity: String { status.versionNumbers.map { String($0, radix: 36) }.joined(separator: "-") }

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

    /// Checks that nobody wrote to the file since it was opened, by its size and modification time.
    ///
    /// The change time does not count: it moves when the file is renamed, linked or replaced, and the bytes stay.
    /// - Throws: ``SchemeHostError`` with code `sourceCorrupt`.
    public func checkUnchanged() throws {
        let current = try FileStatus(fileDescriptor: fileDescriptor)
        guard current.size == size, current.modification == status.modification else {
            throw SchemeHostError(.sourceCorrupt, "the file changed while it was read; read it again")
        }
    }

    /// Reads a range of the file, in bytes, 64 KiB at a time; nil reads all of it.
    ///
    /// A file that changes meanwhile fails with code `sourceCorrupt` within a MiB, and at its end at the latest, rather
    /// than to give a mixture.
    /// - Throws: Nothing itself; reading throws ``SchemeHostError``.
    public func makeReader(range: Range<Int64>?) throws -> any BodyReader {
        Reader(file: self, range: range ?? 0..<size)
    }

    private struct Reader: BodyReader {
        let file: FileSource
        var range: Range<Int64>
        var unchecked = 0

        nonisolated(nonsending) mutating func read() async throws -> Data? {
            guard !range.isEmpty else {
                // Files of /proc say that they are empty, and are not.
                if file.size == 0,
                    try withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1, { try file.read(into: $0, at: 0) })
                        > 0
                {
                    throw SchemeHostError(
                        .sourceUnavailable,
                        "the file has content although its size is 0; copy it first"
                    )
                }
                return nil
            }
            let chunk = try Data(capacity: Swift.min(FileSource.chunkSize, range.count)) { buffer in
                try file.read(into: buffer, at: range.lowerBound)
            }
            range = (range.lowerBound + Int64(chunk.count))..<range.upperBound
            unchecked += chunk.count
            // A file that was cut short gives no chunk.
            if range.isEmpty || chunk.isEmpty || unchecked >= FileSource.checkInterval {
                try file.checkUnchanged()
                unchecked = 0
            }
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

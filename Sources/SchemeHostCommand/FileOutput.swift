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

/// Where a body goes: standard output, or a file that appears only when it is complete.
final class FileOutput {
    private let descriptor: Int32
    private let temporaryPath: String?
    private let path: String?
    private var isComplete = false

    /// Standard output.
    init() {
        descriptor = STDOUT_FILENO
        temporaryPath = nil
        path = nil
    }

    /// A file; what is there already stays until the new content is complete.
    /// - Throws: ``SchemeHostError`` where it cannot be written.
    init(path: String) throws {
        // A device or a pipe is written to, not replaced.
        if let kind = FileStatus(path: path)?.kind, kind != .file {
            guard kind != .directory else {
                throw SchemeHostError(
                    .sourceUnavailable,
                    "\(path) is a folder; name a file in it, or use -R for a folder"
                )
            }
            descriptor = open(path, O_WRONLY | O_CLOEXEC)
            temporaryPath = nil
        } else {
            var template = Array((path + ".XXXXXX").utf8CString)
            descriptor = mkstemp(&template)
            temporaryPath = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
            let mask = umask(0)
            umask(mask)
            if descriptor >= 0 { fchmod(descriptor, 0o666 & ~mask) }
        }
        self.path = path
        guard descriptor >= 0 else {
            throw SchemeHostError(.sourceUnavailable, "cannot write \(path): \(String(cString: strerror(errno)))")
        }
    }

    deinit {
        guard path != nil else { return }
        close(descriptor)
        if !isComplete, let temporaryPath { unlink(temporaryPath) }
    }

    /// Writes a chunk.
    /// - Throws: ``SchemeHostError`` where there is no room, `ClosedPipe` where the reader has left.
    func write(_ data: Data) throws {
        try data.withUnsafeBytes { try Self.writeAll($0[...], to: descriptor) }
    }

    /// Writes text.
    func write(_ text: String) throws { try Self.writeAll(Array(text.utf8)[...], to: descriptor) }

    /// Puts the file in place.
    func finish() throws {
        if let path, let temporaryPath {
            guard rename(temporaryPath, path) == 0 else {
                throw SchemeHostError(.sourceUnavailable, "cannot write \(path): \(String(cString: strerror(errno)))")
            }
        }
        isComplete = true
    }

    /// The reader of a pipe has left: nothing more is wanted.
    struct ClosedPipe: Error {}

    static func writeAll<Bytes: RandomAccessCollection<UInt8>>(_ bytes: Bytes, to descriptor: Int32) throws {
        guard let code = write(bytes, to: descriptor) else { return }
        if code == EPIPE { throw ClosedPipe() }
        throw SchemeHostError(
            code == ENOSPC ? .storageFull : .sourceUnavailable,
            "writing failed: \(String(cString: strerror(code)))"
        )
    }

    /// Writes all bytes; returns the error number where that fails.
    @discardableResult
    static func write<Bytes: RandomAccessCollection<UInt8>>(_ bytes: Bytes, to descriptor: Int32) -> Int32? {
        func write(_ buffer: UnsafeRawBufferPointer) -> Int32? {
            var rest = buffer[...]
            while !rest.isEmpty {
                let piece = UnsafeRawBufferPointer(rebasing: rest)
                #if canImport(Glibc)
                let count = Glibc.write(descriptor, piece.baseAddress, piece.count)
                #elseif canImport(Musl)
                let count = Musl.write(descriptor, piece.baseAddress, piece.count)
                #else
                let count = Darwin.write(descriptor, piece.baseAddress, piece.count)
                #endif
                if count < 0 {
                    if errno == EINTR { continue }
                    if errno == EAGAIN {
                        var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                        _ = Self.wait(&poll)
                        continue
                    }
                    return errno
                }
                rest = rest.dropFirst(count)
            }
            return nil
        }
        if let result = bytes.withContiguousStorageIfAvailable({ write(UnsafeRawBufferPointer($0)) }) { return result }
        return Array(bytes).withUnsafeBytes(write)
    }

    private static func wait(_ descriptor: inout pollfd) -> Int32 { poll(&descriptor, 1, -1) }
}

extension FileOutput {
    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
}

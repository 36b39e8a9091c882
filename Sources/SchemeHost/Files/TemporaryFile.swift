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

extension FileSource {
    /// Writes a body into a file without a name, which is gone when this object is.
    /// - Parameters:
    ///   - body: Read to its end.
    ///   - limit: The most that is written, in bytes.
    /// - Throws: ``SchemeHostError`` with code `tooLarge`, `storageFull` or `sourceUnavailable`, and what reading throws.
    public convenience init(spooling body: Body, upTo limit: Int64) async throws {
        let descriptor = try Self.anonymousFile()
        do {
            var total: Int64 = 0
            for try await chunk in body {
                total += Int64(chunk.count)
                guard total <= limit else {
                    throw SchemeHostError(.tooLarge, "the source has more than \(limit) bytes, the limit for it")
                }
                try Self.write(chunk, to: descriptor)
            }
        } catch {
            close(descriptor)
            throw error
        }
        try self.init(fileDescriptor: descriptor)
    }

    private static func anonymousFile() throws -> Int32 {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(folder)/schemehost-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else {
            throw SchemeHostError(
                .sourceUnavailable,
                "cannot make a temporary file in \(folder): \(String(errno: errno))"
            )
        }
        unlink(template)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return descriptor
    }

    private static func write(_ data: Data, to descriptor: Int32) throws {
        try data.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let buffer = UnsafeRawBufferPointer(rebasing: rest)
                #if canImport(Darwin)
                let count = Darwin.write(descriptor, buffer.baseAddress, buffer.count)
                #elseif canImport(Musl)
                let count = Musl.write(descriptor, buffer.baseAddress, buffer.count)
                #else
                let count = Glibc.write(descriptor, buffer.baseAddress, buffer.count)
                #endif
                if count < 0, errno == EINTR { continue }
                guard count > 0 else {
                    let code: SchemeHostError.Code =
                        errno == ENOSPC || errno == EDQUOT ? .storageFull : .sourceUnavailable
                    throw SchemeHostError(code, "cannot write a temporary file: \(String(errno: errno))")
                }
                rest = rest.dropFirst(count)
            }
        }
    }
}

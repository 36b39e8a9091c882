import Foundation
import SchemeHost

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A file that takes another's place when it is complete, and is gone when it is not.
final class ReplacementFile: Sendable {
    private let destination: String
    private let path: String
    private let handle: FileHandle

    /// Creates the new file beside the old one.
    /// - Throws: `URLError` with code `cannotCreateFile`.
    init(of file: URL) throws {
        destination = file.path
        let folder = file.deletingLastPathComponent()
        path = folder.appendingPathComponent(".\(file.lastPathComponent).\(UUID().uuidString)").path
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw Self.failure(.cannotCreateFile, "create \(destination)") }
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    deinit { unlink(path) }

    /// Appends bytes.
    func write(_ data: Data) throws {
        do { try handle.write(contentsOf: data) } catch {
            throw URLError(
                .cannotWriteToFile,
                userInfo: [
                    NSLocalizedDescriptionKey: "cannot write \(destination): \(error.localizedDescription)",
                    NSUnderlyingErrorKey: error,
                ]
            )
        }
    }

    /// Moves the new file into the place of the old one.
    func commit() throws {
        guard rename(path, destination) == 0 else { throw Self.failure(.cannotWriteToFile, "replace \(destination)") }
    }

    private static func failure(_ code: URLError.Code, _ action: String) -> URLError {
        URLError(code, userInfo: [NSLocalizedDescriptionKey: "cannot \(action): \(String(errno: errno))"])
    }
}

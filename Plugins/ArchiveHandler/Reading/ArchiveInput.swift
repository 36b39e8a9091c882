import SchemeHost

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Ends work that runs on another thread.
final class CancellationFlag: Sendable {
    private let flag = Lock(false)

    var isCancelled: Bool { flag.withLock { $0 } }

    func cancel() { flag.withLock { $0 = true } }

    /// Runs blocking work away from the caller's executor; cancelling the task sets the flag.
    func run<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withTaskCancellationHandler {
            try await offload(work)
        } onCancel: {
            cancel()
        }
    }
}

/// The file under an archive, as libarchive's callbacks see it: one position, moved by reading, skipping and seeking.
final class ArchiveInput {
    static let bufferSize = 64 * 1024

    private let file: FileSource
    private let cancellation: CancellationFlag
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bufferSize, alignment: 16)
    private var position: Int64 = 0
    /// The bytes that were read, which seeking does not count.
    private(set) var bytesRead: Int64 = 0
    /// Why a callback failed: it cannot throw through C.
    private var failure: (any Error)?

    init(_ file: FileSource, cancellation: CancellationFlag) {
        self.file = file
        self.cancellation = cancellation
    }

    deinit { buffer.deallocate() }

    /// Throws what a callback could not, and `CancellationError` where the flag is set.
    func check() throws {
        if let failure { throw failure }
        if cancellation.isCancelled { throw CancellationError() }
    }

    /// The next bytes: empty at the end, nil on failure.
    func read() -> UnsafeRawBufferPointer? {
        do {
            try check()
            let count = try file.read(into: buffer, at: position)
            position += Int64(count)
            bytesRead += Int64(count)
            return UnsafeRawBufferPointer(rebasing: buffer[..<count])
        } catch {
            failure = error
            return nil
        }
    }

    /// Moves forward, not beyond the end of the file.
    func skip(_ count: Int64) -> Int64 {
        let skipped = max(0, min(count, file.size - position))
        position += skipped
        return skipped
    }

    /// Moves to an offset and returns it; nil where it lies outside of the file.
    func seek(_ offset: Int64, from whence: Int32) -> Int64? {
        let base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? position : file.size
        let (target, overflow) = base.addingReportingOverflow(offset)
        guard !overflow, (0...file.size).contains(target) else { return nil }
        position = target
        return target
    }
}

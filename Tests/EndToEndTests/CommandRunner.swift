import Foundation
import Testing

/// Runs the built `schemehost` as somebody would.
enum CommandRunner {
    struct Result {
        var status: Int32
        var output: Data
        var errors: String
        var text: String { String(decoding: output, as: UTF8.self) }
    }

    /// The command stands beside the tests.
    static let path: String = {
        let tests = URL(filePath: ProcessInfo.processInfo.arguments[0]).deletingLastPathComponent()
        return tests.appending(path: "schemehost").path
    }()

    static func run(
        _ arguments: String...,
        in folder: String = FileManager.default.currentDirectoryPath,
        environment: [String: String] = [:]
    ) async throws -> Result {
        try await run(path: path, arguments, in: folder, environment: environment)
    }

    static func run(
        path: String,
        _ arguments: [String],
        in folder: String = FileManager.default.currentDirectoryPath,
        environment: [String: String] = [:]
    ) async throws -> Result {
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.currentDirectoryURL = URL(filePath: folder)
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        process.standardInput = FileHandle.nullDevice
        return try await withCheckedThrowingContinuation { continuation in
            do { try process.run() } catch { return continuation.resume(throwing: error) }
            // Threads of their own: libdispatch's would be missing where the code under test runs.
            Thread.detachNewThread {
                let errorReader = StreamReader(errors.fileHandleForReading)
                let data = output.fileHandleForReading.readDataToEndOfFile()
                let text = String(decoding: errorReader.wait(), as: UTF8.self)
                process.waitUntilExit()
                continuation.resume(returning: Result(status: process.terminationStatus, output: data, errors: text))
            }
        }
    }
}

/// Reads a stream to its end on a thread of its own.
private final class StreamReader: @unchecked Sendable {  // `data` is read after the semaphore says it is written.
    private var data = Data()
    private let done = DispatchSemaphore(value: 0)

    init(_ handle: FileHandle) {
        Thread.detachNewThread { [self] in
            data = handle.readDataToEndOfFile()
            done.signal()
        }
    }

    func wait() -> Data {
        done.wait()
        return data
    }
}

/// A folder that is gone when the test is.
final class Scratch {
    let path = FileManager.default.temporaryDirectory.appending(path: "command-\(UUID())").path

    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(atPath: path) }

    @discardableResult func write(_ text: String, to name: String) throws -> String {
        let file = URL(filePath: path).appending(path: name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
        return file.path
    }
}

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
            process.terminationHandler = { _ in }
            do { try process.run() } catch { return continuation.resume(throwing: error) }
            DispatchQueue.global().async {
                let group = DispatchGroup()
                nonisolated(unsafe) var errorData = Data()  // Read after the group is done.
                DispatchQueue.global().async(group: group) { errorData = errors.fileHandleForReading.readDataToEndOfFile() }
                let data = output.fileHandleForReading.readDataToEndOfFile()
                group.wait()
                process.waitUntilExit()
                let text = String(decoding: errorData, as: UTF8.self)
                continuation.resume(returning: Result(status: process.terminationStatus, output: data, errors: text))
            }
        }
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

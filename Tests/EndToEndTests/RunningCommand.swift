import Foundation

/// A command that runs until it is told to end.
final class RunningCommand {
    private let process = Process()
    private let errors = Pipe()

    init(_ arguments: String..., in folder: String = FileManager.default.currentDirectoryPath) throws {
        process.executableURL = URL(filePath: CommandRunner.path)
        process.arguments = arguments
        process.currentDirectoryURL = URL(filePath: folder)
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = errors
        try process.run()
    }

    deinit { if process.isRunning { process.terminate() } }

    var isRunning: Bool { process.isRunning }

    func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

    /// Waits for the end.
    func status() async -> Int32 {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [process] in
                process.waitUntilExit()
                continuation.resume(returning: process.terminationStatus)
            }
        }
    }

    /// What the command says first, up to and with a line that holds some text.
    func errors(upTo text: String) async -> String {
        let handle = errors.fileHandleForReading
        return await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                var seen = ""
                while !seen.contains(text) || !seen.hasSuffix("\n") {
                    let data = handle.availableData
                    if data.isEmpty { break }
                    seen += String(decoding: data, as: UTF8.self)
                }
                continuation.resume(returning: seen)
            }
        }
    }
}

import SchemeHost

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A line on the terminal for what takes longer than a second.
struct Progress {
    private let label: String
    private let total: Int64?
    private let start = ContinuousClock.now
    private var next = ContinuousClock.now + .seconds(1)
    private var isShown = false
    private var bytes: Int64 = 0

    /// - Parameters:
    ///   - label: What is transferred.
    ///   - total: Its bytes, where they are known.
    init(_ label: String, total: Int64?) {
        self.label = label
        self.total = total
    }

    /// Notes further bytes and, at most ten times a second, shows them.
    mutating func advance(by count: Int) {
        bytes += Int64(count)
        guard Terminal.errorIsTerminal, ContinuousClock.now >= next else { return }
        next = ContinuousClock.now + .milliseconds(100)
        isShown = true
        FileOutput.write(Array("\r\u{1B}[K\(line)".utf8)[...], to: 2)
    }

    /// Clears the line.
    func finish() {
        if isShown { FileOutput.write(Array("\r\u{1B}[K".utf8)[...], to: 2) }
    }

    private var line: String {
        let elapsed = (ContinuousClock.now - start) / .seconds(1)
        let rate = "\(ByteText.short(Int64(Double(bytes) / max(elapsed, 0.001))))/s"
        let name = Terminal.printable(String(label.prefix(40)))
        guard let total, total > 0 else { return "\(name)  \(ByteText.short(bytes))  \(rate)" }
        let share = Double(bytes) / Double(total)
        let filled = Int(share * 24)
        let bar = String(repeating: "█", count: min(filled, 24)) + String(repeating: "░", count: max(0, 24 - filled))
        return "\(name)  \(bar) \(Int(share * 100)) %  \(ByteText.short(bytes)) of \(ByteText.short(total))  \(rate)"
    }
}

extension FileOutput {
    /// Writes a body chunk by chunk, with progress on the terminal.
    func write(_ body: Body, as label: String) async throws {
        var progress = Progress(label, total: body.length)
        defer { progress.finish() }
        for try await chunk in body {
            try write(chunk)
            progress.advance(by: chunk.count)
        }
    }
}

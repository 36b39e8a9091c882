import BenchmarkHarness

/// Row 5: how long the command takes to start.
func measureStart(command: String, floor: String) async throws {
    let iterations = 50
    Comparison.printHeading("5. schemehost --version; floor: a program of ArgumentParser alone, linked the same way")
    try await Comparison("whole process", goal: .timesFloor(2), iterations: iterations) {
        for _ in 0..<iterations { try ChildProcess(command: [command, "--version"]).run() }
    } floor: {
        for _ in 0..<iterations { try ChildProcess(command: [floor, "--version"]).run() }
    }
    .print()
}

import BenchmarkHarness

/// Row 4, the command: a large file through the mirror handler to standard output.
func measureBody(command: String, manifest: String, file: String) async throws {
    let name = file.split(separator: "/").last.map(String.init) ?? file
    let get = "'\(command)' get -m '\(manifest)' 'mirror://host/\(name)'"
    var peak = 0.0
    Comparison.printHeading("4b. The file by schemehost get; floor: cat")
    for target in ["> /dev/null", "| cat > /dev/null"] {
        try await Comparison(target, goal: .speedOfFloor(0.95)) {
            peak = max(peak, try ChildProcess.shell("\(get) \(target)").run())
        } floor: {
            try ChildProcess.shell("cat '\(file)' \(target)").run()
        }
        .print()
    }
    print("peak resident \((peak * 10).rounded() / 10) MiB; goal < 64 MiB")
}

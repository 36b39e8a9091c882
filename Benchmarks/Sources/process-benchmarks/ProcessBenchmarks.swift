#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The rows in which whole processes are measured.
@main
struct ProcessBenchmarks {
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch (arguments.first, arguments.count) {
        case ("body", 4): try await measureBody(command: arguments[1], manifest: arguments[2], file: arguments[3])
        case ("start", 3): try await measureStart(command: arguments[1], floor: arguments[2])
        default:
            print("usage: process-benchmarks body SCHEMEHOST MANIFEST FILE | start SCHEMEHOST ARGUMENT-PARSER-ONLY")
            exit(64)
        }
    }
}

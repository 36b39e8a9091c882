#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The rows that run in this process; `Benchmarks/run` starts one process a row.
@main
struct LibraryBenchmarks {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        switch (arguments.first, arguments.dropFirst().first) {
        case ("constant", nil): try await measureConstant()
        case ("routes", nil): try await measureRoutes()
        case ("session", nil): try await measureSession()
        case ("body", let path?): try await measureBody(path)
        case ("session-body", let path?): try await measureSessionBody(path)
        default:
            print("usage: library-benchmarks constant | routes | session | body FILE | session-body FILE")
            exit(64)
        }
    }
}

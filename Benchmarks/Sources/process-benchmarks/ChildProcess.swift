#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Runs programs to their end.
struct ChildProcess {
    /// What went wrong with one.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The program's path and its arguments.
    let command: [String]

    /// A shell's command line, which fails where a part of a pipe does.
    static func shell(_ line: String) -> ChildProcess {
        ChildProcess(command: ["/bin/bash", "-o", "pipefail", "-c", line])
    }

    /// Runs the program with its standard output thrown away.
    /// - Returns: The most memory that it, or a child of it, had resident, in MiB.
    @discardableResult
    func run() throws -> Double {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)

        var arguments = command.map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        var child = pid_t()
        let code = posix_spawn(&child, command[0], &actions, nil, &arguments, environ)
        guard code == 0 else { throw Failure(description: "cannot start \(command[0]): error \(code)") }

        var status: Int32 = 0
        var usage = rusage()
        while wait4(child, &status, 0, &usage) < 0 {
            guard errno == EINTR else { throw Failure(description: "cannot wait for \(command[0]): error \(errno)") }
        }
        guard status == 0 else { throw Failure(description: "\(command) failed with status \(status)") }
        return Double(usage.ru_maxrss) / 1024
    }
}

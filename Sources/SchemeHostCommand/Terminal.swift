import SchemeHost

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The standard streams.
enum Terminal {
    /// Writes a line to standard error.
    static func note(_ text: String) {
        FileOutput.write(Array((printable(text) + "\n").utf8)[...], to: STDERR_FILENO)
    }

    /// Writes text to standard output; a reader that has left ends the process quietly.
    static func print(_ text: String, terminator: String = "\n") throws {
        try FileOutput.writeAll(Array((text + terminator).utf8)[...], to: STDOUT_FILENO)
    }

    /// One line on standard error: what happened, and what to do; each error of a manifest gets a line of its own.
    static func report(_ error: SchemeHostError) {
        if let findings = error.underlying as? InvalidJSON, error.code == .invalidManifest {
            findings.diagnostics.forEach { note($0.description) }
        } else {
            let url = error.url.map { error.message.contains($0) ? "" : " (\($0))" } ?? ""
            note("schemehost: \(error)\(url)")
        }
    }

    static func exit(_ status: ExitStatus) -> Never {
        #if canImport(Glibc)
        Glibc.exit(status.rawValue)
        #elseif canImport(Musl)
        Musl.exit(status.rawValue)
        #else
        Darwin.exit(status.rawValue)
        #endif
    }

    static var outputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }
    static let errorIsTerminal = isatty(STDERR_FILENO) == 1

    /// The text with control characters shown instead of sent: names come from archives, and terminals obey.
    static func printable(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: \.isControl) else { return text }
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            result += scalar.isControl ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isControl: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}

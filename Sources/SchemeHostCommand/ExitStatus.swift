import ArgumentParser
import HTTPTypes
import SchemeHost

/// The codes that the command exits with.
enum ExitStatus: Int32 {
    case success = 0
    /// The handler failed: 5xx, input or output, a damaged source.
    case failed = 1
    /// Manifest or configuration.
    case configuration = 2
    case noRoute = 3
    /// The answer was 4xx.
    case clientError = 4
    case interrupted = 130

    init(_ error: SchemeHostError) {
        switch error.code {
        case .invalidManifest, .unknownHandler, .invalidConfiguration: self = .configuration
        case .noRoute: self = .noRoute
        default: self = error.code.status?.kind == .clientError ? .clientError : .failed
        }
    }

    /// The status for an answer: 2xx and 304 are successes.
    init(_ response: SchemeResponse) {
        if let problem = response.problem {
            self.init(problem)
        } else if response.status.kind == .successful || response.status == .notModified {
            self = .success
        } else {
            self = response.status.kind == .clientError ? .clientError : .failed
        }
    }

    /// What ArgumentParser exits with.
    var code: ExitCode { ExitCode(rawValue) }
}

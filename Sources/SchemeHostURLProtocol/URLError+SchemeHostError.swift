public import Foundation
public import SchemeHost

extension SchemeHostError.Code {
    /// The code that an error carries out of URLSession and out of `host.data(for:)`; `unknown` for a plugin's own.
    public var urlErrorCode: URLError.Code { Self.urlErrorCodes[self] ?? .unknown }

    private static let urlErrorCodes: [Self: URLError.Code] = [
        .noRoute: .unsupportedURL,
        .notFound: .fileDoesNotExist,
        .forbidden: .noPermissionsToReadFile,
        .methodNotAllowed: .badServerResponse,
        .preconditionFailed: .badServerResponse,
        .rangeNotSatisfiable: .badServerResponse,
        .conflict: .badServerResponse,
        .invalidRequest: .badURL,
        .tooLarge: .dataLengthExceedsMaximum,
        .storageFull: .cannotWriteToFile,
        .busy: .resourceUnavailable,
        .invalidManifest: .resourceUnavailable,
        .unknownHandler: .resourceUnavailable,
        .invalidConfiguration: .resourceUnavailable,
        .sourceUnavailable: .resourceUnavailable,
        .sourceCorrupt: .cannotDecodeContentData,
        .unsupported: .unsupportedURL,
        .timedOut: .timedOut,
        .connectionFailed: .cannotConnectToHost,
        .connectionReset: .networkConnectionLost,
        .loop: .httpTooManyRedirects,
    ]
}

extension URLError {
    private static let schemeHostErrorKey = "SchemeHostError"

    /// The error of the host that became this one.
    public var schemeHostError: SchemeHostError? { userInfo[Self.schemeHostErrorKey] as? SchemeHostError }

    /// Creates the error that a host's error is outside.
    ///
    /// Its `localizedDescription` is the message, and the failure underneath is the `NSUnderlyingErrorKey`.
    public init(_ error: SchemeHostError) {
        var userInfo: [String: Any] = [
            NSLocalizedDescriptionKey: error.message,
            Self.schemeHostErrorKey: error,
        ]
        userInfo[NSUnderlyingErrorKey] = error.underlying
        userInfo[NSURLErrorFailingURLErrorKey] = error.url.flatMap { URL(string: $0) }
        // A handler that loads through URLSession fails as that did.
        let inner = error.code == .sourceUnavailable ? error.underlying as? URLError : nil
        self.init(inner?.code ?? error.code.urlErrorCode, userInfo: userInfo)
    }

    /// Whatever loading a URL threw.
    init(_ error: any Error, url: URL?) {
        switch error {
        case let error as URLError: self = error
        case is CancellationError: self.init(.cancelled)
        default:
            var failure =
                error as? SchemeHostError
                ?? SchemeHostError(.sourceUnavailable, "the body cannot be read to its end", underlying: error)
            failure.url = failure.url ?? url?.absoluteString
            self.init(failure)
        }
    }
}

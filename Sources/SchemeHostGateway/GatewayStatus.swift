import HTTPTypes
import SchemeHost

extension SchemeHostError.Code {
    /// The status by which the gateway answers for this code where no response has begun. Once the head is out, a
    /// failure can only close the connection.
    var gatewayStatus: HTTPResponse.Status { status ?? Self.gatewayStatuses[self] ?? .internalServerError }

    private static let gatewayStatuses: [Self: HTTPResponse.Status] = [
        .timedOut: .gatewayTimeout,
        .connectionFailed: .badGateway,
        .connectionReset: .badGateway,
        .sourceUnavailable: .badGateway,
        .sourceCorrupt: .badGateway,
        .unsupported: .notImplemented,
        .invalidConfiguration: .internalServerError,
        .invalidManifest: .internalServerError,
        .unknownHandler: .internalServerError,
    ]
}

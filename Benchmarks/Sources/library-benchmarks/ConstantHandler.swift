import Foundation
import HTTPTypes
import SchemeHost

/// Answers everything with the same kilobyte.
struct ConstantHandler: SchemeHandler {
    struct Configuration: Decodable, Sendable {}

    static let kind = "constant"
    static let summary = "Answers everything with the same kilobyte"
    static var schema: Schema { Schema(Configuration.self, [:]) }

    static let bytes = Data(repeating: UInt8(ascii: "x"), count: 1024)

    init() {}

    init(configuration: Configuration, context: HandlerContext) async throws {}

    func respond(to request: SchemeRequest) async throws -> SchemeResponse {
        SchemeResponse(headerFields: [.contentType: "text/plain"], body: Body(Self.bytes))
    }
}

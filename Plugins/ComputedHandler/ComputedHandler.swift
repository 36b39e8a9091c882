import HTTPTypes
public import SchemeHost

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Answers with content that the manifest itself holds, or that is made from the request.
public struct ComputedHandler: SchemeHandler {
    /// `computed`.
    public static let kind = "computed"
    /// One line for `schemehost handlers`.
    public static let summary = "Answers with text, JSON, bytes or a template of the manifest, or with the request"
    /// The keys.
    public static var schema: Schema {
        Schema(
            Configuration.self,
            [
                "template": .init("A Mustache template, filled from the request.", examples: ["Hello, {{who}}!"]),
                "text": "Text to answer with.",
                "json": .init("A JSON value to answer with.", examples: [["answer": 42]], schema: .any),
                "base64": .init("Bytes to answer with, in base64.", examples: ["aGVsbG8="]),
                "echo": .init("Whether to answer with the request itself, as JSON.", values: [true]),
                "closure": "The name of a closure that the program registered.",
                "type": .init("The media type.", examples: ["text/html; charset=utf-8"]),
                "status": .init("The status.", default: 200, schema: .integer(minimum: 200, maximum: 599)),
            ],
            exactlyOne: ["template", "text", "json", "base64", "echo", "closure"]
        )
    }

    /// All: which of them it answers is for the route's `"method"` to say.
    public var methods: MethodSet { .any }

    private enum Answer: Sendable {
        case constant(SchemeResponse)
        case template(Template)
        case echo
        case closure(HandlerRegistry.Closure)
    }

    private let answer: Answer
    private let status: HTTPResponse.Status
    private let type: String?

    /// Prepares the content.
    /// - Throws: ``SchemeHostError`` with code `invalidConfiguration` where the content is malformed, or no closure of
    ///   that name is registered.
    public init(configuration: Configuration, context: HandlerContext) async throws {
        try configuration.validate()
        let type = configuration.type ?? configuration.content.defaultType
        let status = HTTPResponse.Status(registered: configuration.status)
        self.type = type
        self.status = status
        switch configuration.content {
        case .text(let text):
            answer = .constant(Self.response(Data(text.utf8), type, status))
        case .json(let value):
            answer = .constant(Self.response(Data((value.serialized() + "\n").utf8), type, status))
        case .base64(let text):
            answer = .constant(Self.response(try Base64.decode(configured: text), type, status))
        case .template(let text):
            answer = .template(try Template(text, type: type ?? ""))
        case .echo:
            answer = .echo
        case .closure(let name):
            answer = .closure(try Self.closure(named: name, context))
        }
    }

    /// Answers with the content.
    /// - Throws: What reading the request's body throws, for an echo, and what a closure throws.
    public func respond(to request: SchemeRequest) async throws -> SchemeResponse {
        switch answer {
        case .constant(let response):
            return response
        case .template(let template):
            let (text, vary) = template.render(for: request)
            var response = Self.response(Data(text.utf8), type, status)
            response.headerFields[.vary] = vary
            return response
        case .echo:
            let text = try await Echo.document(of: request).serialized(.pretty) + "\n"
            let fields: HTTPFields = [.contentType: type ?? "application/json", .cacheControl: "no-store"]
            return SchemeResponse(status: status, headerFields: fields, body: Body(text))
        case .closure(let closure):
            return try await closure(request)
        }
    }

    private static func response(_ data: Data, _ type: String?, _ status: HTTPResponse.Status) -> SchemeResponse {
        var fields = HTTPFields()
        fields[.contentType] = type
        if status == .ok { fields[.eTag] = EntityTag(of: data).description }
        return SchemeResponse(status: status, headerFields: fields, body: Body(data))
    }

    private static func closure(named name: String, _ context: HandlerContext) throws -> HandlerRegistry.Closure {
        if let closure = context.closure(named: name) { return closure }
        let names = context.closureNames.joined(separator: ", ")
        let known = names.isEmpty ? "none is registered" : "registered: \(names)"
        throw SchemeHostError(
            .invalidConfiguration,
            "there is no closure \"\(name)\"; \(known); register it with HandlerRegistry.adding(closure:_:)"
        )
    }
}

extension EntityTag {
    /// The tag of content in memory: its hash and its length.
    init(of data: Data) {
        var fingerprint = Fingerprint()
        fingerprint.add(data)
        self.init(fingerprint.value, UInt64(data.count))
    }
}

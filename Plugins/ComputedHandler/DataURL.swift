import HTTPTypes
public import SchemeHost

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Answers `data:` URLs with what they hold (RFC 2397).
public struct DataURLHandler: SchemeHandler {
    /// No keys.
    public struct Configuration: Decodable, Sendable {
        /// Creates a configuration.
        public init() {}
    }

    /// `data`.
    public static let kind = "data"
    /// One line for `schemehost handlers`.
    public static let summary = "Answers data: URLs with what they hold"

    /// Creates the handler.
    public init(configuration: Configuration = .init(), context: HandlerContext) {}

    /// Answers with the URL's data.
    /// - Throws: ``SchemeHostError`` with code `invalidRequest` where the URL is malformed.
    public func respond(to request: SchemeRequest) throws -> SchemeResponse {
        let (type, data) = try Self.content(of: request.url)
        let fields: HTTPFields = [.contentType: type.description, .eTag: EntityTag(of: data).description]
        return SchemeResponse(headerFields: fields, body: Body(data))
    }

    /// `data:[<mediatype>][;base64],<data>`
    private static func content(of url: SchemeURL) throws -> (MediaType, Data) {
        guard url.isOpaque else { throw invalid("has slashes before its data; write it like data:text/plain,hello") }
        // A question mark is ordinary data here.
        let text = url.percentEncodedPath + (url.percentEncodedQuery.map { "?" + $0 } ?? "")
        guard let comma = text.utf8.firstIndex(of: UInt8(ascii: ",")) else {
            throw invalid("has no comma in front of its data; write it like data:text/plain,hello")
        }
        var head = try decode(text.utf8[..<comma])
        let bytes = try decode(text.utf8[text.utf8.index(after: comma)...])
        let isBase64 = removeBase64(&head)
        let type = try mediaType(head)
        guard isBase64 else { return (type, Data(bytes)) }
        guard let data = Base64.decode(bytes) else {
            throw invalid("holds malformed base64; a + may have been lost, write it as %2B")
        }
        return (type, data)
    }

    private static func mediaType(_ head: [UInt8]) throws -> MediaType {
        var text = String(decoding: head, as: UTF8.self)
        if text.isEmpty { text = "text/plain;charset=US-ASCII" }
        if text.utf8.first == UInt8(ascii: ";") { text = "text/plain" + text }
        guard let type = MediaType(text) else {
            throw invalid("has the malformed media type \"\(text)\"; write one like text/html;charset=utf-8")
        }
        return type
    }

    /// Takes `;base64`, in any case, off the end.
    private static func removeBase64(_ head: inout [UInt8]) -> Bool {
        guard let semicolon = head.lastIndex(of: UInt8(ascii: ";")) else { return false }
        let word = String(decoding: head[(semicolon + 1)...], as: UTF8.self)
        guard word.lowercased().drop(while: { $0 == " " }) == "base64" else { return false }
        head.removeSubrange(semicolon...)
        return true
    }

    private static func decode(_ text: Substring.UTF8View) throws -> [UInt8] {
        guard let bytes = PercentEncoding.decode(text) else { throw invalid("has a broken percent escape") }
        return bytes
    }

    private static func invalid(_ what: String) -> SchemeHostError {
        SchemeHostError(.invalidRequest, "the data: URL " + what)
    }
}

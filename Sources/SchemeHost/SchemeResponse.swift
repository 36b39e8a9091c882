public import HTTPTypes

/// What a handler answers: status, header fields, and a lazy body or a listing.
public struct SchemeResponse: Sendable {
    /// The status.
    public var status: HTTPResponse.Status
    /// The header fields.
    public var headerFields: HTTPFields
    /// The content. Empty where ``listing`` stands for it.
    public var body: Body
    /// The entries of a folder. The core renders them as HTML, JSON or JSON Lines, by the request's `Accept` field.
    public var listing: Listing?
    /// The file name of the content where the path does not end in it (`index.html` for a folder): the media type is
    /// found by its extension.
    public var name: String?
    /// Where the media type comes from, in words; `explain` prints it.
    public var typeOrigin: String?
    /// The error that this response is the problem document of.
    public internal(set) var problem: SchemeHostError?

    /// A response with a body.
    public init(status: HTTPResponse.Status = .ok, headerFields: HTTPFields = [:], body: Body = Body()) {
        self.status = status
        self.headerFields = headerFields
        self.body = body
    }

    /// A 200 with a listing.
    public init(listing: Listing, headerFields: HTTPFields = [:]) {
        self.init(headerFields: headerFields)
        self.listing = listing
    }

    /// A 200 with text; the media type is `text/plain; charset=utf-8` unless another is given.
    public static func text(_ text: String, type: String = "text/plain; charset=utf-8") -> SchemeResponse {
        SchemeResponse(headerFields: [.contentType: type], body: Body(text))
    }
}

/// Anything that answers a request: a handler, the rest of a chain, a whole host.
public protocol Responder: Sendable {
    /// Answers a request.
    /// - Throws: ``SchemeHostError`` where there is no answer.
    func respond(to request: SchemeRequest) async throws -> SchemeResponse
}

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
    /// Opens the index file of a folder, and throws ``SchemeHostError`` as a handler does; a response with `listing` or `index` set is a folder's.
    public var index: (@Sendable () async throws -> SchemeResponse)?
    /// The file name of the content where the path does not end in it (`index.html` for a folder): the media type is
    /// found by its extension.
    public var name: String?
    /// Where the media type comes from, in words; `explain` prints it.
    public var typeOrigin: String?
    /// Whether the body is a rendered listing.
    public var isListing: Bool { renderedListing != nil }
    /// The listing that the body renders, for a layer above that has entries of its own.
    var renderedListing: Listing?
    /// Whether a chain has dealt with this answer: a 404 that comes from behind is not handed on once more.
    var isSettled = false
    /// The error that this response is the problem document of.
    public internal(set) var problem: SchemeHostError?

    /// A response with a body.
    /// - Parameters:
    ///   - status: 200 by default; a handler gives no 1xx.
    ///   - headerFields: The header fields; the core adds lengths and, where there is none, the media type.
    ///   - body: The content, none by default.
    public init(status: HTTPResponse.Status = .ok, headerFields: HTTPFields = [:], body: Body = Body()) {
        self.status = status
        self.headerFields = headerFields
        self.body = body
    }

    /// What a folder answers. The core redirects to its URL with a slash, and chooses between index and listing.
    /// - Parameters:
    ///   - listing: The entries; nil where they are not to be shown.
    ///   - index: Opens the index file, and throws ``SchemeHostError`` as a handler does; nil where there is none.
    public static func folder(
        listing: Listing?,
        index: (@Sendable () async throws -> SchemeResponse)? = nil
    ) -> SchemeResponse {
        var response = SchemeResponse()
        response.listing = listing
        response.index = index
        return response
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

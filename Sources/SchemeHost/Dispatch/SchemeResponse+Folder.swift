import HTTPTypes

extension SchemeResponse {
    /// What a folder answers: a redirect to its URL with a slash, its index file, or its listing.
    ///
    /// The index is what a reader wants; a request whose `Accept` field names a listing type (JSON or JSON Lines) gets
    /// the listing all the same.
    func renderingFolder(for request: SchemeRequest) async throws -> SchemeResponse {
        guard listing != nil || index != nil, status == .ok else { return self }
        guard request.namesFolder else { return .redirectToFolder(request) }
        let accept = AcceptField(request.headerFields)
        let forms = ListingRenderer.Form.allCases
        let isNamed = forms.contains { $0 != .html && accept.names($0.mediaType.essence) }
        if let index, listing == nil || !isNamed { return try await index() }
        let preferred = accept.preferred(among: forms.map(\.mediaType))
        let form = forms.first { $0.mediaType == preferred } ?? .html
        guard let listing else { return self }
        var response = self
        response.listing = nil
        response.index = nil
        response.headerFields[.contentType] = form.rawValue
        response.headerFields[.vary] = "Accept"
        response.typeOrigin = "the listing's form, by Accept"
        response.renderedListing = listing
        response.body = ListingRenderer.body(listing, as: form, path: request.shownPath)
        return response
    }

    /// A folder that stands in several layers: the index file of the layer below where this one has none, otherwise
    /// the entries of both, of one name this layer's.
    func overlaying(_ next: ChainLink, for request: SchemeRequest) async throws -> SchemeResponse {
        guard let listing, index == nil, status == .ok, request.isRead, request.namesFolder else { return self }
        let below = try await next.respond(to: request)
        guard below.status.kind == .successful else { return self }
        guard let other = below.renderedListing else { return below }
        var entries: [String: ListingEntry] = [:]
        for try await entry in other { entries[entry.name] = entry }
        for try await entry in listing { entries[entry.name] = entry }
        return .folder(listing: Listing(entries.values.sorted { $0.name < $1.name }))
    }

    /// A redirect that adds the slash. It is a relative reference, so it holds wherever the route is mounted.
    private static func redirectToFolder(_ request: SchemeRequest) -> SchemeResponse {
        let path = request.url.percentEncodedPath
        let last = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        let query = request.url.percentEncodedQuery.map { "?" + $0 } ?? ""
        return SchemeResponse(
            status: .movedPermanently,
            headerFields: [.location: "./\(last)/\(query)"],
            body: Body()
        )
    }
}

extension SchemeRequest {
    /// Whether the URL ends in a slash, so that relative links of a folder's page lead into the folder.
    var namesFolder: Bool { urlPath.hasTrailingSlash }

    /// The path to show to people as a listing's title.
    var shownPath: URLPath { urlPath }
}

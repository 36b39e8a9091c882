import HTTPTypes
import SchemeHost

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An entry of a folder as a host lists it.
struct ListedEntry {
    var name: String
    var kind: ListingEntry.Kind
    var size: Int64?
    var modified: Date?
    /// The entry as it came.
    var json: JSONValue

    /// The listing of a folder. Redirects, of a name without its slash for one, are followed.
    /// - Returns: The entries and the folder's own request; nil where the URL names something else.
    /// - Throws: What the host throws, and the problem it answers with.
    static func list(_ request: SchemeRequest, from host: SchemeHost) async throws -> ([ListedEntry], SchemeRequest)? {
        var request = request
        request.headerFields[.accept] = "application/json"
        let (response, final) = try await host.respond(following: request)
        if let problem = response.problem { throw problem }
        guard response.isListing else { return nil }
        let data = try await response.body.collect(upTo: 1 << 30)
        let entries = try JSONValue(parsing: data).array ?? []
        return (entries.compactMap(ListedEntry.init), final)
    }

    private init?(_ json: JSONValue) {
        guard let name = json["name"]?.string, let kind = json["kind"]?.string.flatMap(ListingEntry.Kind.init) else {
            return nil
        }
        self.name = name
        self.kind = kind
        self.json = json
        size = json["size"]?.number?.integer(as: Int64.self)
        modified = json["modified"]?.string.flatMap { try? Date($0, strategy: .iso8601) }
    }

    /// The request for this entry, seen from its folder's.
    func request(in folder: SchemeRequest) throws -> SchemeRequest {
        let slash = kind == .directory ? "/" : ""
        let path = folder.url.percentEncodedPath + PercentEncoding.encode(component: name) + slash
        var request = SchemeRequest(
            url: try folder.url.replacing(path: path, query: nil),
            headerFields: folder.headerFields
        )
        request.headerFields[.accept] = nil
        return request
    }
}

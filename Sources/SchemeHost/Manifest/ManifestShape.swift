import HTTPTypes

/// The keys of a manifest; what stands in handlers and routes is decoded piece by piece.
struct ManifestShape: Decodable {
    var schema: String?
    var version: Int
    var vars: [String: String]?
    var limits: LimitsShape?
    var unmatched: SchemeHost.Unmatched?
    var handlers: [String: RawNode]?
    var routes: [RawNode]?

    enum CodingKeys: String, CodingKey {
        case schema = "$schema"
        case version, vars, limits, unmatched, handlers, routes
    }
}

/// One route, before its handlers are looked up.
struct RouteShape: Decodable {
    var id: String?
    var match: Matcher
    var handle: RawNode
    var `as`: RequestTemplate?
    var fields: FieldsShape?
    var types: [String: MediaTypeText]?
    var enabled: Bool?
}

/// A value that is decoded later, when it is known what it is.
struct RawNode: Decodable {
    let node: JSONNode

    init(from decoder: any Decoder) throws {
        guard let decoder = decoder as? NodeDecoder else {
            throw SchemeHostError(.invalidManifest, "handlers are decoded from a manifest only")
        }
        node = decoder.node
    }
}

/// The `"limits"` of a manifest; what is absent keeps its default.
struct LimitsShape: Decodable {
    var memberBytes: ByteCount?
    var totalBytes: ByteCount?
    var entries: Int?
    var expansionRatio: Int?
    var nesting: Int?

    var limits: Limits {
        var limits = Limits()
        if let memberBytes { limits.memberBytes = memberBytes.bytes }
        if let totalBytes { limits.totalBytes = totalBytes.bytes }
        if let entries { limits.entries = entries }
        if let expansionRatio { limits.expansionRatio = expansionRatio }
        if let nesting { limits.nesting = nesting }
        return limits
    }
}

/// Header fields by name, those left out that only the host can know.
struct FieldsShape: Decodable {
    let fields: HTTPFields

    /// Fields that frame a message or describe what is sent of it (RFC 9110, sections 6.6, 7.6.1, 8.6 and 14).
    private static let reserved: Set<String> = [
        "accept-ranges", "connection", "content-length", "content-range", "date", "keep-alive", "proxy-connection",
        "te", "trailer", "transfer-encoding", "upgrade",
    ]

    init(from decoder: any Decoder) throws {
        var fields = HTTPFields()
        for (name, value) in try decoder.singleValueContainer().decode([String: String].self).sorted(by: {
            $0.key < $1.key
        }) {
            guard let fieldName = HTTPField.Name(name) else {
                throw SchemeHostError(.invalidManifest, "\(Suggestion.quoted(name)) cannot be the name of a field")
            }
            guard !Self.reserved.contains(fieldName.canonicalName) else {
                throw DecodingError.dataCorrupted(
                    .init(
                        codingPath: decoder.codingPath + [FieldKey(stringValue: name)],
                        debugDescription: "\(name) is not for a manifest to set: the host gives it by what it sends; "
                            + "remove the field"
                    )
                )
            }
            guard !value.utf8.contains(where: { $0 == 10 || $0 == 13 || $0 == 0 }) else {
                throw SchemeHostError(
                    .invalidManifest,
                    "the value of \(name) holds a line break or NUL, which no field may"
                )
            }
            fields[fieldName] = value
        }
        self.fields = fields
    }
}

/// The name of a field, as a key.
private struct FieldKey: CodingKey {
    let stringValue: String
    let intValue: Int? = nil

    init(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }
}

/// A media type as it is written in a manifest.
struct MediaTypeText: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
        guard MediaType(text) != nil else {
            throw SchemeHostError(
                .invalidManifest,
                "\(Suggestion.quoted(text)) is no media type; write it like \"text/html\""
            )
        }
    }
}

import HTTPTypes

extension SchemeResponse {
    /// Reduces a 200 to the byte ranges that the request asks for (RFC 9110, section 14).
    mutating func selectRanges(for request: SchemeRequest) {
        guard let length = body.length, !headerFields.contains(.contentRange) else { return }
        if !headerFields.contains(.acceptRanges) {
            headerFields.append(HTTPField(name: .acceptRanges, value: "bytes"))
        }
        guard request.method == .get, request.headerFields.contains(.range),
            headerFields[.acceptRanges]?.lowercased() != "none",
            let wanted = request.headerFields[.range].flatMap({ ByteRanges($0) }),
            Preconditions.allowsRange(request.headerFields, of: { Validators(headerFields) })
        else { return }
        switch wanted.resolve(length: length) {
        case .whole: return
        case .unsatisfiable: self = .rangeNotSatisfiable(request, length: length)
        case .ranges(let ranges): becomePartial(ranges, of: length)
        }
    }

    private mutating func becomePartial(_ ranges: [Range<Int64>], of length: Int64) {
        status = .partialContent
        if let range = ranges.first, ranges.count == 1 {
            headerFields[.contentRange] = ContentRange(range, of: length).description
            body = body.slice(range)
        } else {
            let seed = (headerFields[.eTag] ?? "") + (headerFields[.lastModified] ?? "")
            let parts = MultipartByteRanges(ranges, of: length, type: headerFields[.contentType], seed: seed)
            headerFields[.contentType] = parts.contentType
            body = parts.body(from: body)
        }
    }

    private static func rangeNotSatisfiable(_ request: SchemeRequest, length: Int64) -> SchemeResponse {
        .problem(
            SchemeHostError(
                .rangeNotSatisfiable,
                "no range that the request asks for lies within the \(length) bytes of the resource",
                url: request.url.description
            ),
            headerFields: [
                .acceptRanges: "bytes", .contentRange: ContentRange(unsatisfiedOf: length).description,
            ]
        )
    }
}

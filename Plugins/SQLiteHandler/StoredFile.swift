import HTTPTypes
import SchemeHost

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What stands at a path.
enum Resource: Sendable {
    case file(StoredFile)
    /// - Parameters:
    ///   - prefix: What its keys begin with: empty, or a path with its trailing slash.
    ///   - index: Its `index.html`.
    case folder(prefix: String, index: StoredFile?)
}

/// A row with its value.
struct StoredFile: Sendable {
    enum Content: Sendable {
        case data(Data)
        case blob(BlobSource)

        var length: Int64 {
            switch self {
            case .data(let data): Int64(data.count)
            case .blob(let blob): blob.size
            }
        }

        var body: Body {
            switch self {
            case .data(let data): Body(data)
            case .blob(let blob): Body(blob)
            }
        }
    }

    let record: Record
    let content: Content
    /// The name to find the media type by, where the request's path does not end in it.
    var name: String?

    /// The full answer to a GET.
    /// - Throws: ``SchemeHostError`` with code `sourceCorrupt` or `tooLarge` where an archive's file cannot be unpacked.
    func response(_ layout: Layout, status: FileStatus, limits: Limits) throws -> SchemeResponse {
        let body = layout.isArchive ? try unpacked(limits) : content.body
        var response = SchemeResponse(body: body)
        response.name = name
        if let type = record.mediaType {
            response.headerFields[.contentType] = type
            response.typeOrigin = "the column \(layout.columns.type ?? "")"
        }
        response.headerFields[.eTag] = entityTag(status, size: body.length ?? 0).description
        if let modified = record.modified { response.headerFields[.lastModified] = HTTPDate.string(from: modified) }
        return response
    }

    private func entityTag(_ status: FileStatus, size: Int64) -> EntityTag {
        if let tag = record.entityTag { return tag }
        switch content {
        case .data(let data): return EntityTag(checksumOf: data, size: size)
        case .blob(let blob): return status.entityTag(row: record.rowID ?? 0, length: blob.size)
        }
    }

    /// A file of an archive: stored where both lengths are equal, compressed where it got shorter by that.
    private func unpacked(_ limits: Limits) throws -> Body {
        let (length, size) = (content.length, record.size ?? 0)
        if size == length { return content.body }
        guard size > length else {
            throw SchemeHostError(
                .sourceCorrupt,
                "the SQLite archive holds \(length) bytes of a file that has \(size); it is damaged"
            )
        }
        let isBomb = size > 64 << 20 && size / max(length, 1) >= Int64(limits.expansionRatio)
        guard size <= limits.memberBytes, !isBomb else {
            throw SchemeHostError(
                .tooLarge,
                "\(length) bytes would unpack to \(size), beyond \"memberBytes\" or \"expansionRatio\" of the limits"
            )
        }
        return Body(InflatedSource(compressed: content.body, size: size))
    }
}

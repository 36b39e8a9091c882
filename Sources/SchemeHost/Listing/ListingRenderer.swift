#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Renders a listing as a body: once, for every handler.
enum ListingRenderer {
    /// The forms a listing is offered in, the default first.
    enum Form: String, CaseIterable {
        case html = "text/html; charset=utf-8"
        case json = "application/json"
        case lines = "application/jsonl"

        var mediaType: MediaType { MediaType(rawValue) ?? .octetStream }
    }

    static func body(_ listing: Listing, as form: Form, path: URLPath) -> Body {
        Body(reader: Reader(listing: listing, form: form, title: path.description, hasParent: !path.components.isEmpty))
    }

    private struct Reader: BodyReader, Sendable {
        let listing: Listing
        let form: Form
        let title: String
        let hasParent: Bool
        private var phase = Phase.head
        // Made at the first read, by the one consumer that the body hands this reader to.
        nonisolated(unsafe) private var entries: Listing.AsyncIterator?
        private var isFirst = true

        private enum Phase { case head, entries, done }

        init(listing: Listing, form: Form, title: String, hasParent: Bool) {
            self.listing = listing
            self.form = form
            self.title = title
            self.hasParent = hasParent
        }

        nonisolated(nonsending) mutating func read() async throws -> Data? {
            var text = ""
            if phase == .head {
                entries = listing.makeAsyncIterator()
                phase = .entries
                text += head
            }
            while phase == .entries, text.utf8.count < 32_768 {
                if let entry = try await entries?.next() {
                    text += render(entry)
                    isFirst = false
                } else {
                    text += tail
                    phase = .done
                }
            }
            return text.isEmpty ? nil : Data(text.utf8)
        }

        private var head: String {
            switch form {
            case .html: HTMLListing.head(title: title, hasParent: hasParent)
            case .json: "["
            case .lines: ""
            }
        }

        private var tail: String {
            switch form {
            case .html: HTMLListing.tail
            case .json: isFirst ? "]\n" : "\n]\n"
            case .lines: ""
            }
        }

        private func render(_ entry: ListingEntry) -> String {
            switch form {
            case .html: HTMLListing.row(entry)
            case .json: (isFirst ? "\n  " : ",\n  ") + entry.json.serialized()
            case .lines: entry.json.serialized() + "\n"
            }
        }
    }
}

extension ListingEntry {
    /// The entry as one JSON object: `name`, `kind`, and where known `size`, `modified` (RFC 3339), `type`, `etag`.
    package var json: JSONValue {
        var members: [(String, JSONValue)] = [("name", .string(name)), ("kind", .string(kind.rawValue))]
        if let size { members.append(("size", .number(JSONNumber(size)))) }
        if let modified { members.append(("modified", .string(modified.formatted(.iso8601)))) }
        if let mediaType { members.append(("type", .string(mediaType))) }
        if let entityTag { members.append(("etag", .string(entityTag))) }
        return .object(JSONObject(members))
    }
}

import HTTPTypes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension SchemeResponse {
    /// Sets the media type where there is none, and notes where it comes from: the route's `types`, what the handler
    /// set, the extension, the first bytes, none of these.
    mutating func setMediaType(for request: SchemeRequest) async throws {
        let types = request.routeTypes ?? [:]
        if !types.isEmpty, let type = fileExtension(for: request).flatMap({ types[$0] }) {
            headerFields[.contentType] = type
            typeOrigin = "the route's types"
            return
        }
        if headerFields.contains(.contentType) {
            if typeOrigin == nil { typeOrigin = "the handler" }
        } else if let type = fileExtension(for: request).flatMap({ ExtensionTable.fieldValues[$0] }) {
            headerFields.append(HTTPField(name: .contentType, value: type))
            typeOrigin = name == nil ? "the extension in the path" : "the extension of the file name"
        } else if headerFields.contains(.contentEncoding) {
            // The first bytes are those of the coding.
            set(.octetStream, origin: "nothing: the extension is unknown and the content is encoded")
        } else {
            let prefix = try await peek()
            // A handler that answers HEAD itself shows no content to look at.
            if prefix.isEmpty, request.method == .head, !isEmpty { return }
            if let type = MediaType.sniff(prefix) {
                set(type, origin: "the first bytes of the content")
            } else {
                set(.octetStream, origin: "nothing: extension and content are unknown")
            }
        }
    }

    private mutating func set(_ type: MediaType, origin: String) {
        headerFields[.contentType] = type.description
        typeOrigin = origin
    }

    private func fileExtension(for request: SchemeRequest) -> String? {
        if let name { return MediaType.fileExtension(of: name) }
        let path = request.mappedPath ?? request.urlPath
        return path.hasTrailingSlash ? nil : MediaType.fileExtension(of: path.lastComponent)
    }

    /// Whether the content, not just the body, is known to be empty.
    private var isEmpty: Bool { body.length == 0 && (headerFields[.contentLength] ?? "0") == "0" }

    /// The first bytes, which stay in the body.
    ///
    /// Whoever observes the body does not see this.
    private mutating func peek() async throws -> Data {
        let unobserved = Body(storage: body.storage)
        if body.isReplayable {
            let start = body.length == nil ? unobserved : unobserved.slice(0..<Int64(MediaType.sniffLength))
            var iterator = start.makeAsyncIterator()
            return try await iterator.next() ?? Data()
        }
        var iterator = unobserved.makeAsyncIterator()
        let first = try await iterator.next()
        let restored = Body(length: body.length, reader: RestoredReader(first: first, rest: iterator))
        body = Body(storage: restored.storage, observer: body.observer)
        return first ?? Data()
    }
}

/// A body whose first chunk was taken out, with it back in front.
private struct RestoredReader: BodyReader, Sendable {
    var first: Data?
    // Used by the one consumer that the body hands this reader to.
    nonisolated(unsafe) var rest: Body.AsyncIterator

    nonisolated(nonsending) mutating func read() async throws -> Data? {
        if let first {
            self.first = nil
            return first
        }
        return try await rest.next()
    }
}

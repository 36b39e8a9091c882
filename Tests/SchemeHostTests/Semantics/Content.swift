import HTTPTypes

@testable import SchemeHost

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The ways in which a body can hold the same bytes.
enum Content: CaseIterable {
    /// In memory: seekable.
    case data
    /// Read from the start, as often as wanted: a deflated member.
    case replayable
    /// Read once: a network.
    case oneShot
    /// Read once, without a length.
    case unmeasured

    func body(_ bytes: Data, chunk: Int = 7) -> Body {
        let length = Int64(bytes.count)
        return switch self {
        case .data: Body(bytes)
        case .replayable: Body(ChunkedSource(bytes: bytes, chunk: chunk))
        case .oneShot: Body(length: length, reader: ChunkedReader(rest: bytes, chunk: chunk))
        case .unmeasured: Body(reader: ChunkedReader(rest: bytes, chunk: chunk))
        }
    }
}

private struct ChunkedSource: BodySource {
    let bytes: Data
    let chunk: Int

    var length: Int64? { Int64(bytes.count) }
    var isReplayable: Bool { true }

    func makeReader(range: Range<Int64>?) throws -> any BodyReader { ChunkedReader(rest: bytes, chunk: chunk) }
}

private struct ChunkedReader: BodyReader, Sendable {
    var rest: Data
    let chunk: Int

    nonisolated(nonsending) mutating func read() async throws -> Data? {
        guard !rest.isEmpty else { return nil }
        defer { rest = rest.dropFirst(chunk) }
        return rest.prefix(chunk)
    }
}

/// All that can be seen of a response.
struct Seen: Equatable {
    var status: Int
    var fields: [String: String]
    var bytes: Data
    var typeOrigin: String?

    subscript(name: HTTPField.Name) -> String? { fields[name.canonicalName] }

    init(_ response: SchemeResponse) async throws {
        status = response.status.code
        fields = [:]
        for field in response.headerFields { fields[field.name.canonicalName, default: ""] += field.value }
        bytes = try await response.body.collect(upTo: 1 << 20)
        typeOrigin = response.typeOrigin
    }
}

extension SchemeRequest {
    static func get(
        _ url: String = "x://h/a.txt",
        _ fields: HTTPFields = [:],
        method: HTTPRequest.Method = .get
    ) throws -> SchemeRequest {
        try SchemeRequest(url, method: method, headerFields: fields)
    }
}

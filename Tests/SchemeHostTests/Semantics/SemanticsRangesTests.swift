import HTTPTypes
import Testing

@testable import SchemeHost

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Byte ranges, against slices cut by hand.
@Suite struct SemanticsRangesTests {
    private static let bytes = Data("0123456789a".utf8)

    private func see(
        _ kind: Content = .data,
        _ fields: HTTPFields,
        response responseFields: HTTPFields = [:],
        method: HTTPRequest.Method = .get
    ) async throws -> Seen {
        let response = SchemeResponse(headerFields: responseFields, body: kind.body(Self.bytes))
        return try await Seen(Semantics.apply(to: response, for: .get("x://h/a.css", fields, method: method)))
    }

    @Test(arguments: [Content.data, .replayable, .oneShot])
    func single(kind: Content) async throws {
        for (set, range, text) in [
            ("0-4", "0-4", "01234"), ("2-", "2-10", "23456789a"), ("-5", "6-10", "6789a"), ("5-1000", "5-10", "56789a"),
            ("0-", "0-10", "0123456789a"), ("-99", "0-10", "0123456789a"), ("10-", "10-10", "a"),
            ("2-3,0-1", "0-3", "0123"),
        ] {
            let seen = try await see(kind, [.range: "bytes=" + set], response: [.eTag: "\"e\""])
            #expect(seen.status == 206)
            #expect(seen[.contentRange] == "bytes \(range)/11")
            #expect(seen[.contentLength] == String(text.utf8.count))
            #expect(seen[.contentType] == "text/css; charset=utf-8")
            #expect(seen[.acceptRanges] == "bytes")
            #expect(seen[.eTag] == "\"e\"")
            #expect(seen.bytes == Data(text.utf8))
        }
    }

    @Test(arguments: [Content.data, .replayable, .oneShot])
    func unsatisfiable(kind: Content) async throws {
        for set in ["11-", "99-100", "-0", "99999999999999999999-"] {
            let seen = try await see(kind, [.range: "bytes=" + set], response: [.eTag: "\"e\""])
            #expect(seen.status == 416)
            #expect(seen[.contentRange] == "bytes */11")
            #expect(seen[.contentType] == "application/problem+json")
            #expect(seen[.contentLength] == String(seen.bytes.count))
            #expect(seen[.eTag] == nil)
        }
    }

    @Test(arguments: ["bytes=4-2", "items=0-4", "bytes=a", "bytes=0-,0-", "bytes=0-4, bytes=5-6"])
    func ignored(value: String) async throws {
        let seen = try await see(.data, [.range: value])
        #expect(seen.status == 200)
        #expect(seen.bytes == Self.bytes)
    }

    @Test func ifRange() async throws {
        let date = "Sun, 06 Nov 1994 08:49:37 GMT"
        let current: HTTPFields = [.eTag: "\"e\"", .lastModified: date]
        for (value, status) in [("\"e\"", 206), (date, 206), ("W/\"e\"", 200), ("\"f\"", 200), ("nonsense", 200)] {
            let seen = try await see(.data, [.range: "bytes=0-4", .ifRange: value], response: current)
            #expect(seen.status == status)
            // What is not to be honoured is not to be refused either.
            let beyond = try await see(.data, [.range: "bytes=99-", .ifRange: value], response: current)
            #expect(beyond.status == (status == 206 ? 416 : 200))
        }
    }

    @Test func whereRangesDoNotCount() async throws {
        let fields: HTTPFields = [.range: "bytes=0-4"]
        #expect(try await see(.unmeasured, fields).status == 200)
        #expect(try await see(.unmeasured, fields)[.acceptRanges] == nil)
        #expect(try await see(.data, fields, response: [.acceptRanges: "none"]).bytes == Self.bytes)
        #expect(try await see(.data, fields, response: [.contentRange: "bytes 0-10/11"]).bytes == Self.bytes)
        let head = try await see(.data, fields, method: .head)
        #expect(head.status == 200)
        #expect(head[.contentLength] == "11")
        #expect(try await see(.data, fields, response: [.acceptRanges: "bytes"]).status == 206)
        #expect(try await see(.data, fields, response: [.contentEncoding: "gzip"]).bytes == Self.bytes.prefix(5))
    }

    @Test func emptyContent() async throws {
        for (set, status) in [("0-", 416), ("-1", 200), ("-0", 416)] {
            let request = try SchemeRequest.get("x://h/a.css", [.range: "bytes=" + set])
            let seen = try await Seen(Semantics.apply(to: SchemeResponse(), for: request))
            #expect(seen.status == status)
            #expect(seen[.contentRange] == (status == 416 ? "bytes */0" : nil))
        }
    }

    @Test func multipart() async throws {
        let seen = try await see(.data, [.range: "bytes=-2,0-0"], response: [.eTag: "\"e\""])
        let boundary = try #require(seen[.contentType]?.split(separator: "=").last)
        let text = [
            "--\(boundary)", "Content-Type: text/css; charset=utf-8", "Content-Range: bytes 9-10/11", "", "9a",
            "--\(boundary)", "Content-Type: text/css; charset=utf-8", "Content-Range: bytes 0-0/11", "", "0",
            "--\(boundary)--", "",
        ].joined(separator: "\r\n")
        #expect(String(decoding: seen.bytes, as: UTF8.self) == text)
        #expect(seen.status == 206)
        #expect(seen[.contentRange] == nil)
        #expect(seen[.contentLength] == String(text.utf8.count))
        #expect(seen[.contentType] == "multipart/byteranges; boundary=\(boundary)")
        #expect(boundary.utf8.count == 32)

        let again = try await see(.data, [.range: "bytes=-2,0-0"], response: [.eTag: "\"e\""])
        #expect(again == seen)
        let other = try await see(.data, [.range: "bytes=-2,0-0"], response: [.eTag: "\"f\""])
        #expect(other[.contentType] != seen[.contentType])
    }

    @Test func randomRanges() async throws {
        var random = SplitMix(state: 42)
        for _ in 0..<600 {
            let length = Int64.random(in: 1...80, using: &random)
            let bytes = Data((0..<length).map { UInt8(truncatingIfNeeded: $0) })
            let specs = (0..<Int.random(in: 1...5, using: &random)).map { _ in Spec(length: length, using: &random) }
            let expected = Expectation(specs, length: Int(length))
            let request = try SchemeRequest.get(
                "x://h/a.bin",
                [.range: "bytes=" + specs.map(\.text).joined(separator: ",")]
            )
            for kind in [Content.data, .replayable, .oneShot] {
                let chunk = Int.random(in: 1...90, using: &random)
                let make = {
                    SchemeResponse(headerFields: [.eTag: "\"e\""], body: kind.body(bytes, chunk: chunk))
                }
                let once = try await Semantics.apply(to: make(), for: request)
                let seen = try await Seen(once)
                #expect(seen[.contentLength] == String(seen.bytes.count))
                #expect(try parts(seen, bytes) == expected.parts(kind), "\(specs) of \(length)")
                let twice = try await Semantics.apply(to: Semantics.apply(to: make(), for: request), for: request)
                #expect(try await Seen(twice) == seen)
            }
        }
    }

    @Test func applyingTwiceChangesNothing() async throws {
        let requests: [HTTPFields] = [
            [:], [.range: "bytes=0-1"], [.range: "bytes=0-1,4-5"], [.range: "bytes=99-"], [.ifNoneMatch: "\"e\""],
            [.ifMatch: "\"f\""], [.ifNoneMatch: "\"f\"", .range: "bytes=2-3"],
        ]
        let responses: [HTTPFields] = [
            [:], [.eTag: "\"e\""], [.acceptRanges: "none"], [.contentEncoding: "gzip"], [.contentLength: "3"],
            [.contentType: "a/b"],
        ]
        for (kind, request, fields) in Content.allCases.flatMap({ kind in
            requests.flatMap { request in responses.map { (kind, request, $0) } }
        }) {
            for (method, status, url) in [
                (HTTPRequest.Method.get, 200, "x://h/a.css"), (.head, 200, "x://h/a.css"), (.get, 200, "x://h/a"),
                (.head, 200, "x://h/a"), (.post, 200, "x://h/a"), (.get, 404, "x://h/a"), (.head, 404, "x://h/a"),
                (.get, 204, "x://h/a"),
            ] {
                let request = try SchemeRequest.get(url, request, method: method)
                let make = {
                    SchemeResponse(status: .init(code: status), headerFields: fields, body: kind.body(Self.bytes))
                }
                let once = try await Semantics.apply(to: make(), for: request)
                let twice = try await Semantics.apply(to: Semantics.apply(to: make(), for: request), for: request)
                #expect(try await Seen(once) == Seen(twice), "\(kind) \(method) \(status) \(request.headerFields)")
            }
        }
    }

    /// The ranges and bytes that a response holds; nil for its whole body, none for 416.
    private func parts(_ seen: Seen, _ bytes: Data) throws -> [Part]? {
        switch seen.status {
        case 200:
            #expect(seen.bytes == bytes)
            return nil
        case 416:
            #expect(seen[.contentRange] == "bytes */\(bytes.count)")
            return []
        default: break
        }
        if let value = seen[.contentRange] { return [Part(field: value, bytes: seen.bytes)] }
        let boundary = try #require(seen[.contentType]?.split(separator: "=").last)
        let delimiter = "\r\n--" + boundary
        // Latin-1, so that every byte is a scalar and none is lost.
        let text = "\r\n" + String(String.UnicodeScalarView(seen.bytes.map { UnicodeScalar($0) }))
        let pieces = text.split(separator: delimiter, omittingEmptySubsequences: false)
        #expect(pieces.first == "" && pieces.last == "--\r\n")
        return try pieces.dropFirst().dropLast().map { piece in
            let end = try #require(piece.firstRange(of: "\r\n\r\n"))
            let fields = piece[..<end.lowerBound].split(separator: "\r\n")
            #expect(fields.first == "Content-Type: application/octet-stream")
            let range = try #require(fields.last).dropFirst("Content-Range: ".count)
            let content = Data(piece[end.upperBound...].unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
            return Part(field: String(range), bytes: content)
        }
    }
}

/// What the field says, and what came with it.
private struct Part: Equatable {
    var field: String
    var bytes: Data
}

/// A range as it is asked for, and the offsets that it means.
private struct Spec: CustomStringConvertible {
    let text: String
    let contains: (_ offset: Int, _ length: Int) -> Bool

    var description: String { text }

    init(length: Int64, using random: inout SplitMix) {
        let first = Int.random(in: 0...(Int(length) + 3), using: &random)
        let last = first + Int.random(in: 0...(Int(length) / 3 + 1), using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0:
            text = "\(first)-"
            contains = { offset, _ in offset >= first }
        case 1:
            let count = Int.random(in: 0...(Int(length) / 4 + 2), using: &random)
            text = "-\(count)"
            contains = { offset, length in offset >= length - count }
        default:
            text = "\(first)-\(last)"
            contains = { offset, _ in (first...last).contains(offset) }
        }
    }
}

/// The answer worked out byte by byte.
private struct Expectation {
    /// nil where the ranges ask for more than there is.
    private let runs: [(place: Int, offsets: Range<Int>)]?
    private let length: Int

    init(_ specs: [Spec], length: Int) {
        self.length = length
        let asked = specs.map { spec in (0..<length).filter { spec.contains($0, length) } }
        guard asked.reduce(0, { $0 + $1.count }) <= length else {
            runs = nil
            return
        }
        var runs: [(place: Int, offsets: Range<Int>)] = []
        for offset in 0..<length {
            guard let place = asked.firstIndex(where: { $0.contains(offset) }) else { continue }
            if let last = runs.last, last.offsets.upperBound == offset {
                runs[runs.count - 1] = (min(last.place, place), last.offsets.lowerBound..<(offset + 1))
            } else {
                runs.append((place, offset..<(offset + 1)))
            }
        }
        self.runs = runs
    }

    func parts(_ kind: Content) -> [Part]? {
        // A body that cannot seek gives its parts as they come.
        let ordered = kind == .data ? runs?.sorted { $0.place < $1.place } : runs
        return ordered?.map { run in
            let field = "bytes \(run.offsets.lowerBound)-\(run.offsets.upperBound - 1)/\(length)"
            return Part(field: field, bytes: Data(run.offsets.map { UInt8(truncatingIfNeeded: $0) }))
        }
    }
}

private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

import HTTPTypes
import SchemeHost

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A request as JSON, without its secrets.
enum Echo {
    /// The bytes of a request's body that are shown.
    static let shownBytes = 1 << 20

    /// Describes a request, whose body is read to its end.
    /// - Throws: What reading the body throws.
    static func document(of request: SchemeRequest) async throws -> JSONValue {
        let captures = request.captures.names.map { name in
            (name, JSONValue.string(Secrets.shown(request.captures[name] ?? "", of: name)))
        }
        let members: [(String, JSONValue)] = [
            ("method", .string(request.method.rawValue)),
            ("url", .string(Secrets.redacted(request.url))),
            ("path", (try? request.path).map { .array($0.components.map(JSONValue.string)) } ?? .null),
            ("captures", .object(JSONObject(captures))),
            ("query", .array(request.url.queryItems.map { pair($0.name, $0.value) })),
            ("fields", .array(request.headerFields.map { pair($0.name.rawName, $0.value) })),
            ("body", try await content(of: request.body)),
        ]
        return .object(JSONObject(members))
    }

    private static func pair(_ name: String, _ value: String) -> JSONValue {
        ["name": .string(name), "value": .string(Secrets.shown(value, of: name))]
    }

    private static func content(of body: Body?) async throws -> JSONValue {
        guard let body else { return .null }
        var shown = Data()
        var length: Int64 = 0
        for try await chunk in body {
            length += Int64(chunk.count)
            shown += chunk.prefix(shownBytes - shown.count)
        }
        var members: JSONObject = ["length": .number(JSONNumber(length))]
        let isCut = length > shown.count
        if isCut { members["truncated"] = true }
        if let text = text(shown, isCut: isCut) {
            members["text"] = .string(text)
        } else {
            members["base64"] = .string(shown.base64EncodedString())
        }
        return .object(members)
    }

    /// The bytes as UTF-8, without the part of a character where they were cut off.
    private static func text(_ data: Data, isCut: Bool) -> String? {
        for missing in 0...(isCut ? 3 : 0) where missing <= data.count {
            if let text = String(validating: data.dropLast(missing), as: UTF8.self) { return text }
        }
        return nil
    }
}

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What the body of a request must be. It is read only where everything else of a route matches, and stays readable.
///
/// A body of more than 1 MiB never matches; a request without one has an empty body.
public struct BodyMatcher: Sendable, CustomStringConvertible {
    /// The matcher in words, to stand behind "body".
    public let description: String
    let matches: @Sendable (BufferedBody) -> Bool

    private init(_ description: String, matches: @escaping @Sendable (BufferedBody) -> Bool) {
        self.description = description
        self.matches = matches
    }

    /// A body that a function accepts.
    /// - Parameters:
    ///   - description: What it accepts, in words.
    ///   - accepts: Is given all bytes of the body.
    public static func custom(_ description: String, accepts: @escaping @Sendable (Data) -> Bool) -> BodyMatcher {
        BodyMatcher(description) { $0.data.map(accepts) ?? false }
    }

    /// A body whose text, as UTF-8, matches.
    public static func text(_ pattern: ValuePattern) -> BodyMatcher {
        BodyMatcher("text \(pattern)") { $0.text.map(pattern.matches) ?? false }
    }

    /// A form (`application/x-www-form-urlencoded`) whose fields match; further fields may be there.
    public static func form(_ fields: [String: ValuePattern]) -> BodyMatcher {
        let words = fields.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        return BodyMatcher("form with " + words.joined(separator: ", ")) { body in
            guard let text = body.text else { return false }
            let items = SchemeURL.formItems(text)
            return fields.allSatisfy { name, pattern in
                pattern.matches(any: items.lazy.filter { $0.name == name }.map(\.value))
            }
        }
    }

    /// A JSON body that has all of a value: see ``JSONValue/contains(_:)``.
    public static func json(_ value: JSONValue) -> BodyMatcher {
        BodyMatcher("JSON with \(value)") { $0.json?.contains(value) ?? false }
    }
}

extension JSONValue {
    /// Whether this has all of another value: objects may have further members, at every level; lists have as many
    /// elements, each of which has all of its counterpart; everything else is equal.
    public func contains(_ part: JSONValue) -> Bool {
        switch (self, part) {
        case (.object(let members), .object(let wanted)):
            wanted.allSatisfy { key, value in members[key]?.contains(value) ?? false }
        case (.array(let elements), .array(let wanted)):
            elements.count == wanted.count && zip(elements, wanted).allSatisfy { $0.contains($1) }
        default: self == part
        }
    }
}

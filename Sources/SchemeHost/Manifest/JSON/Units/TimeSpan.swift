/// A length of time, written with a unit: `"500ms"`, `"1.5s"`, `"30m"`, `"12h"`, `"7d"`.
public struct TimeSpan: Sendable, Hashable {
    /// The length as a `Duration`, 0 or more.
    public let duration: Duration

    /// Creates a length of time; a negative one counts as 0.
    public init(_ duration: Duration) { self.duration = max(.zero, duration) }

    /// Reads a number and one of `ms s m h d`; seconds may have a fraction of up to nine digits.
    ///
    /// - Throws: ``SchemeHostError`` that says how to write it.
    public init(parsing text: String) throws(SchemeHostError) {
        let number = text.prefix { $0.isASCII && $0.isWholeNumber || $0 == "." }
        let parts = number.split(separator: ".", omittingEmptySubsequences: false)
        let unit = text[number.endIndex...]
        guard let whole = parts.first, !whole.isEmpty,
            let (name, milliseconds) = Self.units.first(where: { $0.name == unit }),
            parts.count == 1 || (parts.count == 2 && name == "s" && (1...9).contains(parts[1].count))
        else {
            let example = !parts[0].isEmpty && unit.isEmpty && parts.count == 1 ? "\(number)s" : "30s"
            let message = """
                \(Suggestion.quoted(text)) is not a length of time; write it like \(Suggestion.quoted(example)) \
                (units: \(Self.units.map(\.name).joined(separator: ", ")))
                """
            throw SchemeHostError(.invalidConfiguration, message)
        }
        let fraction = parts.count == 2 ? parts[1] + String(repeating: "0", count: 9 - parts[1].count) : "0"
        // A century bounds what any timer or header field has to carry.
        guard let count = Int64(whole), count <= Self.limit / milliseconds, let nanoseconds = Int64(fraction) else {
            throw SchemeHostError(.invalidConfiguration, "\(Suggestion.quoted(text)) is longer than 100 years")
        }
        duration = .milliseconds(count * milliseconds) + .nanoseconds(nanoseconds)
    }

    private static let units: [(name: String, milliseconds: Int64)] = [
        ("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000),
    ]
    private static let limit: Int64 = 36_525 * 86_400_000
}

extension TimeSpan: Comparable {
    /// Orders lengths of time.
    public static func < (left: TimeSpan, right: TimeSpan) -> Bool { left.duration < right.duration }
}

extension TimeSpan: Decodable, SchemaDescribable {
    /// Reads a length of time from a string with a unit.
    ///
    /// - Throws: An error that says how to write it.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(JSONValue.self).number {
            try self.init(parsing: number.text)
        } else {
            try self.init(parsing: container.decode(String.self))
        }
    }

    /// A string with a unit.
    public static var schema: Schema {
        .string(pattern: #"^([0-9]+(ms|s|m|h|d)|[0-9]+\.[0-9]{1,9}s)$"#).examples(["30s"])
    }
}

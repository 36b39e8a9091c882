/// A size in bytes, written with a binary unit: `"64MiB"`, `"8GiB"`, or as a plain number of bytes.
public struct ByteCount: Sendable, Hashable {
    /// The number of bytes, 0 or more.
    public let bytes: Int64

    /// Creates a size; a negative number counts as 0.
    public init(_ bytes: Int64) { self.bytes = max(0, bytes) }

    /// Reads a size: digits and one of `B KiB MiB GiB TiB`, or digits alone for bytes.
    ///
    /// - Throws: ``SchemeHostError`` that says how to write it.
    public init(parsing text: String) throws(SchemeHostError) {
        let digits = text.prefix { $0.isASCII && $0.isWholeNumber }
        let unit = text[digits.endIndex...]
        guard !digits.isEmpty, let factor = unit.isEmpty ? 1 : Self.units.first(where: { $0.name == unit })?.bytes
        else {
            let letter = unit.drop { $0 == " " }.first?.uppercased()
            let near = Self.units.first { $0.name.first.map(String.init) == letter }
            let example = digits.isEmpty ? "64MiB" : near.map { "\(digits)\($0.name)" } ?? "64MiB"
            let message = "\(Suggestion.quoted(text)) is not a size; write it like \(Suggestion.quoted(example))"
            throw SchemeHostError(.invalidConfiguration, message)
        }
        guard let count = Int64(digits), case let (bytes, overflow) = count.multipliedReportingOverflow(by: factor),
            !overflow
        else {
            throw SchemeHostError(.invalidConfiguration, "\(Suggestion.quoted(text)) is too large")
        }
        self.bytes = bytes
    }

    private static let units: [(name: String, bytes: Int64)] = [
        ("B", 1), ("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30), ("TiB", 1 << 40),
    ]
}

extension ByteCount: CustomStringConvertible {
    /// The size in the largest unit that leaves a whole number: `64MiB`.
    public var description: String {
        let unit = Self.units.last { bytes % $0.bytes == 0 && bytes >= $0.bytes } ?? Self.units[0]
        return "\(bytes / unit.bytes)\(unit.name)"
    }
}

extension ByteCount: Comparable, ExpressibleByIntegerLiteral {
    /// Orders sizes.
    public static func < (left: ByteCount, right: ByteCount) -> Bool { left.bytes < right.bytes }

    /// Creates a size from a number of bytes.
    public init(integerLiteral bytes: Int64) { self.init(bytes) }
}

extension ByteCount: Decodable, SchemaDescribable {
    /// Reads a size from a string with a unit or a whole number of bytes.
    ///
    /// - Throws: An error that says how to write it.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            try self.init(parsing: text)
        } else {
            self.init(Int64(clamping: try container.decode(UInt64.self)))
        }
    }

    /// A string with a unit, or a number of bytes.
    public static var schema: Schema {
        .anyOf([.string(pattern: "^[0-9]+(B|KiB|MiB|GiB|TiB)?$"), .integer(minimum: 0)]).examples(["64MiB"])
    }
}

/// The value of a `Content-Range` field in bytes (RFC 9110, section 14.4).
public struct ContentRange: Sendable, Hashable, CustomStringConvertible {
    /// The bytes that are sent; nil where the range asked for was not satisfiable (`bytes */1234`).
    public let range: Range<Int64>?
    /// The length of the whole representation in bytes, where it is known.
    public let length: Int64?

    /// The part of a representation that is sent.
    /// - Parameters:
    ///   - range: Offsets in bytes; not empty.
    ///   - length: The length of the whole, where it is known.
    public init(_ range: Range<Int64>, of length: Int64?) {
        self.range = range
        self.length = length
    }

    /// The answer to ranges that a representation of this length cannot give.
    public init(unsatisfiedOf length: Int64) {
        range = nil
        self.length = length
    }

    /// Reads a field value, strictly.
    /// - Returns: nil for another unit, a syntax error, numbers over 64 bits, or a range that is not within its length.
    public init?(_ fieldValue: String) {
        var scanner = FieldScanner(fieldValue)
        guard scanner.token()?.lowercased() == "bytes", scanner.skip(" ") else { return nil }
        if scanner.skip("*/") {
            guard let length = scanner.clampedNumber(), length < .max, scanner.isAtEnd else { return nil }
            self.init(unsatisfiedOf: length)
            return
        }
        guard let first = scanner.clampedNumber(), scanner.skip("-"), let last = scanner.clampedNumber(),
            first <= last, last < .max, scanner.skip("/")
        else { return nil }
        let length = scanner.skip("*") ? nil : scanner.clampedNumber() ?? 0
        guard last < length ?? .max, scanner.isAtEnd else { return nil }
        self.init(first..<(last + 1), of: length)
    }

    /// The field value.
    public var description: String {
        let whole = length.map { String($0) } ?? "*"
        guard let range else { return "bytes */\(whole)" }
        return "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(whole)"
    }
}

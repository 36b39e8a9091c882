/// A JSON number, exactly as it was written (RFC 8259, section 6).
///
/// Numbers are equal when their values are, however they are written: `1`, `1.0` and `10e-1`.
public struct JSONNumber: Sendable, CustomStringConvertible {
    /// The number's text.
    public let text: String

    /// Creates a number from its text, or `nil` if that is not a JSON number.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard let end = try? JSONParser.endOfNumber(in: bytes, from: 0), end == bytes.count else { return nil }
        self.text = text
    }

    /// Creates a number from an integer.
    public init(_ integer: some BinaryInteger) { text = String(integer) }

    /// Creates a number from a floating-point value, or `nil` for infinities and NaN, which JSON does not have.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        text = String(value)
    }

    init(validated text: String) { self.text = text }

    /// The nearest `Double`, or `nil` if the number is too large for one.
    public var double: Double? {
        guard let value = Double(text), value.isFinite else { return nil }
        return value
    }

    /// Whether the value is whole: `1e3` and `2.0` are, `2.5` is not.
    public var isWhole: Bool { Int64(text) != nil || decimal.exponent >= 0 }

    /// The value as an integer, or `nil` if it is not whole or does not fit.
    public func integer<T: FixedWidthInteger>(as type: T.Type = T.self) -> T? {
        if let value = T(text) { return value }
        let decimal = decimal
        guard decimal.exponent >= 0, decimal.exponent < 40, decimal.digits.count < 40 else { return nil }
        if decimal.digits.isEmpty { return 0 }
        let zeros = String(repeating: "0", count: decimal.exponent)
        return T((decimal.isNegative ? "-" : "") + decimal.digits + zeros)
    }

    /// The number's text.
    public var description: String { text }

    var isNegative: Bool { text.utf8.first == UInt8(ascii: "-") }
}

extension JSONNumber: Hashable {
    /// Whether two numbers have the same value.
    public static func == (left: JSONNumber, right: JSONNumber) -> Bool {
        left.text == right.text || left.decimal == right.decimal
    }

    /// Hashes the value.
    public func hash(into hasher: inout Hasher) { hasher.combine(decimal) }

    /// A value as digits without zeros at either end, times a power of ten.
    private struct Decimal: Hashable {
        var isNegative: Bool
        var digits: String
        var exponent: Int
    }

    private var decimal: Decimal {
        let parts = text.utf8.split { $0 | 0x20 == UInt8(ascii: "e") }
        let mantissa = parts[0].drop { $0 == UInt8(ascii: "-") }.split(separator: UInt8(ascii: "."))
        var digits = mantissa.joined().drop { $0 == UInt8(ascii: "0") }
        var exponent = parts.count > 1 ? Self.exponent(parts[1]) : 0
        exponent -= mantissa.count > 1 ? mantissa[1].count : 0
        while digits.last == UInt8(ascii: "0") {
            digits.removeLast()
            exponent += 1
        }
        guard !digits.isEmpty else { return Decimal(isNegative: false, digits: "", exponent: 0) }
        return Decimal(isNegative: isNegative, digits: String(decoding: digits, as: UTF8.self), exponent: exponent)
    }

    /// An exponent that no integer holds counts as the largest: there is no telling such numbers apart.
    private static func exponent(_ text: Substring.UTF8View) -> Int {
        let limit = Int.max / 4
        let value = Int(Substring(text)) ?? (text.first == UInt8(ascii: "-") ? -limit : limit)
        return min(max(value, -limit), limit)
    }
}

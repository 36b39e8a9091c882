/// The value of a `Range` field in bytes (RFC 9110, section 14.1.2), not yet held against a representation.
public struct ByteRanges: Sendable, Hashable {
    /// One range as it was asked for.
    public enum Spec: Sendable, Hashable {
        /// `first-last`: both offsets included.
        case bounded(first: Int64, last: Int64)
        /// `first-`: from an offset to the end.
        case from(Int64)
        /// `-count`: the last bytes.
        case suffix(Int64)
    }

    /// What a representation of a certain length can give.
    public enum Resolution: Sendable, Hashable {
        /// The field is to be ignored: the ranges ask for more bytes than there are, or for the end of nothing.
        case whole
        /// The parts to send, in the order they were asked for; never empty, none overlaps or touches another.
        case ranges([Range<Int64>])
        /// No range lies within the representation.
        case unsatisfiable
    }

    /// The most ranges in one field; one with more is ignored (RFC 9110, section 17.15).
    public static let maximumCount = 64

    /// The ranges in the order of the field; never empty.
    public let specs: [Spec]

    /// Reads a field value.
    ///
    /// A number too large for 64 bits counts as the largest one.
    /// - Returns: nil where the field is to be ignored: another unit than `bytes`, a syntax error, a last position
    ///   before the first one, more than ``maximumCount`` ranges.
    public init?(_ fieldValue: String) {
        var scanner = FieldScanner(fieldValue)
        guard scanner.token()?.lowercased() == "bytes", scanner.skip("=") else { return nil }
        scanner.skipEmptyElements()
        var specs: [Spec] = []
        while !scanner.isAtEnd {
            guard specs.count < Self.maximumCount, let spec = Spec(&scanner), scanner.skipSeparator() else {
                return nil
            }
            specs.append(spec)
        }
        guard !specs.isEmpty else { return nil }
        self.specs = specs
    }

    /// Holds the ranges against a representation.
    ///
    /// Ranges beyond the end are left out. Those that overlap or touch are joined, at the place of the first of them
    /// (RFC 9110, section 15.3.7.2). Where all together ask for more bytes than there are, which is how such fields
    /// are abused, the whole is sent instead. Nothing satisfies a range of an empty representation but a suffix,
    /// which is then the whole.
    /// - Parameter length: The length of the representation in bytes, from 0.
    public func resolve(length: Int64) -> Resolution {
        guard length > 0 else {
            return specs.contains { if case .suffix(1...) = $0 { true } else { false } } ? .whole : .unsatisfiable
        }
        let wanted = specs.compactMap { $0.range(in: length) }
        guard !wanted.isEmpty else { return .unsatisfiable }
        var left = length
        for range in wanted {
            left -= range.upperBound - range.lowerBound
            if left < 0 { return .whole }
        }
        return .ranges(Self.joined(wanted))
    }

    private static func joined(_ wanted: [Range<Int64>]) -> [Range<Int64>] {
        guard wanted.count > 1 else { return wanted }
        var joined: [(place: Int, range: Range<Int64>)] = []
        for (place, range) in wanted.enumerated().sorted(by: { $0.element.lowerBound < $1.element.lowerBound }) {
            if let last = joined.last, range.lowerBound <= last.range.upperBound {
                let end = max(last.range.upperBound, range.upperBound)
                joined[joined.count - 1] = (min(last.place, place), last.range.lowerBound..<end)
            } else {
                joined.append((place, range))
            }
        }
        return joined.sorted { $0.place < $1.place }.map(\.range)
    }
}

extension ByteRanges.Spec {
    init?(_ scanner: inout FieldScanner) {
        if scanner.skip("-") {
            guard let count = scanner.clampedNumber() else { return nil }
            self = .suffix(count)
            return
        }
        guard let first = scanner.clampedNumber(), scanner.skip("-") else { return nil }
        guard let last = scanner.clampedNumber() else {
            self = .from(first)
            return
        }
        guard first <= last else { return nil }
        self = .bounded(first: first, last: last)
    }

    /// The bytes of a representation that is not empty; nil where there are none.
    fileprivate func range(in length: Int64) -> Range<Int64>? {
        let range: Range<Int64>
        switch self {
        case .bounded(let first, let last): range = min(first, length)..<(min(last, length - 1) + 1)
        case .from(let first): range = min(first, length)..<length
        case .suffix(let count): range = (length - min(count, length))..<length
        }
        return range.isEmpty ? nil : range
    }
}

extension FieldScanner {
    /// A decimal number; the largest one where it does not fit.
    mutating func clampedNumber() -> Int64? {
        take(while: \.isASCIIDigit)?.reduce(0) { number, digit in
            let (tens, overflow) = number.multipliedReportingOverflow(by: 10)
            let (sum, carry) = tens.addingReportingOverflow(Int64(digit - UInt8(ascii: "0")))
            return overflow || carry ? .max : sum
        }
    }
}

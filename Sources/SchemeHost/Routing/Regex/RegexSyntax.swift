/// A regular expression as a tree.
indirect enum RegexSyntax {
    case empty
    case scalar(Unicode.Scalar)
    case set(ScalarSet)
    case assertion(RegexAssertion)
    case concatenation([RegexSyntax])
    case alternation([RegexSyntax])
    /// A group with a name; groups without one need no node.
    case capture(Int, RegexSyntax)
    case repetition(RegexSyntax, minimum: Int, maximum: Int?, isLazy: Bool)
}

/// A condition on a place between two characters.
enum RegexAssertion: Sendable, Hashable {
    case start
    case end
    case wordBoundary
    case noWordBoundary

    func holds(between previous: Unicode.Scalar?, and next: Unicode.Scalar?) -> Bool {
        switch self {
        case .start: previous == nil
        case .end: next == nil
        case .wordBoundary: ScalarSet.isWord(previous) != ScalarSet.isWord(next)
        case .noWordBoundary: ScalarSet.isWord(previous) == ScalarSet.isWord(next)
        }
    }
}

/// A set of characters: ranges, or everything outside them.
struct ScalarSet: Sendable, Hashable {
    /// Sorted, without overlaps.
    private(set) var ranges: [ClosedRange<UInt32>]
    let isNegated: Bool

    static let any = ScalarSet([], isNegated: true)
    static let digits = ScalarSet([0x30...0x39])
    static let word = ScalarSet([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
    static let space = ScalarSet([0x09...0x0D, 0x20...0x20])

    init(_ ranges: [ClosedRange<UInt32>], isNegated: Bool = false) {
        self.ranges = []
        self.isNegated = isNegated
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = self.ranges.last, range.lowerBound <= last.upperBound {
                self.ranges[self.ranges.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                self.ranges.append(range)
            }
        }
    }

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < scalar.value { low = middle + 1 } else { high = middle }
        }
        return (low < ranges.count && ranges[low].lowerBound <= scalar.value) != isNegated
    }

    /// Everything outside of the set.
    var inverted: ScalarSet { ScalarSet(ranges, isNegated: !isNegated) }

    /// The set as ranges alone.
    var positiveRanges: [ClosedRange<UInt32>] {
        guard isNegated else { return ranges }
        var gaps: [ClosedRange<UInt32>] = []
        var next: UInt32 = 0
        for range in ranges {
            if range.lowerBound > next { gaps.append(next...(range.lowerBound - 1)) }
            next = range.upperBound + 1
        }
        return next <= 0x10FFFF ? gaps + [next...0x10FFFF] : gaps
    }

    /// Ranges with the other case of the ASCII letters they hold.
    static func foldingCase(_ ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
        let letters: [(ClosedRange<UInt32>, UInt32)] = [(0x41...0x5A, 0x20), (0x61...0x7A, 0 &- 0x20)]
        return ranges
            + letters.flatMap { letters, distance in
                ranges.filter { $0.overlaps(letters) }.map { range in
                    let part = range.clamped(to: letters)
                    return (part.lowerBound &+ distance)...(part.upperBound &+ distance)
                }
            }
    }

    static func isWord(_ scalar: Unicode.Scalar?) -> Bool { scalar.map(word.contains) ?? false }
}

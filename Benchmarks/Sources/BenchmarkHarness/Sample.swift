/// Measured values of one thing, in seconds.
public struct Sample: Sendable {
    private let sorted: [Double]

    /// Creates a sample of at least one value.
    public init(_ values: [Double]) { sorted = values.sorted() }

    /// The value in the middle.
    public var median: Double {
        let middle = sorted.count / 2
        return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }

    /// Median, least and greatest value, each as `format` writes it.
    public func text(_ format: (Double) -> String) -> String {
        "\(format(median)) (\(format(sorted.first ?? 0))–\(format(sorted.last ?? 0)))"
    }
}

/// A time with three significant digits and a fitting unit.
public func time(_ seconds: Double) -> String {
    switch abs(seconds) {
    case ..<1e-6: digits(seconds * 1e9) + " ns"
    case ..<1e-3: digits(seconds * 1e6) + " µs"
    case ..<1: digits(seconds * 1e3) + " ms"
    default: digits(seconds) + " s"
    }
}

/// A ratio with two decimals.
public func ratio(_ value: Double) -> String { decimals(value, 2) + " ×" }

private func digits(_ value: Double) -> String {
    switch abs(value) {
    case ..<9.995: decimals(value, 2)
    case ..<99.95: decimals(value, 1)
    default: decimals(value, 0)
    }
}

private func decimals(_ value: Double, _ count: Int) -> String {
    let scale = [1, 10, 100][count]
    let scaled = Int((value * Double(scale)).rounded())
    guard count > 0 else { return String(scaled) }
    let fraction = String(abs(scaled) % scale)
    let sign = scaled < 0 ? "-" : ""
    return "\(sign)\(abs(scaled) / scale)." + String(repeating: "0", count: count - fraction.count) + fraction
}

public import HTTPTypes

/// The value of an `Accept` field: the media types that a client takes, and how gladly (RFC 9110, section 12.5.1).
public struct AcceptField: Sendable, Hashable {
    private struct Preference: Sendable, Hashable {
        var range: MediaType
        /// The weight in thousandths.
        var quality: Int

        /// How closely the range names a type: by its parameters 3, its essence 2, `type/*` 1, `*/*` 0; nil where
        /// it does not.
        func specificity(for type: MediaType) -> Int? {
            if range.essence == "*/*" { return 0 }
            if range.subtype == "*" { return range.type == type.type ? 1 : nil }
            guard range.essence == type.essence else { return nil }
            if range.parameters.isEmpty { return 2 }
            let agrees = range.parameters.allSatisfy { wanted in
                type[parameter: wanted.name]?.lowercased() == wanted.value.lowercased()
            }
            return agrees ? 3 : nil
        }
    }

    private let preferences: [Preference]

    /// Reads a field value.
    ///
    /// Malformed elements are skipped. No field, and one without any element, take everything.
    public init(_ fieldValue: String?) {
        var preferences: [Preference] = []
        var scanner = FieldScanner(fieldValue ?? "")
        scanner.skipEmptyElements()
        while !scanner.isAtEnd {
            if let range = MediaType(&scanner), scanner.skipSeparator() {
                if let preference = Self.preference(range) { preferences.append(preference) }
            } else {
                scanner.skipElement()
                scanner.skipEmptyElements()
            }
        }
        self.preferences = preferences.isEmpty ? [Preference(range: Self.anything, quality: 1000)] : preferences
    }

    /// Reads the `Accept` field of a request.
    public init(_ fields: HTTPFields) { self.init(fields[.accept]) }

    /// Whether the field names a type itself, not by a wildcard, and does not refuse it.
    /// - Parameter essence: Type and subtype, lowercased.
    public func names(_ essence: String) -> Bool {
        preferences.contains { $0.range.essence == essence && $0.quality > 0 }
    }

    /// How gladly the client takes a type: thousandths, 0 (not at all) to 1000.
    public func quality(of type: MediaType) -> Int { match(type).quality }

    /// The type that the client likes best.
    ///
    /// Of types with the same weight the one that the field names more closely wins, then the earlier one.
    /// - Parameter offers: The types there are, the server's favourite first.
    /// - Returns: nil where the client takes none of them.
    public func preferred(among offers: [MediaType]) -> MediaType? {
        var best: (type: MediaType, match: (quality: Int, specificity: Int))?
        for offer in offers {
            let match = match(offer)
            if match.quality > 0, best.map({ $0.match < match }) ?? true { best = (offer, match) }
        }
        return best?.type
    }

    /// The weight of the most specific range that names the type.
    private func match(_ type: MediaType) -> (quality: Int, specificity: Int) {
        var best = (quality: 0, specificity: -1)
        for preference in preferences {
            guard let specificity = preference.specificity(for: type), specificity > best.specificity else { continue }
            best = (preference.quality, specificity)
        }
        return best
    }

    private static let anything = MediaType(essence: "*/*", parameters: [])

    private static func preference(_ range: MediaType) -> Preference? {
        // What follows the weight is an extension that nobody uses.
        let parameters = range.parameters.prefix { $0.name != "q" }
        let quality = range[parameter: "q"].map { thousandths($0) } ?? 1000
        return quality.map {
            Preference(range: MediaType(essence: range.essence, parameters: Array(parameters)), quality: $0)
        }
    }

    /// qvalue (RFC 9110, section 12.4.2).
    private static func thousandths(_ text: String) -> Int? {
        var scanner = FieldScanner(text)
        guard let whole = scanner.take(while: \.isASCIIDigit), whole.count == 1 else { return nil }
        var digits = whole
        if scanner.skip(".") { digits += scanner.take(while: \.isASCIIDigit) ?? [] }
        guard scanner.isAtEnd, digits.count <= 4 else { return nil }
        while digits.count < 4 { digits.append(UInt8(ascii: "0")) }
        let value = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        return value <= 1000 ? value : nil
    }
}

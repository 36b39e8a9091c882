/// What is wrong with the value at a byte offset.
struct NodeError: Error {
    var offset: Int
    var message: String

    init(offset: Int, message: String) {
        self.offset = offset
        self.message = message
    }

    init(expected: String, at node: JSONNode) {
        self.init(offset: node.offset, message: "\(expected) was expected, not \(node.kind)")
    }

    /// Puts an error that a type's `init(from:)` threw in our words and at its place.
    init<T>(_ error: any Error, type: T.Type, node: JSONNode, path: [any CodingKey]) {
        switch error {
        case let error as NodeError: self = error
        case let error as DecodingError:
            let (context, text) = Self.parts(of: error)
            let place = node.descendant(context.codingPath.dropFirst(path.count))
            self.init(
                offset: place.offset,
                message: Self.enumMessage(type, node: node) ?? Self.rewritten(text, at: place)
            )
        default: self.init(offset: node.offset, message: String(describing: error))
        }
    }

    private static func parts(of error: DecodingError) -> (DecodingError.Context, String) {
        switch error {
        case .keyNotFound(let key, let context): (context, missing(key.stringValue))
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            (context, context.debugDescription)
        @unknown default:
            (DecodingError.Context(codingPath: [], debugDescription: ""), String(describing: error))
        }
    }

    static func missing(_ key: String) -> String { "the key \(Suggestion.quoted(key)) is missing" }

    /// `"hgh" is not one of: low, high (did you mean "high"?)`, if the type is an enumeration without that raw value.
    private static func enumMessage<T>(_ type: T.Type, node: JSONNode) -> String? {
        guard let cases = EnumCases.values(of: type) else { return nil }
        let value = node.value
        guard value.string != nil || value.number != nil, !cases.contains(value) else { return nil }
        let names = cases.map { $0.string ?? $0.serialized() }
        let guess = value.string.flatMap { Suggestion.nearest($0, in: names) }
        let hint = guess.map { " (did you mean \(Suggestion.quoted($0))?)" } ?? ""
        return "\(value) is not one of: \(Suggestion.list(names))\(hint)"
    }

    /// Replaces the standard library's texts, which name Swift types.
    private static func rewritten(_ text: String, at node: JSONNode) -> String {
        if text.hasPrefix("Cannot initialize "), text.contains(" from invalid ") {
            return "\(node.value) is not one of the values allowed here"
        }
        if text.hasPrefix("Invalid number of keys found") { return "an object with exactly one key was expected" }
        return text
    }
}

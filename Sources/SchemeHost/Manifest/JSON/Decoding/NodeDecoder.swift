/// Decodes one value of a document.
///
/// A type that wants the value as written, or its position, asks `(decoder as? NodeDecoder)?.node`.
package final class NodeDecoder: Decoder {
    /// The keys and indexes from the value where decoding began.
    package let codingPath: [any CodingKey]
    let session: DecodingSession
    private let content: JSONNode

    private var askedKeys: Set<String> = []
    private var access = Access.none
    /// Keys that the type was shown through `allKeys` and that its `CodingKey` does not have.
    private var unconverted: [JSONNode.Member] = []
    private var nested: [NodeDecoder] = []

    /// How the type looked at the value last.
    private enum Access { case none, keyed, other }

    init(_ node: JSONNode, path: [any CodingKey], session: DecodingSession) {
        content = node
        codingPath = path
        self.session = session
    }

    /// The value as written; a type that reads it is trusted to look at all of it.
    package var node: JSONNode {
        access = .other
        return content
    }

    /// The document that the value is part of.
    package var document: JSONDocument { session.document }

    /// What the caller of the decoder passed on.
    package var userInfo: [CodingUserInfoKey: Any] { session.userInfo }

    /// The members by name.
    package func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard let members = content.members else { throw NodeError(expected: "an object", at: content) }
        access = .keyed
        return KeyedDecodingContainer(KeyedNodes<Key>(self, members: members))
    }

    /// The elements in order.
    package func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard let elements = content.elements else { throw NodeError(expected: "a list", at: content) }
        access = .other
        return UnkeyedNodes(self, elements: elements)
    }

    /// The value itself.
    package func singleValueContainer() throws -> any SingleValueDecodingContainer {
        access = .other
        return SingleNode(decoder: self, value: content)
    }

    /// Reports what works, but probably not as it was meant to.
    package func warn(_ message: String) { session.report(.lint, .warning, at: content.offset, message) }

    /// Whether the value is a list.
    package var isList: Bool { content.elements != nil }

    /// The members of the value, without vouching for them; nil if it is not an object.
    package var members: [JSONNode.Member]? { content.members }

    /// The byte offset of the value.
    package var offset: Int { content.offset }

    func asked(for key: String) { askedKeys.insert(key) }

    func didNotConvert(_ members: [JSONNode.Member]) { unconverted = members }

    /// A decoder for a container that the type takes apart by itself.
    func nestedDecoder(_ node: JSONNode, _ key: any CodingKey) -> NodeDecoder {
        let decoder = NodeDecoder(node, path: codingPath + [key], session: session)
        nested.append(decoder)
        return decoder
    }
}

extension NodeDecoder {
    /// Reports the keys that nobody asked for.
    func reportUnknownKeys() throws(NodeError) {
        for decoder in nested { try decoder.reportUnknownKeys() }
        // A type without properties has an `init(from:)` that looks at nothing.
        guard access != .other else { return }
        guard let members = content.members else { throw NodeError(expected: "an object", at: content) }
        for member in members where !askedKeys.contains(member.key) && !Self.isAlwaysAllowed(member.key) {
            let hint = Suggestion.hint(for: member.key, known: Array(askedKeys))
            let message = "unknown key \(Suggestion.quoted(member.key))\(hint)"
            session.report(.unknownKey, at: member.keyOffset, message)
        }
    }

    /// Reports the keys that made an enumeration with payloads fail, which it is silent about.
    func reportUnconvertedKeys() -> Bool {
        let unknown = unconverted.filter { !Self.isAlwaysAllowed($0.key) }
        for member in unknown {
            session.report(.unknownKey, at: member.keyOffset, "unknown key \(Suggestion.quoted(member.key))")
        }
        return !unknown.isEmpty
    }

    /// Whether a key is a comment, which every object may have.
    package static func isAlwaysAllowed(_ key: String) -> Bool { key == "description" || key.hasPrefix("x-") }
}

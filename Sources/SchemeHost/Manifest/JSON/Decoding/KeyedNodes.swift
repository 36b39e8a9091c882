/// The members of an object, for a type that asks for them by name.
struct KeyedNodes<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let decoder: NodeDecoder
    private let members: [JSONNode.Member]
    private let values: [String: JSONNode]

    init(_ decoder: NodeDecoder, members: [JSONNode.Member]) {
        self.decoder = decoder
        self.members = members
        values = Dictionary(members.lazy.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    }

    var codingPath: [any CodingKey] { decoder.codingPath }

    var allKeys: [Key] {
        var keys: [Key] = []
        var unconverted: [JSONNode.Member] = []
        for member in members {
            if let key = Key(stringValue: member.key) {
                decoder.asked(for: member.key)
                keys.append(key)
            } else {
                unconverted.append(member)
            }
        }
        decoder.didNotConvert(unconverted)
        return keys
    }

    func contains(_ key: Key) -> Bool { node(key) != nil }

    func decodeNil(forKey key: Key) throws -> Bool { node(key)?.isNull ?? true }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        guard let node = node(key) else {
            decoder.session.report(at: decoder.offset, NodeError.missing(key.stringValue))
            return try decoder.session.standIn(for: type)
        }
        return try decoder.session.decodeOrStandIn(type, from: node, path: codingPath + [key])
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        guard let node = node(key), !node.isNull else { return nil }
        do {
            return try decoder.session.decode(type, from: node, path: codingPath + [key])
        } catch {
            decoder.session.report(error, at: node)
            return nil
        }
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try nestedDecoder(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try nestedDecoder(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { decoder }

    func superDecoder(forKey key: Key) throws -> any Decoder { try nestedDecoder(key) }

    private func node(_ key: Key) -> JSONNode? {
        decoder.asked(for: key.stringValue)
        return values[key.stringValue]
    }

    private func nestedDecoder(_ key: Key) throws -> NodeDecoder {
        guard let node = node(key) else {
            throw NodeError(offset: decoder.offset, message: NodeError.missing(key.stringValue))
        }
        return decoder.nestedDecoder(node, key)
    }
}

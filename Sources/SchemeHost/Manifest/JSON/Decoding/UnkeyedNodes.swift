/// The elements of a list.
struct UnkeyedNodes: UnkeyedDecodingContainer {
    private let decoder: NodeDecoder
    private let elements: [JSONNode]
    private(set) var currentIndex = 0

    init(_ decoder: NodeDecoder, elements: [JSONNode]) {
        self.decoder = decoder
        self.elements = elements
    }

    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex >= elements.count }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd, elements[currentIndex].isNull else { return false }
        currentIndex += 1
        return true
    }

    /// Decodes the next element; one that nothing can stand in for is reported and passed over.
    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        while true {
            let (node, key) = try next()
            do {
                return try decoder.session.decodeOrStandIn(type, from: node, path: codingPath + [key])
            } catch is AlreadyReported where !isAtEnd {
                continue
            }
        }
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        try nestedDecoder().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try nestedDecoder().unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder { try nestedDecoder() }

    private mutating func nestedDecoder() throws -> NodeDecoder {
        let (node, key) = try next()
        return decoder.nestedDecoder(node, key)
    }

    private mutating func next() throws(NodeError) -> (JSONNode, IndexKey) {
        guard !isAtEnd else {
            throw NodeError(offset: decoder.offset, message: "the list has too few elements (\(elements.count))")
        }
        defer { currentIndex += 1 }
        return (elements[currentIndex], IndexKey(currentIndex))
    }
}

/// An index as part of a coding path.
struct IndexKey: CodingKey {
    let index: Int

    init(_ index: Int) { self.index = index }
    init?(intValue: Int) { index = intValue }
    init?(stringValue: String) { nil }

    var intValue: Int? { index }
    var stringValue: String { String(index) }
}

extension JSONNode {
    /// The value that a coding path leads to; where it leads nowhere, the last one on the way.
    func descendant(_ path: some Sequence<any CodingKey>) -> JSONNode {
        var node = self
        for key in path {
            let elements = node.elements ?? []
            if let index = key.intValue, elements.indices.contains(index) {
                node = elements[index]
            } else if let next = node[key.stringValue] {
                node = next
            } else {
                break
            }
        }
        return node
    }
}

/// A value itself.
///
/// What is wrong with it is thrown, so that a type can try one shape after another.
struct SingleNode: SingleValueDecodingContainer {
    let decoder: NodeDecoder
    let value: JSONNode

    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool { value.isNull }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        try decoder.session.decode(type, from: value, path: codingPath)
    }
}

/// Notes what a type takes from a list: its first element stands for all.
struct UnkeyedRecorder: UnkeyedDecodingContainer {
    private let recorder: SchemaRecorder
    private(set) var currentIndex = 0

    init(_ recorder: SchemaRecorder) {
        self.recorder = recorder
        if recorder.shape == nil { recorder.shape = .array(of: .any) }
    }

    var codingPath: [any CodingKey] { [] }
    var count: Int? { nil }
    var isAtEnd: Bool { recorder.showsNothing || currentIndex > 0 }

    mutating func decodeNil() throws -> Bool { false }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        currentIndex += 1
        let (schema, value) = SchemaRecorder.record(type)
        recorder.shape = .array(of: schema)
        guard let value else { throw AlreadyReported() }
        return value
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        try nested().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try nested().unkeyedContainer() }

    mutating func superDecoder() throws -> any Decoder { try nested() }

    private mutating func nested() throws(AlreadyReported) -> SchemaRecorder {
        guard !isAtEnd else { throw AlreadyReported() }
        currentIndex += 1
        return recorder.nested()
    }
}

/// Notes what a type takes a value as.
struct SingleValueRecorder: SingleValueDecodingContainer {
    let recorder: SchemaRecorder

    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { recorder.showsNothing }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        let (schema, value) = SchemaRecorder.record(type)
        recorder.shape = schema
        guard let value else { throw AlreadyReported() }
        return value
    }
}

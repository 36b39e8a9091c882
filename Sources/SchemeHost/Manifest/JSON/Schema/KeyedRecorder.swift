/// Notes the keys that a type asks for.
struct KeyedRecorder<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let recorder: SchemaRecorder

    init(_ recorder: SchemaRecorder) { self.recorder = recorder }

    var codingPath: [any CodingKey] { [] }

    /// One key of any name, for types that take all of them; none for the others.
    var allKeys: [Key] { recorder.showsNothing ? [] : [Key(stringValue: SchemaRecorder.anyKey)].compactMap(\.self) }

    func contains(_ key: Key) -> Bool {
        recorder.note(key.stringValue, isRequired: false)
        return !recorder.showsNothing
    }

    func decodeNil(forKey key: Key) throws -> Bool {
        recorder.note(key.stringValue, isRequired: false)
        return recorder.showsNothing
    }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        guard let value = record(type, key, isRequired: true) else {
            let advice = "give it an example, make \(type) CaseIterable or have it conform to SchemaDescribable"
            recorder.note(problem: "no sample of \(Suggestion.quoted(key.stringValue)); \(advice)")
            throw AlreadyReported()
        }
        return value
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        _ = record(type, key, isRequired: false)
        return nil
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        nested(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        nested(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { recorder }

    func superDecoder(forKey key: Key) throws -> any Decoder { nested(key) }

    private func nested(_ key: Key) -> SchemaRecorder {
        let nested = recorder.nested()
        recorder.note(key.stringValue, nested: nested, isRequired: true)
        return nested
    }

    private func record<T: Decodable>(_ type: T.Type, _ key: Key, isRequired: Bool) -> T? {
        let annotation = recorder.annotations[key.stringValue]
        let samples = annotation?.samples ?? []
        let (schema, value) = SchemaRecorder.record(type, as: .part(samples: samples))
        if key.stringValue == SchemaRecorder.anyKey {
            recorder.shape = .map(of: schema)
        } else {
            recorder.note(key.stringValue, schema, isRequired: isRequired)
            for sample in samples where (try? sample.decode(as: type)) == nil {
                recorder.note(problem: "\(sample) is not a value of \(Suggestion.quoted(key.stringValue))")
            }
        }
        return value
    }
}

extension SchemaRecorder {
    /// The name of the key that stands for all names.
    static let anyKey = "*"
}

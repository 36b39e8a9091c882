/// A decoder that has nothing to decode: it notes what a type asks for, and answers with samples.
final class SchemaRecorder: Decoder {
    /// What the recorder is run for.
    enum Purpose {
        /// A type whose own ``SchemaDescribable/schema`` is being made.
        case root([String: Schema.Annotation])
        /// A part of another type, with values known to decode.
        case part(samples: [JSONValue])

        var samples: [JSONValue] {
            if case .part(let samples) = self { samples } else { [] }
        }
    }

    /// Types being recorded; a type that contains itself ends here.
    @TaskLocal private static var inProgress: Set<ObjectIdentifier> = []

    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]
    /// Whether lists and maps are shown empty, so that a type which cannot be sampled is not asked for.
    let showsNothing: Bool
    let annotations: [String: Schema.Annotation]

    /// What the type turned out to be, where it is not an object with known keys.
    var shape: Schema?
    private(set) var problems: [String] = []
    private var properties: [(key: String, recorder: SchemaRecorder?, schema: Schema)] = []
    private var required: Set<String> = []
    private var optional: Set<String> = []

    private init(showsNothing: Bool, annotations: [String: Schema.Annotation] = [:]) {
        self.showsNothing = showsNothing
        self.annotations = annotations
    }

    /// The schema of a type, and a value of it if one can be made.
    static func record<T: Decodable>(
        _ type: T.Type,
        as purpose: Purpose = .part(samples: [])
    ) -> (schema: Schema, value: T?) {
        if let scalar = type as? any NodeScalar.Type { return (scalar.scalarSchema, scalar.standIn as? T) }
        if type is any StandardContainer.Type { return run(type, [:], samples: purpose.samples) }
        let id = ObjectIdentifier(type)
        switch purpose {
        case .root(let annotations):
            return $inProgress.withValue(inProgress.union([id])) { run(type, annotations, samples: []) }
        case .part(let samples):
            guard !inProgress.contains(id) else { return (.any, nil) }
            return $inProgress.withValue(inProgress.union([id])) {
                if let described = type as? any SchemaDescribable.Type {
                    let schema = described.schema
                    return (schema, sample(of: type, from: schema.samples + samples))
                }
                if let cases = EnumCases.values(of: type) { return (.enumeration(cases), EnumCases.first(of: type)) }
                return run(type, [:], samples: samples)
            }
        }
    }

    /// A value of a type, or `nil` if none can be made.
    static func sample<T: Decodable>(of type: T.Type) -> T? { record(type).value }

    /// What was recorded.
    var schema: Schema {
        if let shape { return shape }
        let properties = properties.map { property in
            let nested = property.recorder?.schema ?? property.schema
            return (property.key, nested.annotated(annotations[property.key]))
        }
        return .object(properties, required: properties.map(\.0).filter(required.subtracting(optional).contains))
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(KeyedRecorder<Key>(self))
    }

    func unkeyedContainer() -> any UnkeyedDecodingContainer { UnkeyedRecorder(self) }

    func singleValueContainer() -> any SingleValueDecodingContainer { SingleValueRecorder(recorder: self) }

    func nested() -> SchemaRecorder { SchemaRecorder(showsNothing: showsNothing) }

    /// Notes a property of the type.
    func note(_ key: String, _ schema: Schema = .any, nested: SchemaRecorder? = nil, isRequired: Bool) {
        if isRequired { required.insert(key) } else { optional.insert(key) }
        if let index = properties.firstIndex(where: { $0.key == key }) {
            properties[index].recorder = nested ?? properties[index].recorder
            if schema != .any { properties[index].schema = schema }
        } else {
            properties.append((key, nested, schema))
        }
    }

    func note(problem: String) { problems.append(problem) }

    private static func run<T: Decodable>(
        _ type: T.Type,
        _ annotations: [String: Schema.Annotation],
        samples: [JSONValue]
    ) -> (schema: Schema, value: T?) {
        let recorder = SchemaRecorder(showsNothing: false, annotations: annotations)
        let value = try? T(from: recorder)
        for (key, annotation) in annotations.sorted(by: { $0.key < $1.key }) where annotation.replacement != nil {
            recorder.note(key, isRequired: false)
        }
        var schema = recorder.schema
        schema.problems = recorder.problems
        return (schema, value ?? sample(of: type, from: samples))
    }

    private static func sample<T: Decodable>(of type: T.Type, from samples: [JSONValue]) -> T? {
        for sample in samples {
            if let value = try? sample.decode(as: type) { return value }
        }
        return try? T(from: SchemaRecorder(showsNothing: true))
    }
}

/// A type of the standard library that is whatever its elements are: no type contains itself without another between.
private protocol StandardContainer {}

extension Array: StandardContainer {}
extension Dictionary: StandardContainer {}
extension Optional: StandardContainer {}
extension Set: StandardContainer {}

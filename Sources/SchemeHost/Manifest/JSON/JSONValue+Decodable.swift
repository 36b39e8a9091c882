extension JSONValue: Decodable {
    /// Takes any value as it is.
    ///
    /// - Throws: What the decoder throws for a value that is not JSON.
    public init(from decoder: any Decoder) throws {
        if let decoder = decoder as? NodeDecoder {
            self = try JSONValue(decoder.node, decoder.session)
        } else if let container = try? decoder.container(keyedBy: AnyKey.self) {
            self = .object(
                JSONObject(try container.allKeys.map { ($0.stringValue, try container.decode(Self.self, forKey: $0)) })
            )
        } else if let elements = try? [JSONValue](from: decoder) {
            self = .array(elements)
        } else {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if let value = try? container.decode(Bool.self) {
                self = .bool(value)
            } else if let value = try? container.decode(Int64.self) {
                self = .number(JSONNumber(value))
            } else if let value = try? container.decode(Double.self), let number = JSONNumber(value) {
                self = .number(number)
            } else {
                self = .string(try container.decode(String.self))
            }
        }
    }
}

/// A key of any name.
struct AnyKey: CodingKey {
    let stringValue: String

    init(_ string: String) { stringValue = string }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }

    var intValue: Int? { nil }
}

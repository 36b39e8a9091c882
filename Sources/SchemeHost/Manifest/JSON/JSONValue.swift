/// A JSON value (RFC 8259) in memory.
///
/// Numbers keep their exact text, objects the order of their members. Both compare by meaning: `1` equals `1.0`, and
/// the order of members does not matter.
public enum JSONValue: Sendable, Hashable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number.
    case number(JSONNumber)
    /// A string.
    case string(String)
    /// A list.
    case array([JSONValue])
    /// Members by name.
    case object(JSONObject)

    /// The member of that name, or `nil` if there is none or this is not an object.
    public subscript(key: String) -> JSONValue? { object?[key] }

    /// The element at that index, or `nil` if there is none or this is not a list.
    public subscript(index: Int) -> JSONValue? {
        guard let array, array.indices.contains(index) else { return nil }
        return array[index]
    }

    /// The Boolean, or `nil` if this is something else.
    public var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The number, or `nil` if this is something else.
    public var number: JSONNumber? {
        if case .number(let value) = self { value } else { nil }
    }

    /// The string, or `nil` if this is something else.
    public var string: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The elements, or `nil` if this is not a list.
    public var array: [JSONValue]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The members, or `nil` if this is not an object.
    public var object: JSONObject? {
        if case .object(let value) = self { value } else { nil }
    }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    /// Creates `null`.
    public init(nilLiteral: ()) { self = .null }
    /// Creates a Boolean.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// Creates a whole number.
    public init(integerLiteral value: Int64) { self = .number(JSONNumber(value)) }
    /// Creates a number; a literal too large for a `Double` becomes `null`.
    public init(floatLiteral value: Double) { self = JSONNumber(value).map(JSONValue.number) ?? .null }
    /// Creates a string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Creates a list.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// Creates an object; of two members with one name the last wins.
    public init(dictionaryLiteral members: (String, JSONValue)...) { self = .object(JSONObject(members)) }
}

/// A JSON value that knows where it was written.
package struct JSONNode: Sendable {
    /// What was written; numbers keep their text, objects every member, in order.
    package enum Content: Sendable {
        case null
        case bool(Bool)
        case number(JSONNumber)
        case string(String)
        case array([JSONNode])
        case object([Member])
    }

    /// A key and its value.
    package struct Member: Sendable {
        /// The key's text.
        package let key: String
        /// The byte offset of the key's opening quote.
        package let keyOffset: Int
        /// The value.
        package let value: JSONNode
    }

    /// What was written.
    package let content: Content
    /// The byte offset of the value's first character.
    package let offset: Int

    /// The members, or `nil` if this is not an object.
    package var members: [Member]? {
        if case .object(let members) = content { members } else { nil }
    }

    /// The elements, or `nil` if this is not a list.
    package var elements: [JSONNode]? {
        if case .array(let elements) = content { elements } else { nil }
    }

    /// The string as written, or `nil` if this is something else.
    package var string: String? {
        if case .string(let string) = content { string } else { nil }
    }

    /// Whether this is `null`.
    package var isNull: Bool {
        if case .null = content { true } else { false }
    }

    /// The first member of that name.
    package subscript(key: String) -> JSONNode? { members?.first { $0.key == key }?.value }

    /// The value without positions; of members with one name the first counts.
    package var value: JSONValue { value { text, _ in text } }

    /// The value without positions; of members with one name the first counts.
    ///
    /// - Parameter transform: Applied to every string that is not a key, with its byte offset.
    /// - Returns: The value.
    /// - Throws: What the transform throws.
    package func value<E: Error>(transform: (String, Int) throws(E) -> String) throws(E) -> JSONValue {
        switch content {
        case .null: return .null
        case .bool(let value): return .bool(value)
        case .number(let number): return .number(number)
        case .string(let string): return .string(try transform(string, offset))
        case .array(let elements):
            var array: [JSONValue] = []
            for element in elements { array.append(try element.value(transform: transform)) }
            return .array(array)
        case .object(let members):
            var object = JSONObject()
            for member in members where object[member.key] == nil {
                object[member.key] = try member.value.value(transform: transform)
            }
            return .object(object)
        }
    }

    /// What this is, for messages that go on "…, not".
    var kind: String {
        switch content {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .number: "a number"
        case .string: "a string"
        case .array: "a list"
        case .object: "an object"
        }
    }
}

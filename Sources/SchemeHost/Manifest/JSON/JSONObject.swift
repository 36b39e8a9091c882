/// The members of a JSON object, in the order in which they were written.
///
/// Equality ignores the order, as RFC 8259, section 4, does.
public struct JSONObject: Sendable, RandomAccessCollection {
    /// A name and its value.
    public typealias Element = (key: String, value: JSONValue)

    private var members: [Element] = []
    private var indexes: [String: Int] = [:]

    /// Creates an object without members.
    public init() {}

    /// Creates an object from members; of two with one name the last wins, in the place of the first.
    public init(_ members: some Sequence<(String, JSONValue)>) {
        for (key, value) in members { self[key] = value }
    }

    /// The value of that name; setting a new name appends a member, setting `nil` removes it.
    public subscript(key: String) -> JSONValue? {
        get { indexes[key].map { members[$0].value } }
        set {
            switch (indexes[key], newValue) {
            case (let index?, let value?):
                members[index].value = value
            case (nil, let value?):
                indexes[key] = members.count
                members.append((key, value))
            case (let index?, nil):
                members.remove(at: index)
                indexes = Dictionary(uniqueKeysWithValues: members.enumerated().map { ($1.key, $0) })
            case (nil, nil):
                break
            }
        }
    }

    /// The names, in order.
    public var keys: [String] { members.map(\.key) }

    /// Always 0.
    public var startIndex: Int { 0 }
    /// The number of members.
    public var endIndex: Int { members.count }
    /// The member at a position.
    public subscript(position: Int) -> Element { members[position] }
}

extension JSONObject: Hashable, ExpressibleByDictionaryLiteral {
    /// Whether both have the same members, in whatever order.
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        left.count == right.count && left.members.allSatisfy { right[$0.key] == $0.value }
    }

    /// Hashes the members without regard to their order.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(Dictionary(uniqueKeysWithValues: members.map { ($0.key, $0.value) }))
    }

    /// Creates an object; of two members with one name the last wins.
    public init(dictionaryLiteral members: (String, JSONValue)...) { self.init(members) }
}

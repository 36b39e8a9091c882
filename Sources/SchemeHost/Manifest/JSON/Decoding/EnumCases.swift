/// The raw values of enumerations that can list them.
enum EnumCases {
    /// The raw values as JSON, or `nil` if the type is not `CaseIterable` with string or integer raw values.
    static func values<T>(of type: T.Type) -> [JSONValue]? {
        guard let type = type as? any (CaseIterable & RawRepresentable).Type else { return nil }
        return rawValues(type)
    }

    /// The first case, or `nil` if the type is not `CaseIterable` or has none.
    static func first<T>(of type: T.Type) -> T? {
        guard let type = type as? any CaseIterable.Type else { return nil }
        func first<E: CaseIterable>(_: E.Type) -> (any CaseIterable)? { E.allCases.first }
        return first(type) as? T
    }

    private static func rawValues<E: CaseIterable & RawRepresentable>(_: E.Type) -> [JSONValue]? {
        let values = E.allCases.compactMap { element -> JSONValue? in
            switch element.rawValue {
            case let string as String: .string(string)
            case let integer as any BinaryInteger: .number(JSONNumber(integer))
            default: nil
            }
        }
        return values.isEmpty ? nil : values
    }
}

extension JSONDocument {
    /// What a decoder does to a string before anybody sees it; receives the string and its byte offset.
    package typealias StringTransform = (String, Int) throws -> String

    /// Decodes a value and reports everything that is wrong with it, not only the first fault.
    ///
    /// Where a value is wrong, decoding goes on with a stand-in (0, an empty string or list, the first case of an
    /// enumeration), and the result is thrown away. Keys that the type does not ask for are errors, except `x-…` and
    /// `description`. An error thrown by a type's own `init(from:)` is reported at the value it belongs to.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - node: The value to decode, part of this document; the root if it is `nil`.
    ///   - userInfo: Passed on to the types that are decoded.
    ///   - transform: Applied to every string that is not a key, for example to expand variables.
    ///   - diagnostics: Receives the errors.
    /// - Returns: The value, or `nil` if there was an error.
    package func decode<T: Decodable>(
        _ type: T.Type = T.self,
        from node: JSONNode? = nil,
        userInfo: [CodingUserInfoKey: Any] = [:],
        transform: StringTransform? = nil,
        into diagnostics: inout [Diagnostic]
    ) -> T? {
        let session = DecodingSession(document: self, userInfo: userInfo, transform: transform)
        defer { diagnostics += session.diagnostics }
        let node = node ?? root
        do {
            let value = try session.decode(type, from: node, path: [])
            return session.diagnostics.contains { $0.severity == .error } ? nil : value
        } catch {
            session.report(error, at: node)
            return nil
        }
    }
}

extension JSONValue {
    /// Decodes a value as the manifest would be decoded, reporting all errors at once.
    ///
    /// - Parameter type: The type to decode, for example a handler's configuration.
    /// - Returns: The decoded value.
    /// - Throws: ``InvalidJSON``, with positions in the pretty-printed value.
    public func decode<T: Decodable>(as type: T.Type = T.self) throws(InvalidJSON) -> T {
        var diagnostics: [Diagnostic] = []
        let text = Array(serialized(.pretty).utf8)
        let document = JSONDocument.parse(text, file: "JSON", into: &diagnostics)
        guard let value = document?.decode(type, into: &diagnostics) else { throw InvalidJSON(diagnostics) }
        return value
    }
}

/// What the decoders of one document share: the findings, and how strings are expanded.
final class DecodingSession {
    let document: JSONDocument
    let userInfo: [CodingUserInfoKey: Any]
    private let transform: JSONDocument.StringTransform?
    private(set) var diagnostics: [Diagnostic] = []
    /// Strings that came out of the transform changed, by offset; they may hold secrets.
    private var expansions: [Int: String] = [:]
    /// Strings that the transform refused, by offset; nothing more is said about them.
    private var refused: Set<Int> = []
    private var standIns: [ObjectIdentifier: Any] = [:]

    init(document: JSONDocument, userInfo: [CodingUserInfoKey: Any], transform: JSONDocument.StringTransform?) {
        self.document = document
        self.userInfo = userInfo
        self.transform = transform
    }

    /// Decodes a value; throws what is wrong with this value itself, and reports what is wrong inside it.
    func decode<T: Decodable>(_ type: T.Type, from node: JSONNode, path: [any CodingKey]) throws -> T {
        if let scalar = type as? any NodeScalar.Type, let value = try scalar.init(node, self) as? T { return value }
        let decoder = NodeDecoder(node, path: path, session: self)
        do {
            let value = try T(from: decoder)
            try decoder.reportUnknownKeys()
            return value
        } catch {
            guard !(error is AlreadyReported), !decoder.reportUnconvertedKeys() else { throw AlreadyReported() }
            var error = NodeError(error, type: type, node: node, path: path)
            error.message = concealing(error.message, of: node)
            throw error
        }
    }

    /// Decodes a value; reports what is wrong with it and goes on with a stand-in.
    func decodeOrStandIn<T: Decodable>(_ type: T.Type, from node: JSONNode, path: [any CodingKey]) throws -> T {
        do {
            return try decode(type, from: node, path: path)
        } catch {
            report(error, at: node)
            return try standIn(for: type)
        }
    }

    /// A value that takes the place of one that could not be decoded.
    func standIn<T: Decodable>(for type: T.Type) throws -> T {
        if let known = standIns[ObjectIdentifier(type)] as? T { return known }
        guard let value = SchemaRecorder.sample(of: type) else { throw AlreadyReported() }
        standIns[ObjectIdentifier(type)] = value
        return value
    }

    /// The string as types see it.
    ///
    /// What the transform throws is reported here: a type that tries one shape after another would swallow it.
    func expand(_ string: String, at offset: Int) -> String {
        guard let transform, !refused.contains(offset) else { return string }
        do {
            let expanded = try transform(string, offset)
            if expanded != string { expansions[offset] = expanded }
            return expanded
        } catch {
            report(at: offset, String(describing: error))
            refused.insert(offset)
            return string
        }
    }

    /// A message about a string with what the document says in the place of what it was expanded to.
    private func concealing(_ message: String, of node: JSONNode) -> String {
        guard let written = node.string, let expanded = expansions[node.offset] else { return message }
        let concealed = message.replacing(Suggestion.quoted(expanded), with: Suggestion.quoted(written))
        // Replacing one or two characters would only garble the message.
        return expanded.utf8.count < 4 ? concealed : concealed.replacing(expanded, with: written)
    }

    func report(
        _ code: Diagnostic.Code = .shape,
        _ severity: Diagnostic.Severity = .error,
        at offset: Int,
        _ message: String
    ) {
        guard !refused.contains(offset) else { return }
        diagnostics.append(document.diagnostic(code, severity, at: offset, message))
    }

    func report(_ error: any Error, at node: JSONNode) {
        if error is AlreadyReported { return }
        let located = error as? NodeError
        report(at: located?.offset ?? node.offset, located?.message ?? String(describing: error))
    }
}

/// A value cannot be made, and why has been reported.
struct AlreadyReported: Error {}

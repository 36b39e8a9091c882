import HTTPTypes

extension HandlerContext {
    /// Opens what a handler reads from as random-access bytes: a file, or any URL that the host resolves.
    ///
    /// A relative path starts from the manifest's folder. Where the template has placeholders, each value must be one
    /// path component, and the file is opened beneath the folder that the literal start of the template names, so no
    /// value and no link leads out of it. A URL's answer that is no plain file is first written to a file without a name.
    /// - Parameters:
    ///   - reference: A path or a URL, with placeholders.
    ///   - request: Fills the placeholders.
    /// - Throws: ``SchemeHostError`` with code `sourceUnavailable`, or `notFound` where the request's own values name
    ///   nothing.
    public func openSource(_ reference: RequestTemplate, for request: SchemeRequest) async throws -> FileSource {
        if Self.isURL(reference.description) {
            let text = try reference.expand(for: request) { value in
                PercentEncoding.encode(component: try RequestTemplate.component(value))
            }
            return try await openURL(SchemeURL(text), for: request)
        }
        if let path = reference.constant { return try FileSource(path: resolve(path: path)) }
        let root = try RootFolder(path: resolve(path: reference.literalFolder))
        return try FileSource(fileDescriptor: root.openDescriptor(reference.components(for: request)))
    }

    /// The absolute path of a file that is the same for every request; nil for a URL and where there are placeholders.
    package func fixedPath(of reference: RequestTemplate) -> String? {
        Self.isURL(reference.description) ? nil : reference.constant.map(resolve(path:))
    }

    private func openURL(_ url: SchemeURL, for request: SchemeRequest) async throws -> FileSource {
        var inner = request.replacing(url: url)
        inner.method = .get
        inner.headerFields = [:]
        inner.body = nil
        let response = try await dispatch(inner)
        guard response.status == .ok else {
            let why = response.problem?.message ?? response.status.description
            throw SchemeHostError(.sourceUnavailable, "cannot read the source \(url): \(why)")
        }
        if case .source(let source as FileSource, nil) = response.body.storage { return source }
        return try await FileSource(spooling: response.body, upTo: limits.memberBytes)
    }

    /// Two letters at least, so that a drive letter is no scheme.
    static func isURL(_ text: String) -> Bool {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), let first = text.utf8.first else { return false }
        let scheme = text.utf8[..<colon]
        return scheme.count > 1 && first.isASCIILetter && scheme.allSatisfy(\.isSchemeCharacter)
    }
}

extension RequestTemplate {
    /// The folder that the template names before its first placeholder, with its trailing slash.
    package var literalFolder: String {
        guard case .literal(let start) = parts.first, let slash = start.lastIndex(of: "/") else { return "" }
        return String(start[...slash])
    }
    /// The names below ``literalFolder``, filled with values that are one path component each.
    /// - Parameters:
    ///   - request: Gives the values.
    ///   - check: Looks at each value; may throw.
    /// - Throws: ``SchemeHostError`` with code `notFound`, and what `check` throws.
    package func components(for request: SchemeRequest, check: (String) throws -> Void = { _ in }) throws -> [String] {
        let path = try expand(for: request) { value in
            try check(value)
            return try Self.component(value)
        }
        // Bytes, not characters: a value that starts with a combining mark would swallow the slash before it.
        let names = path.utf8.dropFirst(literalFolder.utf8.count).split(separator: UInt8(ascii: "/"))
        return names.map { String(Substring($0)) }.filter { $0 != "." }
    }
}

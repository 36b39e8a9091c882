import HTTPTypes

/// The fields that keep one resource's content from acting as another's in a browser.
enum SafetyFields {
    /// Adds the fields to a response.
    ///
    /// Everywhere: no guessing of media types. On the shared origin: documents run in an origin of their own that is
    /// no origin at all, without scripts, for a script there would be half alive (no storage, no fetch, no modules)
    /// and all the more dangerous where it works; content that needs scripts has its own origin in the subdomain
    /// form. Media files and PDF are left alone, as sandboxing breaks the viewers of browsers and protects nothing.
    /// Elsewhere: pages of other origins cannot embed the content. On the shared origin they must, for to a browser
    /// a sandboxed page and its own images are of different origins.
    static func add(to fields: inout HTTPFields, form: AddressForm) {
        fields[.xContentTypeOptions] = "nosniff"
        switch form {
        case .path:
            guard !isInert(fields[.contentType]) else { return }
            // A second field line: a policy of the resource's own is enforced as well.
            fields.append(HTTPField(name: .contentSecurityPolicy, value: sandbox))
        case .subdomain, .root:
            if fields[.crossOriginResourcePolicy] == nil { fields[.crossOriginResourcePolicy] = "same-origin" }
        case .absolute:
            break
        }
    }

    static let sandbox = "sandbox allow-downloads allow-forms allow-popups allow-popups-to-escape-sandbox"

    private static func isInert(_ contentType: String?) -> Bool {
        guard let type = contentType?.prefix(while: { $0 != ";" }).lowercased() else { return false }
        if type.hasPrefix("audio/") || type.hasPrefix("video/") { return true }
        return (type.hasPrefix("image/") && !type.hasSuffix("+xml")) || type.hasPrefix("application/pdf")
    }
}

import SchemeHost

/// What an echo does not show, by the names of fields, query items and captures.
enum Secrets {
    private static let words = [
        "authorization", "cookie", "credential", "password", "passwd", "secret", "session", "signature", "token",
    ]
    private static let names: Set = ["auth", "code", "key", "pass", "pwd", "sig", "jwt"]

    /// Whether values of this name are secrets.
    static func covers(_ name: String) -> Bool {
        let name = name.lowercased()
        if words.contains(where: { name.contains($0) }) { return true }
        if name.hasSuffix("apikey") { return true }
        let last = name.split { $0 == "-" || $0 == "_" || $0 == "." }.last
        return last.map { names.contains(String($0)) } ?? false
    }

    /// A value, or what stands for it.
    static func shown(_ value: String, of name: String) -> String { covers(name) ? "[redacted]" : value }

    /// A URL without the values of its secret query items.
    static func redacted(_ url: SchemeURL) -> String {
        guard let query = url.percentEncodedQuery, url.queryItems.contains(where: { covers($0.name) }) else {
            return url.description
        }
        // Split as `queryItems` is, so that both lists go together.
        let items = query.split(separator: "&")
        let shown = zip(items, url.queryItems).map { text, item in
            covers(item.name) ? text.prefix { $0 != "=" } + "=[redacted]" : text
        }
        return url.description.dropLast(query.count) + shown.joined(separator: "&")
    }
}

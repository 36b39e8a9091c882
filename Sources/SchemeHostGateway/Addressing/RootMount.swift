import SchemeHost

/// The one URL that a gateway serves at `/`, and nothing outside of it.
struct RootMount: Sendable {
    private let prefix: String

    /// Checks a URL to serve.
    /// - Throws: ``SchemeHostError`` with code `invalidConfiguration` where nothing can lie below the URL.
    init(_ url: SchemeURL) throws {
        guard !url.isOpaque, url.percentEncodedQuery == nil else {
            throw SchemeHostError(
                .invalidConfiguration,
                "\(url) cannot be served as the root: write a URL with a path and without a query"
            )
        }
        let text = url.description
        prefix = text.hasSuffix("/") ? String(text.dropLast()) : text
    }

    /// The URL of a request target. Dot segments, escaped ones too, are resolved before the prefix is set in front.
    /// - Throws: ``SchemeHostError`` with code `invalidRequest` where an escaped slash hides a `..`.
    func url(of target: String) throws -> SchemeURL {
        let query = target.firstIndex(of: "?").map { target[$0...] } ?? ""
        var output: [Substring] = []
        let segments = target.dropLast(query.count).dropFirst().split(
            separator: "/",
            omittingEmptySubsequences: false
        )
        for (position, segment) in segments.enumerated() {
            let name = PercentEncoding.decode(segment.utf8).map { String(decoding: $0, as: UTF8.self) } ?? ""
            switch name {
            case ".", "..":
                if name == ".." { _ = output.popLast() }
                if position == segments.count - 1 { output.append("") }
            default:
                guard !name.split(whereSeparator: { $0 == "/" || $0 == "\\" }).contains("..") else {
                    throw SchemeHostError(
                        .invalidRequest,
                        "the path leads upwards through an escaped slash",
                        url: target
                    )
                }
                output.append(segment)
            }
        }
        return try SchemeURL("\(prefix)/\(output.joined(separator: "/"))\(query)")
    }

    /// The path, with query, by which the gateway serves a URL; nil where it lies outside.
    func path(of url: SchemeURL) -> String? {
        let text = url.description
        guard text.hasPrefix(prefix) else { return nil }
        let rest = text.dropFirst(prefix.count)
        // "//x" would name another host.
        guard rest.hasPrefix("/"), !rest.hasPrefix("//") else { return nil }
        return String(rest)
    }
}

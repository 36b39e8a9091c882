/// The path of a self-contained URL, `/path/to/a.zip!/inner.tar!/member`, split at its containers.
///
/// A separator is a component that ends in an unescaped `!`; a literal one is written `%21`. Each level is read by
/// itself, so `..` never crosses a separator.
public struct ContainerPath: Sendable, Hashable {
    /// The file that holds the outermost container.
    public let file: URLPath
    /// The path within each container, outermost first; the last one names what is asked for.
    public let members: [URLPath]

    /// Splits a percent-encoded path.
    /// - Throws: ``SchemeHostError`` with code `invalidRequest` where a level cannot be a name.
    public init(percentEncoded text: String) throws {
        var levels: [Substring] = []
        var start = text.startIndex
        var index = text.startIndex
        while index < text.endIndex {
            let next = text.utf8.index(after: index)
            if text.utf8[index] == UInt8(ascii: "!"), next == text.endIndex || text.utf8[next] == UInt8(ascii: "/") {
                levels.append(text[start..<index])
                start = next
            }
            index = next
        }
        levels.append(text[start...])
        file = try URLPath(percentEncoded: levels[0]).validated()
        members = try levels.dropFirst().map { try URLPath(percentEncoded: $0).validated() }
    }
}

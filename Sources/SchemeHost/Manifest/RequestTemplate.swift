import HTTPTypes

/// Text with placeholders that each request fills: `{capture}`, `{host}`, `{path}`, `{query.x}`, `{header.x}`.
///
/// `{{` and `}}` stand for single braces. A value is inserted once and never expanded again.
public struct RequestTemplate: Sendable, Hashable, CustomStringConvertible {
    enum Part: Sendable, Hashable {
        case literal(String)
        case capture(String)
        case host
        case path
        case query(String)
        case header(String)
    }

    let parts: [Part]
    /// The template as it was written.
    public let description: String

    /// Reads a template.
    /// - Throws: ``SchemeHostError`` with code `invalidConfiguration` where a brace is not closed or a placeholder is no
    ///   name.
    public init(_ text: String) throws {
        description = text
        var parts: [Part] = []
        var literal = ""
        var rest = text[...]
        while let character = rest.popFirst() {
            switch character {
            case "{" where rest.first == "{", "}" where rest.first == "}":
                literal.append(character)
                rest.removeFirst()
            case "{":
                guard let close = rest.firstIndex(of: "}") else {
                    throw Self.invalid(text, "a { is not closed; write {{ for a literal brace")
                }
                if !literal.isEmpty { parts.append(.literal(literal)) }
                literal = ""
                parts.append(try Self.placeholder(String(rest[..<close]), in: text))
                rest = rest[rest.index(after: close)...]
            case "}":
                throw Self.invalid(text, "a } closes nothing; write }} for a literal brace")
            default:
                literal.append(character)
            }
        }
        if !literal.isEmpty { parts.append(.literal(literal)) }
        self.parts = parts
    }

    /// A template without placeholders.
    public init(literal text: String) {
        parts = text.isEmpty ? [] : [.literal(text)]
        description = text
    }

    private static func placeholder(_ name: String, in text: String) throws -> Part {
        // The spelling of the pattern that captures the rest is accepted where it is used, too.
        let name = name.hasSuffix("...") ? String(name.dropLast(3)) : name
        if name.hasPrefix("query."), name.count > 6 { return .query(String(name.dropFirst(6))) }
        if name.hasPrefix("header."), name.count > 7 { return .header(String(name.dropFirst(7))) }
        switch name {
        case "host": return .host
        case "path": return .path
        case _
        where !name.isEmpty && name.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == 0x5F || $0 == 0x2D }:
            return .capture(name)
        default:
            throw invalid(
                text,
                "{\(name)} is no placeholder; known: a capture's name, {host}, {path}, {query.x}, {header.x}"
            )
        }
    }

    private static func invalid(_ text: String, _ why: String) -> SchemeHostError {
        SchemeHostError(.invalidConfiguration, "in \"\(text)\": \(why)")
    }

    /// The names of captures that the template needs.
    public var captureNames: [String] {
        parts.compactMap { if case .capture(let name) = $0 { name } else { nil } }
    }

    /// The whole text, where nothing in it depends on the request.
    public var constant: String? {
        var text = ""
        for part in parts {
            guard case .literal(let literal) = part else { return nil }
            text += literal
        }
        return text
    }

    /// Fills the template.
    /// - Parameters:
    ///   - request: Gives the values.
    ///   - transform: Checks or escapes each inserted value; may throw.
    /// - Throws: ``SchemeHostError`` with code `notFound` where the request lacks a value, and what `transform` throws.
    public func expand(
        for request: SchemeRequest,
        transform: (String) throws -> String = { $0 }
    ) throws -> String {
        var text = ""
        for part in parts {
            if case .literal(let literal) = part {
                text += literal
            } else {
                text += try transform(try value(of: part, in: request))
            }
        }
        return text
    }

    func value(of part: Part, in request: SchemeRequest) throws -> String {
        switch part {
        case .literal(let literal): return literal
        case .host: return request.url.host
        case .path: return try request.urlPath.validated().name
        case .capture(let name):
            if let value = request.captures[name] { return value }
            throw SchemeHostError(.notFound, "the route captured no {\(name)} from \(request.url)")
        case .query(let name):
            if let value = request.url.queryItems(named: name).first { return value }
            throw SchemeHostError(.notFound, "the URL has no query item \(name)")
        case .header(let name):
            if let name = HTTPField.Name(name), let value = request.headerFields[name] { return value }
            throw SchemeHostError(.notFound, "the request has no field \(name)")
        }
    }

    /// A value as one component of a file's path.
    /// - Throws: ``SchemeHostError`` with code `notFound` where it is empty, `.` or `..`, or holds `/`, `\` or NUL.
    public static func component(_ value: String) throws -> String {
        guard !value.isEmpty, value != ".", value != "..",
            !value.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") })
        else {
            throw SchemeHostError(.notFound, "\"\(value)\" cannot be a file name")
        }
        return value
    }
}

extension CodingUserInfoKey {
    /// The names (`Set<String>`) that the routes of the handler being configured capture.
    package static let captureNames = CodingUserInfoKey(rawValue: "schemehost.captureNames")
}

extension RequestTemplate: Decodable {
    /// Reads a template from a manifest, where every capture it names must be one that the route makes.
    /// - Throws: ``SchemeHostError`` with code `invalidConfiguration`, and what the decoder throws.
    public init(from decoder: any Decoder) throws {
        try self.init(decoder.singleValueContainer().decode(String.self))
        guard let key = CodingUserInfoKey.captureNames, let known = decoder.userInfo[key] as? Set<String> else {
            return
        }
        for name in captureNames where !known.contains(name) {
            let list =
                known.isEmpty ? "the route captures nothing" : "captured: " + known.sorted().joined(separator: ", ")
            throw SchemeHostError(.invalidConfiguration, "no pattern of the route captures {\(name)}; \(list)")
        }
    }
}

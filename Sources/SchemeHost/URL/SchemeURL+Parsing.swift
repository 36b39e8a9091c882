extension SchemeURL {
    /// Reads the bytes of a URL in one pass; see ``init(_:)``.
    init(utf8 bytes: UnsafeBufferPointer<UInt8>) throws {
        guard bytes.count <= Self.maximumLength else {
            throw SchemeHostError(
                .invalidRequest,
                "the URL has \(bytes.count) bytes; at most \(Self.maximumLength) are read"
            )
        }
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0, bytes[0].isASCIILetter,
            bytes[..<colon].allSatisfy(\.isSchemeCharacter)
        else {
            throw Self.malformed(bytes, "has no scheme; write it like scheme://host/path")
        }
        if let control = bytes.first(where: { $0 < 0x20 || $0 == 0x7F }) {
            throw Self.malformed(bytes, "holds the control character \(control); write it as a percent escape")
        }
        let scheme = String(decoding: bytes[..<colon].map(\.lowercasedASCII), as: UTF8.self)
        var rest = bytes[(colon + 1)...]
        if let hash = rest.firstIndex(of: UInt8(ascii: "#")) { rest = rest[..<hash] }

        var query: String?
        if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
            query = try Self.encoded(rest[(mark + 1)...], in: bytes)
            rest = rest[..<mark]
        }
        var host = ""
        var port: Int?
        var path = rest
        let hasAuthority = rest.starts(with: "//".utf8)
        if hasAuthority {
            let authority = rest.dropFirst(2)
            let end = authority.firstIndex(of: UInt8(ascii: "/")) ?? authority.endIndex
            (host, port) = try Self.hostAndPort(authority[..<end], in: bytes)
            path = rest[end...]
        }
        var pathText = try Self.encoded(path, in: bytes)
        if hasAuthority, pathText.isEmpty { pathText = "/" }
        self.init(scheme: scheme, host: host, port: port, hasAuthority: hasAuthority, path: pathText, query: query)
    }

    private static func hostAndPort(
        _ authority: Slice<UnsafeBufferPointer<UInt8>>,
        in url: UnsafeBufferPointer<UInt8>
    ) throws -> (String, Int?) {
        var rest = authority
        if let at = rest.lastIndex(of: UInt8(ascii: "@")) { rest = rest[(at + 1)...] }

        var host: String
        var portDigits: Slice<UnsafeBufferPointer<UInt8>>?
        if rest.first == UInt8(ascii: "[") {
            guard let close = rest.firstIndex(of: UInt8(ascii: "]")) else {
                throw malformed(url, "has an IPv6 address without its closing bracket")
            }
            let address = rest[(rest.startIndex + 1)..<close]
            guard address.contains(UInt8(ascii: ":")), address.allSatisfy(\.isIPv6Character) else {
                throw malformed(url, "has a malformed IPv6 address")
            }
            host = String(decoding: address.map(\.lowercasedASCII), as: UTF8.self)
            let tail = rest[(close + 1)...]
            guard tail.isEmpty || tail.first == UInt8(ascii: ":") else {
                throw malformed(url, "has text between its IPv6 address and the path")
            }
            portDigits = tail.isEmpty ? nil : tail.dropFirst()
        } else {
            var name = rest
            if let colon = rest.lastIndex(of: UInt8(ascii: ":")) {
                name = rest[..<colon]
                portDigits = rest[(colon + 1)...]
            }
            host = try hostName(name, in: url)
        }
        guard let digits = portDigits, !digits.isEmpty else { return (host, nil) }
        guard digits.allSatisfy(\.isASCIIDigit), digits.count <= 5,
            let port = Int(String(decoding: digits, as: UTF8.self)), port <= 65_535
        else {
            throw malformed(url, "has a port that is no number from 0 to 65535")
        }
        return (host, port)
    }

    private static func hostName(
        _ name: Slice<UnsafeBufferPointer<UInt8>>,
        in url: UnsafeBufferPointer<UInt8>
    ) throws -> String {
        guard let decoded = PercentEncoding.decode(name) else {
            throw malformed(url, "has a broken percent escape in its host")
        }
        if decoded.contains(where: { $0 >= 0x80 }) {
            throw malformed(url, "has a host with non-ASCII characters; write its xn-- form (IDNA)")
        }
        guard decoded.allSatisfy(\.isHostCharacter) else {
            throw malformed(url, "has a host with a character that hosts may not hold")
        }
        return String(decoding: decoded.map(\.lowercasedASCII), as: UTF8.self)
    }

    /// The text with what a URL may not hold percent-encoded, byte by byte; escapes that are there stay.
    private static func encoded(
        _ part: Slice<UnsafeBufferPointer<UInt8>>,
        in url: UnsafeBufferPointer<UInt8>
    ) throws -> String {
        var clean = true
        var index = part.startIndex
        while index < part.endIndex {
            let byte = part[index]
            if byte == UInt8(ascii: "%") {
                guard index + 2 < part.endIndex, part[index + 1].hexValue != nil, part[index + 2].hexValue != nil else {
                    throw malformed(url, "has a % that no two hexadecimal digits follow; write a literal one as %25")
                }
            } else if !byte.isURLCharacter {
                clean = false
            }
            index += 1
        }
        if clean { return String(decoding: part, as: UTF8.self) }
        return PercentEncoding.encode(part) { $0.isURLCharacter || $0 == UInt8(ascii: "%") }
    }

    private static func malformed(_ bytes: UnsafeBufferPointer<UInt8>, _ what: String) -> SchemeHostError {
        let text = String(decoding: bytes.prefix(200), as: UTF8.self)
        return SchemeHostError(.invalidRequest, "the URL \"\(text)\" \(what)")
    }
}

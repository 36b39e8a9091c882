import SchemeHost

/// Host and port as a `Host` field names them (RFC 9110, section 7.2).
struct Authority: Sendable, Hashable, CustomStringConvertible {
    /// Lowercased; IPv6 addresses without brackets.
    let name: String
    /// Nil stands for the port of the scheme.
    let port: Int?

    init(name: String, port: Int?) {
        self.name = name
        self.port = port
    }

    /// Reads the value of a `Host` field, or the part of an `Origin` behind its scheme; nil where it is malformed.
    init?(_ text: some StringProtocol) {
        // User information and escapes are legal in URLs, and have no business here.
        guard !text.isEmpty, !text.utf8.contains(where: { "/\\?#@% ".utf8.contains($0) }),
            let url = try? SchemeURL("http://\(text)")
        else { return nil }
        self.init(name: url.host, port: url.port)
    }

    /// The port that `http` uses.
    var httpPort: Int { port ?? 80 }

    /// The same port under another name.
    func replacing(name: String) -> Authority { Authority(name: name, port: port) }

    var description: String {
        let host = name.contains(":") ? "[\(name)]" : name
        return port.map { "\(host):\($0)" } ?? host
    }
}

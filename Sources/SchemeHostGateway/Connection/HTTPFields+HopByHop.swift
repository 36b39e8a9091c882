import HTTPTypes

extension HTTPFields {
    /// Removes the fields that belong to one connection and not to the message (RFC 9110, section 7.6.1).
    mutating func removeHopByHopFields() {
        removeFieldsNamedByConnection()
        for name in Self.hopByHop { self[name] = nil }
    }

    /// Removes the fields that `Connection` lists.
    mutating func removeFieldsNamedByConnection() {
        for value in self[values: .connection] {
            for token in value.split(separator: ",") {
                let token = token.filter { $0 != " " && $0 != "\t" }
                if let name = HTTPField.Name(token), !Self.framing.contains(name) { self[name] = nil }
            }
        }
    }

    /// Adds the gateway to `Via` (RFC 9110, section 7.6.3).
    /// - Parameter pseudonym: Stands for the gateway.
    mutating func appendVia(_ pseudonym: String) {
        let entry = "1.1 \(pseudonym)"
        self[.via] = self[.via].map { "\($0), \(entry)" } ?? entry
    }

    /// Whether `Via` names a pseudonym.
    func viaNames(_ pseudonym: String) -> Bool {
        self[values: .via].contains { value in
            value.split(separator: ",").contains { $0.split(separator: " ").dropFirst().first == pseudonym[...] }
        }
    }

    private static let hopByHop: [HTTPField.Name] = [
        .connection, .keepAlive, .proxyConnection, .proxyAuthenticate, .proxyAuthorization, .te, .trailer,
        .transferEncoding, .upgrade,
    ]

    /// What says where the content ends is needed to read on, whatever `Connection` claims.
    private static let framing: Set<HTTPField.Name> = [.contentLength, .transferEncoding, .connection]
}

extension HTTPField.Name {
    static let keepAlive = Self("Keep-Alive") ?? .connection
    static let proxyConnection = Self("Proxy-Connection") ?? .connection
    static let referrerPolicy = Self("Referrer-Policy") ?? .referer
    static let secFetchSite = Self("Sec-Fetch-Site") ?? .origin
}

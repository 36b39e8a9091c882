public import SchemeHost

extension Gateway {
    /// Where a gateway listens, and whom it lets in.
    public struct Configuration: Sendable {
        /// The name or address to listen at. Anything but a loopback address needs a ``token``.
        public var hostname: String
        /// The port to listen at; 0 for any free one.
        public var port: Int
        /// The secret that clients must know: as `Authorization: Bearer TOKEN`, or once as `?token=TOKEN`.
        public var token: String?
        /// The one URL to serve, at `/`; nil serves all routes of the host.
        public var root: SchemeURL?
        /// Further names that clients may use, besides `localhost`, 127.0.0.1, `[::1]`, ``hostname`` and the address
        /// at which they connect: `name` with the gateway's port, or `name:port` where a proxy stands in front.
        public var names: [String]
        /// How long a connection may stay open without a request, or a request without arriving.
        public var idleTimeout: Duration
        /// How long requests under way may take after shutdown has begun.
        public var shutdownDeadline: Duration

        /// Creates a configuration; the default is for programs on the same machine.
        public init(
            hostname: String = "127.0.0.1",
            port: Int = 8080,
            token: String? = nil,
            root: SchemeURL? = nil,
            names: [String] = [],
            idleTimeout: Duration = .seconds(120),
            shutdownDeadline: Duration = .seconds(10)
        ) {
            self.hostname = hostname
            self.port = port
            self.token = token
            self.root = root
            self.names = names
            self.idleTimeout = idleTimeout
            self.shutdownDeadline = shutdownDeadline
        }

        /// Whether only this machine can reach the gateway.
        var isLoopback: Bool {
            hostname == "localhost" || hostname == "::1"
                || (hostname.hasPrefix("127.") && hostname.utf8.allSatisfy { $0.isASCIIDigit || $0 == 0x2E })
        }

        /// - Throws: ``SchemeHostError`` with code `invalidConfiguration`.
        func validate() throws {
            guard (0...65_535).contains(port) else {
                throw SchemeHostError(.invalidConfiguration, "\(port) is no port; use 0 to 65535")
            }
            if let token {
                guard !token.isEmpty, token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                    throw SchemeHostError(
                        .invalidConfiguration,
                        "the token must be of visible ASCII characters, and not empty"
                    )
                }
            } else if !isLoopback {
                throw SchemeHostError(
                    .invalidConfiguration,
                    "other machines can reach \(hostname): set a token, or listen at 127.0.0.1"
                )
            }
        }
    }
}

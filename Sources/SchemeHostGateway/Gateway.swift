import Hummingbird
import HummingbirdCore
public import Logging
import NIOCore
public import SchemeHost
public import ServiceLifecycle
import UnixSignals

/// Serves a host's resources over HTTP/1.1, to browsers, curl and media players.
///
/// A resource's URL is written in one of three ways:
///
/// - `http://localhost:PORT/SCHEME/AUTHORITY/PATH?QUERY`, where the authority may be empty: `/zip//a.zip!/b`. All
///   resources share one origin, so documents are sandboxed, and links that start with a slash lead astray.
/// - `http://AUTHORITY.SCHEME.localhost:PORT/PATH?QUERY`: each authority has an origin of its own, where such links,
///   scripts, storage and service workers work. Browsers resolve these names to the loopback address by themselves.
/// - the whole URL in the request line, as a client writes it that has the gateway for its proxy:
///   `curl -x http://localhost:PORT http://api.example/`.
///
/// With ``Configuration/root`` set, one URL is served at `/`, and nothing else.
///
/// Status, fields and content are those of the host's response; redirects are shown and not followed, with `Location`
/// written in the form of the request. Added are `Date`, `Via`, the fields that frame the content, and those that keep
/// contents apart in a browser. A body that fails midway breaks the transfer.
///
/// Only names of this machine are answered to, pages of other origins cannot write, and ``Configuration/token`` is a
/// must where other machines can connect.
public final class Gateway: Service {
    private struct State {
        var host: any Responder
        var port: Int?
    }

    let configuration: Configuration
    let hostPolicy: HostPolicy
    let tokenGate: TokenGate?
    let logger: Logger
    /// Names this very gateway in `Via`, so that a request which comes back is recognized and nobody can pretend to.
    let pseudonym: String
    private let state: Lock<State>
    private let onRunning: @Sendable (Int) -> Void

    /// Creates a gateway; it listens once it runs.
    /// - Parameters:
    ///   - host: Answers the requests: a ``SchemeHost``, or anything that wraps one.
    ///   - configuration: Where to listen, and whom to let in.
    ///   - logger: Where to log failures.
    ///   - onRunning: Called with the port when the gateway accepts connections.
    /// - Throws: ``SchemeHostError`` with code `invalidConfiguration`.
    public init(
        host: any Responder,
        configuration: Configuration = Configuration(),
        logger: Logger = Logger(label: "schemehost.gateway"),
        onRunning: @escaping @Sendable (Int) -> Void = { _ in }
    ) throws {
        try configuration.validate()
        let hostname = configuration.hostname
        hostPolicy = try HostPolicy(
            names: configuration.names + [hostname.contains(":") ? "[\(hostname)]" : hostname],
            root: try configuration.root.map { try RootMount($0) }
        )
        tokenGate = configuration.token.map { TokenGate(token: $0, session: Self.randomText()) }
        pseudonym = "schemehost-" + Self.randomText()
        self.configuration = configuration
        self.logger = logger
        self.onRunning = onRunning
        state = Lock(State(host: host))
    }

    /// What answers the requests.
    public var host: any Responder { state.withLock { $0.host } }

    /// The port the gateway listens at; nil before it runs.
    public var port: Int? { state.withLock { $0.port } }

    /// Answers the following requests by another host. Requests under way finish on the old one, which stays alive
    /// until then; its `shutdown` is the caller's to call.
    public func replace(host: any Responder) { state.withLock { $0.host = host } }

    /// Serves until the task is cancelled or, within a `ServiceGroup`, graceful shutdown begins.
    ///
    /// Then no more connections are accepted, requests under way finish, and what has not at the deadline is cut off.
    /// - Throws: Where the address cannot be listened at.
    public func run() async throws {
        let application = Application(
            responder: CallbackResponder { [self] (request: Request, connection: Connection) in
                await Exchange(gateway: self, request: request, channel: connection.channel).response()
            },
            server: HTTPServerBuilder { [idleTimeout = configuration.idleTimeout] responder in
                GatewayChannel(responder: responder, idleTimeout: idleTimeout)
            },
            configuration: ApplicationConfiguration(
                address: .hostname(configuration.hostname, port: configuration.port)
            ),
            onServerRunning: { [self] channel in
                guard let port = channel.localAddress?.port else { return }
                state.withLock { $0.port = port }
                onRunning(port)
            },
            logger: logger
        )
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                try await application.run()
                return true
            }
            group.addTask { [deadline = configuration.shutdownDeadline] in
                try await gracefulShutdown()
                try await Task.sleep(for: deadline)
                return false
            }
            let isFinished = try await group.next()
            group.cancelAll()
            if isFinished == false {
                logger.warning("requests under way did not finish in time and were cut off")
                // Being cancelled is how it ends now.
                while let result = await group.nextResult() { if case .success = result { break } }
            }
        }
    }

    /// Serves until SIGTERM or SIGINT arrives; for programs without a `ServiceGroup` of their own.
    /// - Throws: As ``run()``.
    public func runUntilSignalled() async throws {
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [self],
                gracefulShutdownSignals: [.sigterm, .sigint],
                logger: logger
            )
        )
        try await group.run()
    }

    /// 128 random bits, as text.
    private static func randomText() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<2).map { _ in String(generator.next() as UInt64, radix: 36) }.joined()
    }
}

/// What Hummingbird passes along with a request.
private struct Connection: InitializableFromSource {
    let channel: any Channel

    init(source: ApplicationRequestContextSource) { channel = source.channel }
}

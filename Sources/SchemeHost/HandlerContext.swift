public import Logging

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What a handler is given to work with.
public struct HandlerContext: Sendable {
    /// The folder that relative paths of the manifest start from.
    public let baseFolder: String
    /// Where to log.
    public let logger: Logger
    /// The manifest's limits.
    public let limits: Limits
    /// The folder for what may be kept across runs; it need not exist yet.
    public let cacheFolder: String
    /// The time, so that freshness and delays are tested without sleeping.
    public let clock: HostClock
    let services: HostServices
    @TaskLocal private static var hops = 0

    /// Creates a context without a host around it, for tests of a handler by itself.
    ///
    /// ``dispatch(_:)`` throws in it, and ``openSource(_:for:)`` opens files only.
    /// - Parameters:
    ///   - baseFolder: The folder that relative paths start from.
    ///   - logger: Where to log.
    ///   - limits: What archives may cost.
    ///   - cacheFolder: The folder for what may be kept across runs; nil for the user's own cache folder.
    ///   - clock: The time, as the handler sees it.
    public init(
        baseFolder: String = ".",
        logger: Logger = Logger(label: "schemehost"),
        limits: Limits = Limits(),
        cacheFolder: String? = nil,
        clock: HostClock = .system
    ) {
        self.init(
            baseFolder: baseFolder,
            logger: logger,
            limits: limits,
            cacheFolder: cacheFolder ?? Self.defaultCacheFolder,
            clock: clock,
            services: HostServices()
        )
    }

    init(
        baseFolder: String,
        logger: Logger,
        limits: Limits,
        cacheFolder: String,
        clock: HostClock,
        services: HostServices
    ) {
        self.baseFolder = baseFolder
        self.logger = logger
        self.limits = limits
        self.cacheFolder = cacheFolder
        self.clock = clock
        self.services = services
    }

    /// `$XDG_CACHE_HOME/schemehost`, or `~/.cache/schemehost`.
    static var defaultCacheFolder: String {
        let environment = ProcessInfo.processInfo.environment
        let base = environment["XDG_CACHE_HOME"] ?? (environment["HOME"] ?? "/tmp") + "/.cache"
        return base + "/schemehost"
    }

    /// An absolute path, where a relative one starts from the manifest's folder.
    public func resolve(path: String) -> String {
        path.hasPrefix("/") ? path : baseFolder + "/" + path
    }

    /// Routes a request again, inside the same host.
    /// - Parameter request: Any; its rounds are counted, also where it was made afresh.
    /// - Returns: The response; `loop`, after 20 rounds, is one too.
    /// - Throws: As ``SchemeHost/respond(to:)-(SchemeRequest)``; `sourceUnavailable` where there is no host.
    public func dispatch(_ request: SchemeRequest) async throws -> SchemeResponse {
        guard let host = services.host else {
            throw SchemeHostError(.sourceUnavailable, "the host has shut down, or this handler stands outside of one")
        }
        var request = request.replacing(url: request.url)
        // A handler may have made the request afresh; the task knows how often it came this way.
        request.hops = max(request.hops, Self.hops) + 1
        return try await Self.$hops.withValue(request.hops) { try await host.respond(to: request) }
    }

    /// The closure registered under a name, see ``HandlerRegistry/adding(closure:_:)``.
    public func closure(named name: String) -> HandlerRegistry.Closure? { services.closures[name] }

    /// The names of all registered closures.
    public var closureNames: [String] { services.closures.keys.sorted() }

    /// Runs work that outlives its request.
    ///
    /// ``SchemeHost/shutdown(within:)`` waits for it to a deadline and then cancels it; work that comes later is not
    /// started.
    public func background(_ work: @escaping @Sendable () async -> Void) { services.background.add(work) }
}

/// The limits of section `"limits"` of a manifest.
public struct Limits: Sendable, Hashable {
    /// The largest member of an archive that is served, in bytes.
    public var memberBytes: Int64 = 8 << 30
    /// The most bytes that unpacking one archive may give.
    public var totalBytes: Int64 = 64 << 30
    /// The most members an archive may have.
    public var entries = 10_000_000
    /// The most bytes out for each byte in; counts only beyond 64 MiB of output.
    public var expansionRatio = 1_000
    /// How deep containers may stand in one another.
    public var nesting = 8

    /// The default limits.
    public init() {}
}

/// The time as a host sees it.
public struct HostClock: Sendable {
    /// The current date.
    public var now: @Sendable () -> Date
    /// Waits; throws `CancellationError` where the task is cancelled meanwhile.
    public var sleep: @Sendable (Duration) async throws -> Void

    /// Creates a clock.
    /// - Parameters:
    ///   - now: Gives the current date.
    ///   - sleep: Waits, and throws where the task is cancelled meanwhile.
    public init(now: @escaping @Sendable () -> Date, sleep: @escaping @Sendable (Duration) async throws -> Void) {
        self.now = now
        self.sleep = sleep
    }

    /// The system's clock.
    public static let system = HostClock(now: { Date() }, sleep: { try await Task.sleep(for: $0) })
}

/// What handlers reach of their host, without keeping it alive.
final class HostServices: Sendable {
    private struct Weak { weak var host: SchemeHost? }

    private let reference = Lock(Weak())
    let background = BackgroundTasks()
    let closures: [String: HandlerRegistry.Closure]

    init(closures: [String: HandlerRegistry.Closure] = [:]) { self.closures = closures }

    var host: SchemeHost? {
        get { reference.withLock { $0.host } }
        set { reference.withLock { $0.host = newValue } }
    }
}

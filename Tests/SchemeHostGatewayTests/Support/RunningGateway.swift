import Logging
import SchemeHost
import SchemeHostGateway
import ServiceLifecycle

/// A gateway that runs for the length of a test, at a port of its own.
struct RunningGateway: Sendable {
    let gateway: Gateway
    let port: Int
    let group: ServiceGroup

    func connect(receiveBuffer: Int32? = nil) throws -> RawConnection {
        try RawConnection(port: port, receiveBuffer: receiveBuffer)
    }

    /// Sends a GET on a connection of its own.
    func request(
        _ target: String,
        host: String = "localhost:PORT",
        fields: [String] = []
    ) async throws -> RawConnection.Response {
        try await request("GET", target, host: host, fields: fields)
    }

    /// Sends one request on a connection of its own.
    /// - Parameters:
    ///   - host: The `Host` field; PORT stands for the gateway's port.
    ///   - fields: Further field lines.
    func request(
        _ method: String,
        _ target: String,
        host: String = "localhost:PORT",
        fields: [String] = [],
        body: String? = nil
    ) async throws -> RawConnection.Response {
        var lines = ["\(method) \(target) HTTP/1.1", "Host: \(host)"] + fields
        if let body { lines.append("Content-Length: \(body.utf8.count)") }
        let head = (lines + ["", ""]).joined(separator: "\r\n").replacing("PORT", with: String(port))
        let connection = try connect()
        try await connection.send(head + (body ?? ""))
        return try await connection.receive(toHead: method == "HEAD")
    }
}

/// Runs a gateway around `test`, and shuts it down.
func withGateway<Result: Sendable>(
    _ host: any Responder,
    _ configuration: Gateway.Configuration = .init(),
    test: @Sendable (RunningGateway) async throws -> Result
) async throws -> Result {
    var configuration = configuration
    configuration.port = 0
    let (ports, continuation) = AsyncStream<Int>.makeStream()
    let gateway = try Gateway(host: host, configuration: configuration, logger: .silent) { continuation.yield($0) }
    let group = ServiceGroup(configuration: ServiceGroupConfiguration(services: [gateway], logger: .silent))
    return try await withThrowingTaskGroup(of: Void.self) { tasks in
        tasks.addTask {
            defer { continuation.finish() }
            try await group.run()
        }
        guard let port = await ports.first(where: { _ in true }) else {
            try await tasks.waitForAll()
            throw RawConnection.Failure(what: "the gateway did not start")
        }
        let result = try await test(RunningGateway(gateway: gateway, port: port, group: group))
        await group.triggerGracefulShutdown()
        try await tasks.waitForAll()
        return result
    }
}

/// Runs a gateway in front of one closure that answers for all schemes.
func withGateway<Result: Sendable>(
    _ configuration: Gateway.Configuration = .init(),
    answer: @escaping HandlerRegistry.Closure,
    test: @Sendable (RunningGateway) async throws -> Result
) async throws -> Result {
    try await withGateway(SchemeHost(routes: [Route(.any, to: answer)]), configuration, test: test)
}

extension Logger {
    static let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
}

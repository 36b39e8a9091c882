import SchemeHost
import SchemeHostGateway
import ServiceLifecycle
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Starting, stopping, changing the host.
@Suite(.timeLimit(.minutes(3))) struct LifecycleTests {
    @Test func requestsUnderWayFinishOnTheOldHost() async throws {
        let (started, released) = (Signal(), Signal())
        let old = SchemeHost(routes: [
            Route(.any) { _ in
                started.fire()
                await released.wait()
                return .text("old")
            }
        ])
        try await withGateway(old) { gateway async throws in
            async let slow = gateway.request("/x/h/p")
            await started.wait()
            gateway.gateway.replace(host: SchemeHost(routes: [Route(.any) { _ in .text("new") }]))
            #expect(try await gateway.request("/x/h/p").text == "new")
            released.fire()
            #expect(try await slow.text == "old")
        }
    }

    @Test func shutdownLetsRequestsFinish() async throws {
        let (started, released) = (Signal(), Signal())
        try await withGateway(
            answer: { _ in
                started.fire()
                await released.wait()
                return .text("finished")
            },
            test: { gateway async throws in
                let idle = try gateway.connect()
                try await idle.send("HEAD * HTTP/1.1\r\nHost: localhost:\(gateway.port)\r\n\r\n")
                _ = try await idle.receive(toHead: true)
                let busy = try gateway.connect()
                try await busy.send("GET /x/h/p HTTP/1.1\r\nHost: localhost:\(gateway.port)\r\n\r\n")
                await started.wait()
                await gateway.group.triggerGracefulShutdown()
                // An idle connection is closed, and no new one accepted, while the request goes on.
                #expect(try await idle.isAtEnd())
                released.fire()
                let response = try await busy.receive()
                #expect(response.text == "finished")
                #expect(try await busy.isAtEnd())
            }
        )
    }

    @Test func shutdownCutsOffWhatDoesNotEnd() async throws {
        let freed = Signal()
        try await withGateway(
            .init(shutdownDeadline: .milliseconds(50)),
            answer: { _ in SchemeResponse(body: Body(StallingSource { freed.fire() })) },
            test: { gateway async throws in
                let connection = try gateway.connect()
                try await connection.send("GET /x/h/p HTTP/1.1\r\nHost: localhost:\(gateway.port)\r\n\r\n")
                _ = try await connection.receiveHead()
                await gateway.group.triggerGracefulShutdown()
                await freed.wait()
            }
        )
    }

    @Test func aTakenPortIsAnError() async throws {
        try await withGateway(
            answer: { _ in .text("first") },
            test: { gateway async throws in
                let second = try Gateway(
                    host: SchemeHost(routes: []),
                    configuration: .init(port: gateway.port),
                    logger: .silent
                )
                await #expect(throws: (any Error).self) { try await second.run() }
                #expect(second.port == nil)
                #expect(gateway.gateway.port == gateway.port)
            }
        )
    }

    @Test func wrongConfigurations() throws {
        for configuration in [
            Gateway.Configuration(port: 65_536), .init(port: -1), .init(token: ""), .init(token: "a b"),
            .init(names: ["a/b"]),
        ] {
            let error = #expect(throws: SchemeHostError.self) {
                try Gateway(host: SchemeHost(routes: []), configuration: configuration)
            }
            #expect(error?.code == .invalidConfiguration)
        }
    }
}

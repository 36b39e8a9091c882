import ClockHandler
import Foundation
import SchemeHost
import SchemeHostTesting
import Testing

/// Eight in the morning, for ever.
let stopped = HandlerContext(clock: HostClock(now: { Date(timeIntervalSince1970: 8 * 3600) }, sleep: { _ in }))

@Suite struct ClockHandlerTests {
    @Test func conforms() async throws {
        let handler = try await ClockHandler(configuration: .init(zones: ["utc": 0, "paris": 3600]), context: stopped)
        try await HandlerConformance(handler, resources: ["/utc", "/paris"], folders: ["/"], missing: ["/mars"])
            .verify()
    }

    @Test func tellsTheTime() async throws {
        let manifest = Manifest(
            json: """
                { "version": 1, "routes": [
                    { "match": { "scheme": "clock" }, "handle": { "clock": { "zones": { "paris": 3600 }, "prefix": "It is " } } }
                ] }
                """
        )
        var options = HostOptions()
        options.clock = stopped.clock
        let host = try await SchemeHost(manifest: manifest, registry: [ClockHandler.self], options: options)
        let response = try await host.respond(to: "clock://x/paris")
        #expect(try await response.body.collect(upTo: 100) == Data("It is 09:00:00\n".utf8))
    }
}

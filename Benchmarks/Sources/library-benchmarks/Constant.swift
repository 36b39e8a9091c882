import BenchmarkHarness
import Foundation
import SchemeHost

/// Row 1: what the host adds to a handler that is called directly.
@concurrent
func measureConstant() async throws {
    let iterations = 100_000
    let url = "constant://host/path/to/member.txt"
    let handler = ConstantHandler()
    let host = SchemeHost(routes: [Route(.scheme("constant"), to: handler)])
    let prepared = try SchemeRequest(url)

    func callHandler() async throws {
        for _ in 0..<iterations {
            sink(try await handler.respond(to: prepared).body.collect(upTo: 4096))
        }
    }

    Comparison.printHeading("1. A constant through host.respond and collect; floor: the handler called directly")
    try await Comparison("from the URL's text", goal: .secondsAboveFloor(2e-6), iterations: iterations) {
        for _ in 0..<iterations {
            sink(try await host.respond(to: url).body.collect(upTo: 4096))
        }
    } floor: {
        try await callHandler()
    }
    .print()
    try await Comparison("from a SchemeRequest", goal: .secondsAboveFloor(2e-6), iterations: iterations) {
        for _ in 0..<iterations {
            sink(try await host.respond(to: prepared).body.collect(upTo: 4096))
        }
    } floor: {
        try await callHandler()
    }
    .print()
}

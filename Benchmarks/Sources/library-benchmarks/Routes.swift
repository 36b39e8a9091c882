import BenchmarkHarness
import SchemeHost

/// Row 2: the cost of 10,000 routes, in the forms that routes take.
@concurrent
func measureRoutes() async throws {
    let forms: [RouteForm] = [
        RouteForm("exact hosts", host: { "h\($0).example" }),
        RouteForm("one host, /rN/{rest...}", path: { "/r\($0)/{rest...}" }, url: { "x://host/r\($0)/a/b.txt" }),
        RouteForm("one host, /{user}/xN/*", path: { "/{user}/x\($0)/*" }, url: { "x://host/me/x\($0)/b.txt" }),
        RouteForm("*.hN.example", host: { "*.h\($0).example" }, url: { "x://www.h\($0).example/a/b.txt" }),
    ]
    Comparison.printHeading("2. 10,000 routes, host.respond and collect; floor: 10 routes")
    for form in forms {
        let many = try form.workload(routes: 10_000)
        let few = try form.workload(routes: 10)
        try await Comparison(form.name, goal: .timesFloor(2), iterations: many.requests.count * 100) {
            for _ in 0..<100 { try await many.run() }
        } floor: {
            for _ in 0..<100 { try await few.run() }
        }
        .print()
    }
}

/// A family of routes that differ in a number.
private struct RouteForm {
    let name: String
    let matcher: (Int) throws -> Matcher
    let url: (Int) -> String

    init(_ name: String, host: @escaping (Int) -> String, url: ((Int) -> String)? = nil) {
        self.name = name
        matcher = { try .host(host($0)) }
        self.url = url ?? { "x://\(host($0))/a/b.txt" }
    }

    init(_ name: String, path: @escaping (Int) -> String, url: @escaping (Int) -> String) {
        self.name = name
        matcher = { .all([try .host("host"), try .path(path($0))]) }
        self.url = url
    }

    /// A host with that many routes, and as many requests whatever their number, evenly spread over them.
    func workload(routes count: Int) throws -> RouteWorkload {
        let handler = ConstantHandler()
        let host = SchemeHost(routes: try (0..<count).map { Route(try matcher($0), to: handler) })
        let requests = try (0..<1000).map { try SchemeRequest(url($0 * 7919 % count)) }
        return RouteWorkload(host: host, requests: requests)
    }
}

private struct RouteWorkload {
    let host: SchemeHost
    let requests: [SchemeRequest]

    func run() async throws {
        for request in requests {
            sink(try await host.respond(to: request).body.collect(upTo: 4096))
        }
    }
}

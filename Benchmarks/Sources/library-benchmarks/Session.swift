import BenchmarkHarness
import Dispatch
import Foundation
import SchemeHost
import SchemeHostURLProtocol

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Row 3: URLSession through the adapter, one request after the other, and what 100,000 of them leave in memory.
func measureSession() async throws {
    let iterations = 1000
    let host = SchemeHost(routes: [Route(.scheme("constant"), to: ConstantHandler())])
    let configuration = URLSessionConfiguration.ephemeral
    var adapterConfiguration = configuration
    try host.install(into: &adapterConfiguration)
    let adapted = URLSession(configuration: adapterConfiguration)

    let floorConfiguration = URLSessionConfiguration.ephemeral
    floorConfiguration.protocolClasses = [EmptyURLProtocol.self, HoppingURLProtocol.self]
    floorConfiguration.urlCache = nil
    let floor = URLSession(configuration: floorConfiguration)

    Comparison.printHeading("3. URLSession data tasks through the adapter; floor: a URLProtocol that answers at once")
    try await Comparison("completion handler, sequential", goal: .timesFloor(1.5), iterations: iterations) {
        for _ in 0..<iterations { try load(constantURL(), in: adapted) }
    } floor: {
        for _ in 0..<iterations { try load(emptyURL(), in: floor) }
    }
    .print()
    try await Comparison("floor: one that goes by a Task", goal: .timesFloor(1.1), iterations: iterations) {
        for _ in 0..<iterations { try load(constantURL(), in: adapted) }
    } floor: {
        for _ in 0..<iterations { try load(hoppingURL(), in: floor) }
    }
    .print()

    var line = "resident after"
    for count in 1...100_000 {
        try load(constantURL(), in: adapted)
        if count.isMultiple(of: 20_000) { line += "  \(count): \(Memory.text(Memory.resident))" }
    }
    print(line)
    withExtendedLifetime(host) {}
}

private func constantURL() -> URL? { URL(string: "constant://host/path/to/member.txt") }

private func emptyURL() -> URL? { URL(string: "empty://host/path/to/member.txt") }

private func hoppingURL() -> URL? { URL(string: "hopping://host/path/to/member.txt") }

/// Loads a kilobyte and waits for it on the calling thread.
private func load(_ url: URL?, in session: URLSession) throws {
    guard let url else { throw URLError(.badURL) }
    let done = DispatchSemaphore(value: 0)
    // The completion handler is through before the semaphore lets anyone read it.
    nonisolated(unsafe) var count: Int?
    session.dataTask(with: url) { data, _, _ in
        count = data?.count
        done.signal()
    }
    .resume()
    done.wait()
    guard count == ConstantHandler.bytes.count else { throw URLError(.cannotParseResponse) }
}

/// The least that a URLProtocol can do.
private class EmptyURLProtocol: URLProtocol {
    class var scheme: String { "empty" }

    override class func canInit(with request: URLRequest) -> Bool { request.url?.scheme == scheme }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() { answer() }

    override func stopLoading() {}

    func answer() {
        guard let url = request.url,
            let head = HTTPURLResponse(
                url: url,
                statusCode: 200,
                httpVersion: "HTTP/1.1",
                headerFields: ["Content-Type": "text/plain", "Content-Length": "1024"]
            )
        else { return }
        client?.urlProtocol(self, didReceive: head, cacheStoragePolicy: .notAllowed)
        client?.urlProtocol(self, didLoad: ConstantHandler.bytes)
        client?.urlProtocolDidFinishLoading(self)
    }
}

/// The least that a URLProtocol can do that may wait for something: a Task, and back to the session's queue.
private final class HoppingURLProtocol: EmptyURLProtocol {
    override class var scheme: String { "hopping" }

    override func startLoading() {
        // The adapter finds this queue in the same way; it stands in no public interface.
        var mirror = task.map { Mirror(reflecting: $0) }
        while let current = mirror, !current.children.contains(where: { $0.label == "workQueue" }) {
            mirror = current.superclassMirror
        }
        let queue = mirror?.children.first { $0.label == "workQueue" }?.value as? DispatchQueue
        // Used by one thread after the other.
        nonisolated(unsafe) let urlProtocol = self
        Task { queue?.async { urlProtocol.answer() } }
    }
}

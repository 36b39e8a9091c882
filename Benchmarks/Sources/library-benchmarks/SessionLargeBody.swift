import BenchmarkHarness
import Dispatch
import Foundation
import SchemeHost
import SchemeHostURLProtocol

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Row 4, URLSession: a large file to a delegate; what counts is the memory.
func measureSessionBody(_ path: String) async throws {
    let file = try await LargeFile(path)
    var configuration = URLSessionConfiguration.ephemeral
    try file.host.install(into: &configuration)
    let counter = CountingDelegate()
    let session = URLSession(configuration: configuration, delegate: counter, delegateQueue: nil)
    guard let url = URL(string: file.url) else { throw URLError(.badURL) }
    let elapsed = try ContinuousClock().measure {
        session.dataTask(with: url).resume()
        guard counter.wait() == file.size else { throw URLError(.cannotParseResponse) }
    }
    let text = time(elapsed / .seconds(1))
    print("through URLSession to a delegate, once: \(text), peak resident \(Memory.text(Memory.peak)); goal < 64 MiB")
}

/// Counts what comes.
private final class CountingDelegate: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    // `count` is the delegate queue's until the semaphore hands it over.
    private var count: Int64 = 0
    private let done = DispatchSemaphore(value: 0)

    func wait() -> Int64 {
        done.wait()
        return count
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        count += Int64(data.count)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        done.signal()
    }
}

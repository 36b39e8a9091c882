public import SchemeHost

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Checks that a handler keeps the promises every handler makes, and reports all it finds broken at once.
///
///     @Test func conforms() async throws {
///         try await HandlerConformance(ClockHandler(), resources: ["/utc"]).verify()
///     }
///
/// It asks through a ``SchemeHost`` of its own, as every door does. Checked are: true lengths, ranges that equal slices
/// of the whole, HEAD as GET without a body, preconditions, 405 with `Allow`, typed errors for missing and for hostile
/// paths, listings whose entries can all be read, bodies left midway or never pulled that free their descriptors, and
/// 1,000 concurrent reads that all give the same.
public struct HandlerConformance: Sendable {
    /// All that was found broken.
    public struct Failure: Error, CustomStringConvertible {
        /// One sentence for each fault.
        public var faults: [String]
        /// The sentences, a line each.
        public var description: String { faults.joined(separator: "\n") }
    }

    let host: SchemeHost
    let resources: [String]
    let folders: [String]
    let missing: [String]
    let isStable: Bool

    /// The most bytes of one resource that are compared.
    static let maximumSize = 256 << 20

    /// Checks a handler by itself.
    /// - Parameters:
    ///   - handler: The handler.
    ///   - resources: Paths that give 200, with their leading slash, percent-encoded.
    ///   - folders: Paths of folders, with their trailing slash, whose listings are walked.
    ///   - missing: Paths that give 404.
    ///   - isStable: Whether asking twice gives the same bytes.
    public init(
        _ handler: any SchemeHandler,
        resources: [String],
        folders: [String] = [],
        missing: [String] = [],
        isStable: Bool = true
    ) {
        func url(_ path: String) -> String { "conformance://test" + path }
        self.init(
            host: SchemeHost(routes: [Route(.scheme("conformance"), to: handler)]),
            resources: resources.map(url),
            folders: folders.map(url),
            missing: missing.map(url),
            isStable: isStable
        )
    }

    /// Checks whatever answers for these URLs in a host.
    public init(
        host: SchemeHost,
        resources: [String],
        folders: [String] = [],
        missing: [String] = [],
        isStable: Bool = true
    ) {
        self.host = host
        self.resources = resources
        self.folders = folders
        self.missing = missing
        self.isStable = isStable
    }

    /// Runs all checks.
    /// - Throws: ``Failure`` with everything that was found broken.
    public func verify() async throws {
        let faults = Faults()
        for url in resources { await faults.collecting(url) { try await check(resource: url, faults) } }
        for url in folders { await faults.collecting(url) { try await check(folder: url, depth: 0, faults) } }
        for url in missing { await faults.collecting(url) { try await check(missing: url, faults) } }
        await checkHostilePaths(faults)
        for url in resources.prefix(1) {
            await faults.collecting(url) { try await checkDroppedBodies(url, faults) }
            if isStable { await faults.collecting(url) { try await checkConcurrency(url, faults) } }
        }
        let found = faults.all
        if !found.isEmpty { throw Failure(faults: found) }
    }

    func data(of response: SchemeResponse) async throws -> Data {
        try await response.body.collect(upTo: Self.maximumSize)
    }
}

/// Collects faults from everywhere in a run.
final class Faults: Sendable {
    private let list = Lock<[String]>([])

    var all: [String] { list.withLock { $0 } }

    func add(_ url: String, _ what: String) { list.withLock { $0.append("\(url): \(what)") } }

    func expect(_ condition: Bool, _ url: String, _ what: @autoclosure () -> String) {
        if !condition { add(url, what()) }
    }

    /// Runs a check; an error that it did not expect is a fault.
    func collecting(_ url: String, _ check: () async throws -> Void) async {
        do { try await check() } catch { add(url, "failed: \(error)") }
    }
}

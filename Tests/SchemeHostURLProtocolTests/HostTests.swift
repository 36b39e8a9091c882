import Foundation
import SchemeHost
import Testing

@testable import SchemeHostURLProtocol

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Hosts and sessions", .timeLimit(.minutes(2)))
struct HostTests {
    @Test("hosts in one process stay apart, also at once")
    func apart() async throws {
        try await withThrowingTaskGroup { group in
            for number in 0..<100 {
                group.addTask {
                    let host = makeHost { _ in .text("host \(number)") }
                    let session = try makeSession(host)
                    for _ in 0..<20 { #expect(try await session.load("x://h/a").text == "host \(number)") }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("every host has a class of its own, the same each time")
    func classes() {
        let hosts = (0..<1_000).map { _ in makeHost { _ in .text("") } }
        let classes = hosts.map { ObjectIdentifier(HostClasses.protocolClass(for: $0)) }
        #expect(Set(classes).count == 1_000)
        #expect(hosts.map { ObjectIdentifier(HostClasses.protocolClass(for: $0)) } == classes)
    }

    @Test("two hosts in one session: the one installed last is asked first")
    func order() async throws {
        let (first, second) = (makeHost { _ in .text("first") }, makeHost("y") { _ in .text("second") })
        let both = makeHost { _ in .text("last") }
        var configuration = URLSessionConfiguration.default
        let count = configuration.protocolClasses?.count ?? 0
        try first.install(into: &configuration)
        try second.install(into: &configuration)
        try second.install(into: &configuration)
        #expect(configuration.protocolClasses?.count == count + 2)
        #expect(configuration.urlCache == nil)
        #expect(try await URLSession(configuration: configuration).load("x://h/").text == "first")
        try both.install(into: &configuration)
        let session = URLSession(configuration: configuration)
        #expect(try await session.load("x://h/").text == "last")
        #expect(try await session.load("y://h/").text == "second")
    }

    #if canImport(FoundationNetworking)
    @Test("a session keeps its host, and nothing else does")
    func kept() async throws {
        weak var host: SchemeHost?
        do {
            let session = try makeSession(makeHost { _ in .text("kept") })
            let protocolClass = try #require(session.configuration.protocolClasses?.first as? SchemeURLProtocol.Type)
            host = HostClasses.host(of: protocolClass)
            #expect(try await session.load("x://h/").text == "kept")
            #expect(host != nil)
        }
        await eventually { host == nil }
    }
    #endif

    @Test("a session whose host is gone says so")
    func gone() async throws {
        var configuration = URLSessionConfiguration.ephemeral
        try makeHost { _ in .text("") }.install(into: &configuration)
        configuration.connectionProxyDictionary = nil
        let session = URLSession(configuration: configuration)
        for text in ["x://h/", "http://127.0.0.1:1/"] {
            let outcome = try await session.load(text)
            #expect(outcome.code == .resourceUnavailable)
            #expect(outcome.error?.localizedDescription.contains("keep a reference") == true)
        }
    }

    @Test("a request under way keeps its host")
    func underWay() async throws {
        let (entered, proceed) = (CountedSource.Count(), CountedSource.Count())
        var kept: SchemeHost? = makeHost { _ in
            entered.add(1)
            await eventually { proceed.now == 1 }
            return .text("done")
        }
        let session = try makeSession(#require(kept))
        async let outcome = session.load("x://h/")
        await eventually { entered.now == 1 }
        kept = nil
        proceed.add(1)
        #expect(try await outcome.text == "done")
    }

    @Test("a registered host answers everywhere until it is unregistered, and lives as long")
    func registered() async throws {
        var kept: SchemeHost? = makeHost("registered") { _ in .text("everywhere") }
        weak let host = kept
        kept?.register()
        kept?.register()
        kept = nil
        let url = try url("registered://h/")
        let earlier = URLSession(configuration: .default)
        #expect(try await earlier.load("registered://h/").text == "everywhere")
        #expect(try await URLSession.shared.load("registered://h/").text == "everywhere")
        #expect(try Data(contentsOf: url) == Data("everywhere".utf8))
        #expect(try String(contentsOf: url, encoding: .utf8) == "everywhere")
        host?.unregister()
        #expect(try await earlier.load("registered://h/").code == .unsupportedURL)
        await eventually { host == nil }
    }

    @Test("unregistering leaves other hosts alone")
    func unregistered() async throws {
        let (one, other) = (makeHost("one") { _ in .text("1") }, makeHost("other") { _ in .text("2") })
        one.register()
        other.register()
        one.unregister()
        one.unregister()
        defer { other.unregister() }
        #expect(try await URLSession.shared.load("other://h/").text == "2")
        #expect(try await URLSession.shared.load("one://h/").code == .unsupportedURL)
    }

    #if canImport(FoundationNetworking)
    @Test("this version of FoundationNetworking is as the adapter expects")
    func internals() { #expect(CorelibsInternals.problem == nil) }
    #endif
}

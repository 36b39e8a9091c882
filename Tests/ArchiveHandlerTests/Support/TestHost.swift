import ArchiveHandler
import Foundation
import HTTPTypes
import SchemeHost

/// A host with one archive handler behind `x` and self-contained `zip` URLs.
struct TestHost {
    let host: SchemeHost

    /// One archive, mounted.
    init(
        file: String,
        limits: Limits = Limits(),
        configure: (inout ArchiveHandler.Configuration) -> Void = { _ in }
    ) async throws {
        try await self.init(.init(file: RequestTemplate(file)), limits: limits, configure: configure)
    }

    init(
        roots: [String],
        limits: Limits = Limits(),
        configure: (inout ArchiveHandler.Configuration) -> Void = { _ in }
    ) async throws {
        try await self.init(.init(roots: roots), limits: limits, configure: configure)
    }

    private init(
        _ configuration: ArchiveHandler.Configuration,
        limits: Limits,
        configure: (inout ArchiveHandler.Configuration) -> Void
    ) async throws {
        var configuration = configuration
        configure(&configuration)
        let context = HandlerContext(baseFolder: "/", limits: limits)
        let handler = try await ArchiveHandler(configuration: configuration, context: context)
        host = SchemeHost(routes: [Route(.scheme("x"), to: handler), Route(.scheme("zip"), to: handler)])
    }

    func get(_ url: String) async throws -> SchemeResponse { try await host.respond(to: url) }

    func data(_ url: String) async throws -> Data {
        let response = try await host.respond(to: url)
        guard response.status == .ok else { throw response.problem ?? SchemeHostError(.notFound, "\(response.status)") }
        return try await response.body.collect(upTo: 1 << 30)
    }

    func text(_ url: String) async throws -> String { String(decoding: try await data(url), as: UTF8.self) }

    /// The code of the failure that a URL ends in, whether it is thrown, answered, or comes midway.
    func failure(_ url: String) async -> SchemeHostError.Code? {
        do {
            let response = try await host.respond(to: url)
            if let problem = response.problem { return problem.code }
            for try await _ in response.body {}
            return nil
        } catch {
            return (error as? SchemeHostError)?.code
        }
    }

    /// The message of that failure.
    func message(_ url: String) async -> String {
        do {
            let response = try await host.respond(to: url)
            if let problem = response.problem { return problem.message }
            for try await _ in response.body {}
            return ""
        } catch {
            return (error as? SchemeHostError)?.message ?? "\(error)"
        }
    }

    struct Line: Decodable, Equatable {
        var name: String
        var kind: String
        var size: Int64?
    }

    func list(_ url: String) async throws -> [Line] {
        let response = try await host.respond(to: url, headerFields: [.accept: "application/jsonl"])
        let text = String(decoding: try await response.body.collect(upTo: 1 << 24), as: UTF8.self)
        return try text.split(separator: "\n").map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
    }
}

/// A member's URL path, percent-encoded, `!` too.
func encoded(_ name: String) -> String {
    URLPath(components: name.split(separator: "/").map(String.init), hasTrailingSlash: false)
        .percentEncoded.replacingOccurrences(of: "!", with: "%21")
}

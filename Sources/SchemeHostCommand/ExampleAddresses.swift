import HTTPTypes
import SchemeHost

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What to try first of a manifest that is served.
enum ExampleAddresses {
    private static let maximumCount = 5

    /// Paths below the gateway for the routes that spell out what they match, and that answer there.
    static func paths(of options: ManifestOptions, in host: SchemeHost) async throws -> [String] {
        guard let path = options.path, let manifest = try? Manifest(contentsOf: path) else { return [] }
        let routes = (try? JSONValue(parsing: Data(manifest.text.utf8)))?["routes"]?.array ?? []
        var found: [String] = []
        for match in routes.compactMap({ $0["match"] }) where found.count < maximumCount {
            guard let (url, path) = address(match), !found.contains(path),
                let response = try? await host.respond(to: url, method: .head), response.status.code < 400
            else { continue }
            found.append(path)
        }
        return found
    }

    private static func address(_ match: JSONValue) -> (url: String, path: String)? {
        // A route that wants another method, a field or a body is not for an address bar.
        guard case .object(let members) = match, let scheme = literal(match["scheme"]),
            ["method", "header", "query", "body", "port", "not", "all", "any"].allSatisfy({ members[$0] == nil })
        else { return nil }
        guard let host = match["host"] == nil ? "host" : literal(match["host"]),
            let path = match["path"] == nil ? "/" : literal(match["path"])
        else { return nil }
        let rest = host + (path.hasPrefix("/") ? "" : "/") + path
        return ("\(scheme)://\(rest)", "\(scheme)/\(rest)")
    }

    /// The first alternative, where it is no pattern.
    private static func literal(_ value: JSONValue?) -> String? {
        guard let text = value?.string ?? value?.array?.first?.string, !text.contains(where: { "*{}$?".contains($0) })
        else { return nil }
        return text
    }
}

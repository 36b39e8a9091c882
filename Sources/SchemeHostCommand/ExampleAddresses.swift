import SchemeHost

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What to try first of a manifest that is served.
enum ExampleAddresses {
    private static let maximumCount = 5

    /// Paths below the gateway for the routes that spell out what they match.
    static func paths(of manifest: Manifest) -> [String] {
        let routes = (try? JSONValue(parsing: Data(manifest.text.utf8)))?["routes"]?.array ?? []
        var paths: [String] = []
        for route in routes {
            guard let match = route["match"], let path = path(match), !paths.contains(path) else { continue }
            paths.append(path)
        }
        return Array(paths.prefix(maximumCount))
    }

    private static func path(_ match: JSONValue) -> String? {
        // A route that wants another method, a field or a body is not for an address bar.
        guard case .object(let members) = match, let scheme = literal(match["scheme"]),
            ["method", "header", "query", "body", "port", "not", "all", "any"].allSatisfy({ members[$0] == nil })
        else { return nil }
        guard let host = match["host"] == nil ? "host" : literal(match["host"]),
            let path = match["path"] == nil ? "/" : literal(match["path"])
        else { return nil }
        return "\(scheme)/\(host)\(path.hasPrefix("/") ? "" : "/")\(path)"
    }

    /// The first alternative, where it is no pattern.
    private static func literal(_ value: JSONValue?) -> String? {
        guard let text = value?.string ?? value?.array?.first?.string, !text.contains(where: { "*{}$?".contains($0) })
        else { return nil }
        return text
    }
}

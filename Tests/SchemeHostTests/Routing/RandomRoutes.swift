import HTTPTypes

@testable import SchemeHost

/// Random matchers and requests over so few words that they often meet.
struct RandomRoutes {
    var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    private mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: values.indices, using: &random)]
    }

    private mutating func joined(_ words: [String], _ separator: String, most: Int) -> String {
        (0..<Int.random(in: 1...most, using: &random)).map { _ in pick(words) }.joined(separator: separator)
    }

    mutating func host() throws -> HostPattern {
        let labels = (0..<Int.random(in: 0...3, using: &random)).map { pick(["x", "y", "*", "**", "x*", "{h\($0)}"]) }
        return try HostPattern(labels.joined(separator: "."))
    }

    mutating func path() throws -> PathPattern {
        let rest = pick(["", "", "/", "/{rest...}", "/**"])
        let segments = (0..<Int.random(in: 0...3, using: &random)).map {
            pick(["a", "b", "*", "**", "a*", "{p\($0)}", "{p\($0)}b", "%61"])
        }
        let text = "/" + segments.joined(separator: "/")
        return try PathPattern(segments.isEmpty && rest.hasPrefix("/") ? rest : text + rest)
    }

    mutating func value() throws -> ValuePattern {
        pick([
            .glob("1"), .glob("*"), .glob("1*"), .equals("12"), .contains("2"), .prefix("1"), .suffix("2"),
            .in(["1", "2"]), .present(true), .present(false), .regex(try RegexPattern("^[12]$")),
        ])
    }

    mutating func matcher(depth: Int = 2) throws -> Matcher {
        switch Int.random(in: 0..<(depth > 0 ? 14 : 9), using: &random) {
        case 0: return .scheme([pick(["s", "t"]), pick(["t", "http"])])
        case 1: return .scheme(pick(["s", "t", "http"]))
        case 2: return .host([try host()])
        case 3: return .host([try host(), try host()])
        case 4: return .path([try path()])
        case 5: return .path([try path(), try path()])
        case 6: return .query("q", try value())
        case 7: return pick([.port(80), .port(80, 81), .method(.get), .method(.get, .post), .any])
        case 8: return pick([.domains(try DomainSet(["x", "y.x"])), .path(matching: try RegexPattern("a/?(?<e>.)$"))])
        case 9: return .not(try matcher(depth: depth - 1))
        case 10: return .anyOf([try matcher(depth: depth - 1), try matcher(depth: depth - 1)])
        default:
            return .all(try (0..<Int.random(in: 2...3, using: &random)).map { _ in try matcher(depth: depth - 1) })
        }
    }

    mutating func request() throws -> SchemeRequest {
        let scheme = pick(["s", "t", "http"])
        let host = Int.random(in: 0..<8, using: &random) == 0 ? "" : joined(["x", "y", "xy"], ".", most: 3)
        let port = host.isEmpty ? "" : pick(["", "", ":80", ":81"])
        let path = joined(["a", "b", "ab", "c", ""], "/", most: 4)
        let query = pick(["", "?q=1", "?q=2", "?q=12", "?q=", "?r&q=3&q=2"])
        return try SchemeRequest("\(scheme)://\(host)\(port)/\(path)\(query)", method: pick([.get, .post, .put]))
    }
}

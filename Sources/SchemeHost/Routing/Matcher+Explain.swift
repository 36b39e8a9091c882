import HTTPTypes

/// How one criterion of a matcher fares with a request.
public struct Explanation: Sendable, Hashable {
    /// The criterion in words: `host *.example`.
    public let criterion: String
    /// Whether it holds.
    public let holds: Bool
    /// What the request has there: `www.test`. Empty for a group.
    public let actual: String
    /// The criteria of a group: of `any of`, `all of`, or `not`.
    public let parts: [Explanation]
}

extension Matcher {
    /// How each criterion fares with a request; all of them are looked at, the body too.
    /// - Parameter request: Keeps a body with the same bytes.
    /// - Throws: What reading the body throws.
    public func explain(_ request: inout SchemeRequest) async throws -> [Explanation] {
        let body = needsBody ? try await BufferedBody.read(from: &request) : nil
        return explain(MatchSubject(request, body: body))
    }

    /// Whether some criterion looks at the body.
    var needsBody: Bool {
        switch criterion {
        case .body: true
        case .all(let matchers), .anyOf(let matchers): matchers.contains(where: \.needsBody)
        case .not(let matcher): matcher.needsBody
        case .any, .scheme, .host, .port, .path, .pathRegex, .method, .query, .header, .domains: false
        }
    }

    func explain(_ subject: MatchSubject) -> [Explanation] {
        if case .all(let matchers) = criterion { return matchers.flatMap { $0.explain(subject) } }
        return [explanation(subject)]
    }

    private func explanation(_ subject: MatchSubject) -> Explanation {
        var captures = Captures()
        let parts: [Explanation] =
            switch criterion {
            case .anyOf(let matchers): matchers.map { $0.explanation(subject) }
            case .all, .not: innerExplanations(subject)
            default: []
            }
        return Explanation(
            criterion: parts.isEmpty ? description : groupName,
            holds: evaluate(subject, into: &captures) == .yes,
            actual: actual(subject),
            parts: parts
        )
    }

    private func innerExplanations(_ subject: MatchSubject) -> [Explanation] {
        switch criterion {
        case .all(let matchers): matchers.map { $0.explanation(subject) }
        case .not(let matcher): matcher.explain(subject)
        default: []
        }
    }

    private var groupName: String {
        switch criterion {
        case .anyOf: "any of"
        case .not: "not"
        default: "all of"
        }
    }

    private func actual(_ subject: MatchSubject) -> String {
        let request = subject.request
        func list(_ values: [String]) -> String {
            values.isEmpty ? "none" : values.map { "\"\($0)\"" }.joined(separator: ", ")
        }
        return switch criterion {
        case .scheme: request.url.scheme
        case .host, .domains: request.url.host.isEmpty ? "no host" : request.url.host
        case .port: subject.port.map(String.init) ?? "none"
        case .path, .pathRegex: request.urlPath.description
        case .method: request.method.rawValue
        case .query(let name, _): list(request.url.queryItems(named: name))
        case .header(let name, _): list(request.headerFields[values: name])
        case .body:
            switch subject.body {
            case nil: "not read"
            case let body?: body.data.map { "\($0.count) bytes" } ?? "more than \(BufferedBody.limit) bytes"
            }
        case .any, .all, .anyOf, .not: ""
        }
    }
}

extension Matcher: CustomStringConvertible {
    /// The matcher in words: `host *.example`.
    public var description: String {
        func list(_ items: some Sequence<some CustomStringConvertible>) -> String {
            items.map(\.description).joined(separator: " or ")
        }
        func group(_ matchers: [Matcher], _ word: String) -> String {
            "(" + matchers.map(\.description).joined(separator: " \(word) ") + ")"
        }
        return switch criterion {
        case .any: "any"
        case .scheme(let names): "scheme \(list(names))"
        case .host(let patterns): "host \(list(patterns.map { $0.description.isEmpty ? "none" : $0.description }))"
        case .port(let ports): "port \(list(ports))"
        case .path(let patterns): "path \(list(patterns))"
        case .pathRegex(let pattern): "path matching \(pattern)"
        case .method(let methods): "method \(list(methods.map(\.rawValue)))"
        case .query(let name, let pattern): "query \(name) \(pattern)"
        case .header(let name, let pattern): "header \(name.rawName) \(pattern)"
        case .domains(let domains): "host in \(domains.count) domains"
        case .body(let matcher): "body \(matcher)"
        case .all(let matchers): group(matchers, "and")
        case .anyOf(let matchers): group(matchers, "or")
        case .not(let matcher): "not \(matcher)"
        }
    }
}

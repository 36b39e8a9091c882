import HTTPTypes

/// A request while it is being matched.
struct MatchSubject {
    let request: SchemeRequest
    let hostLabels: [Substring]
    /// Nil where the body has not been read.
    let body: BufferedBody?

    init(_ request: SchemeRequest, body: BufferedBody? = nil) {
        self.request = request
        hostLabels = request.url.hostLabels
        self.body = body
    }

    /// The port written in the URL, or its scheme's default.
    var port: Int? {
        if let port = request.url.port { return port }
        return switch request.url.scheme {
        case "http", "ws": 80
        case "https", "wss": 443
        default: nil
        }
    }
}

/// What is known of whether a matcher takes a request.
enum Verdict {
    case no
    case yes
    /// The body decides, and has not been read.
    case dependsOnBody

    init(_ holds: Bool) { self = holds ? .yes : .no }
}

extension Matcher {
    /// What the matcher captures from a request; nil where it does not take it.
    ///
    /// Where a body decides it is read, and the request keeps one with the same bytes.
    /// - Throws: What reading the body throws.
    public func captures(from request: inout SchemeRequest) async throws -> Captures? {
        var captures = Captures()
        var verdict = evaluate(MatchSubject(request), into: &captures)
        if verdict == .dependsOnBody {
            let body = try await BufferedBody.read(from: &request)
            captures = Captures()
            verdict = evaluate(MatchSubject(request, body: body), into: &captures)
        }
        return verdict == .yes ? captures : nil
    }

    /// Whether the matcher takes a request. The captures mean something only after `yes`.
    func evaluate(_ subject: MatchSubject, into captures: inout Captures) -> Verdict {
        // No copy of the request: it would retain a dozen things for each criterion.
        switch criterion {
        case .any: return .yes
        case .scheme(let names): return Verdict(names.contains(subject.request.url.scheme))
        case .host(let patterns):
            return Verdict(patterns.contains { $0.matches(subject.hostLabels, into: &captures) })
        case .port(let ports): return Verdict(subject.port.map(ports.contains) ?? false)
        case .path(let patterns):
            return Verdict(patterns.contains { $0.matches(subject.request.urlPath, into: &captures) })
        case .pathRegex(let pattern):
            return Verdict(pattern.matches(subject.request.urlPath.description, into: &captures))
        case .method(let methods): return Verdict(methods.contains(subject.request.method))
        case .query(let name, let pattern):
            return Verdict(pattern.matches(any: subject.request.url.queryItems(named: name)))
        case .header(let name, let pattern):
            return Verdict(pattern.matches(any: subject.request.headerFields[values: name]))
        case .domains(let domains): return Verdict(domains.contains(subject.request.url.host))
        case .body(let matcher): return subject.body.map { Verdict(matcher.matches($0)) } ?? .dependsOnBody
        case .all(let matchers): return Self.evaluate(all: matchers, subject, into: &captures)
        case .anyOf(let matchers): return Self.evaluate(anyOf: matchers, subject, into: &captures)
        case .not(let matcher):
            var ignored = Captures()
            switch matcher.evaluate(subject, into: &ignored) {
            case .yes: return .no
            case .no: return .yes
            case .dependsOnBody: return .dependsOnBody
            }
        }
    }

    private static func evaluate(
        all matchers: [Matcher],
        _ subject: MatchSubject,
        into captures: inout Captures
    ) -> Verdict {
        var result = Verdict.yes
        for matcher in matchers {
            switch matcher.evaluate(subject, into: &captures) {
            case .yes: break
            case .no: return .no
            case .dependsOnBody: result = .dependsOnBody
            }
        }
        return result
    }

    private static func evaluate(
        anyOf matchers: [Matcher],
        _ subject: MatchSubject,
        into captures: inout Captures
    ) -> Verdict {
        let mark = captures.count
        for matcher in matchers {
            let verdict = matcher.evaluate(subject, into: &captures)
            if verdict != .no { return verdict }
            captures.truncate(to: mark)
        }
        return .no
    }
}

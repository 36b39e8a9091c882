public import HTTPTypes

/// Which requests a route takes.
///
/// Made of criteria: `.all([.scheme("book"), try .host("*.example"), try .path("/{book}/{rest...}")])`. Whatever is not
/// named may be anything.
public struct Matcher: Sendable {
    indirect enum Criterion: Sendable {
        case any
        case scheme([String])
        case host([HostPattern])
        case port([Int])
        case path([PathPattern])
        case pathRegex(RegexPattern)
        case method([HTTPRequest.Method])
        case query(String, ValuePattern)
        case header(HTTPField.Name, ValuePattern)
        case domains(DomainSet)
        case body(BodyMatcher)
        case all([Matcher])
        case anyOf([Matcher])
        case not(Matcher)
    }

    let criterion: Criterion

    private init(_ criterion: Criterion) { self.criterion = criterion }

    /// Every request.
    public static let any = Matcher(.any)

    /// One of these schemes, in either case, without the colon.
    public static func scheme(_ names: String...) -> Matcher { scheme(names) }

    /// One of these schemes, in either case, without the colon.
    public static func scheme(_ names: [String]) -> Matcher { Matcher(.scheme(names.map { $0.lowercased() })) }

    /// One of these schemes, checked.
    /// - Throws: ``SchemeHostError`` with code `invalidConfiguration` where a name is no scheme (RFC 3986, section 3.1).
    public static func scheme(checking names: [String]) throws -> Matcher {
        for name in names {
            guard name.utf8.first?.isASCIILetter == true, name.utf8.allSatisfy(\.isSchemeCharacter) else {
                throw SchemeHostError(
                    .invalidConfiguration,
                    "\"\(name)\" is no scheme; write its letters alone, like \"https\", without a colon or wildcards"
                )
            }
        }
        return scheme(names)
    }

    /// A host that one of the patterns matches; see ``HostPattern``.
    /// - Throws: ``SchemeHostError`` with code `invalidConfiguration` where a pattern is malformed.
    public static func host(_ patterns: String...) throws -> Matcher { host(try patterns.map { try HostPattern($0) }) }

    /// A host that one of the patterns matches.
    public static func host(_ patterns: [HostPattern]) -> Matcher { Matcher(.host(patterns)) }

    /// One of these ports, written in the URL or the default of its scheme: 80 for http and ws, 443 for https and wss.
    public static func port(_ ports: Int...) -> Matcher { port(ports) }

    /// One of these ports, written in the URL or the default of its scheme: 80 for http and ws, 443 for https and wss.
    public static func port(_ ports: [Int]) -> Matcher { Matcher(.port(ports)) }

    /// A path that one of the patterns matches; see ``PathPattern``.
    /// - Throws: ``SchemeHostError`` with code `invalidConfiguration` where a pattern is malformed.
    public static func path(_ patterns: String...) throws -> Matcher { path(try patterns.map { try PathPattern($0) }) }

    /// A path that one of the patterns matches.
    public static func path(_ patterns: [PathPattern]) -> Matcher { Matcher(.path(patterns)) }

    /// A path, decoded and with its leading slash, that the expression is found in; its named groups are captured.
    public static func path(matching pattern: RegexPattern) -> Matcher { Matcher(.pathRegex(pattern)) }

    /// One of these methods.
    public static func method(_ methods: HTTPRequest.Method...) -> Matcher { method(methods) }

    /// One of these methods.
    public static func method(_ methods: [HTTPRequest.Method]) -> Matcher { Matcher(.method(methods)) }

    /// A query item of that name, percent-decoded, with a matching value.
    public static func query(_ name: String, _ pattern: ValuePattern) -> Matcher { Matcher(.query(name, pattern)) }

    /// A header field of that name with a matching value.
    public static func header(_ name: HTTPField.Name, _ pattern: ValuePattern) -> Matcher {
        Matcher(.header(name, pattern))
    }

    /// A header field of that name, in either case, with a matching value.
    /// - Throws: ``SchemeHostError`` with code `invalidConfiguration` where the name is none (RFC 9110, section 5.1).
    public static func header(_ name: String, _ pattern: ValuePattern) throws -> Matcher {
        guard let name = HTTPField.Name(name) else {
            throw SchemeHostError(
                .invalidConfiguration,
                "\"\(name)\" is no name of a header field; write it like \"Content-Type\""
            )
        }
        return header(name, pattern)
    }

    /// A host that is one of the domains, or beneath one.
    public static func domains(_ domains: DomainSet) -> Matcher { Matcher(.domains(domains)) }

    /// A body that matches; it is looked at only where everything else does.
    public static func body(_ matcher: BodyMatcher) -> Matcher { Matcher(.body(matcher)) }

    /// Requests that all of the matchers take; the captures are those of all, a later one counts over an earlier.
    public static func all(_ matchers: [Matcher]) -> Matcher { Matcher(.all(matchers)) }

    /// Requests that one of the matchers takes; the captures are those of the first that does.
    public static func anyOf(_ matchers: [Matcher]) -> Matcher { Matcher(.anyOf(matchers)) }

    /// Requests that the matcher does not take; nothing is captured.
    public static func not(_ matcher: Matcher) -> Matcher { Matcher(.not(matcher)) }

    /// The names that every match captures.
    public var captureNames: Set<String> {
        func common(_ names: [[String]]) -> Set<String> {
            guard let first = names.first else { return [] }
            return names.dropFirst().reduce(Set(first)) { $0.intersection($1) }
        }
        return switch criterion {
        case .host(let patterns): common(patterns.map(\.captureNames))
        case .path(let patterns): common(patterns.map(\.captureNames))
        case .pathRegex(let pattern): Set(pattern.captureNames)
        case .all(let matchers): matchers.reduce([]) { $0.union($1.captureNames) }
        case .anyOf(let matchers): common(matchers.map { Array($0.captureNames) })
        case .any, .scheme, .port, .method, .query, .header, .domains, .body, .not: []
        }
    }
}

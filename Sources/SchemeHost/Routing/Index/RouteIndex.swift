/// Finds the first of many routes that takes a request, in time that hardly depends on how many there are.
///
/// Schemes, hosts and paths of the routes' patterns lead to candidates, which are then matched in full, in order. Routes
/// that differ in nothing but other criteria (queries, header fields, methods, bodies) are tried one after the other.
struct RouteIndex: Sendable {
    typealias Paths = SegmentTrie<[Int32]>
    typealias Hosts = SegmentTrie<Paths>

    let matchers: [Matcher]
    private var schemes: [String: Hosts] = [:]
    private var anyScheme = Hosts()

    init(_ matchers: [Matcher]) {
        self.matchers = matchers
        for (route, matcher) in matchers.enumerated() {
            for key in Set(RouteKey.keys(of: matcher)) {
                if let scheme = key.scheme {
                    Self.insert(Int32(route), key, into: &schemes[scheme, default: Hosts()])
                } else {
                    Self.insert(Int32(route), key, into: &anyScheme)
                }
            }
        }
    }

    private static func insert(_ route: Int32, _ key: RouteKey, into hosts: inout Hosts) {
        hosts.update(key.host, empty: Paths()) { paths in
            paths.update(key.path, empty: []) { $0.append(route) }
        }
    }

    /// What is known of the first match before the body is read.
    enum Match {
        case none
        case found(route: Int, captures: Captures)
        /// Some route's body criterion decides.
        case dependsOnBody
    }

    /// The first route that takes a request; its body is read only where a route's match depends on it.
    /// - Returns: The route's number, its captures, and the request, with a body that can still be read.
    /// - Throws: What reading the body throws.
    func firstMatch(
        for request: SchemeRequest
    ) async throws -> (route: Int, captures: Captures, request: SchemeRequest)? {
        var match = firstMatch(MatchSubject(request))
        var request = request
        if case .dependsOnBody = match {
            let body = try await BufferedBody.read(from: &request)
            match = firstMatch(MatchSubject(request, body: body))
        }
        guard case .found(let route, let captures) = match else { return nil }
        return (route, captures, request)
    }

    /// Whether some route takes a request, or might once its body is read.
    func mayMatch(_ request: SchemeRequest) -> Bool {
        if case .none = firstMatch(MatchSubject(request)) { false } else { true }
    }

    func firstMatch(_ subject: MatchSubject) -> Match {
        var candidates = candidates(for: subject)
        var captures = Captures()
        while let route = candidates.next() {
            switch matchers[route].evaluate(subject, into: &captures) {
            case .yes: return .found(route: route, captures: captures)
            case .dependsOnBody: return .dependsOnBody
            case .no: captures.truncate(to: 0)
            }
        }
        return .none
    }

    func candidates(for subject: MatchSubject) -> MergedRoutes {
        let labels = subject.hostLabels
        let components = subject.request.urlPath.components
        var lists = MergedRoutes()
        func visit(_ hosts: Hosts) {
            hosts.forEachLeaf(covering: labels.count) {
                String(labels[labels.count - 1 - $0])
            } _: { paths in
                paths.forEachLeaf(covering: components.count) {
                    components[$0]
                } _: {
                    lists.add($0)
                }
            }
        }
        if let hosts = schemes[subject.request.url.scheme] { visit(hosts) }
        visit(anyScheme)
        return lists
    }

    /// The routes that may take all that a key stands for.
    func candidates(covering key: RouteKey) -> MergedRoutes {
        var lists = MergedRoutes()
        func visit(_ hosts: Hosts) {
            hosts.forEachLeaf(covering: key.host.segments.count, isOpen: key.host.isOpen) {
                key.host.segments[$0]
            } _: { paths in
                paths.forEachLeaf(covering: key.path.segments.count, isOpen: key.path.isOpen) {
                    key.path.segments[$0]
                } _: {
                    lists.add($0)
                }
            }
        }
        if let scheme = key.scheme, let hosts = schemes[scheme] { visit(hosts) }
        visit(anyScheme)
        return lists
    }
}

/// The numbers of several ascending lists, in order, each once.
struct MergedRoutes: Sequence, IteratorProtocol {
    private var lists: [(routes: [Int32], next: Int)] = []
    private var last: Int32 = -1

    mutating func add(_ routes: [Int32]) { lists.append((routes, 0)) }

    mutating func next() -> Int? {
        var least: (route: Int32, list: Int)?
        for index in lists.indices {
            while lists[index].next < lists[index].routes.count, lists[index].routes[lists[index].next] <= last {
                lists[index].next += 1
            }
            guard lists[index].next < lists[index].routes.count else { continue }
            let route = lists[index].routes[lists[index].next]
            if route < least?.route ?? .max { least = (route, index) }
        }
        guard let least else { return nil }
        last = least.route
        lists[least.list].next += 1
        return Int(least.route)
    }
}

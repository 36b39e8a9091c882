/// Turns a manifest into a plan, and finds everything that is wrong with it on the way.
///
/// Each piece is read by itself, so a fault in one hides none in another.
struct ManifestCompiler {
    private(set) var diagnostics: [Diagnostic]
    let registry: HandlerRegistry
    private let manifest: Manifest
    private let options: HostOptions
    private let services: HostServices
    private var transform: JSONDocument.StringTransform?
    private var handlers: [ManifestPlan.Handler] = []

    init(manifest: Manifest, registry: HandlerRegistry, options: HostOptions) {
        self.manifest = manifest
        self.registry = registry
        self.options = options
        services = HostServices(closures: registry.closures)
        diagnostics = manifest.readingDiagnostics
    }

    /// Compiles; nil, with ``diagnostics``, where the manifest cannot be used.
    mutating func compile() -> ManifestPlan? {
        guard let document = manifest.document else { return nil }
        let vars = (document.root["vars"]?.members ?? []).compactMap { member in
            member.value.string.map { (member.key, $0) }
        }
        let variables = Variables(Dictionary(vars) { $1 }, environment: options.environment)
        transform = { text, _ in try variables.expand(text) }
        let shape: ManifestShape? = decode(document.root, in: document)
        if let node = document.root["version"], case .number(let number) = node.content,
            number.integer(as: Int.self) != 1
        {
            report(.shape, at: node.offset, "this is version \(number); this program reads version 1", in: document)
        }
        let context = context(limits: shape?.limits?.limits ?? Limits())

        var named = declarations(in: document)
        var routes: [(position: Int, shape: RouteShape?, chain: [HandlerReference?], offset: Int)] = []
        for (position, node) in (document.root["routes"]?.elements ?? []).enumerated() {
            let route: RouteShape? = decode(node, in: document)
            if route?.enabled == false { continue }
            let chain = node["handle"].map { references(in: $0, named: named, document) } ?? []
            for case .named(let name, _)? in chain { named[name]?.use(captures: route?.match.captureNames) }
            check(chain, named: named, document)
            routes.append((position, route, chain, node.offset))
        }
        let slots = named.mapValues { slot(for: $0.declaration, captures: $0.captures, context, document) }
        var compiled: [Route] = []
        for (position, route, chain, offset) in routes {
            let captures = route.map(\.match.captureNames)
            let links = chain.compactMap { reference -> HandlerSlot? in
                switch reference {
                case .named(let name, _): slots[name].flatMap { $0 }
                case .inline(let declaration): slot(for: declaration, captures: captures, context, document)
                case nil: nil
                }
            }
            guard let route, let chain = ChainLink(links) else { continue }
            for name in route.as?.captureNames ?? [] where captures?.contains(name) == false {
                let message = "\"as\" needs {\(name)}, which no pattern of the route captures"
                diagnostics.append(document.diagnostic(.shape, at: offset, message))
            }
            compiled.append(route.route(position: position, chain: chain))
        }
        checkIDs(routes.map { ($0.shape?.id ?? String($0.position), $0.offset) }, document)
        guard let shape, !diagnostics.contains(where: { $0.severity == .error }) else { return nil }
        return ManifestPlan(
            document: document,
            routes: compiled,
            routeOffsets: routes.map(\.offset),
            handlers: handlers,
            unusedHandlers: named.filter { !$1.isUsed }.map { ($0, $1.declaration.offset) }.sorted { $0.1 < $1.1 },
            unmatched: shape.unmatched ?? .pass,
            services: services
        )
    }

    mutating func report(_ code: Diagnostic.Code, at offset: Int, _ message: String, in document: JSONDocument) {
        diagnostics.append(document.diagnostic(code, at: offset, message))
    }

    private mutating func decode<T: Decodable>(
        _ node: JSONNode,
        captures: Set<String>? = nil,
        in document: JSONDocument
    ) -> T? {
        var userInfo: [CodingUserInfoKey: Any] = [:]
        if let key = CodingUserInfoKey.captureNames, let captures { userInfo[key] = captures }
        if let key = CodingUserInfoKey.baseFolder { userInfo[key] = manifest.baseFolder }
        return document.decode(T.self, from: node, userInfo: userInfo, transform: transform, into: &diagnostics)
    }

    private func context(limits: Limits) -> HandlerContext {
        HandlerContext(
            baseFolder: manifest.baseFolder,
            logger: options.logger,
            limits: limits,
            cacheFolder: options.cacheFolder,
            clock: options.clock,
            services: services
        )
    }

    /// The place for a handler, its configuration decoded; nil where that cannot be.
    private mutating func slot(
        for declaration: HandlerDeclaration,
        captures: Set<String>?,
        _ context: HandlerContext,
        _ document: JSONDocument
    ) -> HandlerSlot? {
        func make<Handler: SchemeHandler>(_ type: Handler.Type) -> HandlerSlot? {
            let configuration: Handler.Configuration? = decode(declaration.node, captures: captures, in: document)
            guard let configuration else { return nil }
            return HandlerSlot(kind: Handler.kind) { try await Handler(configuration: configuration, context: context) }
        }
        guard let slot = make(declaration.type) else { return nil }
        handlers.append(.init(slot: slot, offset: declaration.offset))
        return slot
    }

    private mutating func checkIDs(_ ids: [(id: String, offset: Int)], _ document: JSONDocument) {
        var seen: Set<String> = []
        for (id, offset) in ids where !seen.insert(id).inserted {
            report(.shape, at: offset, "another route has the id \(Suggestion.quoted(id)) already", in: document)
        }
    }
}

extension CodingUserInfoKey {
    /// The folder (`String`) that relative paths of the manifest start from.
    static let baseFolder = CodingUserInfoKey(rawValue: "schemehost.baseFolder")
}

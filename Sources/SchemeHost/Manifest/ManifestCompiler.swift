/// Turns a manifest into a plan, and finds everything that is wrong with it on the way.
///
/// Each piece is read by itself, so a fault in one hides none in another.
struct ManifestCompiler {
    private(set) var diagnostics: [Diagnostic]
    let registry: HandlerRegistry
    private let manifest: Manifest
    private let options: HostOptions
    private let services: HostServices
    private let variables: Variables
    private var handlers: [ManifestPlan.Handler] = []

    init(manifest: Manifest, registry: HandlerRegistry, options: HostOptions) {
        self.manifest = manifest
        self.registry = registry
        self.options = options
        services = HostServices(closures: registry.closures)
        diagnostics = manifest.readingDiagnostics
        let vars = (manifest.document?.root["vars"]?.members ?? []).compactMap { member in
            member.value.string.map { (member.key, $0) }
        }
        variables = Variables(Dictionary(vars) { $1 }, environment: options.environment)
    }

    /// Whether nothing was found that keeps the manifest from being used.
    var isSound: Bool { !diagnostics.contains { $0.severity == .error } }

    /// Compiles all that can be; nil where the text is not JSON. What is wrong is in ``diagnostics``.
    mutating func compile() -> ManifestPlan? {
        guard let document = manifest.document else { return nil }
        let shape: ManifestShape? = decode(document.root, in: document)
        if let node = document.root["version"], case .number(let number) = node.content,
            number.integer(as: Int.self) != 1
        {
            report(.shape, at: node.offset, "this is version \(number); this program reads version 1", in: document)
        }
        let context = context(limits: shape?.limits?.limits ?? Limits())

        var named = declarations(in: document)
        var routes: [(position: Int, shape: RouteShape?, chain: [HandlerReference?], node: JSONNode)] = []
        for (position, node) in (document.root["routes"]?.elements ?? []).enumerated() {
            let route: RouteShape? = decode(node, in: document)
            if case .bool(false)? = node["enabled"]?.content { continue }
            let chain = node["handle"].map { references(in: $0, named: named, document) } ?? []
            for case .named(let name, _)? in chain { named[name]?.use(captures: route?.match.captureNames) }
            check(chain, named: named, document)
            if let mapping = route?.as, let offset = node["as"]?.offset, let captures = route?.match.captureNames {
                for name in mapping.captureNames where !captures.contains(name) {
                    let message = "\"as\" needs {\(name)}, which no pattern of the route captures"
                    report(.shape, at: offset, message, in: document)
                }
            }
            routes.append((position, route, chain, node))
        }
        let slots = named.mapValues { slot(for: $0.declaration, captures: $0.captures, context, document) }
        var compiled: [ManifestPlan.CompiledRoute] = []
        for (position, route, chain, node) in routes {
            let captures = route.map(\.match.captureNames)
            let links = chain.compactMap { reference -> HandlerSlot? in
                switch reference {
                case .named(let name, _): slots[name].flatMap { $0 }
                case .inline(let declaration): slot(for: declaration, captures: captures, context, document)
                case nil: nil
                }
            }
            guard let route, let chain = ChainLink(links) else { continue }
            compiled.append(.init(route: route.route(position: position, chain: chain), offset: node.offset))
        }
        checkIDs(routes.map { ($0.node, $0.position) }, document)
        return ManifestPlan(
            document: document,
            routes: compiled,
            handlers: handlers,
            unusedHandlers: named.filter { !$1.isUsed }.map { ($0, $1.declaration.offset) }.sorted { $0.1 < $1.1 },
            unmatched: shape?.unmatched ?? .pass,
            services: services,
            environmentValues: variables.environmentValues
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
        return document.decode(
            T.self,
            from: node,
            userInfo: userInfo,
            transform: { [variables] text, _ in try variables.expand(text) },
            into: &diagnostics
        )
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
            let secrets = variables.environmentValues
            return HandlerSlot(kind: Handler.kind) {
                do {
                    return try await Handler(configuration: configuration, context: context)
                } catch {
                    throw secrets.concealing(error)
                }
            }
        }
        guard let slot = make(declaration.type) else { return nil }
        handlers.append(.init(slot: slot, offset: declaration.offset))
        return slot
    }

    /// The identifiers are read from the text: a route that cannot be read has one, too.
    private mutating func checkIDs(_ routes: [(node: JSONNode, position: Int)], _ document: JSONDocument) {
        var seen: Set<String> = []
        for (node, position) in routes {
            let written = node["id"].map { $0.string } ?? .some(String(position))
            // An identifier that cannot be expanded is reported with its route.
            guard let written, let id = try? variables.expand(written) else { continue }
            guard !seen.insert(id).inserted else { continue }
            report(
                .shape,
                at: node.offset,
                "another route has the id \(Suggestion.quoted(written)) already",
                in: document
            )
        }
    }
}

extension CodingUserInfoKey {
    /// The folder (`String`) that relative paths of the manifest start from.
    static let baseFolder = CodingUserInfoKey(rawValue: "schemehost.baseFolder")
}

import HTTPTypes

/// A handler as it is declared: a kind and its configuration.
struct HandlerDeclaration {
    let type: any SchemeHandler.Type
    /// The configuration.
    let node: JSONNode
    /// Where the kind is written.
    let offset: Int
}

/// A named handler, and what its routes capture.
struct NamedHandler {
    let declaration: HandlerDeclaration
    private(set) var isUsed = false
    /// What every route that uses the handler captures; nil where that is not known.
    private(set) var captures: Set<String>?

    init(_ declaration: HandlerDeclaration) { self.declaration = declaration }

    mutating func use(captures names: Set<String>?) {
        captures = isUsed ? captures.flatMap { old in names.map(old.intersection) } : names
        isUsed = true
    }
}

/// One link of a route's `"handle"`.
enum HandlerReference {
    case named(String, offset: Int)
    case inline(HandlerDeclaration)

    var offset: Int {
        switch self {
        case .named(_, let offset): offset
        case .inline(let declaration): declaration.offset
        }
    }

    func type(_ named: [String: NamedHandler]) -> (any SchemeHandler.Type)? {
        switch self {
        case .named(let name, _): named[name]?.declaration.type
        case .inline(let declaration): declaration.type
        }
    }
}

extension ManifestCompiler {
    /// The named handlers that can be read.
    mutating func declarations(in document: JSONDocument) -> [String: NamedHandler] {
        var result: [String: NamedHandler] = [:]
        for member in document.root["handlers"]?.members ?? [] where !NodeDecoder.isAlwaysAllowed(member.key) {
            if registry[member.key] != nil {
                let message = "\(Suggestion.quoted(member.key)) is the name of a handler kind; choose another name"
                report(.shape, at: member.keyOffset, message, in: document)
            }
            guard let declaration = declaration(member.value, document) else { continue }
            result[member.key] = NamedHandler(declaration)
        }
        return result
    }

    /// The links of a chain, nil for each that cannot be read.
    mutating func references(
        in node: JSONNode,
        named: [String: NamedHandler],
        _ document: JSONDocument
    ) -> [HandlerReference?] {
        guard let elements = node.elements else { return [reference(node, named: named, document)] }
        if elements.isEmpty { report(.shape, at: node.offset, "a chain needs at least one handler", in: document) }
        return elements.map { reference($0, named: named, document) }
    }

    private mutating func reference(
        _ node: JSONNode,
        named: [String: NamedHandler],
        _ document: JSONDocument
    ) -> HandlerReference? {
        guard let name = node.string else { return declaration(node, document).map(HandlerReference.inline) }
        if named[name] != nil { return .named(name, offset: node.offset) }
        if let type = registry[name] {
            let empty = JSONNode(content: .object([]), offset: node.offset)
            return .inline(HandlerDeclaration(type: type, node: empty, offset: node.offset))
        }
        // A named handler that could not be read is reported where it stands.
        guard document.root["handlers"]?[name] == nil else { return nil }
        let known = Array(Set(named.keys).union(registry.kindNames))
        let message = "no handler \(Suggestion.quoted(name))\(Suggestion.hint(for: name, known: known))"
        report(.shape, at: node.offset, message, in: document)
        return nil
    }

    /// An object with one key: a kind and its configuration.
    private mutating func declaration(_ node: JSONNode, _ document: JSONDocument) -> HandlerDeclaration? {
        guard let members = node.members?.filter({ !NodeDecoder.isAlwaysAllowed($0.key) }), members.count == 1 else {
            let message = "a handler is an object with one key, its kind: {\"mirror\": {\"root\": \"docs\"}}"
            report(.shape, at: node.offset, message, in: document)
            return nil
        }
        let member = members[0]
        guard let type = registry[member.key] else {
            let hint = Suggestion.hint(for: member.key, known: registry.kindNames)
            report(
                .shape,
                at: member.keyOffset,
                "no handler kind \(Suggestion.quoted(member.key))\(hint)",
                in: document
            )
            return nil
        }
        return HandlerDeclaration(type: type, node: member.value, offset: member.keyOffset)
    }

    /// Checks that wrappers wrap something, and that nothing stands behind a handler that hands nothing on.
    mutating func check(_ chain: [HandlerReference?], named: [String: NamedHandler], _ document: JSONDocument) {
        for (position, reference) in chain.enumerated() {
            guard let reference, let type = reference.type(named) else { continue }
            let isLast = position == chain.count - 1
            if type.chain == .none, !isLast {
                let message = "\(type.kind) hands no request on, so what stands behind it is never reached"
                report(.shape, at: reference.offset, message, in: document)
            } else if type.chain == .required, isLast {
                let message = "\(type.kind) wraps another handler; put one behind it: [\"\(type.kind)\", …]"
                report(.shape, at: reference.offset, message, in: document)
            }
        }
    }
}

extension RouteShape {
    func route(position: Int, chain: ChainLink) -> Route {
        Route(
            id: id ?? String(position),
            matcher: match,
            mapping: self.as,
            fields: fields?.fields ?? [:],
            types: (types ?? [:]).reduce(into: [:]) { $0[$1.key.lowercased()] = $1.value.text },
            chain: chain
        )
    }
}

/// A compiled manifest: what a host is made of.
struct ManifestPlan {
    /// A handler with its place in the text.
    struct Handler {
        let slot: HandlerSlot
        let offset: Int
    }

    let document: JSONDocument
    let routes: [Route]
    /// The offset of each route in the text.
    let routeOffsets: [Int]
    /// Every handler that is declared, those that no route uses included.
    let handlers: [Handler]
    /// The name and place of each named handler that no route uses.
    let unusedHandlers: [(name: String, offset: Int)]
    let unmatched: SchemeHost.Unmatched
    let services: HostServices

    /// Makes all handlers and reports those that cannot be made.
    func provision() async -> [Diagnostic] {
        var diagnostics: [Diagnostic] = []
        for handler in handlers {
            do {
                _ = try await handler.slot.stage()
            } catch {
                let message =
                    "\(handler.slot.kind): \((error as? SchemeHostError)?.description ?? String(describing: error))"
                diagnostics.append(document.diagnostic(.provision, at: handler.offset, message))
            }
        }
        return diagnostics
    }

    /// What works, but not as it was meant to.
    func lint() -> [Diagnostic] {
        let unused = unusedHandlers.map { handler in
            let message = "no route uses the handler \(Suggestion.quoted(handler.name))"
            return document.diagnostic(.lint, .warning, at: handler.offset, message)
        }
        let shadowed = RouteIndex(routes.map(\.matcher)).shadowed().map { pair in
            let earlier = Suggestion.quoted(routes[pair.by].id)
            let message = "this route never matches: the earlier route \(earlier) takes everything it could"
            return document.diagnostic(.lint, .warning, at: routeOffsets[pair.route], message)
        }
        return unused + shadowed
    }
}

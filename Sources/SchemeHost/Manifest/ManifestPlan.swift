/// A compiled manifest: what a host is made of. Of a faulty manifest it holds what could be compiled.
struct ManifestPlan {
    /// A handler with its place in the text.
    struct Handler {
        let slot: HandlerSlot
        let offset: Int
    }

    /// A route with its place in the text.
    struct CompiledRoute {
        let route: Route
        let offset: Int
    }

    let document: JSONDocument
    /// The routes that could be compiled.
    let routes: [CompiledRoute]
    /// Every handler that is declared, those that no route uses included.
    let handlers: [Handler]
    /// The name and place of each named handler that no route uses.
    let unusedHandlers: [(name: String, offset: Int)]
    let unmatched: SchemeHost.Unmatched
    let services: HostServices
    let environmentValues: EnvironmentValues

    /// Makes all handlers and reports those that cannot be made.
    func provision() async -> [Diagnostic] {
        var diagnostics: [Diagnostic] = []
        for handler in handlers {
            do {
                _ = try await handler.slot.stage()
            } catch {
                diagnostics.append(document.diagnostic(.provision, at: handler.offset, String(describing: error)))
            }
        }
        return diagnostics
    }

    /// Ends the handlers that were made.
    func shutdown() async {
        for handler in handlers { await handler.slot.shutdown() }
    }

    /// What works, but not as it was meant to. Of use where nothing is missing from the plan only.
    func lint() -> [Diagnostic] {
        let place = document.root["routes"]?.offset ?? document.root.offset
        let message = "there are no routes, so nothing will be answered; add one to \"routes\""
        let idle = routes.isEmpty ? [document.diagnostic(.lint, .warning, at: place, message)] : []
        let unused = unusedHandlers.map { handler in
            let message = "no route uses the handler \(Suggestion.quoted(handler.name))"
            return document.diagnostic(.lint, .warning, at: handler.offset, message)
        }
        let shadowed = RouteIndex(routes.map(\.route.matcher)).shadowed().map { pair in
            let earlier = Suggestion.quoted(environmentValues.concealing(routes[pair.by].route.id))
            let message = "this route never matches: the earlier route \(earlier) takes everything it could"
            return document.diagnostic(.lint, .warning, at: routes[pair.route].offset, message)
        }
        return idle + unused + shadowed
    }
}

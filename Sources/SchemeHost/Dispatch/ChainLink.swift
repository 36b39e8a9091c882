import HTTPTypes

/// One handler of a chain with what stands behind it.
///
/// Whatever the handler answers leaves here as HTTP would show it at this hop: errors as problem documents, listings
/// rendered, the response semantics applied. So every wrapper, and every door, sees the same.
final class ChainLink: Responder {
    let slot: HandlerSlot
    let next: ChainLink?

    init(_ slot: HandlerSlot, next: ChainLink?) {
        self.slot = slot
        self.next = next
    }

    /// A chain of these slots; nil without any.
    convenience init?(_ slots: [HandlerSlot]) {
        guard let first = slots.first else { return nil }
        var tail: ChainLink?
        for slot in slots.dropFirst().reversed() { tail = ChainLink(slot, next: tail) }
        self.init(first, next: tail)
    }

    /// The slots of the chain, in order.
    var slots: [HandlerSlot] { [slot] + (next?.slots ?? []) }

    func respond(to request: SchemeRequest) async throws -> SchemeResponse {
        let stage: HandlerSlot.Stage
        if let made = slot.madeStage { stage = made } else { stage = try await slot.stage() }
        guard stage.methods.contains(request.method) else {
            let message = "\(slot.kind) answers \(stage.methods.allow) here, not \(request.method)"
            let problem = SchemeResponse.problem(
                SchemeHostError(.methodNotAllowed, message, url: request.url.description),
                headerFields: [.allow: stage.methods.allow]
            )
            return try await Semantics.apply(to: problem, for: request)
        }
        var inner = request
        inner.next = next
        var response: SchemeResponse
        do {
            response = try await stage.responder.respond(to: inner)
            response = try await response.renderingFolder(for: request)
        } catch {
            let failure = Self.typed(error, for: request)
            // What an overlay lacks, the layer below it may have.
            if let next, failure?.code == .notFound, stage.role == .optional, request.isRead {
                return try await next.respond(to: request)
            }
            guard let failure, failure.code.status != nil else { throw failure ?? error }
            response = .problem(failure)
        }
        return try await Semantics.apply(to: response, for: request)
    }

    /// The error with its URL; nil for a cancellation, which stays what it is.
    private static func typed(_ error: any Error, for request: SchemeRequest) -> SchemeHostError? {
        if error is CancellationError { return nil }
        var failure =
            error as? SchemeHostError
            ?? SchemeHostError(.sourceUnavailable, "the handler failed", underlying: error)
        failure.url = failure.url ?? request.url.description
        return failure
    }
}

extension SchemeRequest {
    /// Whether the method is GET or HEAD.
    package var isRead: Bool { method == .get || method == .head }
}

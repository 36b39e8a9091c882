/// A handler's place in a chain: made at once, or when first needed. One slot may stand in many chains.
final class HandlerSlot: Sendable {
    /// What a chain needs to know of a handler.
    struct Stage: Sendable {
        let responder: any Responder
        let methods: MethodSet
        let role: ChainRole
        let shutdown: @Sendable () async -> Void
    }

    private enum State {
        case waiting
        case making(Task<Stage, any Error>)
        case made(Stage)
    }

    /// The handler's kind, for people to read.
    let kind: String
    private let state: Lock<State>
    private let make: (@Sendable () async throws -> any SchemeHandler)?

    init(_ handler: any SchemeHandler) {
        kind = type(of: handler).kind
        make = nil
        state = Lock(.made(Self.stage(handler)))
    }

    init(closure: @escaping HandlerRegistry.Closure) {
        kind = "closure"
        make = nil
        state = Lock(
            .made(Stage(responder: ClosureResponder(closure: closure), methods: .any, role: .none, shutdown: {}))
        )
    }

    init(kind: String, make: @escaping @Sendable () async throws -> any SchemeHandler) {
        self.kind = kind
        self.make = make
        state = Lock(.waiting)
    }

    private static func stage(_ handler: any SchemeHandler) -> Stage {
        Stage(
            responder: handler,
            methods: handler.methods,
            role: type(of: handler).chain,
            shutdown: { await handler.shutdown() }
        )
    }

    /// The handler, made now where it was not yet. A failure is not kept: the next request tries again.
    func stage() async throws -> Stage {
        let task = state.withLock { state in
            switch state {
            case .made(let stage): return Task<Stage, any Error> { stage }
            case .making(let task): return task
            case .waiting:
                let task = Task { [make] in
                    guard let make else { throw CancellationError() }
                    return Self.stage(try await make())
                }
                state = .making(task)
                return task
            }
        }
        let result = await task.result
        state.withLock { state in
            guard case .making = state else { return }
            if case .success(let stage) = result { state = .made(stage) } else { state = .waiting }
        }
        return try result.get()
    }

    /// The handler, if it is made already.
    var madeStage: Stage? {
        state.withLock { state in if case .made(let stage) = state { stage } else { nil } }
    }

    /// Ends the handler where it was made.
    func shutdown() async { await madeStage?.shutdown() }
}

private struct ClosureResponder: Responder {
    let closure: HandlerRegistry.Closure

    func respond(to request: SchemeRequest) async throws -> SchemeResponse { try await closure(request) }
}

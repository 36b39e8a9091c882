extension Body {
    /// How a pass over a body ended.
    public struct End: Sendable {
        /// The bytes that were handed out.
        public var bytes: Int64
        /// Why not all of them were: what reading threw, `CancellationError` where the reader left early; nil for a
        /// complete transfer.
        public var error: (any Error)?
    }

    final class Observer: Sendable {
        let onEnd: @Sendable (End) -> Void
        let parent: Observer?

        init(parent: Observer?, onEnd: @escaping @Sendable (End) -> Void) {
            self.parent = parent
            self.onEnd = onEnd
        }

        func report(_ end: End) {
            parent?.report(end)
            onEnd(end)
        }

        /// Lives as long as one iterator; reports once, also when the iterator is dropped midway.
        final class Token {
            private var observer: Observer?
            var bytes: Int64 = 0

            init(_ observer: Observer) { self.observer = observer }

            deinit { finish(CancellationError()) }

            func finish(_ error: (any Error)?) {
                observer?.report(End(bytes: bytes, error: error))
                observer = nil
            }
        }
    }

    /// The same body, which reports the end of each pass over it: complete, failed or left early.
    ///
    /// A body that nobody starts to read reports nothing.
    /// - Parameter onEnd: Called once a pass, from wherever reading happens.
    public func observed(onEnd: @escaping @Sendable (End) -> Void) -> Body {
        Body(storage: storage, observer: Observer(parent: observer, onEnd: onEnd))
    }
}

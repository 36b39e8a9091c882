#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The bytes of a request or a response, pulled chunk by chunk.
///
/// Nothing is read before it is asked for. Dropping a body, and every iterator over it, closes what it reads from at
/// once. A body that throws midway is a failed transfer; so is one whose source gives fewer or more bytes than its
/// ``length`` promised. Iterating checks for cancellation before each chunk.
public struct Body: Sendable {
    enum Storage: Sendable {
        case data(Data)
        case source(any BodySource, range: Range<Int64>?)
    }

    let storage: Storage
    let observer: Observer?

    init(storage: Storage, observer: Observer? = nil) {
        self.storage = storage
        self.observer = observer
    }

    /// A body of bytes in memory.
    public init(_ data: Data = Data()) { self.init(storage: .data(data)) }

    /// A body of text, as UTF-8.
    public init(_ text: String) { self.init(Data(text.utf8)) }

    /// A body that a source gives; read as often, and sliced as cheaply, as the source allows.
    public init(_ source: some BodySource) { self.init(storage: .source(source, range: nil)) }

    /// A body that a reader gives, once.
    /// - Parameters:
    ///   - length: The number of bytes, where it is known; a reader that gives another number fails.
    ///   - reader: Gives the chunks; dropped with the body.
    public init(length: Int64? = nil, reader: some BodyReader & Sendable) {
        self.init(OneShotSource(length: length, reader: reader))
    }

    /// Several bodies, one after the other; its length is known where all of theirs are.
    public init(concatenating parts: [Body]) { self.init(ConcatenatedSource(parts: parts)) }

    /// The number of bytes, where it is known before reading.
    public var length: Int64? {
        switch storage {
        case .data(let data): Int64(data.count)
        case .source(let source, let range): range.map { Int64($0.count) } ?? source.length
        }
    }

    /// Whether ``slice(_:)`` costs only the slice.
    public var isSeekable: Bool {
        switch storage {
        case .data: true
        case .source(let source, _): source.isSeekable
        }
    }

    /// Whether the bytes can be read more than once.
    public var isReplayable: Bool {
        switch storage {
        case .data: true
        case .source(let source, _): source.isReplayable
        }
    }

    /// A range of the bytes.
    ///
    /// A seekable body reads only that range; any other reads from its start, throws away what comes before and stops
    /// at the range's end.
    /// - Parameter range: Offsets in bytes; cut to ``length`` where that is known.
    public func slice(_ range: Range<Int64>) -> Body {
        let range = range.clamped(to: 0..<(length ?? .max))
        switch storage {
        case .data(let data):
            let start = data.startIndex + Int(range.lowerBound)
            return Body(storage: .data(data[start..<(start + range.count)]), observer: observer)
        case .source(let source, let outer) where source.isSeekable:
            let base = outer?.lowerBound ?? 0
            let inner = (base + range.lowerBound)..<(base + range.upperBound)
            return Body(storage: .source(source, range: inner), observer: observer)
        case .source:
            return Body(SkippingSource(base: self, range: range))
        }
    }

    /// All bytes at once.
    /// - Parameter limit: The most that is held in memory, in bytes.
    /// - Throws: ``SchemeHostError`` with code `tooLarge` beyond the limit, and whatever reading throws.
    public func collect(upTo limit: Int) async throws -> Data {
        if let length, length > Int64(limit) { throw Self.tooLarge(limit) }
        if case .data(let data) = storage, observer == nil { return data }
        var iterator = makeAsyncIterator()
        guard var result = try await iterator.next() else { return Data() }
        while let chunk = try await iterator.next() {
            guard result.count + chunk.count <= limit else { throw Self.tooLarge(limit) }
            result.append(chunk)
        }
        guard result.count <= limit else { throw Self.tooLarge(limit) }
        return result
    }

    private static func tooLarge(_ limit: Int) -> SchemeHostError {
        SchemeHostError(.tooLarge, "the body has more than \(limit) bytes; read it chunk by chunk, or raise the limit")
    }
}

extension Body: AsyncSequence {
    /// Starts reading.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

    /// One pass over a body.
    ///
    /// It runs on its caller's actor: without `next(isolation:)` a loop on the main actor would pay two hops a chunk.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private enum State {
            case data(Data)
            case unopened(any BodySource, Range<Int64>?)
            case reading(any BodyReader)
            case done
        }

        private var state: State
        private let length: Int64?
        private var count: Int64 = 0
        private var token: Observer.Token?

        fileprivate init(_ body: Body) {
            switch body.storage {
            case .data(let data): state = .data(data)
            case .source(let source, let range): state = .unopened(source, range)
            }
            length = body.length
            token = body.observer.map { Observer.Token($0) }
        }

        /// The next chunk, never empty; nil at the end.
        /// - Throws: `CancellationError`, and whatever the source throws.
        public mutating func next() async throws -> Data? { try await next(isolation: #isolation) }

        /// The next chunk, never empty; nil at the end.
        /// - Parameter actor: The caller's isolation, which reading keeps.
        /// - Throws: `CancellationError`, and whatever the source throws.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Data? {
            do {
                if let chunk = try await advance(isolation: actor) {
                    count += Int64(chunk.count)
                    if let length, count > length { throw Self.wrongLength(count, length) }
                    token?.bytes = count
                    return chunk
                }
                if let length, count != length { throw Self.wrongLength(count, length) }
                end(nil)
                return nil
            } catch {
                end(error)
                throw error
            }
        }

        private mutating func advance(isolation actor: isolated (any Actor)?) async throws -> Data? {
            if case .unopened(let source, let range) = state {
                state = .reading(try source.makeReader(range: range))
            }
            switch state {
            case .data(let data):
                state = .done
                try Task.checkCancellation()
                return data.isEmpty ? nil : data
            case .reading(var reader):
                state = .done
                try Task.checkCancellation()
                let chunk = try await reader.read()
                if chunk != nil { state = .reading(reader) }
                return chunk
            case .done, .unopened:
                return nil
            }
        }

        private mutating func end(_ error: (any Error)?) {
            state = .done
            token?.finish(error)
            token = nil
        }

        private static func wrongLength(_ count: Int64, _ length: Int64) -> SchemeHostError {
            let what = count < length ? "ended after \(count) of its \(length) bytes" : "ran over its \(length) bytes"
            return SchemeHostError(.sourceCorrupt, "the body \(what)")
        }
    }
}

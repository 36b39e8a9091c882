#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// One line of a folder's listing.
public struct ListingEntry: Sendable, Hashable {
    /// What an entry is.
    public enum Kind: String, Sendable, CaseIterable {
        /// A resource with bytes.
        case file
        /// A folder.
        case directory
        /// A link; it may or may not lead to something that is served.
        case link
        /// Something that is there and never served: a name that is no safe path, a device, a link that leads out.
        case refused
    }

    /// The name: one component, or a path below the folder in a recursive listing.
    public var name: String
    /// What the entry is.
    public var kind: Kind
    /// The size in bytes, where it is known without reading.
    public var size: Int64?
    /// The time of the last modification.
    public var modified: Date?
    /// The media type, where the source stores one.
    public var mediaType: String?
    /// The entity tag as it would stand in the `ETag` field.
    public var entityTag: String?

    /// Creates an entry.
    /// - Parameters:
    ///   - name: One component, decoded; or a path below the folder in a recursive listing.
    ///   - kind: What the entry is.
    ///   - size: The size in bytes, where it is known without reading.
    ///   - modified: The time of the last modification.
    ///   - mediaType: The media type, where the source stores one.
    ///   - entityTag: The entity tag with its quotation marks.
    public init(
        name: String,
        kind: Kind,
        size: Int64? = nil,
        modified: Date? = nil,
        mediaType: String? = nil,
        entityTag: String? = nil
    ) {
        self.name = name
        self.kind = kind
        self.size = size
        self.modified = modified
        self.mediaType = mediaType
        self.entityTag = entityTag
    }
}

/// The entries of a folder, given one by one.
public struct Listing: Sendable, AsyncSequence {
    private let makeNext: @Sendable () -> () async throws -> ListingEntry?

    /// A listing of entries in memory.
    public init(_ entries: [ListingEntry]) {
        makeNext = {
            var rest = entries[...]
            return { rest.popFirst() }
        }
    }

    /// A listing that is read as it goes.
    /// - Parameter makeNext: Starts a pass: returns the function that gives the next entry, nil at the end. What that
    ///   function throws breaks the listing off.
    public init(_ makeNext: @escaping @Sendable () -> () async throws -> ListingEntry?) {
        self.makeNext = makeNext
    }

    /// Starts a pass.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(step: makeNext()) }

    /// One pass over a listing.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let step: () async throws -> ListingEntry?

        /// The next entry; nil at the end.
        /// - Throws: What the listing's source throws.
        public mutating func next() async throws -> ListingEntry? { try await step() }

        /// The next entry; nil at the end.
        /// - Throws: What the listing's source throws.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> ListingEntry? {
            try await step()
        }
    }
}

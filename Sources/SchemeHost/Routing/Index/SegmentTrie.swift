/// A trie over segments (the labels of a host from the right, or the segments of a path from the left) in which a
/// segment may stand for any other.
struct SegmentTrie<Leaf: Sendable>: Sendable {
    private struct Node: Sendable {
        var literal: [String: Int] = [:]
        var any: Int?
        /// For sequences that end here.
        var end: Leaf?
        /// For sequences that end here or go on in whatever way.
        var open: Leaf?
    }

    private var nodes = [Node()]

    /// Changes the leaf of a key.
    /// - Parameter empty: The leaf where there is none yet.
    mutating func update(_ key: SegmentKey, empty: @autoclosure () -> Leaf, _ change: (inout Leaf) -> Void) {
        var node = 0
        for segment in key.segments {
            let next = segment.map { nodes[node].literal[$0] } ?? nodes[node].any
            if let next {
                node = next
                continue
            }
            nodes.append(Node())
            if let segment { nodes[node].literal[segment] = nodes.count - 1 } else { nodes[node].any = nodes.count - 1 }
            node = nodes.count - 1
        }
        // A leaf is changed outside of its node: there it would be copied.
        var leaf = (key.isOpen ? nodes[node].open.take() : nodes[node].end.take()) ?? empty()
        change(&leaf)
        if key.isOpen { nodes[node].open = leaf } else { nodes[node].end = leaf }
    }

    /// Visits the leaves of all keys that cover a sequence.
    /// - Parameters:
    ///   - count: The length of the sequence.
    ///   - isOpen: Whether the sequence stands for all those that begin with it.
    ///   - segment: The segment at an index; nil where it stands for any.
    func forEachLeaf(
        covering count: Int,
        isOpen: Bool = false,
        _ segment: (Int) -> String?,
        _ visit: (Leaf) -> Void
    ) {
        walk(0, index: 0, count, isOpen, segment, visit)
    }

    private func walk(
        _ node: Int,
        index: Int,
        _ count: Int,
        _ isOpen: Bool,
        _ segment: (Int) -> String?,
        _ visit: (Leaf) -> Void
    ) {
        if let open = nodes[node].open { visit(open) }
        guard index < count else {
            if !isOpen, let end = nodes[node].end { visit(end) }
            return
        }
        if !nodes[node].literal.isEmpty, let name = segment(index), let next = nodes[node].literal[name] {
            walk(next, index: index + 1, count, isOpen, segment, visit)
        }
        if let next = nodes[node].any { walk(next, index: index + 1, count, isOpen, segment, visit) }
    }
}

/// What a ``SegmentTrie`` knows of a pattern. It may stand for more than the pattern does, never for less.
struct SegmentKey: Sendable, Hashable {
    /// Segments that are literal; nil for one that is not.
    var segments: [String?]
    /// Whether anything may follow.
    var isOpen: Bool

    /// Every sequence.
    static let all = SegmentKey(segments: [], isOpen: true)

    /// The most segments of a key, which bounds how deep a lookup goes.
    static let maximumLength = 32

    init(segments: [String?], isOpen: Bool) {
        self.segments = segments
        self.isOpen = isOpen
    }

    /// The elements up to the first `**`.
    init(_ elements: some Sequence<GlobSequence.Element>) {
        segments = []
        isOpen = false
        for element in elements {
            guard case .segment(let glob) = element, segments.count < Self.maximumLength else {
                isOpen = true
                return
            }
            segments.append(glob.literal)
        }
    }
}

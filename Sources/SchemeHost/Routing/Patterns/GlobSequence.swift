/// Segments in order, with `**` for any number of them: what patterns of hosts and of paths have in common.
struct GlobSequence: Sendable, Hashable {
    enum Element: Sendable, Hashable {
        case segment(SegmentGlob)
        /// `**`: any number of segments, none included.
        case anyNumber

        var glob: SegmentGlob? { if case .segment(let glob) = self { glob } else { nil } }
    }

    var elements: [Element]

    /// Matches segments; where they do, the captures are appended.
    ///
    /// A mismatch goes back to the latest `**` only, which is enough and keeps the time within segments × elements.
    /// - Returns: How many segments stand before a final `**`, or all; nil where they do not match.
    func match(_ segments: [some StringProtocol], into captures: inout Captures) -> Int? {
        let mark = captures.count
        var next = 0
        var element = 0
        var retry: (element: Int, segment: Int, captures: Int)?
        while next < segments.count || element < elements.count {
            if element < elements.count {
                switch elements[element] {
                case .anyNumber:
                    element += 1
                    if element == elements.count { return next }
                    retry = (element, next, captures.count)
                    continue
                case .segment(let glob):
                    if next < segments.count, glob.matches(segments[next], into: &captures) {
                        element += 1
                        next += 1
                        continue
                    }
                }
            }
            guard let (resume, segment, count) = retry, segment < segments.count else {
                captures.truncate(to: mark)
                return nil
            }
            retry = (resume, segment + 1, count)
            (element, next) = (resume, segment + 1)
            captures.truncate(to: count)
        }
        return next
    }

    /// The names it captures.
    var captureNames: [String] { elements.flatMap { $0.glob?.captureNames ?? [] } }
}

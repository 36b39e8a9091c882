import HTTPTypes

extension Matcher {
    /// Whether this matcher certainly takes every request that the other one does. False where that cannot be told.
    func covers(_ other: Matcher) -> Bool {
        switch (criterion, other.criterion) {
        case (.any, _): true
        case (_, .anyOf(let alternatives)): alternatives.allSatisfy(covers)
        case (.all(let criteria), _): criteria.allSatisfy { $0.covers(other) }
        case (.anyOf(let alternatives), .all(let criteria)):
            alternatives.contains { $0.covers(other) } || criteria.contains(where: covers)
        case (.anyOf(let alternatives), _): alternatives.contains { $0.covers(other) }
        case (_, .all(let criteria)): criteria.contains(where: covers)
        case (.not(let excluded), .not(let excludedByOther)): excludedByOther.covers(excluded)
        default: coversCriterion(of: other)
        }
    }

    private func coversCriterion(of other: Matcher) -> Bool {
        switch (criterion, other.criterion) {
        case (.scheme(let names), .scheme(let others)): others.allSatisfy(names.contains)
        case (.host(let patterns), .host(let others)):
            others.allSatisfy { other in patterns.contains { $0.covers(other) } }
        case (.port(let ports), .port(let others)): others.allSatisfy(ports.contains)
        case (.path(let patterns), .path(let others)):
            others.allSatisfy { other in patterns.contains { $0.covers(other) } }
        case (.pathRegex(let pattern), .pathRegex(let other)): pattern == other
        case (.method(let methods), .method(let others)): others.allSatisfy(methods.contains)
        case (.query(let name, let pattern), .query(let otherName, let other)):
            name == otherName && pattern.covers(other)
        case (.header(let name, let pattern), .header(let otherName, let other)):
            name == otherName && pattern.covers(other)
        case (.domains(let domains), .host(let hosts)):
            hosts.allSatisfy { $0.literal.map(domains.contains) ?? false }
        case (.domains(let domains), .domains(let others)): domains == others
        default: false
        }
    }
}

extension HostPattern {
    func covers(_ other: HostPattern) -> Bool { sequence.covers(other.sequence) }
}

extension PathPattern {
    func covers(_ other: PathPattern) -> Bool {
        (trailingSlash == nil || trailingSlash == other.trailingSlash) && sequence.covers(other.sequence)
    }
}

extension ValuePattern {
    func covers(_ other: ValuePattern) -> Bool {
        switch (self, other) {
        case (.present(false), _), (_, .present(false)): self == other
        case (.present(true), _), (.glob("*"), _): true
        case (_, .equals(let text)): matches(text)
        case (_, .glob(let text)) where !text.contains("*"): matches(text)
        case (_, .in(let texts)): texts.allSatisfy(matches)
        case (.prefix, .prefix(let text)), (.suffix, .suffix(let text)), (.contains, .contains(let text)),
            (.contains, .prefix(let text)), (.contains, .suffix(let text)):
            matches(text)
        case (.glob(let pattern), .glob(let other)): pattern.hasSameBytes(as: other)
        case (.regex(let pattern), .regex(let other)): pattern == other
        default: false
        }
    }
}

extension GlobSequence {
    /// Whether every sequence of segments that the other matches is certain to match here.
    func covers(_ other: GlobSequence) -> Bool {
        // Row by row: whether the first elements of this one cover the first elements of the other.
        var row = [true] + Array(repeating: false, count: other.elements.count)
        for element in elements {
            var next = Array(repeating: false, count: row.count)
            next[0] = row[0] && element == .anyNumber
            for (index, otherElement) in other.elements.enumerated() {
                switch (element, otherElement) {
                case (.anyNumber, _): next[index + 1] = row[index + 1] || next[index]
                case (.segment(let glob), .segment(let other)): next[index + 1] = row[index] && glob.covers(other)
                case (.segment, .anyNumber): break
                }
            }
            row = next
        }
        return row[other.elements.count]
    }
}

extension SegmentGlob {
    /// Whether every text that the other matches is certain to match here.
    func covers(_ other: SegmentGlob) -> Bool {
        if isWholeWildcard { return other.minimumLength >= minimumLength }
        if let text = other.literal {
            var ignored = Captures()
            return matches(text, into: &ignored)
        }
        return head == other.head
            && parts.elementsEqual(other.parts) { part, other in
                part.literal == other.literal && part.minimum <= other.minimum
            }
    }
}

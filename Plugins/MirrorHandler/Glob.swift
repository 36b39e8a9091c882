import SchemeHost

/// A shell pattern: `*` any text without a slash, `**` any text (`a/**/b`: `a/b` too), `?` one character, `[a-z]` one of a set, `[!a-z]` none
/// of it. `[*]` is a literal asterisk.
struct Glob: Sendable {
    private enum Token: Sendable {
        case literal(Character)
        case one
        case text
        case path
        /// In front of a ``path``: a slash, or nothing of both.
        case optionalSlash
        case set([ClosedRange<Character>], negated: Bool)
    }

    private var tokens: [Token] = []

    /// Reads a pattern.
    /// - Parameters:
    ///   - names: What stands between its slashes.
    ///   - isPath: Whether it is matched against paths, which start with a slash.
    ///   - text: The pattern as it was written, for messages.
    /// - Throws: ``SchemeHostError`` with code `invalidConfiguration` where a bracket is not closed.
    init(_ names: [[Character]], isPath: Bool, _ text: String) throws {
        for (position, name) in names.enumerated() {
            if name == ["*", "*"], position < names.count - 1 {
                tokens += [.optionalSlash, .path]
                continue
            }
            if isPath { tokens.append(.literal("/")) }
            var rest = name[...]
            while let character = rest.popFirst() {
                switch character {
                case "*" where rest.first == "*":
                    rest = rest.drop { $0 == "*" }
                    tokens.append(.path)
                case "*": tokens.append(.text)
                case "?": tokens.append(.one)
                case "[": tokens.append(try Self.set(&rest, text))
                default: tokens.append(.literal(character))
                }
            }
        }
    }

    private static func set(_ rest: inout ArraySlice<Character>, _ text: String) throws -> Token {
        let negated = rest.first == "!" || rest.first == "^"
        if negated { rest.removeFirst() }
        var ranges: [ClosedRange<Character>] = []
        while let low = rest.popFirst() {
            // A bracket in front stands for itself.
            if low == "]", !ranges.isEmpty { return .set(ranges, negated: negated) }
            if rest.first == "-", let high = rest.dropFirst().first, high != "]", low <= high {
                ranges.append(low...high)
                rest.removeFirst(2)
            } else {
                ranges.append(low...low)
            }
        }
        throw SchemeHostError(
            .invalidConfiguration,
            "the pattern \"\(text)\" has a [ that is not closed; write [[] for a literal one"
        )
    }

    /// Whether the whole text fits.
    func matches(_ text: [Character]) -> Bool {
        // All positions in the pattern that the text read so far can have reached.
        var reached = [Bool](repeating: false, count: tokens.count + 1)
        reached[0] = true
        skipEmpty(&reached)
        for character in text {
            var next = [Bool](repeating: false, count: tokens.count + 1)
            var isAlive = false
            for (position, token) in tokens.enumerated() where reached[position] {
                guard let step = step(token, over: character) else { continue }
                next[position + step] = true
                isAlive = true
            }
            guard isAlive else { return false }
            reached = next
            skipEmpty(&reached)
        }
        return reached[tokens.count]
    }

    /// How far a character leads: 1 past the token, 0 to stay in it, nil where it does not fit.
    private func step(_ token: Token, over character: Character) -> Int? {
        switch token {
        case .literal(let literal): literal == character ? 1 : nil
        case .one: character == "/" ? nil : 1
        case .text: character == "/" ? nil : 0
        case .path: 0
        case .optionalSlash: character == "/" ? 1 : nil
        case .set(let ranges, let negated):
            character != "/" && ranges.contains { $0.contains(character) } != negated ? 1 : nil
        }
    }

    /// `*` and `**` fit no text as well.
    private func skipEmpty(_ reached: inout [Bool]) {
        for (position, token) in tokens.enumerated() where reached[position] {
            switch token {
            case .text, .path: reached[position + 1] = true
            case .optionalSlash: reached[position + 2] = true
            default: break
            }
        }
    }
}

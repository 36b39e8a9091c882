/// Reads a regular expression: the part of the usual (Perl, PCRE, ECMAScript) syntax that runs in linear time.
struct RegexParser {
    private var rest: Substring.UnicodeScalarView
    private var depth = 0
    private var ignoresCase = false
    private(set) var names: [String] = []

    static let maximumDepth = 100
    static let maximumRepetition = 1_000
    static let maximumNames = 32

    /// Reads a whole expression.
    /// - Throws: `PatternError`.
    static func parse(_ text: String) throws -> (syntax: RegexSyntax, names: [String]) {
        var parser = RegexParser(rest: text[...].unicodeScalars)
        if parser.take("(?i)") { parser.ignoresCase = true }
        let syntax = try parser.alternation()
        guard parser.rest.isEmpty else { throw PatternError("has a ) that closes nothing; write a literal one as \\)") }
        try CaptureName.checkUnique(parser.names)
        return (syntax, parser.names)
    }

    private init(rest: Substring.UnicodeScalarView) { self.rest = rest }

    private mutating func take(_ text: String) -> Bool {
        guard rest.starts(with: text.unicodeScalars) else { return false }
        rest.removeFirst(text.unicodeScalars.count)
        return true
    }

    private mutating func alternation() throws -> RegexSyntax {
        var branches = [try concatenation()]
        while take("|") { branches.append(try concatenation()) }
        return branches.count == 1 ? branches[0] : .alternation(branches)
    }

    private mutating func concatenation() throws -> RegexSyntax {
        var items: [RegexSyntax] = []
        while let next = rest.first, next != "|", next != ")" {
            items.append(try quantified(try atom()))
        }
        return items.count == 1 ? items[0] : .concatenation(items)
    }

    private mutating func atom() throws -> RegexSyntax {
        guard let scalar = rest.popFirst() else { return .empty }
        switch scalar {
        case "(": return try group()
        case "[": return .set(try characterClass())
        case ".": return .set(.any)
        case "^": return .assertion(.start)
        case "$": return .assertion(.end)
        case "\\": return try escape()
        case "*", "+", "?", "{", "}":
            throw PatternError("has a \(scalar) with nothing to repeat; write a literal one as \\\(scalar)")
        default: return literal(scalar)
        }
    }

    private func literal(_ scalar: Unicode.Scalar) -> RegexSyntax {
        guard ignoresCase, scalar.properties.isAlphabetic, scalar.isASCII else { return .scalar(scalar) }
        return .set(ScalarSet(ScalarSet.foldingCase([scalar.value...scalar.value])))
    }

    private mutating func group() throws -> RegexSyntax {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maximumDepth else {
            throw PatternError("has groups more than \(Self.maximumDepth) levels deep")
        }
        var index: Int?
        if take("?") {
            if take("<=") || take("<!") || take("=") || take("!") {
                throw PatternError(
                    "looks ahead or behind, which cannot run in bounded time; use \"not\" or two criteria"
                )
            }
            if take("<") || take("P<") {
                index = names.count
                names.append(try groupName())
            } else if !take(":") {
                throw PatternError("has an unknown kind of group; known: (…), (?:…), (?<name>…), and (?i) at the start")
            }
        }
        let inner = try alternation()
        guard take(")") else { throw PatternError("has a ( that is not closed; write a literal one as \\(") }
        return index.map { .capture($0, inner) } ?? inner
    }

    private mutating func groupName() throws -> String {
        guard let close = rest.firstIndex(of: ">") else { throw PatternError("has a group name that is not closed") }
        let name = String(rest[..<close])
        rest = rest[rest.index(after: close)...]
        guard names.count < Self.maximumNames else {
            throw PatternError("has more than \(Self.maximumNames) named groups")
        }
        return try CaptureName.checked(name)
    }

    private mutating func quantified(_ atom: RegexSyntax) throws -> RegexSyntax {
        let (minimum, maximum): (Int, Int?)
        switch rest.first {
        case "*": (minimum, maximum) = (0, nil)
        case "+": (minimum, maximum) = (1, nil)
        case "?": (minimum, maximum) = (0, 1)
        case "{": (minimum, maximum) = try bounds()
        default: return atom
        }
        rest.removeFirst()
        let isLazy = take("?")
        if let next = rest.first, "*+?{".unicodeScalars.contains(next) {
            throw PatternError("repeats a repetition (\(next)); put it in a group, and note that there is no a++")
        }
        if case .assertion = atom { throw PatternError("repeats an anchor") }
        return .repetition(atom, minimum: minimum, maximum: maximum, isLazy: isLazy)
    }

    /// The numbers of `{m}`, `{m,}` or `{m,n}`; leaves the closing brace.
    private mutating func bounds() throws -> (Int, Int?) {
        let malformed = PatternError(
            "has a malformed {m,n}, at most \(Self.maximumRepetition); write a literal { as \\{"
        )
        guard let close = rest.firstIndex(of: "}") else { throw malformed }
        let parts = rest[..<close].dropFirst().split(separator: ",", omittingEmptySubsequences: false)
        rest = rest[close...]
        func number(_ text: Substring.UnicodeScalarView) throws -> Int {
            guard text.allSatisfy({ ("0"..."9").contains($0) }), let value = Int(String(text)),
                value <= Self.maximumRepetition
            else { throw malformed }
            return value
        }
        guard parts.count <= 2, let first = parts.first else { throw malformed }
        let minimum = try number(first)
        if parts.count == 1 { return (minimum, minimum) }
        if parts[1].isEmpty { return (minimum, nil) }
        let maximum = try number(parts[1])
        guard minimum <= maximum else { throw malformed }
        return (minimum, maximum)
    }

    // MARK: Escapes and classes

    private mutating func escape() throws -> RegexSyntax {
        switch rest.first {
        case "b": rest.removeFirst(); return .assertion(.wordBoundary)
        case "B": rest.removeFirst(); return .assertion(.noWordBoundary)
        case "A": rest.removeFirst(); return .assertion(.start)
        case "z": rest.removeFirst(); return .assertion(.end)
        case let digit? where ("1"..."9").contains(digit) || digit == "k":
            throw PatternError("refers back to a group (\\\(digit)), which cannot run in bounded time")
        default: break
        }
        switch try classEscape() {
        case .scalar(let scalar): return literal(scalar)
        case .set(let set): return .set(set)
        }
    }

    private enum ClassItem {
        case scalar(Unicode.Scalar)
        case set(ScalarSet)
    }

    /// What follows a backslash, in a class or outside of one.
    private mutating func classEscape() throws -> ClassItem {
        guard let scalar = rest.popFirst() else { throw PatternError("ends in a backslash") }
        switch scalar {
        case "d": return .set(.digits)
        case "w": return .set(.word)
        case "s": return .set(.space)
        case "D": return .set(ScalarSet.digits.inverted)
        case "W": return .set(ScalarSet.word.inverted)
        case "S": return .set(ScalarSet.space.inverted)
        case "t": return .scalar("\t")
        case "n": return .scalar("\n")
        case "r": return .scalar("\r")
        case "x": return .scalar(try hexadecimal(digits: 2))
        case "u": return .scalar(try hexadecimal(digits: 4))
        case _ where scalar.isASCII && !scalar.properties.isAlphabetic && !("0"..."9").contains(scalar):
            return .scalar(scalar)
        default: throw PatternError("has the unknown escape \\\(scalar)")
        }
    }

    private mutating func hexadecimal(digits: Int) throws -> Unicode.Scalar {
        let text = String(rest.prefix(digits))
        guard text.utf8.count == digits, text.utf8.allSatisfy({ $0.hexValue != nil }),
            let value = UInt32(text, radix: 16), let scalar = Unicode.Scalar(value)
        else { throw PatternError("has an escape that wants \(digits) hexadecimal digits") }
        rest.removeFirst(digits)
        return scalar
    }

    private mutating func characterClass() throws -> ScalarSet {
        var ranges: [ClosedRange<UInt32>] = []
        let isNegated = take("^")
        var isFirst = true
        while let scalar = rest.popFirst() {
            if scalar == "]", !isFirst {
                return ScalarSet(ignoresCase ? ScalarSet.foldingCase(ranges) : ranges, isNegated: isNegated)
            }
            isFirst = false
            guard case .scalar(let lower) = try classItem(scalar, into: &ranges) else { continue }
            guard rest.first == "-", rest.dropFirst().first != "]" else {
                ranges.append(lower.value...lower.value)
                continue
            }
            rest.removeFirst()
            guard let next = rest.popFirst(), case .scalar(let upper) = try classItem(next, into: &ranges),
                lower.value <= upper.value
            else { throw PatternError("has a range in [] whose ends are not in order") }
            ranges.append(lower.value...upper.value)
        }
        throw PatternError("has a [ that is not closed; write a literal one as \\[")
    }

    /// One item of a class; a set is added at once.
    private mutating func classItem(_ scalar: Unicode.Scalar, into ranges: inout [ClosedRange<UInt32>]) throws
        -> ClassItem
    {
        if scalar == "[", rest.first == ":" { throw PatternError("has a [: :] class; write \\d, \\w, \\s or a range") }
        guard scalar == "\\" else { return .scalar(scalar) }
        let item = try classEscape()
        if case .set(let other) = item { ranges += other.positiveRanges }
        return item
    }
}

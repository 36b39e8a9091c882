/// A regular expression that is looked for in a text, in time linear in the text: no expression can run away.
///
/// It matches anywhere unless it is anchored with `^` and `$` (the text's start and end; there are no lines). Known are
/// `. [] | ()`, `* + ? {m,n}` and their lazy forms, `\d \w \s \b` and their opposites (ASCII), `(?:…)`, `(?<name>…)`,
/// `\t \n \r \xHH \uHHHH`, and `(?i)` at the start, which ignores the case of ASCII letters. A dot is any character.
/// References back, looking around and possessive repetitions are refused. Of several matches it takes the one that
/// Perl would.
public struct RegexPattern: Sendable, Hashable, CustomStringConvertible {
    /// The expression as it was written.
    public let description: String
    /// The names of its groups.
    public let captureNames: [String]
    private let program: RegexProgram

    /// The longest text that is looked at, in bytes; a longer one never matches.
    public static let maximumSubjectLength = 8_192
    /// The longest expression, in bytes.
    public static let maximumLength = 4_096

    /// Reads an expression.
    /// - Throws: ``SchemeHostError`` with code `invalidConfiguration`.
    public init(_ text: String) throws {
        description = text
        (captureNames, program) = try PatternError.naming("expression", text) {
            guard text.utf8.count <= Self.maximumLength else {
                throw PatternError("is longer than \(Self.maximumLength) bytes")
            }
            let (syntax, names) = try RegexParser.parse(text)
            return (names, try RegexProgram(syntax))
        }
    }

    /// Whether the expression is found in a text.
    public func matches(_ text: String) -> Bool {
        guard text.utf8.count <= Self.maximumSubjectLength else { return false }
        var machine = RegexMachine(program, slotCount: 0)
        return machine.firstMatch(in: text) != nil
    }

    /// Matches a text; the named groups are appended, those that took no part as empty text.
    func matches(_ text: String, into captures: inout Captures) -> Bool {
        guard !captureNames.isEmpty else { return matches(text) }
        guard text.utf8.count <= Self.maximumSubjectLength else { return false }
        var machine = RegexMachine(program, slotCount: 2 * captureNames.count)
        guard let slots = machine.firstMatch(in: text) else { return false }
        for (index, name) in captureNames.enumerated() {
            let (from, to) = (max(slots[2 * index], 0), max(slots[2 * index + 1], 0))
            let start = text.utf8.index(text.startIndex, offsetBy: from)
            let end = text.utf8.index(start, offsetBy: to - from)
            captures.append(name, String(text[start..<end]))
        }
        return true
    }

    /// Whether both were written alike.
    public static func == (left: RegexPattern, right: RegexPattern) -> Bool {
        left.description.hasSameBytes(as: right.description)
    }

    /// Hashes the expression.
    public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}

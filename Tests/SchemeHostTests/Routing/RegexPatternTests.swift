import Testing

@testable import SchemeHost

@Suite struct RegexPatternTests {
    static let rows: [PatternRow] = [
        ("", "", [:]), ("", "x", [:]), ("b", "abc", [:]), ("^b", "abc", nil), ("c$", "abc", [:]), ("b$", "abc", nil),
        ("^abc$", "abc", [:]), ("\\Aabc\\z", "abc", [:]), ("a.c", "a\nc", [:]), ("a.c", "aéc", [:]), ("a.c", "ac", nil),
        ("^a|b$", "xb", [:]), ("^(a|b)$", "xb", nil), ("^(?:a|b|)$", "", [:]), ("a||b", "x", [:]),
        ("^ab*c$", "ac", [:]), ("^ab*c$", "abbbc", [:]), ("^ab+c$", "ac", nil), ("^ab?c$", "abbc", nil),
        ("^a{2}$", "aa", [:]), ("^a{2}$", "aaa", nil), ("^a{2,}$", "aaaa", [:]), ("^a{1,3}$", "aaaa", nil),
        ("^a{0}$", "", [:]), ("^(ab){2}$", "abab", [:]), ("^(a*)*$", "aaa", [:]), ("^(a|b*)*c$", "abbac", [:]),
        ("[abc]+$", "xcab", [:]), ("^[^abc]$", "b", nil), ("^[^abc]$", "x", [:]), ("^[a-c0-9]+$", "b7", [:]),
        ("^[]a]+$", "]a", [:]), ("^[a-]+$", "-a", [:]), ("^[\\]\\\\]+$", "]\\", [:]), ("^[\\d_]+$", "1_2", [:]),
        ("^[\\D]$", "1", nil), ("^[^\\D5]$", "5", nil), ("^[^\\D5]$", "6", [:]), ("^[é-ü]$", "ö", [:]),
        ("^\\d\\w\\s$", "1_\t", [:]), ("^\\D\\W\\S$", "a-b", [:]), ("^\\d$", "\u{0663}", nil),
        ("\\bcat\\b", "a cat.", [:]), ("\\bcat\\b", "concat", nil), ("\\Bcat", "concat", [:]), ("\\bcat", "cat", [:]),
        ("^\\x41\\u00e9\\t$", "Aé\t", [:]), ("^a\\.b\\/c$", "a.b/c", [:]), ("^a\\.b$", "axb", nil),
        ("(?i)^straße[x-z]$", "STRAßEY", [:]), ("(?i)[^a]", "A", nil), ("^A$", "a", nil),
        // Captures: the leftmost match, and of several there the one Perl prefers.
        ("^/(?<a>[^/]+)/(?<b>.*)$", "/x/y/z", ["a": "x", "b": "y/z"]),
        ("(?P<n>a+)", "baab", ["n": "aa"]), ("(?<n>a+?)", "baab", ["n": "a"]), ("(?<n>a|ab)", "ab", ["n": "a"]),
        ("(?<n>a|ab)$", "ab", ["n": "ab"]), ("(?<n>a{1,2})", "aaa", ["n": "aa"]), ("(?<n>a{1,2}?)", "aaa", ["n": "a"]),
        ("(?<a>x)|(?<b>y)", "y", ["a": "", "b": "y"]), ("(?:(?<a>[a-z])\\d)+", "a1b2", ["a": "b"]),
        ("(?<a>.*)-(?<b>.*)", "1-2-3", ["a": "1-2", "b": "3"]),
        ("(?<a>.*?)-(?<b>.*)", "1-2-3", ["a": "1", "b": "2-3"]),
        ("(?<e>é+)", "caféé!", ["e": "éé"]), ("(?<a>b*)", "abb", ["a": ""]), ("(?<a>)$", "abc", ["a": ""]),
        ("^(?<a>a?)(?<b>a?)a$", "aa", ["a": "a", "b": ""]),
    ]

    @Test(arguments: rows) func finds(row: PatternRow) throws {
        let pattern = try RegexPattern(row.pattern)
        var captures = Captures()
        #expect(pattern.matches(row.subject, into: &captures) == (row.captures != nil), "\(row)")
        #expect(pattern.matches(row.subject) == (row.captures != nil), "\(row)")
        #expect(captures == row.captures ?? [:], "\(row)")
    }

    @Test(arguments: [
        ("(a", "not closed"), ("a)", "closes nothing"), ("[a", "not closed"), ("*a", "nothing to repeat"),
        ("a|+", "nothing to repeat"), ("a**", "repeats a repetition"), ("a++", "a++"), ("^*", "anchor"),
        ("a{2", "{m,n}"),
        ("a{3,2}", "{m,n}"), ("a{,2}", "{m,n}"), ("a{1001}", "{m,n}"), ("a{1,2,3}", "{m,n}"),
        ("a{99999999999999999999}", "{m,n}"), ("(a)\\1", "refers back"), ("(?<n>a)\\k<n>", "refers back"),
        ("(?=a)", "looks ahead"), ("(?!a)", "looks ahead"), ("(?<=a)", "looks ahead"), ("(?<!a)", "looks ahead"),
        ("(?>a)", "kind of group"), ("(?m)a", "kind of group"), ("\\", "ends in a backslash"),
        ("\\q", "unknown escape"),
        ("\\p{L}", "unknown escape"), ("\\x4", "hexadecimal"), ("\\ud800", "hexadecimal"), ("[z-a]", "not in order"),
        ("[\\d-z]", ""), ("[a-\\d]", "not in order"), ("[[:alpha:]]", "[: :]"), ("(?<1>a)", "name"),
        ("(?<a>x)(?<a>y)", "twice"), ("(?<host>x)", "rename"), ("(a{1000}){1000}", "too large"),
        ("((((){1000}){1000}){1000}){1000}", "too large"), ("a{500}b{500}c{500}d{501}", "too large"),
        (String(repeating: "(", count: 101) + String(repeating: ")", count: 101), "levels deep"),
        (String(repeating: "a", count: 4_097), "4096"),
        ((0...32).map { "(?<g\($0)>a)" }.joined(), "named groups"),
    ])
    func refuses(text: String, reason: String) throws {
        if reason.isEmpty {
            #expect(try RegexPattern(text).matches("-"))
            return
        }
        let error = #expect(throws: SchemeHostError.self) { try RegexPattern(text) }
        #expect(error?.code == .invalidConfiguration)
        #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
    }

    @Test(arguments: ["(a+)+$", "(a|aa)+$", "^(a|a?)+$", "(.*a){20}$", "^(a?){50}a{50}$", "(a*)*b"])
    func doesNotRunAway(text: String) throws {
        let pattern = try RegexPattern(text)
        let subject = String(repeating: "a", count: RegexPattern.maximumSubjectLength - 1) + "!"
        #expect(!pattern.matches(subject))
    }

    @Test func longTextsNeverMatch() throws {
        let pattern = try RegexPattern("a")
        #expect(pattern.matches(String(repeating: "a", count: 8_192)))
        #expect(!pattern.matches(String(repeating: "a", count: 8_193)))
    }

    /// Random small expressions against the definition of what they match, enumerated by backtracking.
    @Test func agreesWithBacktracking() throws {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<3_000 {
            let text = Self.expression(depth: 3, &random)
            let subject = String(
                (0..<Int.random(in: 0...6, using: &random)).map { _ in "ab".randomElement(using: &random) ?? "a" }
            )
            let pattern = try RegexPattern("^(?:\(text))$")
            let syntax = try RegexParser.parse(text).syntax
            let ends = Self.ends(of: syntax, in: Array(subject.unicodeScalars), from: 0)
            #expect(pattern.matches(subject) == ends.contains(subject.unicodeScalars.count), "\(text) on \(subject)")
        }
    }

    private static func expression(depth: Int, _ random: inout SeededGenerator) -> String {
        guard depth > 0 else { return ["a", "b", ".", "[ab]", "[^a]", ""].randomElement(using: &random) ?? "" }
        let inner = { (random: inout SeededGenerator) in expression(depth: depth - 1, &random) }
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return inner(&random) + inner(&random)
        case 1: return "(\(inner(&random))|\(inner(&random)))"
        case 2:
            return "(?:\(inner(&random)))"
                + (["*", "+", "?", "*?", "{2}", "{1,2}", "{0,}"].randomElement(using: &random) ?? "")
        default: return inner(&random)
        }
    }

    /// Every place at which a match from `start` can end.
    private static func ends(of syntax: RegexSyntax, in text: [Unicode.Scalar], from start: Int) -> Set<Int> {
        switch syntax {
        case .empty: return [start]
        case .scalar(let scalar): return start < text.count && text[start] == scalar ? [start + 1] : []
        case .set(let set): return start < text.count && set.contains(text[start]) ? [start + 1] : []
        case .assertion: return []
        case .concatenation(let items):
            return items.reduce([start]) { places, item in
                places.reduce(into: []) { $0.formUnion(ends(of: item, in: text, from: $1)) }
            }
        case .alternation(let branches):
            return branches.reduce(into: []) { $0.formUnion(ends(of: $1, in: text, from: start)) }
        case .capture(_, let inner): return ends(of: inner, in: text, from: start)
        case .repetition(let inner, let minimum, let maximum, _):
            var all: Set<Int> = minimum == 0 ? [start] : []
            var places: Set<Int> = [start]
            for count in 1...max(1, maximum ?? (minimum + text.count + 1)) where maximum != 0 {
                places = places.reduce(into: []) { $0.formUnion(ends(of: inner, in: text, from: $1)) }
                if count >= minimum { all.formUnion(places) }
            }
            return all
        }
    }
}

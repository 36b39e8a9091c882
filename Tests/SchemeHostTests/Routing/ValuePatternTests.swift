import Testing

@testable import SchemeHost

@Suite struct ValuePatternTests {
    typealias Row = (pattern: ValuePattern, values: [String], matches: Bool)

    static let rows: [Row] = [
        (.glob("*"), [""], true), (.glob("*"), [], false), (.glob("a"), ["a"], true), (.glob("a"), ["ab"], false),
        (.glob("a*"), ["ab"], true), (.glob("*b"), ["ab"], true), (.glob("a*c*e"), ["abcde"], true),
        (.glob("a*c*e"), ["aec"], false), (.glob("**"), ["x"], true), (.glob("*ab*ab"), ["ab"], false),
        (.glob("*ab*ab"), ["abab"], true), (.glob("text/*"), ["text/html"], true), (.glob(""), [""], true),
        (.glob("*é"), ["caf\u{E9}"], true), (.glob("a*b"), ["a*b"], true), (.glob("*?"), ["a"], false),
        (.glob("a"), ["b", "a"], true),
        (.equals("a"), ["a"], true), (.equals("a"), ["A"], false), (.equals("*"), ["a"], false),
        (.equals("\u{E9}"), ["e\u{301}"], false),
        (.contains("b"), ["abc"], true), (.contains(""), [""], true), (.contains("d"), ["abc"], false),
        (.prefix("ab"), ["abc"], true), (.prefix("abcd"), ["abc"], false),
        (.suffix("bc"), ["abc"], true), (.suffix("zabc"), ["abc"], false),
        (.in(["a", "b"]), ["c", "b"], true), (.in(["a", "b"]), ["c"], false),
        (.present(true), [""], true), (.present(true), [], false), (.present(false), [], true),
        (.present(false), ["a"], false),
    ]

    @Test(arguments: rows) func matches(row: Row) {
        #expect(row.pattern.matches(any: row.values) == row.matches, "\(row)")
    }

    @Test func searchesAnExpression() throws {
        #expect(ValuePattern.regex(try RegexPattern("^v[0-9]+$")).matches(any: ["x", "v12"]))
        #expect(!ValuePattern.regex(try RegexPattern("^v[0-9]+$")).matches(any: ["v"]))
    }

    @Test func manyStarsDoNotRunAway() {
        let pattern = ValuePattern.glob(String(repeating: "*a", count: 100) + "*b")
        #expect(!pattern.matches(String(repeating: "a", count: 20_000)))
    }
}

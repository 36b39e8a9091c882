import Foundation
import Testing

@testable import SchemeHost

@Suite struct JSONDiagnosticTests {
    private static func finding(_ message: String, line: Int = 1, column: Int = 1, pointer: String = "") -> Diagnostic {
        Diagnostic(code: .shape, file: "m.json", line: line, column: column, pointer: pointer, message: message)
    }

    @Test func `a finding is one line`() {
        let finding = Self.finding("no handler kind", line: 14, column: 22, pointer: "/routes/2/handle/zipp")
        #expect(finding.description == "m.json:14:22: error: /routes/2/handle/zipp: no handler kind")
        #expect(Self.finding("x\u{1B}[2J\n").description == #"m.json:1:1: error: x\u{1b}[2J\u{a}"#)
    }

    @Test func `findings sort by position`() {
        let sorted = [
            Self.finding("c", line: 10), Self.finding("b", line: 9, column: 10), Self.finding("a", line: 9, column: 9),
        ]
        .sorted()
        #expect(sorted.map(\.message) == ["a", "b", "c"])
    }

    @Test func `a finding is encoded with stable names`() throws {
        let data = try JSONEncoder().encode(Self.finding("m", line: 2, column: 3, pointer: "/a"))
        let expected: JSONValue = [
            "severity": "error", "code": "shape", "file": "m.json", "line": 2, "column": 3, "pointer": "/a",
            "message": "m",
        ]
        #expect(try JSONValue(parsing: data) == expected)
    }

    @Test func `the caret stands beneath the place`() {
        let source = "{\n\t\"é\": zipp\r\n}"
        #expect(Self.finding("", line: 2, column: 7).excerpt(of: source) == "2 | \t\"é\": zipp\n  | \t     ^")
        #expect(Self.finding("", line: 4, column: 1).excerpt(of: source) == nil)
        #expect(Self.finding("", line: 1, column: 9).excerpt(of: source) == nil)
        let long = String(repeating: "a", count: 5000) + "!" + String(repeating: "b", count: 5000)
        let lines = Self.finding("", column: 5001).excerpt(of: long)?.split(separator: "\n") ?? []
        #expect(lines.first?.count ?? 0 < 250)
        #expect(lines.first?.firstIndex(of: "!")?.utf16Offset(in: lines[0]) == lines.last.map { $0.count - 1 })
    }

    @Test(arguments: [
        ("tmplate", "template"), ("Template", "template"), ("tepmlate", "template"), ("zipp", "zip"), ("C", "c"),
        ("filee", "file"), ("c", "c"), ("aa", nil), ("q", nil), ("tpl", nil), ("something", nil), ("zi", nil),
    ])
    func `the nearest name is near`(name: String, nearest: String?) {
        #expect(Suggestion.nearest(name, in: ["a", "c", "zip", "file", "template"]) == nearest)
    }

    @Test func `a hint names the nearest and the known`() {
        #expect(Suggestion.hint(for: "zipp", known: ["zip", "block"]) == #" (did you mean "zip"?); known: block, zip"#)
        #expect(Suggestion.hint(for: "q", known: []) == "")
        let many = (10..<99).map { "n\($0)" }
        #expect(Suggestion.hint(for: "q", known: many).hasSuffix("n25, …"))
        #expect(Suggestion.quoted(String(repeating: "x", count: 1000)).count < 80)
        #expect(Suggestion.nearest(String(repeating: "x", count: 1_000_000), in: ["zip"]) == nil)
    }
}

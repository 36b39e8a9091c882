import Foundation
import Testing

@testable import SchemeHost

@Suite struct JSONParserTests {
    /// Errors as `line:column: pointer: message`.
    static func errors(_ text: String) -> [String] { errors(Array(text.utf8)) }

    static func errors(_ bytes: [UInt8]) -> [String] {
        var diagnostics: [Diagnostic] = []
        _ = JSONDocument.parse(bytes, file: "m.json", into: &diagnostics)
        return diagnostics.map { "\($0.line):\($0.column): \($0.pointer): \($0.message)" }
    }

    @Test(arguments: [
        ("", "1:1: : the document is empty; the least a JSON text can be is {}"),
        ("[1,]", "1:3: /1: JSON allows no comma after the last item; remove it"),
        ("{\"a\":1,\n}", "1:7: /a: JSON allows no comma after the last item; remove it"),
        ("{ // x\n}", "1:3: /: JSON has no comments; use a \"description\" key"),
        ("[1 /* x */]", "1:4: /1: JSON has no comments; use a \"description\" key"),
        ("{\"a\": [1,\n  tru]}", #"2:3: /a/1: "tru" where a value is expected; did you mean true?"#),
        ("True", #"1:1: : "True" where a value is expected; did you mean true?"#),
        ("{'a': 1}", #"1:2: /: "'" where a key in double quotes is expected; strings are written in "double quotes""#),
        ("[1 2]", #"1:4: /1: "2" where a comma or ] is expected"#),
        (#"{"a" 1}"#, #"1:6: /a: "1" where a colon is expected after the key"#),
        ("{\"a\":\n[1", "2:3: /a/1: the document ends before the [ of line 2 is closed"),
        ("{\"a\"", "1:5: /a: the document ends before the { of line 1 is closed"),
        ("[\"é\", \"abc]", "1:7: /1: the string has no closing quote"),
        ("[\"ab\n\"]", "1:2: /0: the string has no closing quote on its line"),
        ("\"a\tb\"", #"1:3: : a control character in a string is written \u0009"#),
        (#"["\x"]"#, #"1:3: /0: JSON has no such escape; a backslash itself is written \\"#),
        (#"["\u12G4"]"#, #"1:3: /0: \u is followed by four hexadecimal digits"#),
        (#"["ab\ud800"]"#, #"1:5: /0: \ud800 is one half of a surrogate pair; the other half is missing"#),
        (#"["\udc00\ud800"]"#, #"1:3: /0: \udc00 is one half of a surrogate pair; the other half is missing"#),
        (#"["\ud800\u0041"]"#, #"1:3: /0: \ud800 is one half of a surrogate pair; the other half is missing"#),
        ("[01]", "1:2: /0: a number has no leading zeros in JSON"),
        ("[1.]", "1:2: /0: a decimal point is followed by a digit"),
        ("[-]", "1:2: /0: a minus sign is followed by a digit"),
        ("[1e+]", "1:2: /0: an exponent has a digit"),
        ("[+1]", #"1:2: /0: "+" where a value is expected; a number is written without +"#),
        ("[.5]", #"1:2: /0: "." where a value is expected; a number has a digit before the point"#),
        ("{} x", #"1:4: : "x" after the end of the document; text is written in "double quotes""#),
        ("\u{2060}1", "1:1: : \"\u{2060}\" (U+2060) where a value is expected"),
    ])
    func `a syntax error has a place and a text`(text: String, error: String) {
        #expect(Self.errors(text) == [error])
    }

    @Test func `every key that is given twice is reported where it stands the second time`() {
        let text = "{\"a\":1,\n \"b\":{\"x/y~\":1,\"x/y~\":2},\n \"a\":2}"
        #expect(
            Self.errors(text) == [
                #"2:16: /b/x~1y~0: the key "x/y~" is given twice; remove one of them"#,
                #"3:2: /a: the key "a" is given twice; remove one of them"#,
            ]
        )
    }

    @Test func `text that is not UTF-8 is refused at the first bad byte`() {
        #expect(
            Self.errors([0x5B, 0x22, 0xC3, 0xA9, 0xFF, 0x22, 0x5D]) == [
                "1:4: : the byte 0xFF is not UTF-8; save the document as UTF-8"
            ]
        )
        #expect(Self.errors([0x22, 0xE2, 0x82]).first?.hasPrefix("1:2: : the byte 0xE2") == true)
        for bytes: [UInt8] in [[0xFF, 0xFE, 0x7B, 0], [0xFE, 0xFF, 0, 0x7B], [0x7B, 0], [0, 0x7B]] {
            #expect(Self.errors(bytes).first?.contains("UTF-16") == true, "\(bytes)")
        }
    }

    @Test func `a byte order mark is ignored and takes no column`() {
        #expect(Self.errors("\u{FEFF}{}") == [])
        #expect(Self.errors("\u{FEFF}?").first?.hasPrefix("1:1: ") == true)
    }

    @Test func `depth and size are limited`() {
        let limit = JSONParser.depthLimit
        let deepest = String(repeating: "[", count: limit) + String(repeating: "]", count: limit)
        #expect(Self.errors(deepest) == [])
        #expect(Self.errors("[\(deepest)]").first?.hasPrefix("1:513: ") == true)
        #expect(Self.errors(String(repeating: "{\"a\":", count: 100_000)).count == 1)
        let large = [UInt8](repeating: 0x20, count: JSONParser.sizeLimit)
        #expect(Self.errors(large + [0x20]) == ["1:1: : the document is larger than 16 MiB; split it"])
    }

    @Test func `values keep their order, their text and their place`() throws {
        var diagnostics: [Diagnostic] = []
        let text = "{\n\t\"z\": [1.50, \"\\ud83d\\ude00\\n\\/\"],\r\n \"é\": {\"~/\": null}, \"a\": true }"
        let document = try #require(JSONDocument.parse(Array(text.utf8), file: "m.json", into: &diagnostics))
        #expect(document.root.value.serialized() == #"{"z":[1.50,"😀\n/"],"é":{"~/":null},"a":true}"#)
        let places = [
            document.root, document.root["z"], document.root["z"]?.elements?[1], document.root["é"]?["~/"],
        ].compactMap(\.self).map { node in
            let finding = document.diagnostic(.shape, at: node.offset, "")
            return "\(finding.line):\(finding.column) \(finding.pointer)"
        }
        #expect(places == ["1:1 ", "2:7 /z", "2:14 /z/1", "3:14 /é/~0~1"])
        #expect(document.source.line(2) == "\t\"z\": [1.50, \"\\ud83d\\ude00\\n\\/\"],")
    }

    @Test func `columns of long lines are counted in scalars`() {
        let long = String(repeating: "é", count: 5000)
        #expect(Self.errors("[\n \"\(long)\", ?").first?.hasPrefix("2:5006: ") == true)
        #expect(Self.errors("[\"\(long)\",\n\"\(long)\",\n ?").first?.hasPrefix("3:2: ") == true)
    }

    private static let corpus = URL(filePath: "../shared/corpora/json")

    private static let corpusFiles: [URL] = {
        let files = try? FileManager.default.contentsOfDirectory(at: corpus, includingPropertiesForKeys: nil)
        return (files ?? []).sorted { $0.path < $1.path }
    }()

    @Test(.enabled(if: !corpusFiles.isEmpty, "needs the JSONTestSuite in ../shared/corpora/json"))
    func `the JSONTestSuite is accepted and refused as it should be`() throws {
        for file in Self.corpusFiles {
            let errors = Self.errors([UInt8](try Data(contentsOf: file)))
            let name = file.lastPathComponent
            if name.hasPrefix("n_") {
                #expect(errors.count == 1, "\(name) must be refused")
            } else if name.hasPrefix("y_object_duplicated_key") {
                #expect(errors.count == 1 && errors.allSatisfy { $0.contains("is given twice") }, "\(name): \(errors)")
            } else if name.hasPrefix("y_") {
                #expect(errors == [], "\(name)")
            }
        }
    }
}

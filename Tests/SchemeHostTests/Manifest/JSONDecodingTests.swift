import Testing

@testable import SchemeHost

@Suite struct JSONDecodingTests {
    private enum Level: String, Decodable, CaseIterable { case low, high }
    private enum Code: Int, Decodable, CaseIterable { case one = 1, two }
    private enum Unlisted: String, Decodable { case only }
    private enum Action: Decodable, Equatable { case set(String), remove(name: String) }
    private struct Nothing: Decodable {}

    private struct Item: Decodable {
        var a: Int
        var b: Bool?
    }

    private struct Even: Decodable {
        var number: Int
        init(from decoder: any Decoder) throws {
            number = try decoder.singleValueContainer().decode(Int.self)
            guard number % 2 == 0 else { throw SchemeHostError(.invalidConfiguration, "\(number) is odd") }
        }
    }

    private struct Names: Decodable, Equatable {
        var names: [String]
        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let name = try? container.decode(String.self) {
                names = [name]
            } else {
                names = try container.decode([String].self)
            }
        }
    }

    private struct Pair: Decodable {
        var first: Int
        init(from decoder: any Decoder) throws {
            enum Key: String, CodingKey { case outer, inner }
            let outer = try decoder.container(keyedBy: Key.self)
            let inner = try outer.nestedContainer(keyedBy: Key.self, forKey: .outer)
            first = try inner.decode(Int.self, forKey: .inner)
            guard first >= 0 else {
                throw DecodingError.dataCorruptedError(forKey: .inner, in: inner, debugDescription: "below zero")
            }
        }
    }

    private struct Everything: Decodable {
        var text: String
        var byte: UInt8
        var ratio: Double?
        var level: Level
        var code: Code?
        var size: ByteCount?
        var delay: TimeSpan?
        var items: [Item]?
        var map: [String: Item]?
        var even: Even?
        var names: Names?
        var raw: JSONValue?
        var pair: Pair?
        var unlisted: [Unlisted]?
        var action: Action?
        var nothing: Nothing?
    }

    /// Errors as `line:column: pointer: message`.
    private static func errors(_ text: String) -> [String] { errors(Everything.self, text) }

    private static func errors<T: Decodable>(
        _ type: T.Type,
        _ text: String,
        transform: JSONDocument.StringTransform? = nil
    ) -> [String] {
        var diagnostics: [Diagnostic] = []
        let document = JSONDocument.parse(Array(text.utf8), file: "m.json", into: &diagnostics)
        let value = document?.decode(type, transform: transform, into: &diagnostics)
        #expect((value == nil) == !diagnostics.isEmpty)
        return diagnostics.sorted().map { "\($0.line):\($0.column): \($0.pointer): \($0.message)" }
    }

    @Test func `what is right is decoded`() throws {
        let json: JSONValue = [
            "text": "t", "byte": 255, "ratio": 1e3, "level": "high", "code": 2, "size": "2KiB", "delay": "1.5s",
            "items": [["a": 1.0, "x-y": 1], ["a": 2, "b": nil, "description": []]], "map": ["x-k": ["a": 3]], "even": 4,
            "names": "n", "raw": ["k": [1, nil]], "pair": ["outer": ["inner": 5]], "unlisted": ["only"],
            "action": ["remove": ["name": "r"]], "nothing": ["description": "none"], "x-note": [1], "description": "d",
        ]
        let value = try json.decode(as: Everything.self)
        #expect(value.text == "t" && value.byte == 255 && value.ratio == 1000 && value.level == .high)
        #expect(value.code == .two && value.size == 2048 && value.delay == TimeSpan(.seconds(1.5)))
        #expect(value.items?.map(\.a) == [1, 2] && value.map?["x-k"]?.a == 3 && value.even?.number == 4)
        #expect(value.names?.names == ["n"] && value.raw == ["k": [1, nil]] && value.pair?.first == 5)
        #expect(value.unlisted == [.only] && value.action == .remove(name: "r"))
    }

    @Test func `all errors are found in one pass, each at its place`() {
        let text = """
            { "txt": "t",
              "byte": 300, "ratio": "x", "level": "hgh", "code": 3,
              "size": "64MB", "delay": 5,
              "items": [{"a": 1.5, "aa": 1}, {"b": 1}, 7, {"a": 1}],
              "map": {"k": {"a": "s"}}, "even": 3, "names": [1], "raw": {"any": 1},
              "pair": {"outer": {"inner": -1}}, "unlisted": ["x", "only", "y"],
              "action": {"sett": 1}, "nothing": {"z": 1}, "nowhere": 1 }
            """
        #expect(
            Self.errors(text) == [
                "1:1: : the key \"text\" is missing",
                #"1:3: /txt: unknown key "txt" (did you mean "text"?); known: "# + known,
                "2:11: /byte: 300 is out of range; 0…255",
                "2:25: /ratio: a number was expected, not a string",
                #"2:39: /level: "hgh" is not one of: low, high (did you mean "high"?)"#,
                "2:54: /code: 3 is not one of: 1, 2",
                #"3:11: /size: "64MB" is not a size; write it like "64MiB""#,
                #"3:28: /delay: "5" is not a length of time; write it like "5s" (units: ms, s, m, h, d)"#,
                "4:19: /items/0/a: a whole number was expected, not 1.5",
                #"4:24: /items/0/aa: unknown key "aa"; known: a, b"#,
                #"4:34: /items/1: the key "a" is missing"#,
                "4:40: /items/1/b: true or false was expected, not a number",
                "4:44: /items/2: an object was expected, not a number",
                "5:22: /map/k/a: a whole number was expected, not a string",
                "5:37: /even: 3 is odd",
                "5:50: /names/0: a string was expected, not a number",
                "6:31: /pair/outer/inner: below zero",
                #"6:50: /unlisted/0: "x" is not one of the values allowed here"#,
                #"6:63: /unlisted/2: "y" is not one of the values allowed here"#,
                #"7:14: /action/sett: unknown key "sett""#,
                #"7:38: /nothing/z: unknown key "z""#,
                #"7:47: /nowhere: unknown key "nowhere"; known: "# + known,
            ]
        )
    }

    private let known =
        "action, byte, code, delay, even, items, level, map, names, nothing, pair, ratio, raw, size, text, unlisted"

    @Test(arguments: [
        ("null", "1:1: : an object was expected, not null"), ("[]", "1:1: : an object was expected, not a list"),
    ])
    func `a root of another shape is an error`(text: String, error: String) {
        #expect(Self.errors(text) == [error])
        #expect(Self.errors(Nothing.self, text) == [error])
    }

    @Test func `whole numbers out of range say how`() {
        let text = #"{"u": -1, "i": 9223372036854775808, "n": -9223372036854775809, "s": 128, "d": 1e999}"#
        struct Numbers: Decodable {
            var u: UInt
            var i: Int
            var n: Int64
            var s: Int8
            var d: Double
        }
        #expect(
            Self.errors(Numbers.self, text) == [
                "1:7: /u: -1 is negative; 0 or more was expected",
                "1:16: /i: 9223372036854775808 is too large",
                "1:42: /n: -9223372036854775809 is too small",
                "1:69: /s: 128 is out of range; -128…127",
                "1:79: /d: 1e999 is out of range",
            ]
        )
    }

    @Test func `strings are expanded, and what they expand to is not shown`() throws {
        let transform: JSONDocument.StringTransform = { text, _ in
            guard text != "${missing}" else { throw SchemeHostError(.invalidManifest, "no variable \"missing\"") }
            return text.replacing("${secret}", with: "hunter2")
        }
        struct Strings: Decodable {
            var plain: String
            var raw: JSONValue
            var size: ByteCount?
            var level: Level?
            var names: Names?
            var delay: TimeSpan?
        }
        var diagnostics: [Diagnostic] = []
        let good = Array(#"{"plain": "a ${secret}", "raw": {"${secret}": ["${secret}"]}}"#.utf8)
        let document = try #require(JSONDocument.parse(good, file: "m.json", into: &diagnostics))
        let value = document.decode(Strings.self, transform: transform, into: &diagnostics)
        #expect(value?.plain == "a hunter2")
        #expect(value?.raw == ["${secret}": ["hunter2"]])

        let bad = #"""
            {"plain": "${missing}", "raw": ["${missing}"], "size": "${secret}", "level": "${secret}",
            "names": "${missing}", "delay": "${missing}"}
            """#
        let errors = Self.errors(Strings.self, bad, transform: transform)
        #expect(errors.map { $0.prefix(4) } == ["1:11", "1:33", "1:56", "1:78", "2:10", "2:33"])
        #expect(errors[0].hasSuffix("/plain: no variable \"missing\""))
        #expect(errors[2...3].allSatisfy { $0.contains("${secret}") && !$0.contains("hunter2") }, "\(errors)")
        #expect(errors[4...].allSatisfy { $0.hasSuffix("no variable \"missing\"") }, "\(errors)")
    }

    @Test func `a type learns its place and what the caller passed on`() throws {
        let key = try #require(CodingUserInfoKey(rawValue: "name"))
        struct Reader: Decodable {
            var offset: Int?
            var name: String?
            init(from decoder: any Decoder) throws {
                offset = (decoder as? NodeDecoder)?.node.offset
                name = CodingUserInfoKey(rawValue: "name").flatMap { decoder.userInfo[$0] as? String }
            }
        }
        var diagnostics: [Diagnostic] = []
        let document = JSONDocument.parse(Array(#"{"k": {"l": 1}}"#.utf8), file: "m.json", into: &diagnostics)
        let value = document?.decode([String: Reader].self, userInfo: [key: "n"], into: &diagnostics)
        #expect(value?["k"]?.offset == 6 && value?["k"]?.name == "n")
    }

    @Test func `a deep document is decoded on a small stack`() async throws {
        struct Nest: Decodable { var not: [Nest]? }
        let depth = 255
        let text = String(repeating: #"{"not":["#, count: depth) + "3" + String(repeating: "]}", count: depth)
        let errors = await Task.detached { Self.errors(Nest.self, text) }.value
        #expect(errors.count == 1)
    }
}

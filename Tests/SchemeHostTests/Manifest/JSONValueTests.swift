import Testing

@testable import SchemeHost

@Suite struct JSONValueTests {
    @Test func `literals and parsing give the same value, written the same way`() throws {
        let value: JSONValue = ["b": [1, 2.5, true, nil, "x\"\\\n\u{1}é/"], "a": [:], "c": []]
        let text = #"{"b":[1,2.5,true,null,"x\"\\\n\u0001é/"],"a":{},"c":[]}"#
        #expect(value.serialized() == text)
        #expect(try JSONValue(parsing: text) == value)
        #expect(
            value.serialized(.pretty) == """
                {
                  "b": [
                    1,
                    2.5,
                    true,
                    null,
                    "x\\"\\\\\\n\\u0001é/"
                  ],
                  "a": {},
                  "c": []
                }
                """
        )
        #expect(try JSONValue(parsing: value.serialized(.pretty)).serialized() == text)
    }

    @Test func `values compare by meaning`() throws {
        let equal = [
            ("1", "1.0"), ("100", "1e2"), ("0.5", "5E-1"), ("-0", "0.0"), ("1e400", "10e399"), ("0e99", "0"),
            (#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#),
        ]
        for (left, right) in equal {
            let (left, right) = (try JSONValue(parsing: left), try JSONValue(parsing: right))
            #expect(left == right)
            #expect(left.hashValue == right.hashValue, "\(left) \(right)")
        }
        for (left, right) in [("9007199254740993", "9007199254740992"), ("1", "-1"), ("[1,2]", "[2,1]"), ("10", "1")] {
            #expect(try JSONValue(parsing: left) != JSONValue(parsing: right))
        }
    }

    @Test func `numbers are read exactly or not at all`() {
        let number = { (text: String) in JSONNumber(text) }
        #expect(number("9223372036854775807")?.integer(as: Int64.self) == .max)
        #expect(number("9223372036854775808")?.integer(as: Int64.self) == nil)
        #expect(number("12e2")?.integer(as: Int.self) == 1200)
        #expect(number("-1.50e1")?.integer(as: Int8.self) == -15)
        #expect(number("-0.0")?.integer(as: UInt8.self) == 0)
        #expect(number("1.5")?.integer(as: Int.self) == nil)
        #expect(number("1e99999999999999999999")?.integer(as: Int.self) == nil)
        #expect(number("1e400")?.double == nil)
        #expect(number("0.1")?.double == 0.1)
        for text in ["", "-", "01", "1.", ".5", "+1", "0x1", "1 ", "NaN", "1e"] {
            #expect(number(text) == nil, "\(text)")
        }
        #expect(JSONNumber(Double.nan) == nil)
        #expect(JSONNumber(-0.25)?.text == "-0.25")
    }

    @Test func `members are found, replaced and removed by name`() {
        var object: JSONObject = ["a": 1, "b": 2, "a": 3]
        #expect(object.keys == ["a", "b"])
        #expect(object["a"] == 3)
        object["a"] = nil
        object["c"] = 4
        #expect(object.map(\.key) == ["b", "c"])
        #expect(object["c"] == 4 && object["a"] == nil)
        let value: JSONValue = ["list": [["x": "y"]]]
        #expect(value["list"]?[0]?["x"]?.string == "y")
        #expect(value["list"]?[1] == nil && value[0] == nil)
    }

    @Test func `parsing reports its errors with the name given`() {
        let error = #expect(throws: InvalidJSON.self) { try JSONValue(parsing: "{\"a\":1,\n\"a\":?}", file: "body") }
        #expect(error?.diagnostics.map(\.code) == [.duplicateKey, .syntax])
        #expect(error?.description.hasPrefix("body:2:1: error: /a: ") == true)
    }
}

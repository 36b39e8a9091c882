import Testing

@testable import SchemeHost

@Suite struct JSONUnitTests {
    @Test(arguments: [
        ("0", 0), ("1024", 1024), ("7B", 7), ("64KiB", 65536), ("64MiB", 64 << 20), ("8GiB", 8 << 30),
        ("1TiB", 1 << 40),
        ("9223372036854775807", Int64.max),
    ])
    func `a size has a binary unit or none`(text: String, bytes: Int64) throws {
        #expect(try ByteCount(parsing: text).bytes == bytes)
    }

    @Test(arguments: [
        ("64MB", #""64MB" is not a size; write it like "64MiB""#),
        ("1 gib", #""1 gib" is not a size; write it like "1GiB""#),
        ("500kB", #""500kB" is not a size; write it like "500KiB""#), ("", #""" is not a size; write it like "64MiB""#),
        ("1.5GiB", #""1.5GiB" is not a size; write it like "64MiB""#),
        ("-1", #""-1" is not a size; write it like "64MiB""#),
        ("9223372036854775808", #""9223372036854775808" is too large"#), ("9000000TiB9", nil), ("9000000000TiB", nil),
        ("٣MiB", nil),
    ])
    func `any other size is refused with advice`(text: String, message: String?) {
        let error = #expect(throws: SchemeHostError.self) { try ByteCount(parsing: text) }
        if let message { #expect(error?.message == message) }
    }

    @Test func `a size is written in its largest whole unit`() {
        #expect(
            [0, 1, 1024, 1536, 64 << 20, 1 << 40].map { ByteCount($0).description } == [
                "0B", "1B", "1KiB", "1536B", "64MiB", "1TiB",
            ]
        )
        #expect(ByteCount(-5).bytes == 0)
    }

    @Test(arguments: [
        ("500ms", Duration.milliseconds(500)), ("0s", .zero), ("1.5s", .milliseconds(1500)),
        ("0.000000001s", .nanoseconds(1)), ("30m", .seconds(1800)), ("12h", .seconds(43200)), ("7d", .seconds(604_800)),
    ])
    func `a length of time has a unit`(text: String, duration: Duration) throws {
        #expect(try TimeSpan(parsing: text).duration == duration)
    }

    @Test(arguments: [
        "", "5", "s", "1.5m", "1.s", ".5s", "1..5s", "-1s", "1h30m", "1 s", "5S", "0.0000000001s",
        "99999999999999999999d",
        "40000d", "1e3s",
    ])
    func `any other length of time is refused`(text: String) {
        let error = #expect(throws: SchemeHostError.self) { try TimeSpan(parsing: text) }
        #expect(error?.message.contains(Suggestion.quoted(text)) == true)
    }

    @Test func `the patterns of the schemas take what the parsers take`() throws {
        let sizes = try Regex(ByteCount.schema.json["anyOf"]?[0]?["pattern"]?.string ?? "")
        for text in ["1024", "64MiB", "64MB", "1 GiB", ""] {
            #expect((text.wholeMatch(of: sizes) != nil) == ((try? ByteCount(parsing: text)) != nil), "\(text)")
        }
        let spans = try Regex(TimeSpan.schema.json["pattern"]?.string ?? "")
        for text in ["500ms", "1.5s", "1.5m", "7d", "5", "1.s", ""] {
            #expect((text.wholeMatch(of: spans) != nil) == ((try? TimeSpan(parsing: text)) != nil), "\(text)")
        }
    }

    @Test func `a size may be a number, a length of time not`() throws {
        #expect(try JSONValue.number(JSONNumber(5)).decode(as: ByteCount.self) == 5)
        #expect(throws: InvalidJSON.self) { try JSONValue.number(JSONNumber(-5)).decode(as: ByteCount.self) }
        #expect(throws: InvalidJSON.self) { try JSONValue.number(JSONNumber(5)).decode(as: TimeSpan.self) }
    }
}

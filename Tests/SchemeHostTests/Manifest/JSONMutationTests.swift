import Testing

@testable import SchemeHost

@Suite struct JSONMutationTests {
    private struct Step: Decodable {
        var size: ByteCount?
        var delay: TimeSpan?
        var steps: [Step]?
        var map: [String: UInt8]?
        var text: String
    }

    private static let seeds = [
        #"{"text": "a\u00e9\ud83d\ude00\\", "size": "64MiB", "map": {"a": 255, "b": 1.5e1}, "x-n": [true, null]}"#,
        #"[{"text": "é", "delay": "1.5s", "steps": [{"text": "", "size": 12}]}, -0.0, 9223372036854775807]"#,
    ]

    private static let pieces: [[UInt8]] =
        [
            #"\ud800"#, #"\u0041"#, "\"", "\\", "{", "}", "[", "]", ",", ":", "9", "-", "e", ".", "null", "\n",
            "99999999999999999999",
            "\u{FEFF}", "/*", "\"text\":",
        ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0], [0xED, 0xA0, 0x80]]

    /// A small generator, so that a failure can be repeated.
    private struct Generator: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (state ^ state >> 33) &* 0xFF51_AFD7_ED55_8CCD
        }
    }

    @Test(arguments: seeds, [UInt64(1), 2])
    func `damaged text is decoded or refused, and every error lies in it`(seed: String, start: UInt64) throws {
        var generator = Generator(state: start)
        for _ in 0..<2000 {
            var bytes = Array(seed.utf8)
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let low = Int.random(in: 0...bytes.count, using: &generator)
                let high = min(bytes.count, low + Int.random(in: 0...4, using: &generator))
                bytes.replaceSubrange(low..<high, with: Self.pieces.randomElement(using: &generator) ?? [])
            }
            var diagnostics: [Diagnostic] = []
            let document = JSONDocument.parse(bytes, file: "m.json", into: &diagnostics)
            let duplicates = diagnostics.count
            let value = document?.decode([Step].self, into: &diagnostics)
            #expect((value == nil) == (document == nil || diagnostics.count > duplicates))

            let source = String(decoding: bytes, as: UTF8.self)
            let ends = source.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            for diagnostic in diagnostics {
                #expect(
                    (1...ends.count).contains(diagnostic.line) && diagnostic.column >= 1,
                    "\(diagnostic) in \(source)"
                )
            }
            if let document, duplicates == 0 {
                let again = try JSONValue(parsing: document.root.value.serialized())
                #expect(again == document.root.value, "\(source)")
            }
        }
    }
}

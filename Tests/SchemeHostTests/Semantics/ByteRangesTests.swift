import SchemeHost
import Testing

@Suite struct ByteRangesTests {
    @Test(arguments: [
        ("bytes=0-4", [ByteRanges.Spec.bounded(first: 0, last: 4)]), ("bytes=2-", [.from(2)]),
        ("bytes=-5", [.suffix(5)]),
        ("bytes=-0", [.suffix(0)]), ("BYTES=0-0", [.bounded(first: 0, last: 0)]),
        ("bytes=0-1,5-, -2", [.bounded(first: 0, last: 1), .from(5), .suffix(2)]),
        ("bytes= ,,0-1 ,\t, 2-3 ,", [.bounded(first: 0, last: 1), .bounded(first: 2, last: 3)]),
        ("bytes=007-008", [.bounded(first: 7, last: 8)]),
        ("bytes=99999999999999999999-", [.from(.max)]), ("bytes=-99999999999999999999", [.suffix(.max)]),
        ("bytes=0-9223372036854775808", [.bounded(first: 0, last: .max)]),
        ("bytes=1-9223372036854775807", [.bounded(first: 1, last: .max)]),
    ])
    func reads(text: String, specs: [ByteRanges.Spec]) { #expect(ByteRanges(text)?.specs == specs) }

    @Test(arguments: [
        "", "bytes", "bytes=", "bytes=,", "bytes=-", "bytes=a-b", "bytes=1", "bytes=4-2", "bytes=0-4x", "bytes =0-4",
        "bytes:0-4", "octets=0-4", "items=0-5", "bytes=0-1;2-3", "bytes=0-1 2-3", "bytes=--1", "bytes=1--2",
        "bytes=+1-2", "bytes=0x1-2", "bytes=0 - 4", "bytes=0-1,a", "bytes=0-1, bytes=2-3", "bytes=1.5-2", "0-4", "=0-4",
        "bytes=\u{661}-\u{662}",
    ])
    func ignores(text: String) { #expect(ByteRanges(text) == nil) }

    @Test func ignoresTooMany() {
        let many = (0..<ByteRanges.maximumCount).map { "\($0 * 2)-\($0 * 2)" }.joined(separator: ",")
        #expect(ByteRanges("bytes=" + many)?.specs.count == 64)
        #expect(ByteRanges("bytes=" + many + ",500-") == nil)
    }

    // Go's table for a file of 11 bytes, and more.
    @Test(arguments: [
        ("0-4", ByteRanges.Resolution.ranges([0..<5])), ("2-", .ranges([2..<11])), ("-5", .ranges([6..<11])),
        ("3-7", .ranges([3..<8])), ("0-0,-2", .ranges([0..<1, 9..<11])), ("0-1,5-8", .ranges([0..<2, 5..<9])),
        ("0-1,5-", .ranges([0..<2, 5..<11])), ("5-1000", .ranges([5..<11])), ("0-,1-,2-,3-,4-", .whole),
        ("0-9", .ranges([0..<10])), ("0-10", .ranges([0..<11])), ("0-11", .ranges([0..<11])),
        ("10-11", .ranges([10..<11])), ("10-", .ranges([10..<11])), ("11-", .unsatisfiable), ("11-12", .unsatisfiable),
        ("12-12", .unsatisfiable), ("11-100", .unsatisfiable), ("-100", .ranges([0..<11])), ("-0", .unsatisfiable),
        ("-0,11-", .unsatisfiable), ("-0,1-2", .ranges([1..<3])), ("20-,1-2", .ranges([1..<3])),
        // In the order asked for, unless they overlap or touch.
        ("5-8,0-1", .ranges([5..<9, 0..<2])), ("5-8,0-1,1-2", .ranges([5..<9, 0..<3])), ("2-3,0-1", .ranges([0..<4])),
        ("6-7,0-0,4-5,8-8", .ranges([4..<9, 0..<1])), ("0-4,1-2,0-0", .ranges([0..<5])), ("0-10,0-0", .whole),
        ("99999999999999999999-", .unsatisfiable), ("0-99999999999999999999", .ranges([0..<11])),
    ])
    func resolves(set: String, expected: ByteRanges.Resolution) throws {
        #expect(try #require(ByteRanges("bytes=" + set)).resolve(length: 11) == expected)
    }

    @Test(arguments: [
        ("0-", ByteRanges.Resolution.unsatisfiable), ("0-0", .unsatisfiable), ("-1", .whole), ("-0", .unsatisfiable),
        ("0-,-5", .whole),
    ])
    func resolvesNothing(set: String, expected: ByteRanges.Resolution) throws {
        #expect(try #require(ByteRanges("bytes=" + set)).resolve(length: 0) == expected)
    }

    @Test func survivesTheLargestLength() throws {
        let set = try #require(ByteRanges("bytes=0-,0-,-99999999999999999999"))
        #expect(set.resolve(length: .max) == .whole)
        #expect(ByteRanges("bytes=5-")?.resolve(length: .max) == .ranges([5..<Int64.max]))
    }

    @Test(arguments: [
        ("bytes 0-4/11", ContentRange(0..<5, of: 11)), ("bytes 0-4/*", ContentRange(0..<5, of: nil)),
        ("bytes */11", ContentRange(unsatisfiedOf: 11)), ("bytes 10-10/11", ContentRange(10..<11, of: 11)),
        ("bytes */0", ContentRange(unsatisfiedOf: 0)),
    ])
    func contentRange(text: String, range: ContentRange) {
        #expect(ContentRange(text) == range)
        #expect(range.description == text)
    }

    @Test(arguments: [
        "", "bytes", "bytes=0-4/11", "bytes 0-4", "bytes 4-0/11", "bytes 0-11/11", "bytes */*", "bytes 0-/11",
        "bytes -4/11", "items 0-4/11", "bytes 0-4/11 ", "bytes 0-4/", "bytes 0-9223372036854775807/*",
        "bytes */9223372036854775807", "bytes 0-4/1x",
    ])
    func refusesContentRange(text: String) { #expect(ContentRange(text) == nil) }
}

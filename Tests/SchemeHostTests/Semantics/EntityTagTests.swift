import SchemeHost
import Testing

@Suite struct EntityTagTests {
    @Test(arguments: [
        ("\"abc\"", "abc", false), ("W/\"abc\"", "abc", true), ("\"\"", "", false), ("W/\"\"", "", true),
        ("\"a,b\\c'\"", "a,b\\c'", false), ("\"é\"", "é", false), ("\"!#~\"", "!#~", false),
    ])
    func readsAndWrites(text: String, opaque: String, isWeak: Bool) throws {
        let tag = try #require(EntityTag(text))
        #expect(tag.opaqueValue == opaque)
        #expect(tag.isWeak == isWeak)
        #expect(tag.description == text)
    }

    @Test(arguments: [
        "", "abc", "\"abc", "abc\"", "w/\"abc\"", "W\"abc\"", "W/abc", "\"a\"b\"", "\"a b\"", " \"a\"", "\"a\" ", "*",
        "\"a\u{7F}\"", "\"a\tb\"", "W/ \"a\"", "\"a\",\"b\"", "'a'",
    ])
    func refuses(text: String) { #expect(EntityTag(text) == nil) }

    @Test func initializers() {
        #expect(EntityTag(opaqueValue: "x")?.description == "\"x\"")
        #expect(EntityTag(opaqueValue: "x y") == nil)
        #expect(EntityTag(opaqueValue: "x\"y") == nil)
        #expect(EntityTag(0xDEAD_BEEF, 16).description == "\"deadbeef-10\"")
        #expect(EntityTag(1, isWeak: true).description == "W/\"1\"")
    }

    // RFC 9110, section 8.8.3.2.
    @Test(arguments: [
        ("W/\"1\"", "W/\"1\"", false, true), ("W/\"1\"", "W/\"2\"", false, false), ("W/\"1\"", "\"1\"", false, true),
        ("\"1\"", "\"1\"", true, true), ("\"1\"", "\"2\"", false, false),
        // The same letter in two spellings is two different sequences of bytes.
        ("\"\u{E9}\"", "\"e\u{301}\"", false, false),
    ])
    func compares(left: String, right: String, strongly: Bool, weakly: Bool) throws {
        let (left, right) = (try #require(EntityTag(left)), try #require(EntityTag(right)))
        #expect(left.matchesStrongly(right) == strongly)
        #expect(right.matchesStrongly(left) == strongly)
        #expect(left.matchesWeakly(right) == weakly)
        #expect(right.matchesWeakly(left) == weakly)
        #expect((left == right) == (weakly && left.isWeak == right.isWeak))
    }

    @Test(arguments: [
        ("\"a\"", ["\"a\""]), ("\"a\", W/\"b\"", ["\"a\"", "W/\"b\""]), ("\"a\",\"b\"", ["\"a\"", "\"b\""]),
        (",, \"a\" ,\t,\"b\",", ["\"a\"", "\"b\""]), ("\"a,b\",\"c\"", ["\"a,b\"", "\"c\""]),
    ])
    func readsLists(text: String, tags: [String]) throws {
        #expect(EntityTagList(text) == .tags(tags.compactMap { EntityTag($0) }))
    }

    @Test func readsStar() {
        #expect(EntityTagList("*") == .any)
        #expect(EntityTagList(" * ") == .any)
    }

    @Test(arguments: ["", ",", "a", "\"a\" \"b\"", "\"a\", b", "*, \"a\"", "\"a\", *", "**", "\"a\";"])
    func refusesLists(text: String) { #expect(EntityTagList(text) == nil) }
}

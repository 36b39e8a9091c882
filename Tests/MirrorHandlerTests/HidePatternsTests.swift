import Foundation
import HTTPTypes
import SchemeHost
import Testing

@testable import MirrorHandler

@Suite struct HidePatternsTests {
    @Test(arguments: [
        (".*", ".git", true), (".*", "a/.git/config", true), (".*", "a.git", false), (".*", "...", true),
        (".*", ".\u{301}git", true), (".*", "\u{200B}.git", true), (".*", "\u{FEFF}.git", true),
        ("secret", "secret", true), ("secret", "SECRET", true), ("SECRET", "secret", true), ("secret", "secret.", true),
        ("secret", "secret . .", true), ("secret", "se\u{200C}cret", true), ("secret", "secrets", false),
        ("secret", "\u{17F}ecret", true), ("secret", "secret/x/y", true), ("secret", "x/secret", true),
        ("stra\u{DF}e", "STRASSE", true), ("kelvin", "\u{212A}elvin", true),
        ("caf\u{E9}", "cafe\u{301}", true), ("cafe\u{301}", "CAF\u{C9}", true), ("caf\u{E9}", "cafe", false),
        ("*.bak", "a.bak", true), ("*.bak", "A.BAK", true), ("*.bak", "d/a.bak", true), ("*.bak", "a.bak.", true),
        ("*.bak", "a.bakx", false), ("*.bak", ".bak", true), ("*.bak", "a.bak/x", true),
        ("private/*.key", "private/a.key", true), ("private/*.key", "x/private/a.key", false),
        ("private/*.key", "private/x/a.key", false), ("private/*.key", "private", false),
        ("/private", "private", true), ("private/", "x/private/y", true), ("/private", "x/private", false),
        ("private/**", "private", false), ("private/**", "private/x/y", true), ("a/**/b", "a/b", true),
        ("a/**/b", "a/x/y/b", true), ("a/**/b", "ax/b", false), ("**/b/c", "b/c", true), ("**/b/c", "x/y/b/c", true),
        ("**/b/c", "xb/c", false), ("**.key", "a/b.key", true),
        ("a?c", "abc", true), ("a?c", "ac", false), ("[a-c]x", "bx", true), ("[a-c]x", "dx", false),
        ("[!a-c]x", "dx", true), ("[!a-c]x", "ax", false), ("[*]", "*", true), ("[*]", "a", false), ("[]]", "]", true),
        ("*a*a*a*a*a*a*b", String(repeating: "a", count: 200), false),
    ])
    func hides(_ pattern: String, _ path: String, _ isHidden: Bool) throws {
        let components = path.split(separator: "/").map(String.init)
        #expect(try HidePatterns([pattern]).hides(components) == isHidden)
    }

    @Test func nothing() throws {
        #expect(try !HidePatterns([]).hides([".git"]))
        #expect(try !HidePatterns([".*"]).hides([]))
    }

    /// Whatever way a hidden file is asked for, it is not there.
    @Test(arguments: [
        "/.git/config", "/%2egit/config", "/%2Egit/config", "/x/../.git/config", "/.git/", "/.git", "/.GIT/config",
        "/link", "/linkToFolder/config", "/linkToFolder/", "/chain", "/secret.txt", "/SECRET.txt", "/secret.txt.",
        "/secret.txt%20", "/secret.txt/", "/s%65cret.txt", "/sub/secret.txt", "/linkedIndex/", "/caf%C3%A9",
        "/cafe%CC%81",
    ])
    func hiddenFilesAreNotFound(_ path: String) async throws {
        let scratch = try ScratchFolder()
        for name in [
            ".git/config", "secret.txt", "SECRET.txt", "secret.txt.", "secret.txt ", "sub/secret.txt", "caf\u{E9}",
            "cafe\u{301}",
        ] {
            try scratch.write("hidden", to: "root/" + name)
        }
        try scratch.link("root/link", to: ".git/config")
        try scratch.link("root/chain", to: "link")
        try scratch.link("root/linkToFolder", to: ".git")
        try scratch.link("root/linkedIndex/index.html", to: "../secret.txt")
        let mirror = try await MirrorFixture(
            scratch,
            index: ["index.html", "secret.txt"],
            hide: [".*", "secret.txt", "caf\u{E9}"]
        )
        let response = try await mirror.get(path)
        let text = String(decoding: try await response.body.collect(upTo: 10_000), as: UTF8.self)
        #expect(!text.contains("hidden"))
        if path == "/linkedIndex/" {
            #expect(!text.contains("index.html"))
        } else {
            #expect(response.status == .notFound)
        }
    }

    @Test func aVisibleFileBehindLinksIsServed() async throws {
        let scratch = try ScratchFolder()
        try scratch.write("text", to: "root/a/b/file")
        try scratch.link("root/link", to: "a/b")
        let mirror = try await MirrorFixture(scratch)
        #expect(try await mirror.text("/link/file") == "text")
    }
}

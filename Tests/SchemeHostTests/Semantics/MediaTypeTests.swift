import Testing

@testable import SchemeHost

@Suite struct MediaTypeTests {
    @Test(arguments: [
        ("text/html", "text/html"), ("Text/HTML;Charset=\"utf-8\"", "text/html; charset=utf-8"),
        ("text/html ; charset=UTF-8 ;; a=b;", "text/html; charset=UTF-8; a=b"),
        ("multipart/mixed; boundary=\"a b\\\"c\"", "multipart/mixed; boundary=\"a b\\\"c\""),
        ("a/b; c=\"\"", "a/b; c=\"\""), ("image/svg+xml", "image/svg+xml"),
    ])
    func readsAndWrites(text: String, written: String) throws {
        let type = try #require(MediaType(text))
        #expect(type.description == written)
        #expect(MediaType(written) == type)
    }

    @Test(arguments: [
        "", "text", "text/", "/html", "text /html", "text/ html", "text/html charset=utf-8", "text/html; charset",
        "text/html; charset=", "text/html; charset =utf-8", "text/html; charset= utf-8", "text/html; a=\"b",
        "text/html, text/plain", "tëxt/html", " text/html",
    ])
    func refuses(text: String) { #expect(MediaType(text) == nil) }

    @Test func parts() throws {
        let type = try #require(MediaType("Application/LD+JSON; Profile=\"http://x/\"; charset=utf-8"))
        #expect(type.essence == "application/ld+json")
        #expect(type.type == "application")
        #expect(type.subtype == "ld+json")
        #expect(type[parameter: "PROFILE"] == "http://x/")
        #expect(type[parameter: "q"] == nil)
        #expect(type.withoutParameters.description == "application/ld+json")
    }

    @Test(arguments: [
        ("text/x-anything", true), ("application/json", true), ("application/atom+xml", true), ("image/svg+xml", true),
        ("application/yaml", true), ("application/jsonl", true), ("application/octet-stream", false),
        ("image/png", false), ("application/epub+zip", false),
    ])
    func isText(essence: String, isText: Bool) throws {
        #expect(try #require(MediaType(essence)).isText == isText)
    }

    @Test(arguments: [
        ("html", "text/html; charset=utf-8"), ("HTML", "text/html; charset=utf-8"), ("css", "text/css; charset=utf-8"),
        ("js", "text/javascript; charset=utf-8"), ("mjs", "text/javascript; charset=utf-8"),
        ("txt", "text/plain; charset=utf-8"), ("md", "text/markdown; charset=utf-8"), ("json", "application/json"),
        ("jsonl", "application/jsonl"), ("geojson", "application/geo+json"), ("xml", "application/xml"),
        ("xhtml", "application/xhtml+xml"), ("svg", "image/svg+xml"), ("opf", "application/oebps-package+xml"),
        ("ncx", "application/x-dtbncx+xml"), ("epub", "application/epub+zip"), ("wasm", "application/wasm"),
        ("webmanifest", "application/manifest+json"), ("avif", "image/avif"), ("webp", "image/webp"),
        ("jxl", "image/jxl"), ("m3u8", "application/vnd.apple.mpegurl"), ("vtt", "text/vtt; charset=utf-8"),
        ("mp4", "video/mp4"), ("m4a", "audio/mp4"), ("mp3", "audio/mpeg"), ("woff2", "font/woff2"), ("ttf", "font/ttf"),
        ("gz", "application/gzip"), ("zip", "application/zip"), ("swift", "text/plain; charset=utf-8"),
        ("csv", "text/csv; charset=utf-8"), ("pdf", "application/pdf"), ("jpeg", "image/jpeg"),
        ("docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
    ])
    func knowsExtension(name: String, value: String) { #expect(MediaType.forExtension(name)?.description == value) }

    @Test(arguments: ["", "ts", "nosuch", ".html", "ht ml", "é"])
    func doesNotKnowExtension(name: String) { #expect(MediaType.forExtension(name) == nil) }

    @Test func tableIsSound() {
        #expect(ExtensionTable.fieldValues.count > 550)
        for (name, value) in ExtensionTable.fieldValues {
            #expect(name == name.lowercased() && !name.contains("."))
            let type = MediaType(value)
            #expect(type?.description == value, "\(name)")
            #expect((type?[parameter: "charset"] == "utf-8") == (type?.type == "text"), "\(name)")
        }
    }

    @Test(
        arguments: [
            ("a.tar.GZ", "gz"), ("index.html", "html"), ("a.b/c", nil), ("dir.d/a.txt", "txt"), ("README", nil),
            (".profile", nil), ("dir/.profile", nil), (".a.txt", "txt"), ("a.", nil), ("", nil), (".", nil),
            ("..", nil),
            ("...", nil), ("a..b", "b"), ("é.pdf", "pdf"),
        ] as [(String, String?)]
    )
    func findsExtension(name: String, found: String?) { #expect(MediaType.fileExtension(of: name) == found) }

    @Test func forFileName() {
        #expect(MediaType.forFileName("OEBPS/ch 1.xhtml")?.essence == "application/xhtml+xml")
        #expect(MediaType.forFileName("LICENSE") == nil)
    }
}

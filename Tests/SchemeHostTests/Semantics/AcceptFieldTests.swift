import HTTPTypes
import SchemeHost
import Testing

@Suite struct AcceptFieldTests {
    private let offers = [MediaType.html, .json, .jsonLines]

    @Test(
        arguments: [
            (nil, "text/html"), ("", "text/html"), ("*/*", "text/html"), ("application/json", "application/json"),
            ("APPLICATION/JSON", "application/json"), ("application/*", "application/json"),
            ("application/jsonl", "application/jsonl"), ("text/*", "text/html"), ("image/png", nil),
            ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "text/html"),
            // Named beats a wildcard of the same weight.
            ("application/json, text/plain, */*", "application/json"),
            ("text/html;q=0.5, application/json", "application/json"), ("text/html;q=0.8, */*;q=0.1", "text/html"),
            ("text/html;q=0, */*", "application/json"), ("*/*;q=0", nil), ("application/json;q=0.000", nil),
            ("application/json;q=0.001", "application/json"),
            // A weight that is none drops its element.
            ("application/json;q=2, text/html;q=0.1", "text/html"),
            ("application/json;q=0.1234, text/html", "text/html"),
            ("application/json;q=x, text/html;q=0.1", "text/html"),
            ("garbage, ;;, application/json", "application/json"), ("\"a,b\" x, application/json", "application/json"),
            (",application/json,", "application/json"), ("garbage", "text/html"),
            ("text/html;charset=utf-8, application/json;q=0.9", "text/html"),
            ("text/html;charset=latin1, application/json;q=0.9", "application/json"),
            ("text/html;level=\"1,2\";q=0.9, application/json;q=0.3", "application/json"),
            ("application/json;q=0.5;ext=1", "application/json"),
        ] as [(String?, String?)]
    )
    func prefers(field: String?, essence: String?) {
        #expect(AcceptField(field).preferred(among: offers)?.essence == essence)
    }

    // RFC 9110, section 12.5.1.
    @Test(arguments: [
        ("text/plain;format=flowed", 1000), ("text/plain", 700), ("text/html", 300), ("image/jpeg", 500),
        ("text/plain;format=fixed", 400), ("text/html;level=3", 300),
    ])
    func weighs(type: String, quality: Int) throws {
        let field = AcceptField(
            "text/*;q=0.3, text/plain;q=0.7, text/plain;format=flowed, text/plain;format=fixed;q=0.4, */*;q=0.5"
        )
        #expect(field.quality(of: try #require(MediaType(type))) == quality)
    }

    @Test func names() {
        let field = AcceptField([.accept: "application/json;q=0.1, text/html;q=0, */*"] as HTTPFields)
        #expect(field.names("application/json"))
        #expect(!field.names("text/html"))
        #expect(!field.names("application/jsonl"))
    }
}

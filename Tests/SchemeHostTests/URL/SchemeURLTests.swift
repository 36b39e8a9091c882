import Testing

@testable import SchemeHost

@Suite struct SchemeURLTests {
    @Test(
        arguments: [
            // text, canonical text, host, port, path, query
            ("zip:///a/b", "zip:///a/b", "", nil, "/a/b", nil),
            ("zip:/path", "zip:/path", "", nil, "/path", nil),
            ("ZIP://Host/Path", "zip://host/Path", "host", nil, "/Path", nil),
            ("foo:bar?x#y", "foo:bar?x", "", nil, "bar", "x"),
            ("data:text/plain,hi", "data:text/plain,hi", "", nil, "text/plain,hi", nil),
            ("zip://[::1]:80/x", "zip://[::1]:80/x", "::1", 80, "/x", nil),
            ("http://[FE80::A]/", "http://[fe80::a]/", "fe80::a", nil, "/", nil),
            ("zip://u:p@h:99/p", "zip://h:99/p", "h", 99, "/p", nil),
            ("zip://h:/p", "zip://h/p", "h", nil, "/p", nil),
            ("zip://h?x", "zip://h/?x", "h", nil, "/", "x"),
            ("zip://h#f", "zip://h/", "h", nil, "/", nil),
            ("zip:////a", "zip:////a", "", nil, "//a", nil),
            ("zip://h//a//../b/./c", "zip://h//a//../b/./c", "h", nil, "//a//../b/./c", nil),
            ("zip://%41/x", "zip://a/x", "a", nil, "/x", nil),
            ("zip://h/a%2Fb?q=%26&r=a+b#frag", "zip://h/a%2Fb?q=%26&r=a+b", "h", nil, "/a%2Fb", "q=%26&r=a+b"),
            ("zip://h/p?a?b", "zip://h/p?a?b", "h", nil, "/p", "a?b"),
            ("z+i.p-1://h/x", "z+i.p-1://h/x", "h", nil, "/x", nil),
            ("zip://a_b/c", "zip://a_b/c", "a_b", nil, "/c", nil),
            // What a URL may not hold is escaped byte by byte; escapes that are there stay.
            ("zip://h/a b%2Fc", "zip://h/a%20b%2Fc", "h", nil, "/a%20b%2Fc", nil),
            ("zip://h/ü?ü", "zip://h/%C3%BC?%C3%BC", "h", nil, "/%C3%BC", "%C3%BC"),
            ("zip://h/a\\b", "zip://h/a%5Cb", "h", nil, "/a%5Cb", nil),
        ] as [(String, String, String, Int?, String, String?)]
    )
    func reads(text: String, canonical: String, host: String, port: Int?, path: String, query: String?) throws {
        let url = try SchemeURL(text)
        #expect(url.description == canonical)
        #expect(url.host == host)
        #expect(url.port == port)
        #expect(url.percentEncodedPath == path)
        #expect(url.percentEncodedQuery == query)
        #expect(try SchemeURL(url.description) == url)
    }

    @Test(arguments: [
        ("", "scheme"), ("relative/path", "scheme"), ("://h", "scheme"), ("1zip://h", "scheme"), ("z ip://h", "scheme"),
        ("zip://ho st/p", "host"), ("zip://h:port/p", "port"), ("zip://h:65536/p", "port"), ("zip://h:-1/", "port"),
        ("zip://[::1/p", "bracket"), ("zip://[zz]/p", "IPv6"), ("zip://[::1]x/p", "IPv6"),
        ("zip://bücher.example/x", "xn--"), ("zip://b%C3%BCcher.example/x", "xn--"),
        ("zip://h%2Fx/p", "host"), ("zip://h\\x/b", "host"), ("zip://h%/p", "percent"),
        ("zip://h/%zz", "%25"), ("zip://h/%2", "%25"), ("zip://h/?%", "%25"),
        ("zip://h/a\nb", "control"), ("zip://h/a\0b", "control"), ("zip://h/\u{7F}", "control"),
    ])
    func refuses(text: String, hint: String) throws {
        let error = try #require(throws: SchemeHostError.self) { try SchemeURL(text) }
        #expect(error.code == .invalidRequest)
        #expect(error.message.contains(hint), "\(error.message)")
    }

    @Test func refusesWhatIsTooLong() throws {
        let longest = "x://h/" + String(repeating: "a", count: SchemeURL.maximumLength - 6)
        #expect(try SchemeURL(longest).percentEncodedPath.utf8.count == SchemeURL.maximumLength - 5)
        #expect(throws: SchemeHostError.self) { try SchemeURL(longest + "a") }
    }

    @Test func decodesQueryItems() throws {
        let url = try SchemeURL("x://h/?a=1&b=x+y&a=%C3%BC&c&=v&d=%zz".replacing("%zz", with: "%25zz"))
        #expect(url.queryItems.map(\.name) == ["a", "b", "a", "c", "", "d"])
        #expect(url.queryItems(named: "a") == ["1", "ü"])
        #expect(url.queryItems(named: "b") == ["x y"])
        #expect(url.queryItems(named: "c") == [""])
        #expect(url.queryItems(named: "d") == ["%zz"])
    }

    @Test(arguments: [
        // RFC 3986, section 5.4, and what the section leaves to self-contained URLs.
        ("http://a/b/c/d;p?q", "g", "http://a/b/c/g"), ("http://a/b/c/d;p?q", "./g/", "http://a/b/c/g/"),
        ("http://a/b/c/d;p?q", "/g", "http://a/g"), ("http://a/b/c/d;p?q", "//g", "http://g/"),
        ("http://a/b/c/d;p?q", "?y", "http://a/b/c/d;p?y"), ("http://a/b/c/d;p?q", "g?y#s", "http://a/b/c/g?y"),
        ("http://a/b/c/d;p?q", "#s", "http://a/b/c/d;p?q"), ("http://a/b/c/d;p?q", "..", "http://a/b/"),
        ("http://a/b/c/d;p?q", "../../../../g", "http://a/g"), ("http://a/b/c/d;p?q", "g;x=1/../y", "http://a/b/c/y"),
        ("http://a/b/c/d;p?q", "other:x", "other:x"), ("http://a/b/c/d;p?q", "./x:y", "http://a/b/c/x:y"),
        ("http://a:8080/b", "/g", "http://a:8080/g"), ("book://moby/ch/1", "../img/x.png", "book://moby/img/x.png"),
        ("zip:///d/a.zip!/x/y", "../z", "zip:///d/a.zip!/z"),
        ("zip:///d/a.zip!/x/y", "../../../z", "zip:///d/a.zip!/z"),
        ("docs://h/sub", "./sub/", "docs://h/sub/"),
    ])
    func resolves(base: String, reference: String, expected: String) throws {
        #expect(try SchemeURL(base).resolving(reference).description == expected)
    }
}

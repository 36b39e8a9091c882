import Testing

@testable import SchemeHost

@Suite struct URLPathTests {
    @Test(arguments: [
        ("", [], true), ("/", [], true), ("/a", ["a"], false), ("/a/", ["a"], true), ("/a/b", ["a", "b"], false),
        ("a/b", ["a", "b"], false), ("/.", [], true), ("/..", [], true), ("/../../a", ["a"], false),
        ("/a/..", [], true), ("/a/b/..", ["a"], true), ("/a/./b", ["a", "b"], false), ("/a/.", ["a"], true),
        ("/a/%2e%2E/b", ["b"], false), ("/%2e/a", ["a"], false), ("/a/%252e%252e", ["a", "%2e%2e"], false),
        ("//a", ["", "a"], false), ("/a//b", ["a", "", "b"], false), ("/a//", ["a", ""], true), ("//", [""], true),
        ("/a//b/..", ["a", ""], true), ("/a//..", ["a"], true), ("/...", ["..."], false), ("/a..b", ["a..b"], false),
        ("/%C3%BC%20x", ["ü x"], false), ("/a%21/b", ["a!", "b"], false), ("/+", ["+"], false),
    ])
    func reads(text: String, components: [String], hasTrailingSlash: Bool) {
        let path = URLPath(percentEncoded: text)
        #expect(path.components == components)
        #expect(path.hasTrailingSlash == hasTrailingSlash)
        #expect(path.name == components.joined(separator: "/"))
        #expect(path.defect == nil)
        #expect(URLPath(percentEncoded: path.percentEncoded).components == components || path.hasEmptyComponents)
    }

    @Test(arguments: ["/a%2Fb", "/a%2f..%2fb", "/a%00", "/a%5Cb", "/..%5C..%5Cx", "/%FF", "/%C3", "/a/%ED%A0%80"])
    func notesDefects(text: String) throws {
        let path = URLPath(percentEncoded: text)
        #expect(path.defect != nil)
        let error = try #require(throws: SchemeHostError.self) { try path.validated() }
        #expect(error.code == .invalidRequest)
    }

    @Test func refusesEmptyComponentsAsNames() throws {
        #expect(throws: SchemeHostError.self) { try URLPath(percentEncoded: "/a//b").validated() }
        #expect(try URLPath(percentEncoded: "/a//b").validated(allowingEmptyComponents: true).components.count == 3)
    }

    @Test func encodesWhatPathsMayNotHold() {
        let path = URLPath(components: ["a b", "ü", "x?y#z", "100%", "end!"], hasTrailingSlash: true)
        #expect(path.percentEncoded == "/a%20b/%C3%BC/x%3Fy%23z/100%25/end%21/")
        #expect(URLPath(percentEncoded: path.percentEncoded) == URLPath(percentEncoded: path.percentEncoded))
        #expect(URLPath(percentEncoded: path.percentEncoded).components == path.components)
    }

    @Test(arguments: [
        ("/d/a.zip!/m/n", "d/a.zip", ["m/n"]), ("/a.tar.gz!/b.zip!/c.txt", "a.tar.gz", ["b.zip", "c.txt"]),
        ("/a.zip!", "a.zip", [""]), ("/a.zip!/", "a.zip", [""]), ("/a.zip", "a.zip", []),
        ("/a%21/b.zip!/c", "a!/b.zip", ["c"]), ("/a!b.zip!/c!d", "a!b.zip", ["c!d"]),
        ("/x/a.zip!/../../m", "x/a.zip", ["m"]), ("/x/a.zip!/%2e%2e/m!/../../n", "x/a.zip", ["m", "n"]),
    ])
    func splitsAtContainers(text: String, file: String, members: [String]) throws {
        let path = try ContainerPath(percentEncoded: text)
        #expect(path.file.name == file)
        #expect(path.members.map(\.name) == members)
    }

    @Test(arguments: ["/a.zip!/b%2Fc", "/a%00.zip!/b", "/a.zip!/b//c"])
    func refusesContainersThatCannotBeNames(text: String) {
        #expect(throws: SchemeHostError.self) { try ContainerPath(percentEncoded: text) }
    }
}

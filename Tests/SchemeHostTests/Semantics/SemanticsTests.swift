import HTTPTypes
import Testing

@testable import SchemeHost

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What applies to every answer: types, preconditions, HEAD, framing.
@Suite struct SemanticsTests {
    private static let date = "Sun, 06 Nov 1994 08:49:37 GMT"

    private func see(_ response: SchemeResponse, _ request: SchemeRequest) async throws -> Seen {
        try await Seen(Semantics.apply(to: response, for: request))
    }

    @Test func plainGet() async throws {
        let seen = try await see(SchemeResponse(body: Body("hello")), .get())
        #expect(seen.status == 200)
        #expect(
            seen.fields == [
                "content-type": "text/plain; charset=utf-8", "content-length": "5", "accept-ranges": "bytes",
            ]
        )
        #expect(seen.bytes == Data("hello".utf8))
    }

    /// URL, file name, the handler's type, content: the type and where it comes from.
    @Test(
        arguments: [
            ("x://h/a.html", nil, nil, "x", "text/html; charset=utf-8", "the extension in the path"),
            ("x://h/a.HTML", nil, nil, "x", "text/html; charset=utf-8", "the extension in the path"),
            ("x://h/a%2Ehtml", nil, nil, "x", "text/html; charset=utf-8", "the extension in the path"),
            ("x://h/a.tar.gz", nil, nil, "x", "application/gzip", "the extension in the path"),
            ("x://h/a.html?b.css", nil, nil, "x", "text/html; charset=utf-8", "the extension in the path"),
            ("x://h/dir/", "index.html", nil, "x", "text/html; charset=utf-8", "the extension of the file name"),
            ("x://h/a.css", "b.json", nil, "{}", "application/json", "the extension of the file name"),
            ("x://h/a.css", "README", nil, "hi", "text/plain; charset=utf-8", "the first bytes of the content"),
            ("x://h/a.css", nil, "image/png", "x", "image/png", "the handler"),
            ("x://h/a.special", nil, nil, "x", "a/special", "the route's types"),
            ("x://h/a.special", nil, "image/png", "x", "a/special", "the route's types"),
            ("x://h/README", nil, nil, "%PDF-1.7", "application/pdf", "the first bytes of the content"),
            ("x://h/dir.html/", nil, nil, "hi", "text/plain; charset=utf-8", "the first bytes of the content"),
            (
                "x://h/a.nosuch", nil, nil, "\0\u{1}", "application/octet-stream",
                "nothing: extension and content are unknown"
            ),
        ] as [(String, String?, String?, String, String, String)]
    )
    func mediaType(
        url: String,
        name: String?,
        given: String?,
        content: String,
        type: String,
        origin: String
    ) async throws {
        for kind in Content.allCases {
            var request = try SchemeRequest.get(url)
            request.routeTypes = ["special": "a/special"]
            var response = SchemeResponse(body: kind.body(Data(content.utf8), chunk: 600))
            response.name = name
            response.headerFields[.contentType] = given
            let seen = try await see(response, request)
            #expect(seen[.contentType] == type)
            #expect(seen.typeOrigin == origin)
            #expect(seen.bytes == Data(content.utf8))
        }
    }

    @Test func keepsTheOriginThatAHandlerGives() async throws {
        var response = SchemeResponse(headerFields: [.contentType: "image/png"], body: Body("x"))
        response.typeOrigin = "the package document"
        #expect(try await see(response, .get()).typeOrigin == "the package document")
    }

    @Test func doesNotLookIntoAContentCoding() async throws {
        let response = SchemeResponse(headerFields: [.contentEncoding: "gzip"], body: Body("%PDF-1.7"))
        #expect(try await see(response, .get("x://h/a"))[.contentType] == "application/octet-stream")
        #expect(try await see(response, .get("x://h/a.css"))[.contentType] == "text/css; charset=utf-8")
    }

    @Test func peekingIsNotObserved() async throws {
        for kind in Content.allCases {
            let passes = Lock<[Int64]>([])
            let body = kind.body(Data("hello, world".utf8)).observed { end in passes.withLock { $0.append(end.bytes) } }
            let seen = try await see(SchemeResponse(body: body), .get("x://h/a"))
            #expect(seen[.contentType] == "text/plain; charset=utf-8")
            #expect(passes.withLock { $0 } == [12])
        }
    }

    @Test func unreadableContentFailsBeforeTheStatusIsSent() async throws {
        struct Failing: BodyReader, Sendable {
            nonisolated(nonsending) mutating func read() async throws -> Data? { throw SchemeHostError(.busy, "no") }
        }
        await #expect(throws: SchemeHostError.self) {
            try await Semantics.apply(to: SchemeResponse(body: Body(reader: Failing())), for: .get("x://h/a"))
        }
    }

    @Test(
        arguments: [
            ([.ifNoneMatch: "\"a\""], 304), ([.ifNoneMatch: "*"], 304), ([.ifModifiedSince: date], 304),
            ([.ifMatch: "\"b\""], 412), ([.ifUnmodifiedSince: "Sat, 05 Nov 1994 08:49:37 GMT"], 412),
            ([.ifNoneMatch: "\"b\""], 200), ([.ifMatch: "\"a\""], 200),
            // The precondition goes before the range.
            ([.ifNoneMatch: "\"a\"", .range: "bytes=0-1"], 304), ([.ifMatch: "\"b\"", .range: "bytes=99-"], 412),
            ([.ifMatch: "\"a\"", .range: "bytes=0-1"], 206),
        ] as [(HTTPFields, Int)]
    )
    func preconditions(fields: HTTPFields, status: Int) async throws {
        let all: HTTPFields = [
            .eTag: "\"a\"", .lastModified: Self.date, .cacheControl: "no-cache", .vary: "Accept", .expires: "0",
            .contentLocation: "/b", .contentType: "text/css", .contentLength: "5", .contentLanguage: "en",
            .setCookie: "a=b", .date: Self.date,
        ]
        let response = SchemeResponse(headerFields: all, body: Body("hello"))
        let seen = try await see(response, .get("x://h/a", fields))
        #expect(seen.status == status)
        if status == 304 {
            let kept = ["cache-control", "content-location", "date", "etag", "expires", "last-modified", "vary"]
            #expect(seen.fields.keys.sorted() == kept)
            #expect(seen.bytes.isEmpty)
        }
        if status == 412 {
            #expect(seen[.contentType] == "application/problem+json")
            #expect(seen[.contentLength] == String(seen.bytes.count))
            #expect(seen[.eTag] == nil)
        }
        let head = try await see(response, .get("x://h/a", fields, method: .head))
        #expect(head.status == (status == 206 ? 200 : status))
        #expect(head.bytes.isEmpty)
    }

    @Test func readsTheClockItIsGiven() async throws {
        let response = SchemeResponse(headerFields: [.lastModified: "Sat, 05 Nov 1994 08:49:37 GMT"], body: Body("a"))
        let request = try SchemeRequest.get("x://h/a", [.ifModifiedSince: Self.date])
        let before = Date(timeIntervalSince1970: 784_111_776)
        #expect(try await Semantics.apply(to: response, for: request, now: before).status == .ok)
        #expect(try await Semantics.apply(to: response, for: request, now: before + 1).status == .notModified)
    }

    @Test(arguments: Content.allCases)
    func headHasTheFieldsOfGet(kind: Content) async throws {
        for url in ["x://h/a.txt", "x://h/a"] {
            for text in ["", "hello"] {
                let response = { SchemeResponse(headerFields: [.eTag: "\"a\""], body: kind.body(Data(text.utf8))) }
                let get = try await Semantics.apply(to: response(), for: .get(url))
                let head = try await Semantics.apply(to: response(), for: .get(url, method: .head))
                // That a stream is empty is known only once it was looked at, and HEAD shows nothing to look at.
                if kind == .unmeasured, text.isEmpty { continue }
                #expect(get.headerFields == head.headerFields)
                #expect(try await Seen(head).bytes.isEmpty)
                #expect(try await Seen(get).bytes == Data(text.utf8))
            }
        }
    }

    @Test func headAnsweredByTheHandlerItself() async throws {
        let stated = SchemeResponse(headerFields: [.contentLength: "500"])
        let request = try SchemeRequest.get("x://h/a", method: .head)
        #expect(try await see(stated, request).fields == ["content-length": "500", "accept-ranges": "bytes"])
        #expect(try await see(SchemeResponse(body: .omitted), request).fields == [:])
    }

    @Test(arguments: [HTTPRequest.Method.get, .post, .put, .delete, .options])
    func otherAnswersPass(method: HTTPRequest.Method) async throws {
        let fields: HTTPFields = [.range: "bytes=0-1", .ifNoneMatch: "*", .ifMatch: "\"x\""]
        for status in [201, 206, 301, 404, 416, 500] + (method == .get ? [] : [200]) {
            let response = SchemeResponse(
                status: .init(code: status),
                headerFields: [.eTag: "\"a\""],
                body: Body("hello")
            )
            let seen = try await see(response, .get("x://h/a.html", fields, method: method))
            #expect(seen.status == status)
            #expect(seen.fields == ["etag": "\"a\"", "content-length": "5"])
            #expect(seen.bytes == Data("hello".utf8))
        }
    }

    @Test(arguments: [100, 103, 204, 304])
    func noContent(status: Int) async throws {
        let response = SchemeResponse(
            status: .init(code: status),
            headerFields: [.contentLength: "5", .eTag: "\"a\""],
            body: Body("hello")
        )
        let seen = try await see(response, .get())
        #expect(seen.fields == ["etag": "\"a\""])
        #expect(seen.bytes.isEmpty)
    }

    @Test func contentLengthIsTheBodys() async throws {
        let wrong = SchemeResponse(headerFields: [.contentLength: "99"], body: Body("hello"))
        #expect(try await see(wrong, .get())[.contentLength] == "5")
        #expect(try await see(wrong, .get(method: .head))[.contentLength] == "5")
        #expect(try await see(SchemeResponse(), .get())[.contentLength] == "0")
        let unknown = SchemeResponse(body: Content.unmeasured.body(Data("hello".utf8)))
        #expect(try await see(unknown, .get())[.contentLength] == nil)
        let error = SchemeResponse(status: .notFound, body: Body("hello"))
        let seen = try await see(error, .get(method: .head))
        #expect(seen[.contentLength] == "5")
        #expect(seen.bytes.isEmpty)
    }

    @Test func listingsPass() async throws {
        let response = SchemeResponse.folder(listing: Listing([]))
        let result = try await Semantics.apply(to: response, for: .get())
        #expect(result.headerFields.isEmpty)
        #expect(result.listing != nil)
    }
}

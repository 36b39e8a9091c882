import Foundation
import HTTPTypes
import Testing

@testable import SchemeHost

@Suite struct SchemeHostTests {
    @Test func answersFromClosures() async throws {
        let host = SchemeHost(routes: [
            Route(.scheme("a")) { request in .text("a says \(try request.path.name)") },
            Route(.any) { _ in throw SchemeHostError(.forbidden, "closed") },
        ])
        let response = try await host.respond(to: "A://h/x%20y")
        #expect(try await text(response) == "a says x y")
        #expect(response.headerFields[.contentLength] == "10")
        let closed = try await host.respond(to: "b://h/")
        #expect(closed.status == .forbidden)
        #expect(closed.problem?.code == .forbidden)
    }

    @Test func noRouteIsAProblemDocument() async throws {
        let host = SchemeHost(routes: [Route(.scheme("a"), id: "only") { _ in .text("") }])
        let response = try await host.respond(to: "b://h/x")
        #expect(response.status == .notFound)
        #expect(response.headerFields[.contentType] == "application/problem+json")
        let document = try JSONValue(parsing: try await response.body.collect(upTo: 10_000))
        #expect(document["status"]?.number?.integer(as: Int64.self) == 404)
        #expect(document["code"] == "noRoute")
        #expect(document["instance"] == "b://h/x")
        #expect(document["detail"]?.string?.contains("only") == true)
        let head = try await host.respond(to: "b://h/x", method: .head)
        #expect(head.status == .notFound)
        #expect(try await text(head) == "")
    }

    @Test func errorsWithoutAStatusAreThrown() async throws {
        struct Strange: Error {}
        let host = SchemeHost(routes: [
            Route(.scheme("corrupt")) { _ in throw SchemeHostError(.sourceCorrupt, "broken") },
            Route(.scheme("strange")) { _ in throw Strange() },
            Route(.scheme("cancelled")) { _ in throw CancellationError() },
        ])
        let corrupt = await #expect(throws: SchemeHostError.self) { try await host.respond(to: "corrupt://h/") }
        #expect(corrupt?.code == .sourceCorrupt)
        #expect(corrupt?.url == "corrupt://h/")
        let strange = await #expect(throws: SchemeHostError.self) { try await host.respond(to: "strange://h/") }
        #expect(strange?.underlying is Strange)
        await #expect(throws: CancellationError.self) { try await host.respond(to: "cancelled://h/") }
    }

    @Test func refusesMethodsTheHandlerDoesNotAnswer() async throws {
        let host = SchemeHost(routes: [Route(.any, to: try await EchoHandler(configuration: .init(), context: .init()))]
        )
        let response = try await host.respond(to: "x://h/", method: .delete)
        #expect(response.status == .methodNotAllowed)
        #expect(response.headerFields[.allow] == "GET, HEAD")
    }

    @Test func anOverlayHandsOnWhatItLacks() async throws {
        let empty = try await EmptyHandler(configuration: .init(), context: .init())
        let echo = try await EchoHandler(configuration: .init(), context: .init())
        #expect(try await text(SchemeHost(routes: [Route(.any, to: empty, echo)]).respond(to: "x://h/p")) == "/p")
        let alone = SchemeHost(routes: [Route(.any, to: empty)])
        #expect(try await alone.respond(to: "x://h/p").problem?.code == .notFound)
    }

    @Test func foldersGetTheirSlashAndTheirForm() async throws {
        let entries = [
            ListingEntry(name: "a b.txt", kind: .file, size: 3, modified: Date(timeIntervalSince1970: 0)),
            ListingEntry(name: "<sub>", kind: .directory), ListingEntry(name: "../up", kind: .refused),
        ]
        let host = SchemeHost(routes: [
            Route(.scheme("plain")) { _ in .folder(listing: Listing(entries)) },
            Route(.scheme("indexed")) { _ in .folder(listing: Listing(entries)) { .text("index", type: "text/html") } },
            Route(.scheme("closed")) { _ in .folder(listing: nil) { .text("index") } },
        ])
        let redirect = try await host.respond(to: "plain://h/sub?x=1")
        #expect(redirect.status == .movedPermanently)
        #expect(redirect.headerFields[.location] == "./sub/?x=1")
        #expect(try SchemeURL("plain://h/sub?x=1").resolving("./sub/?x=1").description == "plain://h/sub/?x=1")

        let page = try await host.respond(to: "plain://h/")
        #expect(page.headerFields[.contentType] == "text/html; charset=utf-8")
        let html = try await text(page)
        #expect(html.contains("href=\"./a%20b.txt\""))
        #expect(html.contains("&lt;sub&gt;/"))
        #expect(!html.contains("href=\"./../up"))

        for accept in ["application/json", "text/html;q=0.5, application/json"] {
            let response = try await host.respond(to: "indexed://h/", headerFields: [.accept: accept])
            let list = try JSONValue(parsing: try await response.body.collect(upTo: 10_000))
            #expect(list[0]?["name"] == "a b.txt")
            #expect(list[0]?["size"]?.number?.integer(as: Int64.self) == 3)
            #expect(list[0]?["modified"] == "1970-01-01T00:00:00Z")
            #expect(list.array?.count == 3)
        }
        let lines = try await text(host.respond(to: "plain://h/", headerFields: [.accept: "application/jsonl"]))
        #expect(lines.split(separator: "\n").count == 3)
        for url in ["indexed://h/", "closed://h/"] {
            #expect(try await text(host.respond(to: url, headerFields: [.accept: "text/html, */*;q=0.8"])) == "index")
        }
    }

    @Test func followsRedirects() async throws {
        let host = SchemeHost(routes: [
            Route(.scheme("loop")) { _ in SchemeResponse(status: .found, headerFields: [.location: "loop://h/"]) },
            Route(.scheme("to")) { request in
                SchemeResponse(
                    status: .init(code: Int(try request.path.name) ?? 302),
                    headerFields: [.location: "end://h/x"]
                )
            },
            Route(.scheme("end")) { request in
                let sent = try await request.body?.collect(upTo: 100) ?? Data()
                return .text(
                    "\(request.method) \(String(decoding: sent, as: UTF8.self)) \(request.headerFields[.authorization] ?? "-")"
                )
            },
        ])
        for (status, expected) in [
            (301, "GET  -"), (302, "GET  -"), (303, "GET  -"), (307, "POST b -"), (308, "POST b -"),
        ] {
            let request = try SchemeRequest(
                "to://h/\(status)",
                method: .post,
                headerFields: [.authorization: "s"],
                body: Body("b")
            )
            let (response, final) = try await host.respond(following: request)
            #expect(try await text(response) == expected, "\(status)")
            #expect(final.url.description == "end://h/x")
        }
        let error = await #expect(throws: SchemeHostError.self) {
            try await host.respond(following: SchemeRequest("loop://h/"))
        }
        #expect(error?.code == .loop)
    }

    @Test func routingInCirclesEnds() async throws {
        let registry = HandlerRegistry([DispatchHandler.self])
        let manifest = Manifest(
            json: #"{"version": 1, "routes": [{"match": {"scheme": "a"}, "handle": {"again": {}}}]}"#
        )
        let host = try await SchemeHost(manifest: manifest, registry: registry)
        let response = try await host.respond(to: "a://h/")
        #expect(response.status.code == 508)
        #expect(response.problem?.code == .loop)
    }

    @Test func opensSourcesBeneathTheirFolder() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "sources-\(UUID())").path
        try FileManager.default.createDirectory(atPath: folder + "/books", withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try "moby".write(toFile: folder + "/books/moby.txt", atomically: true, encoding: .utf8)
        try "secret".write(toFile: folder + "/secret.txt", atomically: true, encoding: .utf8)
        try FileManager.default.createSymbolicLink(
            atPath: folder + "/books/out.txt",
            withDestinationPath: "../secret.txt"
        )
        let context = HandlerContext(baseFolder: folder)
        func open(_ template: String, _ book: String) async throws -> String {
            var request = try SchemeRequest("x://h/")
            request.captures = ["book": book]
            let source = try await context.openSource(RequestTemplate(template), for: request)
            return String(decoding: try await Body(source).collect(upTo: 100), as: UTF8.self)
        }
        #expect(try await open("books/{book}.txt", "moby") == "moby")
        #expect(try await open("secret.txt", "") == "secret")
        for (template, book) in [
            ("books/{book}.txt", "out"), ("books/{book}", ".."), ("books/{book}", "../secret.txt"),
            ("books/{book}", ""),
        ] {
            let error = await #expect(throws: SchemeHostError.self) { try await open(template, book) }
            #expect([.notFound, .forbidden].contains(error?.code), "\(template) \(book)")
        }
    }

    @Test func shutdownWaitsForBackgroundWork() async throws {
        let tasks = BackgroundTasks()
        let done = Lock(0)
        for _ in 0..<100 { tasks.add { done.withLock { $0 += 1 } } }
        tasks.add {
            // Ends only by the cancellation at the deadline.
            try? await Task.sleep(for: .seconds(3_600))
            done.withLock { $0 += 1 }
        }
        await tasks.finish(within: .milliseconds(20))
        #expect(done.withLock { $0 } == 101)
        tasks.add { done.withLock { $0 += 1 } }
        #expect(done.withLock { $0 } == 101)
    }
}

/// Sends every request back to the routes.
struct DispatchHandler: SchemeHandler {
    struct Configuration: Decodable, Sendable {}

    static let kind = "again"
    static let summary = "Routes again."
    let context: HandlerContext

    init(configuration: Configuration, context: HandlerContext) async throws { self.context = context }

    func respond(to request: SchemeRequest) async throws -> SchemeResponse { try await context.dispatch(request) }
}

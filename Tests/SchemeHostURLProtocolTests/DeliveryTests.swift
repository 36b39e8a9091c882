import Dispatch
import Foundation
import HTTPTypes
import SchemeHost
import SchemeHostURLProtocol
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Delivery of answers to URLSession", .timeLimit(.minutes(2)))
struct DeliveryTests {
    @Test("every chunk arrives, in order", arguments: [0, 1, 2, 5, 300])
    func chunks(_ count: Int) async throws {
        let host = makeHost { _ in SchemeResponse(body: Body(CountedSource(chunks: count))) }
        let request = URLRequest(url: try url("x://h/a"))
        let expected = CountedSource.bytes(chunks: count)

        let outcome = try await makeSession(host).load(request)
        #expect(outcome.data == expected)
        #expect(outcome.http?.expectedContentLength == Int64(expected.count))
        let (data, response) = try await makeSession(host).data(for: request)
        #expect(data == expected)
        #expect((response as? HTTPURLResponse)?.statusCode == 200)

        let recorder = Recorder()
        let delegated = try makeSession(host, delegate: recorder)
        delegated.dataTask(with: request).resume()
        await recorder.completion()
        #expect(recorder.now.data == expected)
        #expect(recorder.now.chunks == count)
        #expect((recorder.now.response as? HTTPURLResponse)?.statusCode == 200)
        #expect(recorder.now.completions.count == 1 && recorder.now.completions[0] == nil)

        // A completion handler where the session has a delegate as well.
        #expect(await delegated.load(request).data == expected)
    }

    @Test("a slow delegate holds the body back")
    func backpressure() async throws {
        let pulls = CountedSource.Count()
        let host = makeHost { request in
            request.url.percentEncodedPath == "/long"
                ? SchemeResponse(body: Body(CountedSource(chunks: 200, pulls: pulls))) : .text("short")
        }
        let (entered, proceed) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let recorder = Recorder { _, number in
            guard number == 1 else { return }
            entered.signal()
            proceed.wait()
        }
        try makeSession(host, delegate: recorder).dataTask(with: try url("x://h/long")).resume()
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                entered.wait()
                continuation.resume()
            }
        }
        let other = try makeSession(host)
        for _ in 0..<200 { #expect(try await other.load("x://h/short").text == "short") }
        #expect(pulls.now <= 5)
        proceed.signal()
        await recorder.completion()
        #expect(recorder.now.data == CountedSource.bytes(chunks: 200))
        #expect(pulls.now == 200)
    }

    @Test("a suspended task waits, and goes on where it was")
    func suspension() async throws {
        let host = makeHost { request in
            request.url.percentEncodedPath == "/long"
                ? SchemeResponse(body: Body(CountedSource(chunks: 100))) : .text("short")
        }
        let recorder = Recorder { task, number in
            if number == 1 { task.suspend() }
        }
        let session = try makeSession(host, delegate: recorder)
        let task = session.dataTask(with: try url("x://h/long"))
        task.resume()
        await eventually { task.state == .suspended }
        // A task that completes has the delegate queue behind what came before.
        #expect(try await session.load("x://h/short").text == "short")
        let arrived = recorder.now.chunks
        #expect(arrived < 20)
        for _ in 0..<100 { #expect(try await session.load("x://h/short").text == "short") }
        #expect(recorder.now.chunks == arrived)
        // Twice: the second one must not start anything again.
        task.resume()
        task.resume()
        await recorder.completion()
        #expect(recorder.now.data == CountedSource.bytes(chunks: 100))
        #expect(recorder.now.completions.count == 1)
    }

    @Test("suspending and resuming in quick succession loses nothing", arguments: [false, true])
    func suspendResume(withDelegate: Bool) async throws {
        let host = makeHost { _ in SchemeResponse(body: Body(CountedSource(chunks: 50))) }
        let recorder = Recorder { task, _ in
            task.suspend()
            task.resume()
        }
        let session = try makeSession(host, delegate: recorder)
        let request = URLRequest(url: try url("x://h/a"))
        for _ in 0..<50 where !withDelegate {
            let outcome = await session.load(request) { task in
                for _ in 0..<5 {
                    task.resume()
                    task.suspend()
                }
                task.resume()
            }
            #expect(outcome.data == CountedSource.bytes(chunks: 50))
        }
        guard withDelegate else { return }
        session.dataTask(with: request).resume()
        await recorder.completion()
        #expect(recorder.now.data == CountedSource.bytes(chunks: 50))
    }

    @Test("a method and the fields of a request reach the handler, status and fields the caller")
    func fields() async throws {
        let host = makeHost { request in
            var response = SchemeResponse.text("\(request.method) \(request.headerFields[.accept] ?? "")")
            response.status = .created
            response.headerFields[.eTag] = "\"1\""
            response.headerFields.append(.init(name: .setCookie, value: "a=1"))
            response.headerFields.append(.init(name: .setCookie, value: "b=2"))
            return response
        }
        var request = URLRequest(url: try url("x://h/a"))
        request.httpMethod = "PROPFIND"
        request.setValue("text/x", forHTTPHeaderField: "Accept")
        let outcome = try await makeSession(host).load(request)
        #expect(outcome.text == "PROPFIND text/x")
        #expect(outcome.status == 201)
        #expect(outcome.http?.value(forHTTPHeaderField: "ETag") == "\"1\"")
        #expect(outcome.http?.value(forHTTPHeaderField: "Set-Cookie") == "a=1, b=2")
        #expect(outcome.http?.mimeType == "text/plain")
        #expect(outcome.http?.textEncodingName == "utf-8")
    }

    @Test("HEAD has fields and no body")
    func head() async throws {
        var request = URLRequest(url: try url("x://h/a"))
        request.httpMethod = "HEAD"
        let outcome = try await makeSession(makeHost { _ in .text("hello") }).load(request)
        #expect(outcome.status == 200)
        #expect(outcome.data == Data())
    }

    @Test("a problem is an answer, not an error")
    func problem() async throws {
        let host = makeHost { _ in throw SchemeHostError(.notFound, "nothing here") }
        let outcome = try await makeSession(host).load("x://h/a")
        #expect(outcome.error == nil)
        #expect(outcome.status == 404)
        #expect(outcome.http?.mimeType == "application/problem+json")
        #expect(outcome.text?.contains("nothing here") == true)
    }

    @Test("redirects are followed through the routes; the answer has the last URL")
    func redirects() async throws {
        let host = makeHost { request in
            switch request.url.percentEncodedPath {
            case "/start": SchemeResponse(status: .found, headerFields: [.location: "next?a=1#frag"])
            case "/next": .text("arrived")
            case "/away": SchemeResponse(status: .found, headerFields: [.location: "y://h/elsewhere"])
            default: SchemeResponse(status: .found, headerFields: [.location: request.url.description + "a"])
            }
        }
        let session = try makeSession(host)
        let arrived = try await session.load("x://h/start")
        #expect(arrived.text == "arrived")
        #expect(arrived.response?.url?.absoluteString == "x://h/next?a=1")
        #expect(try await session.load("x://H/next#frag").response?.url?.absoluteString == "x://H/next#frag")
        let away = try await session.load("x://h/away")
        #expect(away.status == 302)
        #expect(away.http?.value(forHTTPHeaderField: "Location") == "y://h/elsewhere")
        #expect(try await session.load("x://h/b").code == .httpTooManyRedirects)
    }
}

import HTTPTypes
import SchemeHost

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension HandlerConformance {
    func check(resource url: String, _ faults: Faults) async throws {
        let response = try await host.respond(to: url)
        guard response.status == .ok else {
            faults.add(url, "GET gave \(response.status), not 200: \(response.problem?.message ?? "")")
            return
        }
        let promised = response.body.length
        let whole = try await data(of: response)
        let fields = response.headerFields
        faults.expect(
            promised == nil || promised == Int64(whole.count),
            url,
            "length \(promised ?? -1) is not \(whole.count)"
        )
        faults.expect(fields[.contentType] != nil, url, "has no media type")
        if let length = fields[.contentLength] {
            faults.expect(length == String(whole.count), url, "Content-Length \(length) is not \(whole.count)")
        } else {
            faults.expect(promised == nil, url, "knows its length and sends no Content-Length")
        }
        if isStable {
            let again = try await data(of: host.respond(to: url))
            faults.expect(again == whole, url, "asking twice gave different bytes")
        }
        try await checkHead(url, like: response, faults)
        try await checkMethods(url, faults)
        if isStable {
            try await checkRanges(url, whole: whole, fields: fields, faults)
            try await checkPreconditions(url, fields: fields, faults)
        }
    }

    private func checkHead(_ url: String, like get: SchemeResponse, _ faults: Faults) async throws {
        let head = try await host.respond(to: url, method: .head)
        faults.expect(head.status == get.status, url, "HEAD gave \(head.status), GET \(get.status)")
        faults.expect(try await data(of: head).isEmpty, url, "HEAD has a body")
        let varying: Set<HTTPField.Name> = isStable ? [.date] : [.date, .eTag, .lastModified, .contentLength]
        func comparable(_ fields: HTTPFields) -> [String] {
            fields.filter { !varying.contains($0.name) }.map { "\($0.name): \($0.value)" }.sorted()
        }
        let (ours, theirs) = (comparable(head.headerFields), comparable(get.headerFields))
        faults.expect(ours == theirs, url, "HEAD has the fields \(ours), GET \(theirs)")
    }

    private func checkMethods(_ url: String, _ faults: Faults) async throws {
        guard let method = HTTPRequest.Method("CONFORMANCE") else { return }
        let response = try await host.respond(to: url, method: method)
        if response.status == .methodNotAllowed {
            faults.expect(response.headerFields[.allow] != nil, url, "405 without an Allow field")
        }
    }

    private func checkRanges(_ url: String, whole: Data, fields: HTTPFields, _ faults: Faults) async throws {
        guard fields[.acceptRanges] == "bytes", !whole.isEmpty else { return }
        let count = whole.count
        let (low, high) = (count / 3, max(count / 3, count * 2 / 3))
        let cases: [(String, Range<Int>)] = [
            ("bytes=0-0", 0..<1), ("bytes=\(count - 1)-", (count - 1)..<count), ("bytes=-1", (count - 1)..<count),
            ("bytes=\(low)-\(high)", low..<min(high + 1, count)), ("bytes=0-\(count + 10)", 0..<count),
            ("bytes=-\(count + 10)", 0..<count),
        ]
        for (field, range) in cases {
            let response = try await host.respond(to: url, headerFields: [.range: field])
            faults.expect(response.status == .partialContent, url, "Range: \(field) gave \(response.status), not 206")
            let part = try await data(of: response)
            faults.expect(
                part == whole[(whole.startIndex + range.lowerBound)..<(whole.startIndex + range.upperBound)],
                url,
                "Range: \(field) gave other bytes"
            )
            let expected = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(count)"
            let actual = response.headerFields[.contentRange] ?? "none"
            faults.expect(actual == expected, url, "Range: \(field) gave Content-Range \(actual), not \(expected)")
        }
        if count >= 4 {
            let several = try await host.respond(to: url, headerFields: [.range: "bytes=0-0,\(count - 1)-"])
            faults.expect(several.status == .partialContent, url, "two ranges gave \(several.status), not 206")
            let type = several.headerFields[.contentType] ?? "no type"
            faults.expect(
                type.hasPrefix("multipart/byteranges"),
                url,
                "two ranges gave \(type), not multipart/byteranges"
            )
        }
        if let tag = fields[.eTag] {
            let stale = try await host.respond(to: url, headerFields: [.range: "bytes=0-0", .ifRange: "\"other\""])
            faults.expect(stale.status == .ok, url, "If-Range with another tag gave \(stale.status), not 200")
            if !tag.hasPrefix("W/") {
                let same = try await host.respond(to: url, headerFields: [.range: "bytes=0-0", .ifRange: tag])
                faults.expect(
                    same.status == .partialContent,
                    url,
                    "If-Range with its own tag gave \(same.status), not 206"
                )
            }
        }
        let beyond = try await host.respond(to: url, headerFields: [.range: "bytes=\(count)-"])
        faults.expect(
            beyond.status == .rangeNotSatisfiable,
            url,
            "a range beyond the end gave \(beyond.status), not 416"
        )
    }

    private func checkPreconditions(_ url: String, fields: HTTPFields, _ faults: Faults) async throws {
        func status(_ name: HTTPField.Name, _ value: String) async throws -> HTTPResponse.Status {
            let response = try await host.respond(to: url, headerFields: [name: value])
            if response.status == .notModified {
                faults.expect(try await data(of: response).isEmpty, url, "304 has a body")
            }
            return response.status
        }
        if let tag = fields[.eTag] {
            faults.expect(
                try await status(.ifNoneMatch, tag) == .notModified,
                url,
                "If-None-Match with its own ETag is no 304"
            )
            faults.expect(
                try await status(.ifNoneMatch, "\"other\"") == .ok,
                url,
                "If-None-Match with another tag is no 200"
            )
            faults.expect(
                try await status(.ifMatch, "\"other\"") == .preconditionFailed,
                url,
                "If-Match with another tag is no 412"
            )
            if !tag.hasPrefix("W/") {
                faults.expect(try await status(.ifMatch, tag) == .ok, url, "If-Match with its own ETag is no 200")
            }
        }
        if let date = fields[.lastModified] {
            faults.expect(
                try await status(.ifModifiedSince, date) == .notModified,
                url,
                "If-Modified-Since its own Last-Modified is no 304"
            )
        }
    }
}

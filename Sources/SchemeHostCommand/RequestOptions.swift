import ArgumentParser
import HTTPTypes
import SchemeHost

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a request is made of besides its URL.
struct RequestOptions: ParsableArguments {
    @Option(name: [.customShort("X"), .customLong("request")], help: ArgumentHelp("The method.", valueName: "method"))
    var method: String?

    @Option(
        name: [.customShort("H"), .customLong("header")],
        help: ArgumentHelp("A header field; may be repeated.", valueName: "name: value")
    )
    var headers: [String] = []

    @Option(
        name: [.customShort("d"), .customLong("data")],
        help: ArgumentHelp(
            "The request's body, or @FILE; the method is POST then unless -X names another.",
            valueName: "data"
        ),
        completion: .file()
    )
    var data: String?

    @Option(
        name: [.customShort("r"), .customLong("range")],
        parsing: .unconditional,
        help: ArgumentHelp("Only these bytes: 0-499, 500-, -500, or several with commas.", valueName: "range")
    )
    var range: String?

    /// - Throws: `ValidationError` for options that are malformed.
    func validate() throws {
        _ = try parsedMethod()
        _ = try fields()
    }

    /// The request for a URL.
    /// - Throws: ``SchemeHostError`` where the body cannot be read.
    func request(for url: SchemeURL, head: Bool = false) throws -> SchemeRequest {
        let method = try parsedMethod() ?? (head ? .head : data == nil ? .get : .post)
        return SchemeRequest(url: url, method: method, headerFields: try fields(), body: try body())
    }

    private func parsedMethod() throws -> HTTPRequest.Method? {
        guard let method else { return nil }
        guard let parsed = HTTPRequest.Method(method) else {
            throw ValidationError("\"\(method)\" is no method; write it like -X DELETE")
        }
        return parsed
    }

    private func fields() throws -> HTTPFields {
        var fields = HTTPFields()
        for header in headers {
            guard let colon = header.firstIndex(of: ":"), let name = HTTPField.Name(String(header[..<colon])) else {
                throw ValidationError("\"\(header)\" is no header field; write it like -H 'Accept: text/html'")
            }
            let value = header[header.index(after: colon)...].drop { $0 == " " }
            guard HTTPField.isValidValue(String(value)) else {
                throw ValidationError("the value of \(name) holds a line break or NUL, which no field may")
            }
            fields.append(HTTPField(name: name, value: String(value)))
        }
        if let range {
            let value = range.contains("=") ? range : "bytes=\(range)"
            guard HTTPField.isValidValue(value), ByteRanges(value) != nil else {
                throw ValidationError("\"\(range)\" is no range; write it like 0-499, 500- or -500")
            }
            fields[.range] = value
        }
        return fields
    }

    private func body() throws -> Body? {
        guard let data else { return nil }
        guard data.hasPrefix("@") else { return Body(data) }
        return Body(try FileSource(path: String(data.dropFirst())))
    }
}

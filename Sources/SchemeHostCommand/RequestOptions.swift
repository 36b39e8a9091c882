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
        help: ArgumentHelp("Only these bytes: 0-499, 500-, -500, or several with commas.", valueName: "range")
    )
    var range: String?

    /// The request for a URL.
    /// - Throws: `ValidationError` for options that are malformed.
    func request(for url: SchemeURL, head: Bool = false) throws -> SchemeRequest {
        let name = method ?? (head ? "HEAD" : data == nil ? "GET" : "POST")
        guard let method = HTTPRequest.Method(name) else { throw ValidationError("\"\(name)\" is no method") }
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
        if let range { fields[.range] = range.contains("=") ? range : "bytes=\(range)" }
        return SchemeRequest(url: url, method: method, headerFields: fields, body: try body())
    }

    private func body() throws -> Body? {
        guard let data else { return nil }
        guard data.hasPrefix("@") else { return Body(data) }
        return Body(try FileSource(path: String(data.dropFirst())))
    }
}

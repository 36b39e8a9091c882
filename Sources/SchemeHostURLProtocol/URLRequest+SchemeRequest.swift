import HTTPTypes
public import SchemeHost

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

extension SchemeRequest {
    /// Creates a request from Foundation's.
    ///
    /// A body stream is read once, when the handler asks for it.
    /// - Throws: ``SchemeHostError`` with code `invalidRequest` where the URL or the method is malformed.
    public init(_ request: URLRequest) throws { try self.init(request, body: UploadBody.of(request)) }

    init(_ request: URLRequest, body: Body?) throws {
        let name = request.httpMethod ?? "GET"
        guard let method = HTTPRequest.Method(name) else {
            throw SchemeHostError(.invalidRequest, "\"\(name)\" is no method; it may hold letters, digits and hyphens")
        }
        var fields = HTTPFields()
        for (name, value) in request.allHTTPHeaderFields ?? [:] {
            guard let name = HTTPField.Name(name) else { continue }
            fields[name] = value
        }
        try self.init(request.url?.absoluteString ?? "", method: method, headerFields: fields, body: body)
    }
}

extension URLRequest {
    /// Creates Foundation's request from one that a handler was given, to load it through a session of its own.
    ///
    /// The body is left out, since it may be too large to be held in memory: collect it into `httpBody` where there is
    /// one.
    /// - Throws: ``SchemeHostError`` with code `invalidRequest` where Foundation cannot read the URL.
    public init(_ request: SchemeRequest) throws {
        self.init(url: try URL(request.url))
        httpMethod = request.method.rawValue
        for field in request.headerFields { addValue(field.value, forHTTPHeaderField: field.name.rawName) }
    }
}

extension URL {
    init(_ url: SchemeURL) throws {
        guard let url = URL(string: url.description) else {
            throw SchemeHostError(.invalidRequest, "Foundation cannot read the URL \(url)", url: url.description)
        }
        self = url
    }
}

import Foundation
import HTTPTypes
import SchemeHost

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension SchemeResponse {
    /// Status and header fields in Foundation's form.
    /// - Parameter url: The URL that was answered, after redirects.
    func head(url: URL) throws -> HTTPURLResponse {
        var fields: [String: String] = [:]
        for field in headerFields {
            let name = field.name.rawName
            fields[name] = fields[name].map { $0 + ", " + field.value } ?? field.value
        }
        #if canImport(FoundationNetworking)
        // Up to Swift 6.3.1 a Basic challenge over http(s) starts an authentication that never ends, and where that is
        // given a credential it leaves this host for the network. White space ahead of a value means nothing
        // (RFC 9110, section 5.5), but keeps that parser from seeing the challenge.
        if status == .unauthorized, url.scheme == "http" || url.scheme == "https" {
            let name = HTTPField.Name.wwwAuthenticate.rawName
            for key in fields.keys where key.caseInsensitiveCompare(name) == .orderedSame {
                fields[key] = fields[key].map { " " + $0 }
            }
        }
        #endif
        guard
            let head = HTTPURLResponse(
                url: url,
                statusCode: status.code,
                httpVersion: "HTTP/1.1",
                headerFields: fields
            )
        else { throw URLError(.badServerResponse) }
        return head
    }
}

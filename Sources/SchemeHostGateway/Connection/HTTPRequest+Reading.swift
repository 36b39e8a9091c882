import HTTPTypes
import NIOHTTP1
import NIOHTTPTypesHTTP1
import SchemeHost

extension HTTPRequest {
    /// The request of an HTTP/1 head: the target unchanged as `path`, the `Host` field as `authority`.
    ///
    /// `authority` is nil unless there is exactly one `Host` field. The fields that `Connection` names are removed;
    /// it stays only as `close`, where the connection must not be used again.
    /// - Throws: Where the method is no token.
    init(reading head: HTTPRequestHead) throws {
        let hosts = head.headers["host"]
        self.init(
            method: try Method(head.method),
            scheme: "http",
            authority: hosts.count == 1 ? hosts[0] : nil,
            path: head.uri,
            headerFields: HTTPFields(head.headers, splitCookie: false)
        )
        headerFields.removeFieldsNamedByConnection()
        // The parser stops behind a request to upgrade; whatever follows on the connection would never be read.
        let isLast = !head.isKeepAlive || head.method == .CONNECT || head.headers.contains(name: "upgrade")
        headerFields[.connection] = isLast ? "close" : nil
    }

    /// Stands for a request that could not be read, and is to be answered with a status.
    init(unreadable status: HTTPResponse.Status) {
        self.init(
            method: .get,
            scheme: Self.unreadableScheme,
            authority: nil,
            path: String(status.code),
            headerFields: [.connection: "close"]
        )
    }

    /// The status that answers a request which could not be read; nil for all others.
    var unreadableStatus: HTTPResponse.Status? {
        guard scheme == Self.unreadableScheme, let code = path.flatMap({ Int($0) }) else { return nil }
        return HTTPResponse.Status(registered: code)
    }

    /// No client can send it: the scheme of what it sends is always `http`.
    private static let unreadableScheme = "unreadable"
}

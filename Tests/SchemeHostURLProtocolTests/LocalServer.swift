import Foundation
import SchemeHost

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// An HTTP server on the loopback interface that answers every request with its own first line.
final class LocalServer: Sendable {
    let port: Int
    private let socket: Int32
    private let lines = Lock<[String]>([])

    /// The first lines of all requests so far.
    var requests: [String] { lines.withLock { $0 } }

    init() throws {
        #if canImport(Glibc)
        let listener = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #elseif canImport(Musl)
        let listener = Musl.socket(AF_INET, SOCK_STREAM, 0)
        #else
        let listener = Darwin.socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(listener, pointer, size) == 0 && listen(listener, 64) == 0
                    && getsockname(listener, pointer, &size) == 0
            }
        }
        guard bound else { throw BrokenDisk() }
        port = Int(UInt16(bigEndian: address.sin_port))
        socket = listener
        Thread.detachNewThread { [lines] in Self.serve(listener, lines) }
    }

    deinit { shutdown(socket, Int32(SHUT_RDWR)) }

    private static func serve(_ socket: Int32, _ lines: Lock<[String]>) {
        while true {
            let connection = accept(socket, nil, nil)
            guard connection >= 0 else { break }
            var bytes = [UInt8](repeating: 0, count: 16_384)
            let count = recv(connection, &bytes, bytes.count, 0)
            let head = String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
            let line = head.split(separator: "\r\n").first.map(String.init) ?? ""
            lines.withLock { $0.append(line) }
            let body = "server saw \(line)"
            let answer = "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
            _ = answer.withCString { send(connection, $0, strlen($0), Int32(MSG_NOSIGNAL)) }
            close(connection)
        }
        close(socket)
    }
}

import SchemeHost

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A connection that sends exactly the bytes it is given: nothing normalizes the request.
final class RawConnection: Sendable {
    /// A response as it came.
    struct Response {
        var status = 0
        var fields: [(name: String, value: String)] = []
        var body = Data()
        /// Whether the body ended where its framing says.
        var isComplete = true

        subscript(name: String) -> String? {
            let values = fields.filter { $0.name == name.lowercased() }.map(\.value)
            return values.isEmpty ? nil : values.joined(separator: ", ")
        }

        var text: String { String(decoding: body, as: UTF8.self) }
    }

    struct Failure: Error { let what: String }

    private let descriptor: Int32
    private let pending = Lock(Data())

    /// Connects to a port of 127.0.0.1.
    init(port: Int, receiveBuffer: Int32? = nil) throws {
        #if canImport(Darwin)
        descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #else
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        if var size = receiveBuffer {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
        // A test that hangs says so.
        var limit = timeval(tv_sec: 30, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw Failure(what: "cannot connect: \(String(errno: errno))") }
    }

    deinit { close(descriptor) }

    /// Ends the connection now.
    func leave() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    func send(_ text: String) async throws { try await send(Data(text.utf8)) }

    func send(_ data: Data) async throws {
        try await blocking { [descriptor] in
            var rest = data[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { Self.write(descriptor, $0) }
                guard count > 0 else { throw Failure(what: "cannot send: \(String(errno: errno))") }
                rest = rest.dropFirst(count)
            }
        }
    }

    private static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Darwin)
        Darwin.send(descriptor, bytes.baseAddress, bytes.count, 0)
        #else
        Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        #endif
    }

    /// The next response.
    func receive(toHead: Bool = false) async throws -> Response {
        try await blocking { try self.readResponse(toHead: toHead) }
    }

    /// The next head, with nothing of what follows it.
    func receiveHead() async throws -> Response { try await blocking { try self.readHead() } }

    /// The next line of whatever is sent; nil at the end.
    func receiveLine() async throws -> String? { try await blocking { try self.readLine() } }

    /// Whether the server has closed, and sent nothing more.
    func isAtEnd() async throws -> Bool { try await blocking { try self.fill() == false } }

    private func readResponse(toHead: Bool) throws -> Response {
        var response = try readHead()
        if toHead || response.status == 204 || response.status == 304 || response.status < 200 { return response }
        if let length = response["Content-Length"].flatMap({ Int($0) }) {
            while pending.withLock({ $0.count }) < length {
                guard try fill() else {
                    response.isComplete = false
                    break
                }
            }
            response.body = take(length)
        } else if response["Transfer-Encoding"] == "chunked" {
            while true {
                guard let line = try readLine(), let size = Int(line, radix: 16) else {
                    response.isComplete = false
                    break
                }
                while pending.withLock({ $0.count }) < size + 2, try fill() {}
                let chunk = take(size)
                response.body += chunk
                guard take(2).count == 2 else {
                    response.isComplete = false
                    break
                }
                if size == 0 { break }
            }
        } else {
            while try fill() {}
            response.body = take(.max)
        }
        return response
    }

    private func readHead() throws -> Response {
        guard let first = try readLine(), first.hasPrefix("HTTP/1.1 "),
            let status = Int(first.dropFirst(9).prefix(3))
        else { throw Failure(what: "no response") }
        var response = Response()
        response.status = status
        while let line = try readLine(), !line.isEmpty {
            let halves = line.split(separator: ":", maxSplits: 1)
            response.fields.append((halves[0].lowercased(), String(halves[1].drop { $0 == " " })))
        }
        return response
    }

    private func readLine() throws -> String? {
        while true {
            let line: Data? = pending.withLock { data in
                guard let end = data.firstIndex(of: 10) else { return nil }
                let line = Data(data[..<end])
                data = Data(data[(end + 1)...])
                return line
            }
            if let line { return String(decoding: line.last == 13 ? line.dropLast() : line, as: UTF8.self) }
            guard try fill() else { return nil }
        }
    }

    private func take(_ count: Int) -> Data {
        pending.withLock { data in
            let part = Data(data.prefix(count))
            data = Data(data.dropFirst(count))
            return part
        }
    }

    private func fill() throws -> Bool {
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count < 0, errno != ECONNRESET { throw Failure(what: "nothing came: \(String(errno: errno))") }
        guard count > 0 else { return false }
        let part = Data(buffer[..<count])
        pending.withLock { $0 += part }
        return true
    }
}

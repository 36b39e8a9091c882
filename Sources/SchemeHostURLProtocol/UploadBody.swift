import Dispatch
import Foundation
import SchemeHost

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Finds what a request sends.
enum UploadBody {
    /// The body of a request by itself.
    static func of(_ request: URLRequest) -> Body? {
        if let data = request.httpBody { return Body(data) }
        return request.httpBodyStream.map { Body(reader: StreamReader($0)) }
    }

    /// The body of a task: its request's, or what an upload task was made with, which its request does not show.
    /// - Throws: ``SchemeHostError`` with code `sourceUnavailable` where the file to upload cannot be opened.
    static func of(_ task: URLSessionTask, _ request: URLRequest) throws -> Body? {
        if let body = of(request) { return body }
        #if canImport(FoundationNetworking)
        guard task is URLSessionUploadTask else { return nil }
        switch CorelibsInternals.knownBody(of: task) {
        case let data as DispatchData:
            var copy = Data(capacity: data.count)
            data.enumerateBytes { bytes, _, _ in copy.append(bytes) }
            return Body(copy)
        case let file as URL: return Body(try FileSource(path: file.path))
        case let stream as InputStream: return Body(reader: StreamReader(stream))
        default: return Body(reader: DelegateStreamReader(task: task))
        }
        #else
        return nil
        #endif
    }
}

/// Reads an `InputStream`, which may block.
private struct StreamReader: BodyReader, @unchecked Sendable {  // One reader has it, and waits for each read.
    private static let chunkSize = 64 * 1024

    private let stream: InputStream

    init(_ stream: InputStream) { self.stream = stream }

    nonisolated(nonsending) func read() async throws -> Data? { try await offload { try readNow() } }

    private func readNow() throws -> Data? {
        if stream.streamStatus == .notOpen { stream.open() }
        let chunk = try Data(capacity: Self.chunkSize) { buffer in
            let bytes = buffer.bindMemory(to: UInt8.self)
            guard let start = bytes.baseAddress else { return 0 }
            let count = stream.read(start, maxLength: bytes.count)
            guard count >= 0 else {
                throw SchemeHostError(
                    .sourceUnavailable,
                    "the request's body stream cannot be read",
                    underlying: stream.streamError
                )
            }
            return count
        }
        guard chunk.isEmpty else { return chunk }
        stream.close()
        return nil
    }
}

#if canImport(FoundationNetworking)
/// Reads the stream that the delegate of a task made by `uploadTask(withStreamedRequest:)` gives.
private struct DelegateStreamReader: BodyReader {
    let task: URLSessionTask
    private var reader: StreamReader?

    init(task: URLSessionTask) { self.task = task }

    nonisolated(nonsending) mutating func read() async throws -> Data? {
        if reader == nil { reader = await makeReader() }
        return try await reader?.read()
    }

    private func makeReader() async -> StreamReader? {
        guard let session = CorelibsInternals.session(of: task), let delegate = task.delegate else { return nil }
        return await withCheckedContinuation { continuation in
            session.delegateQueue.addOperation { [task] in
                delegate.urlSession(session, task: task) { stream in
                    continuation.resume(returning: stream.map { StreamReader($0) })
                }
            }
        }
    }
}
#endif

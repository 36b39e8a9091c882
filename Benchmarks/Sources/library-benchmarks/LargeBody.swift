import BenchmarkHarness
import Foundation
import MirrorHandler
import SchemeHost

#if canImport(Glibc)
import Glibc
#endif

/// A host that serves the folder of a file, and the file's URL.
struct LargeFile {
    let path: String
    let host: SchemeHost
    let url: String
    let size: Int64

    init(_ path: String) async throws {
        let file = URL(fileURLWithPath: path)
        let folder = file.deletingLastPathComponent()
        let handler = try await MirrorHandler(
            configuration: .init(root: RequestTemplate(folder.path)),
            context: HandlerContext(baseFolder: folder.path)
        )
        self.path = path
        host = SchemeHost(routes: [Route(.scheme("mirror"), to: handler)])
        url = "mirror://host/\(file.lastPathComponent)"
        size = try FileSource(path: path).size
    }
}

/// Row 4, the library: a large file through the mirror handler, every chunk dropped.
@concurrent
func measureBody(_ path: String) async throws {
    let file = try await LargeFile(path)
    Comparison.printHeading("4a. The file's body, iterated; floor: read(2) into one buffer of 128 KiB, as cat does")
    try await Comparison("mirror handler, library", goal: .speedOfFloor(0.95)) {
        var count: Int64 = 0
        for try await chunk in try await file.host.respond(to: file.url).body { count += Int64(chunk.count) }
        guard count == file.size else { throw URLError(.cannotParseResponse) }
    } floor: {
        guard try readAll(path) == file.size else { throw URLError(.cannotParseResponse) }
    }
    .print()
    print("peak resident \(Memory.text(Memory.peak)); goal < 64 MiB")
}

private func readAll(_ path: String) throws -> Int64 {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw URLError(.cannotOpenFile) }
    defer { close(descriptor) }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 128 * 1024, alignment: 4096)
    defer { buffer.deallocate() }
    var total: Int64 = 0
    while true {
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        guard count >= 0 else { throw URLError(.cannotOpenFile) }
        guard count > 0 else { return total }
        total += Int64(count)
    }
}

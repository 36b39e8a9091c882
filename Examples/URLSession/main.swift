import Foundation
import SchemeHost
import SchemeHostURLProtocol
import StandardHandlers

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// An ordinary URLSession that knows the manifest's schemes: urlsession-example MANIFEST URL
let host = try await SchemeHost(manifest: Manifest(contentsOf: CommandLine.arguments[1]), registry: .standard)
var configuration = URLSessionConfiguration.default
try host.install(into: &configuration)
let session = URLSession(configuration: configuration)
let task = session.dataTask(with: URL(string: CommandLine.arguments[2]) ?? URL(filePath: "/")) {
    data,
    response,
    error in
    if let error { print("failed: \(error.localizedDescription)") }
    print((response as? HTTPURLResponse)?.statusCode ?? 0, data?.count ?? 0, "bytes")
    exit(error == nil ? 0 : 1)
}
task.resume()
try await Task.sleep(for: .seconds(60))

import HTTPTypes
import SchemeHost

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension HandlerConformance {
    /// Walks a listing: every file in it is read, every folder entered, nothing refused is served.
    func check(folder url: String, depth: Int, _ faults: Faults) async throws {
        let entries = try await listing(url, faults)
        faults.expect(Set(entries.map(\.name)).count == entries.count, url, "its listing gives a name twice")
        for entry in entries.prefix(1_000) {
            let child =
                url
                + entry.name.split(separator: "/", omittingEmptySubsequences: false)
                .map { PercentEncoding.encode(component: $0) }.joined(separator: "/")
            switch entry.kind {
            case .file:
                let response = try await host.respond(to: child)
                let count = Int64(try await data(of: response).count)
                faults.expect(response.status == .ok, child, "is listed and gave \(response.status)")
                faults.expect(
                    entry.size == nil || entry.size == count,
                    child,
                    "is listed with \(entry.size ?? 0) bytes, has \(count)"
                )
            case .directory where depth < 4:
                try await check(folder: child + "/", depth: depth + 1, faults)
                let unslashed = try await host.respond(to: child)
                faults.expect(
                    unslashed.status == .movedPermanently || unslashed.status == .ok,
                    child,
                    "is a folder and gave \(unslashed.status) without its slash"
                )
            case .refused:
                let status = try await host.respond(to: child).status
                faults.expect(status.kind == .clientError, child, "is listed as refused and gave \(status)")
            case .directory, .link: break
            }
        }
    }

    private func listing(_ url: String, _ faults: Faults) async throws -> [(
        name: String, kind: ListingEntry.Kind, size: Int64?
    )] {
        let response = try await host.respond(to: url, headerFields: [.accept: "application/json"])
        faults.expect(response.status == .ok, url, "its listing gave \(response.status)")
        let value = try JSONValue(parsing: try await data(of: response))
        return (value.array ?? []).compactMap { entry in
            guard let name = entry["name"]?.string, let kind = entry["kind"]?.string.flatMap(ListingEntry.Kind.init)
            else {
                faults.add(url, "its listing has an entry without name or kind")
                return nil
            }
            return (name, kind, entry["size"]?.number?.integer(as: Int64.self))
        }
    }
}

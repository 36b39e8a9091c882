import ComputedHandler
import Foundation
import HTTPTypes
import SchemeHost

/// A host with one route, whose handler is written as in a manifest.
struct ComputedFixture {
    let host: SchemeHost

    init(_ handler: String, match: String = #"{ "scheme": "c" }"#, registry: HandlerRegistry = .computed) async throws {
        let manifest = Manifest(
            json: #"{ "version": 1, "routes": [{ "match": \#(match), "handle": { "computed": \#(handler) } }] }"#
        )
        host = try await SchemeHost(manifest: manifest, registry: registry)
    }

    func get(_ url: String = "c://h/", _ fields: HTTPFields = [:]) async throws -> SchemeResponse {
        try await host.respond(to: url, headerFields: fields)
    }

    func text(_ url: String = "c://h/", _ fields: HTTPFields = [:]) async throws -> String {
        String(decoding: try await get(url, fields).body.collect(upTo: 1 << 22), as: UTF8.self)
    }
}

extension HandlerRegistry {
    static let computed: HandlerRegistry = [ComputedHandler.self, DataURLHandler.self]
}

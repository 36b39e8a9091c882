import Foundation
import SchemeHost

/// Tells the time: `clock://paris/` by the offsets in its manifest.
///
///     { "match": { "scheme": "clock" }, "handle": { "clock": { "zones": { "paris": 3600 } } } }
public struct ClockHandler: SchemeHandler {
    /// The handler's own part of the manifest.
    public struct Configuration: Decodable, Sendable {
        /// Seconds east of Greenwich, by name.
        var zones: [String: Int]
        /// What is put before the time.
        var prefix: String?

        /// Creates a configuration.
        public init(zones: [String: Int], prefix: String? = nil) {
            self.zones = zones
            self.prefix = prefix
        }
    }

    /// The word that names the handler in a manifest.
    public static let kind = "clock"
    /// One line for `schemehost handlers`.
    public static let summary = "Tells the time of a place"
    /// What each key is for, for error messages and editors.
    public static var schema: Schema {
        Schema(
            Configuration.self,
            [
                "zones": .init("Seconds east of Greenwich, by name.", examples: [["utc": 0]]),
                "prefix": "What is put before the time.",
            ]
        )
    }

    private let configuration: Configuration
    private let clock: HostClock

    /// What is wrong with the configuration is said here, before the first request.
    public init(configuration: Configuration, context: HandlerContext) async throws {
        for (name, offset) in configuration.zones where TimeZone(secondsFromGMT: offset) == nil {
            throw SchemeHostError(.invalidConfiguration, "the zone \(name) has no offset between -18 and 18 hours")
        }
        self.configuration = configuration
        clock = context.clock
    }

    /// A folder of zones at `/`, a zone's time below it. Ranges, HEAD, ETags, errors and media types are the core's.
    public func respond(to request: SchemeRequest) async throws -> SchemeResponse {
        let path = try request.path
        guard !path.components.isEmpty else {
            let names = configuration.zones.keys.sorted()
            return .folder(listing: Listing(names.map { ListingEntry(name: $0, kind: .file, mediaType: "text/plain") }))
        }
        guard let offset = configuration.zones[path.name], !path.hasTrailingSlash else {
            throw SchemeHostError(.notFound, "there is no zone \(path.name)")
        }
        let time = clock.now().addingTimeInterval(Double(offset)).formatted(
            .iso8601.time(includingFractionalSeconds: false)
        )
        return .text((configuration.prefix ?? "") + time + "\n")
    }
}

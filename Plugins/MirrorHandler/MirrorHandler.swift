import HTTPTypes
public import SchemeHost

/// Serves a folder of the file system, and nothing outside of it.
///
/// Links are followed as long as they stay inside. Fifos, sockets and devices are never served.
public struct MirrorHandler: SchemeHandler {
    /// The keys of `{"mirror": { … }}`.
    public struct Configuration: Decodable, Sendable {
        /// The folder. Placeholders are filled with one path component each.
        public var root: RequestTemplate
        /// The names of the files that stand for their folder, in the order in which they are tried.
        public var index = ["index.html"]
        /// Whether a folder without such a file lists its entries.
        public var listing = true
        /// The glob patterns of what is kept from view.
        public var hide = [".*"]

        private enum CodingKeys: CodingKey { case root, index, listing, hide }

        /// Creates a configuration.
        public init(
            root: RequestTemplate,
            index: [String] = ["index.html"],
            listing: Bool = true,
            hide: [String] = [".*"]
        ) {
            self.root = root
            self.index = index
            self.listing = listing
            self.hide = hide
        }

        /// Reads a configuration.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            root = try container.decode(RequestTemplate.self, forKey: .root)
            index = try container.decodeIfPresent([String].self, forKey: .index) ?? index
            listing = try container.decodeIfPresent(Bool.self, forKey: .listing) ?? listing
            hide = try container.decodeIfPresent([String].self, forKey: .hide) ?? hide
        }
    }

    /// `mirror`.
    public static let kind = "mirror"
    /// One line for `schemehost handlers`.
    public static let summary = "Serves a folder of files, and nothing outside of it"
    /// Hands on what the folder lacks.
    public static let chain = ChainRole.optional
    /// The keys.
    public static var schema: Schema {
        Schema(
            Configuration.self,
            [
                "root": .init(
                    "The folder; {captures} in it are single path components.",
                    examples: ["./docs", "sites/{name}"]
                ),
                "index": .init(
                    "Files that stand for their folder, in the order in which they are tried; [] for none.",
                    default: ["index.html"]
                ),
                "listing": .init("Whether a folder without an index file lists its entries.", default: true),
                "hide": .init(
                    "Glob patterns of names and paths that are neither served nor listed; [] for none.",
                    default: [".*"]
                ),
            ]
        )
    }

    private let root: MirrorRoot
    private let index: [String]
    private let lists: Bool
    private let hidden: HidePatterns
    private let clock: HostClock

    /// Opens the folder.
    /// - Throws: ``SchemeHostError`` with code `sourceUnavailable` where there is no such folder, and
    ///   `invalidConfiguration` where an index name is a path or a pattern is malformed.
    public init(configuration: Configuration, context: HandlerContext) async throws {
        for name in configuration.index where (try? RequestTemplate.component(name)) == nil {
            throw SchemeHostError(
                .invalidConfiguration,
                "the index file \"\(name)\" is no plain file name; write a name without slashes"
            )
        }
        hidden = try HidePatterns(configuration.hide)
        root = try MirrorRoot(configuration.root, context: context)
        index = configuration.index
        lists = configuration.listing
        clock = context.clock
    }

    /// Answers with a file, or with a folder's index file or listing.
    /// - Throws: ``SchemeHostError`` with code `notFound`, `forbidden`, `invalidRequest` or `sourceUnavailable`.
    public func respond(to request: SchemeRequest) async throws -> SchemeResponse {
        let path = try request.path
        guard !hidden.hides(path.components) else { throw Self.notFound(path) }
        let root = try root.folder(for: request, hidden)
        switch try open(path.components, in: root) {
        case .file(let file):
            // A trailing slash asks for a folder.
            guard !path.hasTrailingSlash else { throw Self.notFound(path) }
            return response(file)
        case .folder(let descriptor):
            let folder = MirrorFolder(descriptor, path.components, root, hidden, clock)
            return try await response(folder, path, for: request)
        case .other:
            throw SchemeHostError(.forbidden, "\(path.name) is a fifo, a socket or a device; only files are served")
        }
    }

    private enum Opened {
        case file(FileSource)
        case folder(Int32)
        case other
    }

    private func open(_ components: [String], in root: RootFolder) throws -> Opened {
        let descriptor = try root.openDescriptor(components, isVisible: hidden.check)
        // A folder's descriptor goes to its reader, every other to a source, which closes what is no file.
        if try FileStatus(fileDescriptor: descriptor).kind == .directory { return .folder(descriptor) }
        guard let file = try? FileSource(fileDescriptor: descriptor) else { return .other }
        return .file(file)
    }

    private func response(_ file: FileSource) -> SchemeResponse {
        let now = clock.now()
        let fields: HTTPFields = [
            .eTag: file.status.entityTag(now: now).description,
            // RFC 9110, section 8.8.2.1: never later than the response.
            .lastModified: HTTPDate.string(from: min(file.modified, now)),
        ]
        return SchemeResponse(headerFields: fields, body: Body(file))
    }

    private func response(
        _ folder: MirrorFolder,
        _ path: URLPath,
        for request: SchemeRequest
    ) async throws -> SchemeResponse {
        for name in index {
            guard let file = try indexFile(name, of: folder) else { continue }
            var response = response(file)
            response.name = name
            return .folder(listing: lists ? folder.listing : nil, index: { [response] in response })
        }
        // In an overlay the layer below may have the index file that this one lacks.
        if let next = request.next {
            let response = try await next.respond(to: request)
            if response.status != .notFound { return response }
        }
        guard lists else {
            throw SchemeHostError(.notFound, "the folder \(path) has no index file, and listings are turned off")
        }
        return .folder(listing: folder.listing)
    }

    private func indexFile(_ name: String, of folder: MirrorFolder) throws -> FileSource? {
        let components = folder.components + [name]
        guard !hidden.hides(components) else { return nil }
        do {
            switch try open(components, in: folder.root) {
            case .file(let file): return file
            case .folder(let descriptor): MirrorFolder.close(descriptor)
            case .other: break
            }
        } catch let error as SchemeHostError where error.code == .notFound {}
        return nil
    }

    private static func notFound(_ path: URLPath) -> SchemeHostError {
        SchemeHostError(.notFound, "there is no \(path.description)")
    }
}

public import SchemeHost

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Serves the members of archives: zip, tar, 7z, ar and cpio, compressed or not, and other formats where asked to.
///
/// Either one archive is mounted (`file`), or self-contained URLs name the archive and the member:
/// `zip:///path/to/a.zip!/member`, nested ones too.
public struct ArchiveHandler: SchemeHandler {
    /// The handler's part of the manifest. One of `file` and `roots` is set.
    public struct Configuration: Decodable, Sendable {
        /// The archive: a path or a URL, with placeholders.
        public var file: RequestTemplate?
        /// The folders beneath which self-contained URLs may name archives; `/` for all.
        public var roots: [String]?
        /// Serves only this folder of the archive in `file`, as if it were the top.
        public var folder: String?
        /// The formats that may be read; ``ArchiveFormat/defaults`` where absent.
        public var formats: [ArchiveFormat]?
        /// How many leading components each name of the archive in `file` loses, 0 by default.
        public var stripComponents: Int?
        /// The encoding of names where the archive does not tell it: `CP866`, `SHIFT_JIS`.
        public var nameEncoding: String?
        /// The password of encrypted members.
        public var password: String?
        /// Whether a member that stands in the middle of a path is opened as an archive, without a `!` behind its name:
        /// `/a.deb!/data.tar.xz/usr/share`. For programs that walk paths; no key of the manifest.
        public var walks = false

        private enum CodingKeys: CodingKey {
            case file, roots, folder, formats, stripComponents, nameEncoding, password
        }

        /// Creates a configuration.
        public init(
            file: RequestTemplate? = nil,
            roots: [String]? = nil,
            folder: String? = nil,
            formats: [ArchiveFormat]? = nil,
            stripComponents: Int? = nil,
            nameEncoding: String? = nil,
            password: String? = nil,
            walks: Bool = false
        ) {
            self.file = file
            self.roots = roots
            self.folder = folder
            self.formats = formats
            self.stripComponents = stripComponents
            self.nameEncoding = nameEncoding
            self.password = password
            self.walks = walks
        }
    }

    /// `archive`.
    public static let kind = "archive"
    /// One line for `schemehost handlers`.
    public static let summary = "members of an archive: zip, tar, 7z, ar, cpio, compressed or not"
    /// What the archive lacks, the next handler may have.
    public static let chain = ChainRole.optional

    /// The keys of the configuration.
    public static var schema: Schema {
        Schema(
            Configuration.self,
            [
                "file": "The archive: a path or a URL, with placeholders. Either this or \"roots\".",
                "roots": "Folders beneath which self-contained URLs (zip:///path/a.zip!/member) may name archives.",
                "folder": "Serves only this folder of the archive in \"file\".",
                "formats": .init(
                    "The formats that may be read.",
                    default: .array(ArchiveFormat.defaults.map { .string($0.rawValue) })
                ),
                "stripComponents": .init(
                    "How many leading components each name of the archive in \"file\" loses.",
                    default: 0
                ),
                "nameEncoding": "The encoding of names where the archive does not tell it, for example CP866.",
                "password": "The password of encrypted members.",
            ],
            exactlyOne: ["file", "roots"]
        )
    }

    enum Origin: Sendable {
        case file(RequestTemplate, folder: [String])
        case roots(ArchiveRoots)
    }

    let origin: Origin
    let store: ArchiveStore
    let context: HandlerContext
    let walks: Bool

    /// Creates a handler.
    /// - Throws: ``SchemeHostError`` with code `invalidConfiguration`; and, where `file` has no placeholders, what opening
    ///   the archive throws.
    public init(configuration: Configuration, context: HandlerContext) async throws {
        self.context = context
        walks = configuration.walks
        origin = try Self.origin(configuration, context: context)
        let settings = ArchiveSettings(
            formats: configuration.formats ?? ArchiveFormat.defaults,
            nameEncoding: configuration.nameEncoding,
            password: configuration.password,
            limits: context.limits
        )
        guard !settings.formats.isEmpty else { throw Self.invalid("\"formats\" names no format") }
        if let encoding = settings.nameEncoding { try ArchiveReader.checkNameEncoding(encoding) }
        guard (0...1_000).contains(configuration.stripComponents ?? 0) else {
            throw Self.invalid("\"stripComponents\" is a number from 0 to 1000")
        }
        store = ArchiveStore(settings: settings, stripComponents: configuration.stripComponents ?? 0)
        if case .file(let file, _) = origin, let path = context.fixedPath(of: file) {
            let container = ArchiveContainer(try FileSource(path: path), name: file.description)
            try await CancellationFlag().run { try container.check(settings) }
        }
    }

    private static func origin(_ configuration: Configuration, context: HandlerContext) throws -> Origin {
        switch (configuration.file, configuration.roots) {
        case (let file?, nil):
            guard let folder = configuration.folder.map(MemberNames.components) ?? [] else {
                throw invalid("\"folder\" is the path of a folder in the archive, without .. and without a leading /")
            }
            return .file(file, folder: folder)
        case (nil, let roots?):
            guard !roots.isEmpty else { throw invalid("\"roots\" names no folder") }
            guard configuration.folder == nil, configuration.stripComponents == nil else {
                throw invalid("\"folder\" and \"stripComponents\" belong to \"file\"; with \"roots\" the URL says all")
            }
            return .roots(try ArchiveRoots(roots, context: context))
        default:
            throw invalid("name either \"file\", the archive, or \"roots\", folders with archives that URLs name")
        }
    }

    private static func invalid(_ message: String) -> SchemeHostError {
        SchemeHostError(.invalidConfiguration, message)
    }

    /// Whether a file is an archive of one of some formats.
    /// - Parameters:
    ///   - file: Its first entry is read, too.
    ///   - formats: The formats that count.
    public static func canOpen(_ file: FileSource, formats: [ArchiveFormat] = ArchiveFormat.defaults) async -> Bool {
        let settings = ArchiveSettings(formats: formats, limits: Limits())
        let container = ArchiveContainer(file, name: "")
        do {
            try await CancellationFlag().run { try container.check(settings) }
            return true
        } catch {
            return false
        }
    }

    /// Drops listings and unpacked inner archives.
    public func shutdown() async { store.removeAll() }
}

extension ArchiveContainer {
    init(_ file: FileSource, name: String) {
        self.init(file: file, identity: file.identity, name: name)
    }

    /// Throws where the file is no archive that may be read. Blocks.
    fileprivate func check(_ settings: ArchiveSettings) throws {
        _ = try naming { try ArchiveReader(file, settings: settings, cancellation: CancellationFlag()).next() }
    }
}

import GRDB
import SchemeHost

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a row says of its value.
struct Record: Sendable {
    /// What a row stands for.
    enum Kind: Sendable {
        case file
        case directory
        case link
        /// A device, a pipe or a socket in an archive: never served.
        case special
        /// No value: as if the row were not there.
        case nothing
    }

    /// The column after those that are read here.
    static let nextColumn: Int32 = 8

    let rowID: Int64?
    let kind: Kind
    let isText: Bool
    /// The stored length in bytes, where it is known without reading.
    let length: Int64?
    /// The length of an archive's file, unpacked.
    let size: Int64?
    let mediaType: String?
    let modified: Date?
    let entityTag: EntityTag?

    /// Reads the row that a statement of the layout stands at.
    init(_ statement: Statement, isArchive: Bool) {
        rowID = statement.integer(at: 0)
        let storage = statement.string(at: 1)
        isText = storage == "text"
        length = statement.integer(at: 2)
        mediaType = statement.string(at: 3).flatMap { MediaType($0) == nil ? nil : $0 }
        modified = statement.real(at: 4).flatMap(Self.date)
        entityTag = statement.string(at: 5).flatMap { EntityTag($0) ?? ($0.isEmpty ? nil : EntityTag(opaqueValue: $0)) }
        size = statement.integer(at: 7)
        if isArchive {
            kind = Self.kind(mode: statement.integer(at: 6) ?? 0, size: size, isNull: storage == "null")
        } else {
            kind = storage == "null" ? .nothing : .file
        }
    }

    /// The file type bits of `mode`, as `stat` has them; without them the data decides.
    private static func kind(mode: Int64, size: Int64?, isNull: Bool) -> Kind {
        switch mode & 0o170000 {
        case 0o120000: .link
        case 0o040000: .directory
        case 0o100000: .file
        case 0: size == -1 ? .link : isNull ? .directory : .file
        default: .special
        }
    }

    /// Within the years that HTTP can write.
    private static func date(_ seconds: Double) -> Date? {
        (-62_135_596_800...253_402_300_799).contains(seconds) ? Date(timeIntervalSince1970: seconds) : nil
    }
}

import SchemeHost

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An entry as the archive lists it.
struct ArchiveEntry: Sendable {
    enum Kind: Sendable, Equatable {
        case file
        case folder
        /// A symbolic link with its target.
        case link(String)
        /// Another name of the entry with the given name.
        case hardLink(String)
        /// A device, a fifo, a socket.
        case special
    }

    /// The entry's position in the archive, from 0.
    var ordinal: Int
    /// The name as it is stored, decoded.
    var name: String
    var kind: Kind
    /// The size in bytes, where the archive tells it before the data.
    var size: Int64?
    var modified: Date?
    var isEncrypted: Bool
    /// Why the entry is listed and never served.
    var refusal: String?
}

/// What reading an archive goes by.
struct ArchiveSettings: Sendable {
    var formats: [ArchiveFormat]
    var nameEncoding: String?
    var password: String?
    var limits: Limits
}

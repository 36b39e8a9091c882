import SchemeHost

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A container format that the handler can be allowed to read.
public enum ArchiveFormat: String, Sendable, Hashable, CaseIterable, Decodable {
    case zip
    case tar
    case sevenZip = "7z"
    case ar
    case cpio
    case rar
    case cab
    case lha
    case iso
    case xar
    case warc
    case mtree

    /// The formats that are read where none are named. The others have to be asked for: damaged files of these formats
    /// have been seen to hang or to end the process that reads them.
    public static let defaults: [ArchiveFormat] = [.zip, .tar, .sevenZip, .ar, .cpio]

    /// The format that a file has by its signature; nil where it has none of a known one.
    ///
    /// Only used to say why a file is not read: what is behind a compression filter shows no signature.
    static func recognize(_ file: FileSource) -> ArchiveFormat? {
        signatures.first { signature in
            let bytes = Data(capacity: signature.text.utf8.count) { buffer in
                (try? file.read(into: buffer, at: signature.offset)) ?? 0
            }
            return bytes.elementsEqual(signature.text.utf8)
        }?.format
    }

    private static let signatures: [(offset: Int64, text: String, format: ArchiveFormat)] = [
        (0, "PK\u{3}\u{4}", .zip), (0, "PK\u{5}\u{6}", .zip), (257, "ustar", .tar), (0, "7z", .sevenZip),
        (0, "!<arch>\n", .ar), (0, "07070", .cpio), (0, "Rar!\u{1A}\u{7}", .rar), (0, "MSCF", .cab),
        (2, "-lh", .lha), (32_769, "CD001", .iso), (0, "xar!", .xar), (0, "WARC/", .warc), (0, "#mtree", .mtree),
    ]
}

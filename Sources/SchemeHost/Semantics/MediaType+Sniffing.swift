#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension MediaType {
    /// The most bytes that ``sniff(_:)`` looks at.
    public static let sniffLength = 512

    /// The media type that the first bytes of some content give away, much as the WHATWG's MIME Sniffing standard
    /// has it.
    ///
    /// Meant for content whose name says nothing. Text is `text/plain` (UTF-8, or UTF-16 with a byte order mark)
    /// unless it starts like HTML or XML; so is nothing at all.
    /// - Parameter prefix: The first bytes; more than ``sniffLength`` are not looked at.
    /// - Returns: nil for bytes of an unknown format.
    public static func sniff(_ prefix: Data) -> MediaType? {
        let bytes = [UInt8](prefix.prefix(sniffLength))
        if bytes.starts(with: [0xFE, 0xFF]) { return utf16("utf-16be") }
        if bytes.starts(with: [0xFF, 0xFE]) { return utf16("utf-16le") }
        if let essence = Signature.essence(of: bytes) ?? container(bytes) { return MediaType(known: essence) }
        guard isText(bytes) else { return nil }
        return MediaType(known: markup(bytes) ?? "text/plain")
    }

    private static func utf16(_ charset: String) -> MediaType {
        MediaType(essence: "text/plain", parameters: [Parameter(name: "charset", value: charset)])
    }

    /// Formats of which one signature has several: the bytes behind it tell them apart.
    private static func container(_ bytes: [UInt8]) -> String? {
        if bytes.has("ftyp", at: 4) { return isoMedia(bytes) }
        if bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
            return bytes.prefix(64).contains("webm") ? "video/webm" : "video/matroska"
        }
        if bytes.has("OggS", at: 0) {
            if bytes.has("\u{80}theora", at: 28) || bytes.has("fishead", at: 28) { return "video/ogg" }
            let audio = ["OpusHead", "\u{1}vorbis", "Speex", "\u{7F}FLAC"]
            return audio.contains { bytes.has($0, at: 28) } ? "audio/ogg" : "application/ogg"
        }
        if bytes.has("PK\u{3}\u{4}", at: 0) { return zipMember(bytes) ?? "application/zip" }
        if bytes.starts(with: [0xFF]), bytes.count >= 4 { return audioFrame(bytes) }
        if bytes.first == 0x47, bytes.count > 376, bytes[188] == 0x47, bytes[376] == 0x47 { return "video/mp2t" }
        return nil
    }

    /// ISO base media: the major brand names the format, for HEIF and AVIF a compatible one may.
    private static func isoMedia(_ bytes: [UInt8]) -> String {
        let size = bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        let brands = stride(from: 8, to: min(size, bytes.count) - 3, by: 4).map {
            String(decoding: bytes[$0..<($0 + 4)], as: UTF8.self)
        }
        if brands.contains("avif") || brands.contains("avis") { return "image/avif" }
        switch brands.first {
        case "heic", "heix": return "image/heic"
        case "hevc", "hevx": return "image/heic-sequence"
        case "mif1": return brands.contains("heic") ? "image/heic" : "image/heif"
        case "msf1": return "image/heif-sequence"
        case "M4A ", "M4B ", "M4P ": return "audio/mp4"
        case "qt  ": return "video/quicktime"
        case let brand? where brand.hasPrefix("3gp"): return "video/3gpp"
        case let brand? where brand.hasPrefix("3g2"): return "video/3gpp2"
        default: return "video/mp4"
        }
    }

    /// EPUB and OpenDocument begin with a stored member `mimetype`, whose content is the type.
    private static func zipMember(_ bytes: [UInt8]) -> String? {
        guard bytes.has("mimetype", at: 30), bytes[8] == 0, bytes[26] == 8, bytes[27] == 0, bytes[28] == 0,
            bytes[29] == 0
        else { return nil }
        if bytes.has("application/epub+zip", at: 38) { return "application/epub+zip" }
        let size = Int(bytes[18]) | Int(bytes[19]) << 8
        guard bytes[20] == 0, bytes[21] == 0, (1...100).contains(size), bytes.count >= 38 + size,
            let type = MediaType(String(decoding: bytes[38..<(38 + size)], as: UTF8.self)), type.type == "application"
        else { return nil }
        return type.essence
    }

    /// A header of an MPEG audio frame without anything before it.
    private static func audioFrame(_ bytes: [UInt8]) -> String? {
        if bytes[1] & 0xF6 == 0xF0, (bytes[2] >> 2) & 0xF < 13 { return "audio/aac" }
        let isLayerIII = bytes[1] & 0xE6 == 0xE2 && (bytes[1] >> 3) & 3 != 1
        let isValid = bytes[2] >> 4 != 0xF && bytes[2] >> 4 != 0 && (bytes[2] >> 2) & 3 != 3
        return isLayerIII && isValid ? "audio/mpeg" : nil
    }

    /// UTF-8, possibly cut off within a character, without control characters that text does not have.
    private static func isText(_ bytes: [UInt8]) -> Bool {
        let hasBinaryByte = bytes.contains { byte in
            switch byte {
            case 0x09, 0x0A, 0x0C, 0x0D, 0x1B: false
            case 0..<0x20, 0x7F: true
            default: false
            }
        }
        guard !hasBinaryByte else { return false }
        if String(validating: bytes, as: UTF8.self) != nil { return true }
        // The number of bytes of the last character that are there, if it was cut off.
        guard let lead = bytes.lastIndex(where: { $0 >= 0xC2 }), case let cut = bytes.count - lead,
            cut < (bytes[lead] >= 0xF0 ? 4 : bytes[lead] >= 0xE0 ? 3 : 2),
            bytes[(lead + 1)...].allSatisfy({ $0 & 0xC0 == 0x80 })
        else { return false }
        return String(validating: bytes.dropLast(cut), as: UTF8.self) != nil
    }

    private static func markup(_ bytes: [UInt8]) -> String? {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        let text = String(decoding: start.drop { $0 <= 0x20 }, as: UTF8.self).lowercased()
        if text.hasPrefix("<?xml") {
            if text.contains("<svg") { return "image/svg+xml" }
            return text.contains("<html") ? "application/xhtml+xml" : "application/xml"
        }
        guard text.hasPrefix("<") else { return nil }
        if isTag(text, "<svg") || text.hasPrefix("<!doctype svg") { return "image/svg+xml" }
        if text.hasPrefix("<!--") { return "text/html" }
        return htmlTags.contains { isTag(text, $0) } ? "text/html" : nil
    }

    private static func isTag(_ text: String, _ tag: String) -> Bool {
        guard text.hasPrefix(tag) else { return false }
        guard let next = text.utf8.dropFirst(tag.utf8.count).first else { return false }
        return next <= 0x20 || next == UInt8(ascii: ">")
    }

    private static let htmlTags = [
        "<!doctype html", "<html", "<head", "<script", "<iframe", "<h1", "<div", "<font", "<table", "<a", "<style",
        "<title", "<b", "<body", "<br", "<p",
    ]
}

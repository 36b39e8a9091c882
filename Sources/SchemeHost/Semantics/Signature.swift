/// Bytes at a place by which a format can be told.
struct Signature {
    let essence: String
    let offset: Int
    let bytes: [UInt8]
    /// What must also stand somewhere behind, for formats within RIFF, IFF and ar.
    let second: (offset: Int, text: String)?

    private init(_ essence: String, _ text: String, at offset: Int = 0, and second: (Int, String)? = nil) {
        // Written as Latin-1, so that every byte has a character.
        self.init(essence, text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }, at: offset, and: second)
    }

    private init(_ essence: String, _ bytes: [UInt8], at offset: Int = 0, and second: (Int, String)? = nil) {
        self.essence = essence
        self.offset = offset
        self.bytes = bytes
        self.second = second.map { (offset: $0.0, text: $0.1) }
    }

    /// The first format that matches.
    static func essence(of bytes: [UInt8]) -> String? {
        all.first { $0.matches(bytes) }?.essence
    }

    private func matches(_ content: [UInt8]) -> Bool {
        guard content.dropFirst(offset).starts(with: bytes) else { return false }
        return second.map { content.has($0.text, at: $0.offset) } ?? true
    }

    private static let all: [Signature] = [
        Signature("application/pdf", "%PDF-"),
        Signature("application/postscript", "%!PS-Adobe-"),
        Signature("image/png", "\u{89}PNG\r\n\u{1A}\n"),
        Signature("image/jpeg", [0xFF, 0xD8, 0xFF]),
        Signature("image/gif", "GIF87a"),
        Signature("image/gif", "GIF89a"),
        Signature("image/webp", "RIFF", and: (8, "WEBPVP")),
        Signature("image/bmp", "BM", and: (6, "\0\0\0\0")),
        Signature("image/tiff", "II*\0"),
        Signature("image/tiff", "MM\0*"),
        Signature("image/vnd.microsoft.icon", [0, 0, 1, 0]),
        Signature("image/vnd.adobe.photoshop", "8BPS\0"),
        Signature("image/vnd.djvu", "AT&TFORM"),
        Signature("image/jxl", [0xFF, 0x0A]),
        Signature("image/jxl", [0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A]),
        Signature("image/jp2", [0, 0, 0, 0x0C, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A, 0x87, 0x0A]),
        Signature("audio/flac", "fLaC"),
        Signature("audio/mpeg", "ID3"),
        Signature("audio/wav", "RIFF", and: (8, "WAVE")),
        Signature("audio/aiff", "FORM", and: (8, "AIF")),
        Signature("audio/basic", ".snd\0"),
        Signature("audio/midi", "MThd\0"),
        Signature("audio/amr", "#!AMR"),
        Signature("video/x-msvideo", "RIFF", and: (8, "AVI ")),
        Signature("video/x-flv", "FLV\u{1}"),
        Signature("video/mpeg", [0, 0, 1, 0xBA]),
        Signature("video/mpeg", [0, 0, 1, 0xB3]),
        Signature("application/gzip", [0x1F, 0x8B, 0x08]),
        Signature("application/zstd", [0x28, 0xB5, 0x2F, 0xFD]),
        Signature("application/x-xz", [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0]),
        Signature("application/x-bzip2", "BZh", and: (4, "1AY&SY")),
        Signature("application/x-lz4", [0x04, 0x22, 0x4D, 0x18]),
        Signature("application/x-lzip", "LZIP\u{1}"),
        Signature("application/zip", "PK\u{5}\u{6}"),
        Signature("application/x-7z-compressed", [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]),
        Signature("application/vnd.rar", "Rar!\u{1A}\u{7}"),
        Signature("application/vnd.ms-cab-compressed", "MSCF\0\0\0\0"),
        Signature("application/vnd.debian.binary-package", "!<arch>\n", and: (8, "debian-binary")),
        Signature("application/x-archive", "!<arch>\n"),
        Signature("application/x-rpm", [0xED, 0xAB, 0xEE, 0xDB]),
        Signature("application/x-cpio", "070701"),
        Signature("application/x-cpio", "070702"),
        Signature("application/x-tar", "ustar", at: 257),
        Signature("application/x-xar", "xar!\0"),
        Signature("application/vnd.sqlite3", "SQLite format 3\0"),
        Signature("application/wasm", "\0asm"),
        Signature("application/warc", "WARC/1."),
        Signature("application/vnd.apache.parquet", "PAR1"),
        Signature("application/vnd.apache.arrow.file", "ARROW1\0\0"),
        Signature("application/x-hdf5", [0x89, 0x48, 0x44, 0x46, 0x0D, 0x0A, 0x1A, 0x0A]),
        Signature("application/dicom", "DICM", at: 128),
        Signature("application/x-executable", [0x7F, 0x45, 0x4C, 0x46]),
        Signature("application/x-ole-storage", [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]),
        Signature("model/gltf-binary", "glTF", and: (5, "\0\0\0")),
        Signature("font/woff", "wOFF"),
        Signature("font/woff2", "wOF2"),
        Signature("font/otf", "OTTO\0"),
        Signature("font/collection", "ttcf\0"),
        Signature("font/ttf", [0, 1, 0, 0]),
    ]
}

extension [UInt8] {
    /// Whether `text`, one byte a character, stands at an offset.
    func has(_ text: String, at offset: Int) -> Bool {
        dropFirst(offset).starts(with: text.unicodeScalars.lazy.map { UInt8(truncatingIfNeeded: $0.value) })
    }
}

extension ArraySlice<UInt8> {
    /// Whether `text` stands anywhere.
    func contains(_ text: String) -> Bool { indices.contains { self[$0...].starts(with: text.utf8) } }
}

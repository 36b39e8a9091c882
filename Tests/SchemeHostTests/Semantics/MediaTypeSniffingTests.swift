import SchemeHost
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct MediaTypeSniffingTests {
    /// The text as Latin-1: a character is a byte.
    private static func latin1(_ text: String, at offset: Int = 0) -> Data {
        Data(repeating: 0, count: offset) + Data(text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
    }

    @Test(arguments: [
        ("%PDF-1.7\n", "application/pdf"), ("\u{89}PNG\r\n\u{1A}\n\0\0\0\rIHDR", "image/png"),
        ("\u{FF}\u{D8}\u{FF}\u{E0}", "image/jpeg"), ("GIF89a", "image/gif"), ("RIFF\u{1}\0\0\0WEBPVP8 ", "image/webp"),
        ("RIFF\u{1}\0\0\0WAVEfmt ", "audio/wav"), ("RIFF\u{1}\0\0\0AVI LIST", "video/x-msvideo"),
        ("\0\0\0\u{18}ftypavif\0\0\0\0mif1miaf", "image/avif"), ("\0\0\0\u{18}ftypmif1\0\0\0\0mif1avif", "image/avif"),
        ("\0\0\0\u{18}ftypheic\0\0\0\0mif1heic", "image/heic"), ("\0\0\0\u{18}ftypisom\0\0\0\0isommp41", "video/mp4"),
        ("\0\0\0\u{14}ftypqt  \0\0\0\0qt  ", "video/quicktime"), ("\0\0\0\u{14}ftypM4A \0\0\0\0M4A ", "audio/mp4"),
        ("\0\0\0\u{14}ftyp3gp4\0\0\0\03gp4", "video/3gpp"),
        ("OggS\0\u{2}\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\u{1}\u{13}OpusHead", "audio/ogg"),
        ("OggS\0\u{2}\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\u{1}\u{2A}\u{80}theora", "video/ogg"),
        ("OggS\0\u{2}", "application/ogg"), ("fLaC\0\0\0\u{22}", "audio/flac"), ("ID3\u{4}\0", "audio/mpeg"),
        ("\u{FF}\u{FB}\u{90}\0", "audio/mpeg"), ("\u{FF}\u{F1}\u{50}\u{80}", "audio/aac"),
        ("\u{1A}\u{45}\u{DF}\u{A3}\u{9F}\u{42}\u{82}\u{84}webm", "video/webm"),
        ("\u{1A}\u{45}\u{DF}\u{A3}\u{9F}\u{42}\u{82}\u{88}matroska", "video/matroska"),
        ("\u{1F}\u{8B}\u{8}\0", "application/gzip"), ("PK\u{3}\u{4}\u{14}\0\0\0\u{8}\0", "application/zip"),
        ("PK\u{5}\u{6}\0\0", "application/zip"), ("7z\u{BC}\u{AF}\u{27}\u{1C}", "application/x-7z-compressed"),
        ("\u{28}\u{B5}\u{2F}\u{FD}", "application/zstd"), ("\u{FD}7zXZ\0", "application/x-xz"),
        ("BZh91AY&SY", "application/x-bzip2"), ("Rar!\u{1A}\u{7}\u{1}\0", "application/vnd.rar"),
        ("SQLite format 3\0", "application/vnd.sqlite3"), ("\0asm\u{1}\0\0\0", "application/wasm"),
        ("wOFF\0\u{1}\0\0", "font/woff"), ("wOF2\0\u{1}\0\0", "font/woff2"), ("\0\u{1}\0\0\0\u{10}", "font/ttf"),
        ("OTTO\0\u{10}", "font/otf"), ("!<arch>\ndebian-binary   ", "application/vnd.debian.binary-package"),
        ("\u{7F}ELF\u{2}", "application/x-executable"), ("\u{FF}\u{A}", "image/jxl"),
    ])
    func signature(text: String, essence: String) {
        #expect(MediaType.sniff(Self.latin1(text))?.description == essence)
    }

    @Test(arguments: [
        ("<!DOCTYPE html>", "text/html"), ("\n\t <HTML lang=en>", "text/html"), ("<!-- x -->", "text/html"),
        ("<p>", "text/html"), ("\u{FEFF}<html>", "text/html"), ("<pre>", "text/plain"), ("<p", "text/plain"),
        ("<?xml version='1.0'?><package>", "application/xml"), ("<?xml?><svg xmlns=''>", "image/svg+xml"),
        ("<?xml?>\n<html xmlns=''>", "application/xhtml+xml"), ("<svg>", "image/svg+xml"), ("hello", "text/plain"),
        ("", "text/plain"), ("Grüße\r\n\t…", "text/plain"), ("{\"a\": 1}", "text/plain"), ("#!/bin/sh\n", "text/plain"),
        ("const a: number = 1\n", "text/plain"), ("BMX is a sport", "text/plain"), ("PARIS", "text/plain"),
    ])
    func text(text: String, essence: String) throws {
        let type = try #require(MediaType.sniff(Data(text.utf8)))
        #expect(type.essence == essence)
        #expect((type[parameter: "charset"] == "utf-8") == essence.hasPrefix("text/"))
    }

    @Test func byteOrderMarks() {
        #expect(MediaType.sniff(Data([0xFE, 0xFF, 0, 0x41]))?.description == "text/plain; charset=utf-16be")
        #expect(MediaType.sniff(Data([0xFF, 0xFE, 0x41, 0]))?.description == "text/plain; charset=utf-16le")
        #expect(MediaType.sniff(Data([0xEF, 0xBB, 0xBF]))?.description == "text/plain; charset=utf-8")
    }

    @Test(arguments: [[0], [0x41, 0, 0x42], [0x80], [0x80, 0x81], [0x41, 0xE9, 0x42], [0x41, 0xE9, 0xE9], [0x7F]])
    func binary(bytes: [UInt8]) { #expect(MediaType.sniff(Data(bytes)) == nil) }

    @Test func textCutWithinACharacter() {
        let text = Data("añ€😀".utf8)
        for count in 0...text.count {
            #expect(MediaType.sniff(text.prefix(count))?.essence == "text/plain", "\(count) bytes")
        }
        let long = Data(("a" + String(repeating: "€", count: 400)).utf8)
        #expect(MediaType.sniff(long)?.essence == "text/plain")
    }

    @Test func atAnOffset() {
        #expect(MediaType.sniff(Self.latin1("ustar\u{0}00", at: 257))?.essence == "application/x-tar")
        #expect(MediaType.sniff(Self.latin1("DICM", at: 128))?.essence == "application/dicom")
        var stream = Data(count: 512)
        for packet in [0, 188, 376] { stream[packet] = 0x47 }
        #expect(MediaType.sniff(stream)?.essence == "video/mp2t")
    }

    @Test func firstMemberOfZip() {
        func zip(_ type: String, size: Int) -> Data {
            var bytes = [UInt8]("PK\u{3}\u{4}".utf8) + [UInt8](repeating: 0, count: 26)
            bytes[18] = UInt8(size)
            bytes[26] = 8
            return Data(bytes + "mimetype".utf8 + type.utf8 + "PK".utf8)
        }
        #expect(MediaType.sniff(zip("application/epub+zip", size: 20))?.essence == "application/epub+zip")
        #expect(MediaType.sniff(zip("application/epub+zip", size: 0))?.essence == "application/epub+zip")
        let text = "application/vnd.oasis.opendocument.text"
        #expect(MediaType.sniff(zip(text, size: text.utf8.count))?.essence == text)
        #expect(MediaType.sniff(zip("text/html", size: 9))?.essence == "application/zip")
        #expect(MediaType.sniff(zip("application/x", size: 200))?.essence == "application/zip")
    }

    @Test func aSliceIsReadFromItsStart() {
        #expect(MediaType.sniff(Data("xx%PDF-1.7".utf8).dropFirst(2))?.essence == "application/pdf")
    }
}

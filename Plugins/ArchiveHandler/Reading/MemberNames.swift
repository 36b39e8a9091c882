/// Decodes the names of archives that store bytes in no encoding they name.
enum MemberNames {
    /// Bytes that are UTF-8 are that; other names of a zip are in code page 437, as its specification has it (APPNOTE,
    /// appendix D), and those of any other format in ISO 8859-1. So each name has exactly one reading, on every machine.
    static func decode(_ bytes: UnsafeRawBufferPointer, isZip: Bool) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        var scalars = String.UnicodeScalarView()
        for byte in bytes {
            scalars.append(isZip && byte >= 0x80 ? codePage437[Int(byte) - 0x80] : Unicode.Scalar(byte))
        }
        return String(scalars)
    }

    private static let codePage437 = Array(
        ("ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐"
            + "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}").unicodeScalars
    )

    /// The components of a stored name; nil where it is no safe path, so that the entry is never served.
    ///
    /// `.` components are dropped, and one slash at the end. Refused are absolute names, `..`, empty components,
    /// backslashes and NUL.
    static func components(of name: String) -> [String]? {
        guard !name.isEmpty, !name.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "\\") }) else { return nil }
        let body = name.utf8.last == UInt8(ascii: "/") ? name.dropLast() : name[...]
        var components: [String] = []
        for part in body.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            let component = String(Substring(part))
            if component.isEmpty || component == ".." { return nil }
            if component != "." { components.append(component) }
        }
        return components
    }
}

/// A name compared byte for byte; `String` takes canonically equivalent texts for equal.
struct MemberName: Hashable, Sendable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (left: MemberName, right: MemberName) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

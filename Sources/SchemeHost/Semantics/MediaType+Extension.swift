extension MediaType {
    /// The media type that files with an extension have, from a table that is the same on every platform.
    ///
    /// `text/…` comes with `charset=utf-8`.
    /// - Parameter fileExtension: Without its dot, in any case.
    /// - Returns: nil where the table does not have it, and for extensions of several formats (`ts`), whose content
    ///   must tell.
    public static func forExtension(_ fileExtension: some StringProtocol) -> MediaType? {
        ExtensionTable.fieldValues[lowercased(fileExtension)].flatMap { MediaType($0) }
    }

    /// The media type of a file by the last extension of its name.
    /// - Parameter fileName: A name or a path.
    public static func forFileName(_ fileName: String) -> MediaType? {
        fileExtension(of: fileName).flatMap { forExtension($0) }
    }

    /// The extension of a file name, lowercased: `gz` for `a.tar.GZ`.
    /// - Returns: nil for names without one: `README`, `.profile`, `a.`.
    static func fileExtension(of fileName: String) -> String? {
        let bytes = fileName.utf8
        let start = bytes.lastIndex(of: UInt8(ascii: "/")).map { bytes.index(after: $0) } ?? bytes.startIndex
        guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")), dot > start else { return nil }
        let text = fileName[bytes.index(after: dot)...]
        return text.isEmpty ? nil : lowercased(text)
    }

    private static func lowercased(_ text: some StringProtocol) -> String {
        text.utf8.contains { (0x41...0x5A).contains($0) } ? text.lowercased() : String(text)
    }
}

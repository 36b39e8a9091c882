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
    public static func forFileName(_ fileName: some StringProtocol) -> MediaType? {
        fileExtension(of: fileName).flatMap { forExtension($0) }
    }

    /// The extension of a file name, lowercased: `gz` for `a.tar.GZ`.
    /// - Returns: nil for names without one: `README`, `.profile`, `a.`.
    static func fileExtension(of fileName: some StringProtocol) -> String? {
        let bytes = fileName.utf8
        var dot: Substring.UTF8View.Index?
        var index = bytes.endIndex
        while index > bytes.startIndex {
            let before = bytes.index(before: index)
            if bytes[before] == UInt8(ascii: "/") { break }
            if dot == nil, bytes[before] == UInt8(ascii: ".") { dot = before }
            index = before
        }
        guard let dot, dot > index, bytes.index(after: dot) < bytes.endIndex else { return nil }
        return lowercased(fileName[bytes.index(after: dot)...])
    }

    private static func lowercased(_ text: some StringProtocol) -> String {
        text.utf8.contains { (0x41...0x5A).contains($0) } ? text.lowercased() : String(text)
    }
}

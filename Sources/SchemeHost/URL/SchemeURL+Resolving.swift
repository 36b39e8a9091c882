extension SchemeURL {
    /// The URL that a reference names, seen from this one (RFC 3986, section 5.2).
    ///
    /// `..` never leads out of a container of a self-contained URL: what stands before a `!/` stays.
    /// - Throws: ``SchemeHostError`` with code `invalidRequest` where the result is no URL.
    public func resolving(_ reference: String) throws -> SchemeURL {
        let reference = reference.prefix { $0 != "#" }
        if let colon = reference.utf8.firstIndex(of: UInt8(ascii: ":")), reference.utf8.first?.isASCIILetter == true,
            reference.utf8[..<colon].allSatisfy(\.isSchemeCharacter)
        {
            return try SchemeURL(String(reference))
        }
        if reference.hasPrefix("//") { return try SchemeURL(scheme + ":" + reference) }
        guard !reference.isEmpty else { return self }
        let halves = reference.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let query = halves.count > 1 ? String(halves[1]) : nil
        let path = String(halves[0])
        if path.isEmpty { return try replacing(path: percentEncodedPath, query: query) }
        if path.hasPrefix("/") { return try replacing(path: Self.removingDotSegments(path, floor: 0), query: query) }
        let folder = percentEncodedPath.lastIndex(of: "/").map { percentEncodedPath[...$0] } ?? ""
        let floor = folder.split(separator: "/", omittingEmptySubsequences: false).lastIndex { $0.hasSuffix("!") } ?? 0
        return try replacing(path: Self.removingDotSegments(folder + path, floor: floor), query: query)
    }

    /// Section 5.2.4, over components; `..` stops behind component number `floor`.
    private static func removingDotSegments(_ path: String, floor: Int) -> String {
        var output: [Substring] = []
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        for (position, segment) in segments.enumerated() {
            let isLast = position == segments.count - 1
            switch segment {
            case ".": if isLast { output.append("") }
            case "..":
                if output.count > floor + 1 { output.removeLast() }
                if isLast { output.append("") }
            default: output.append(segment)
            }
        }
        return output.joined(separator: "/")
    }
}

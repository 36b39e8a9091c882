extension DomainSet {
    /// A line of a list that is not understood.
    public struct RejectedLine: Sendable, Hashable {
        /// Its number, from 1.
        public let line: Int
        /// What is wrong with it.
        public let message: String
    }

    /// Reads a list: one domain a line, lines of a hosts file (`0.0.0.0 ads.example`), or `||domain^` rules.
    ///
    /// What stands behind `#`, lines that start with `!`, and a `[…]` header are comments. A hosts file's own names
    /// (`localhost` and others without a dot) are passed over.
    /// - Parameter text: The list; line ends may be LF or CRLF.
    /// - Returns: The domains, and the lines that were passed over since they are none of these.
    public static func parse(_ text: String) -> (domains: DomainSet, rejected: [RejectedLine]) {
        var domains = DomainSet()
        var rejected: [RejectedLine] = []
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            do {
                try domains.insert(line: line)
            } catch {
                let reason = (error as? PatternError)?.reason ?? "is not understood"
                rejected.append(RejectedLine(line: index + 1, message: "the line \(reason)"))
            }
        }
        return (domains, rejected)
    }

    private mutating func insert(line: Substring.UTF8View) throws {
        let code = line.prefix { $0 != UInt8(ascii: "#") }
        let words = code.split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
        guard let first = words.first, first.first != UInt8(ascii: "!") else { return }
        if code.count < line.count, line.dropFirst(code.count).starts(with: "##".utf8) {
            throw PatternError("is a rule that hides parts of a page; only ||domain^ rules are read")
        }
        if first.first == UInt8(ascii: "["), words.last?.last == UInt8(ascii: "]") { return }
        if words.count > 1 {
            guard Self.isAddress(first) else { throw PatternError("has several words and no address before them") }
            for name in words.dropFirst() where name.contains(UInt8(ascii: ".")) && !Self.isAddress(name) {
                let name = Substring(name)
                if name != "localhost.localdomain" { try insert(name) }
            }
        } else if first.starts(with: "||".utf8) {
            guard first.last == UInt8(ascii: "^") else {
                throw PatternError("is a rule with a path or options; only ||domain^ is read")
            }
            try insert(Substring(first.dropFirst(2).dropLast()))
        } else if first.starts(with: "@@".utf8) {
            throw PatternError("is an exception; put a route before this one instead")
        } else {
            try insert(Substring(first))
        }
    }

    /// Whether a word looks like an IPv4 or IPv6 address, which may have a zone (`fe80::1%lo0`).
    private static func isAddress(_ word: Substring.UTF8View) -> Bool {
        word.contains(UInt8(ascii: ":")) || word.allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: ".") }
    }
}

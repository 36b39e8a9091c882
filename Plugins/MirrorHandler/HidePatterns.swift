import SchemeHost

/// What a mirror keeps from view: glob patterns over names and paths.
///
/// A pattern without a slash is matched against every component of a path, one with a slash against the path from the
/// root and each folder on it, so what is hidden takes along everything below. Spellings that some file system takes
/// for the same name count as the same: case, Unicode normalization, invisible characters, dots and spaces at the end.
struct HidePatterns: Sendable {
    private struct Pattern: Sendable {
        let byCharacter: Glob
        let byScalar: Glob
        let isPath: Bool
    }

    /// One reading of a name. Characters compare canonically equivalent text as equal; scalars keep a combining mark
    /// apart from the dot in front of it.
    private enum Spelling: CaseIterable {
        case plain, trimmed, characters, trimmedCharacters

        var isTrimmed: Bool { self == .trimmed || self == .trimmedCharacters }
        var byCharacter: Bool { self == .characters || self == .trimmedCharacters }
    }

    private let patterns: [Pattern]
    private let isASCII: Bool

    /// Reads patterns.
    /// - Throws: ``SchemeHostError`` with code `invalidConfiguration`.
    init(_ patterns: [String]) throws {
        isASCII = patterns.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } }
        self.patterns = try patterns.map { text in
            let folded = Self.folded(text)
            let names = folded.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
            guard !names.isEmpty else {
                throw SchemeHostError(
                    .invalidConfiguration,
                    "the pattern \"\(text)\" to hide names nothing; write a name such as \"*.bak\", or [] for none"
                )
            }
            // A slash at the end alone says "folder", which is no path.
            let isPath = folded.utf8.dropLast().contains(UInt8(ascii: "/"))
            return Pattern(
                byCharacter: try Glob(names.map { Array($0) }, isPath: isPath, text),
                byScalar: try Glob(names.map { $0.unicodeScalars.map(Character.init) }, isPath: isPath, text),
                isPath: isPath
            )
        }
    }

    /// Whether a path below the root is kept from view.
    /// - Parameters:
    ///   - components: The path's names.
    ///   - start: The first component in question; those before it are known to be visible.
    func hides(_ components: [String], from start: Int = 0) -> Bool {
        guard !patterns.isEmpty else { return false }
        if isASCII, components.allSatisfy(Self.isPlain) { return hides(components, from: start, as: .plain) }
        return Spelling.allCases.contains { hides(components, from: start, as: $0) }
    }

    /// Whether the path that a link leads to is visible; nil where everything is.
    var check: (([String]) -> Bool)? { patterns.isEmpty ? nil : { !hides($0) } }

    private func hides(_ components: [String], from start: Int, as spelling: Spelling) -> Bool {
        var path: [Character] = []
        for (position, component) in components.enumerated() {
            let name = Self.characters(of: component, as: spelling)
            path.append("/")
            path += name
            guard position >= start else { continue }
            for pattern in patterns {
                let glob = spelling.byCharacter ? pattern.byCharacter : pattern.byScalar
                if glob.matches(pattern.isPath ? path : name) { return true }
            }
        }
        return false
    }

    private static func characters(of name: String, as spelling: Spelling) -> [Character] {
        var name = folded(name)[...]
        if spelling.isTrimmed { name = name.trimmingEnd { $0 == "." || $0 == " " } }
        return spelling.byCharacter ? Array(name) : name.unicodeScalars.map(Character.init)
    }

    /// ASCII, with an end that no file system cuts off: all spellings are the plain one.
    private static func isPlain(_ name: String) -> Bool {
        name.utf8.allSatisfy { $0 < 0x80 } && name.utf8.last != UInt8(ascii: ".") && name.utf8.last != UInt8(ascii: " ")
    }

    /// Without case and without what nobody sees. Uppercase first, which takes ß and ſ apart as case folding does.
    private static func folded(_ name: String) -> String {
        if name.utf8.allSatisfy({ $0 < 0x80 }) { return name.lowercased() }
        var scalars = name.uppercased().lowercased().unicodeScalars
        scalars.removeAll { $0.properties.isDefaultIgnorableCodePoint }
        return String(scalars)
    }
}

extension Substring {
    fileprivate func trimmingEnd(where isCut: (Unicode.Scalar) -> Bool) -> Substring {
        var scalars = unicodeScalars
        while let last = scalars.last, isCut(last) { scalars.removeLast() }
        return Substring(scalars)
    }
}

extension Diagnostic {
    /// The source line with a caret beneath the place.
    ///
    ///     14 |   "handle": { "zipp": {} }
    ///        |               ^
    ///
    /// Of a very long line only the surroundings are shown.
    ///
    /// - Parameter source: The whole text of the file.
    /// - Returns: Two lines, or `nil` if the text does not have the place.
    public func excerpt(of source: String) -> String? {
        guard let text = SourceText(file: file, bytes: Array(source.utf8)).line(line) else { return nil }
        let scalars = Array(text.unicodeScalars)
        guard column >= 1, column <= scalars.count + 1 else { return nil }
        let caret = column - 1
        let start = max(0, caret - Self.excerptReach)
        let end = min(scalars.count, caret + Self.excerptReach)
        let leader = start > 0 ? "…" : ""
        let trailer = end < scalars.count ? "…" : ""

        let shown = scalars[start..<end].map(Self.printable)
        // A tab stays a tab in both lines, so that the caret stands beneath its character.
        let padding = shown[..<(caret - start)].map { $0 == "\t" ? "\t" : " " }.joined()
        let number = String(line)
        let margin = String(repeating: " ", count: number.count)
        return """
            \(number) | \(leader)\(shown.joined())\(trailer)
            \(margin) | \(leader.isEmpty ? "" : " ")\(padding)^
            """
    }

    /// How many scalars are shown on either side of the caret.
    private static let excerptReach = 100

    private static func printable(_ scalar: Unicode.Scalar) -> String {
        scalar == "\t" || !scalar.isControl ? String(scalar) : "\u{FFFD}"
    }
}

extension Unicode.Scalar {
    /// Whether a terminal may act on the scalar instead of showing it: C0, DEL, C1 and the bidirectional controls.
    var isControl: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

extension String {
    /// The text with every control character written as `\u{…}`, so that printing it does nothing to a terminal.
    func escapingControls() -> String {
        guard unicodeScalars.contains(where: \.isControl) else { return self }
        var result = ""
        for scalar in unicodeScalars {
            if scalar.isControl {
                result += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

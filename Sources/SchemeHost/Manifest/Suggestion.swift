/// "Did you mean" and "known: …" for names that are not known.
package enum Suggestion {
    /// The known name that was most probably meant, or `nil` if none is near.
    ///
    /// A name that differs in case only is always near. Otherwise the optimal string alignment distance
    /// (Damerau-Levenshtein with adjacent transpositions) may be at most a third of the name's length, at least 1;
    /// words of one or two letters are near to nothing.
    package static func nearest(_ name: String, in known: [String]) -> String? {
        let lowered = name.lowercased()
        if let sameLetters = known.first(where: { $0.lowercased() == lowered }) { return sameLetters }
        // A name of any length can be sent in: the comparison below is quadratic.
        guard (3...maximumLength).contains(lowered.unicodeScalars.count) else { return nil }
        let word = Array(lowered.unicodeScalars)
        let limit = max(1, word.count / 3)
        var best: (name: String, distance: Int)?
        for candidate in known {
            let letters = Array(candidate.lowercased().unicodeScalars)
            guard letters.count > 2, abs(letters.count - word.count) <= limit else { continue }
            let distance = distance(word, letters)
            if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.name
    }

    /// The tail of a message about an unknown name: ` (did you mean "zip"?); known: archive, block, …`.
    ///
    /// - Parameters:
    ///   - name: The name that is not known.
    ///   - known: All known names; listed in alphabetical order, at most ``listLimit`` of them.
    /// - Returns: The tail, which begins with a space or a semicolon, or is empty.
    package static func hint(for name: String, known: [String]) -> String {
        let guess = nearest(name, in: known).map { " (did you mean \(quoted($0))?)" } ?? ""
        return known.isEmpty ? guess : "\(guess); known: \(list(known.sorted()))"
    }

    /// The names separated by commas, cut off with an ellipsis after ``listLimit``.
    package static func list(_ names: [String]) -> String {
        names.prefix(listLimit).joined(separator: ", ") + (names.count > listLimit ? ", …" : "")
    }

    /// The text in double quotes as it would be written in JSON, cut off where it is very long.
    package static func quoted(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard scalars.count > maximumLength else { return JSONValue.string(text).serialized() }
        return JSONValue.string(String(scalars.prefix(maximumLength)) + "…").serialized()
    }

    /// How many names a list shows.
    package static let listLimit = 16
    private static let maximumLength = 64

    private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for row in 1...left.count {
            var current = [row]
            for column in 1...right.count {
                let change = left[row - 1] == right[column - 1] ? 0 : 1
                var cost = min(last[column] + 1, current[column - 1] + 1, last[column - 1] + change)
                if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
                    cost = min(cost, beforeLast[column - 2] + 1)
                }
                current.append(cost)
            }
            (beforeLast, last) = (last, current)
        }
        return last[right.count]
    }
}

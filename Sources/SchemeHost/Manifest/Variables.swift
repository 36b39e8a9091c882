/// Expands `${env:NAME}`, `${env:NAME:-default}` and `${name}` in a manifest's strings, at load time.
///
/// `$${` stands for a literal `${`. What comes out is text and never expanded again.
final class Variables {
    private let vars: [String: String]
    private let environment: [String: String]
    /// What the environment brought in so far.
    private(set) var environmentValues = EnvironmentValues()

    /// - Parameters:
    ///   - vars: The manifest's `"vars"`, as they stand there; each may name the environment and other variables.
    ///   - environment: The process's variables.
    init(_ vars: [String: String], environment: [String: String]) {
        self.vars = vars
        self.environment = environment
    }

    private static let maximumLength = 1 << 20

    /// The text with every variable replaced.
    /// - Throws: ``SchemeHostError`` that names the variable which is missing, never a value.
    func expand(_ text: String) throws -> String { try expand(text, within: []) }

    private func expand(_ text: String, within names: [String]) throws -> String {
        guard text.contains("${") else { return text }
        var result = ""
        var rest = text[...]
        while let start = rest.firstRange(of: "${") {
            let before = rest[..<start.lowerBound]
            if before.last == "$" {
                result += before.dropLast() + "${"
                rest = rest[start.upperBound...]
                continue
            }
            guard let end = rest[start.upperBound...].firstIndex(of: "}") else {
                throw Self.invalid("in \(Suggestion.quoted(text)) a ${ is not closed; write $${ for a literal one")
            }
            result += before
            result += try value(of: rest[start.upperBound..<end], within: names)
            rest = rest[rest.index(after: end)...]
            // Variables that name each other several times grow without bound.
            guard result.utf8.count <= Self.maximumLength else {
                throw Self.invalid("a text with its variables has more than \(Self.maximumLength) bytes")
            }
        }
        return result + rest
    }

    private func value(of reference: Substring, within names: [String]) throws -> String {
        if reference.hasPrefix("env:") {
            let parts = reference.dropFirst(4).split(separator: ":-", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            // As in a shell, :- takes the default for an empty variable too.
            if let value = environment[name], !(value.isEmpty && parts.count > 1) {
                environmentValues.insert(value, name: name)
                return value
            }
            if parts.count > 1 { return String(parts[1]) }
            throw Self.invalid(
                "the environment has no \(name); set it, or give a default: ${env:\(name):-default}"
            )
        }
        let name = String(reference)
        guard let value = vars[name] else {
            let hint = Suggestion.hint(for: name, known: Array(vars.keys))
            throw Self.invalid("no variable \(Suggestion.quoted(name)) in \"vars\"\(hint)")
        }
        guard !names.contains(name) else {
            throw Self.invalid(
                "the variable \(name) leads back to itself: \((names + [name]).joined(separator: " → "))"
            )
        }
        return try expand(value, within: names + [name])
    }

    private static func invalid(_ message: String) -> SchemeHostError {
        SchemeHostError(.invalidConfiguration, message)
    }
}

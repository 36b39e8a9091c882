/// The values that the environment brought into a manifest, which no message shows.
struct EnvironmentValues: Sendable {
    /// The variable's name by what to look for, as UTF-8.
    private var names: [[UInt8]: String] = [:]

    /// Remembers a value. One of fewer than 4 bytes is no secret, and replacing it would garble messages.
    mutating func insert(_ value: String, name: String) {
        var needle = Array(value.utf8)
        // A folder's path is shown without its last slash.
        while needle.last == UInt8(ascii: "/") { needle.removeLast() }
        guard needle.count >= 4 else { return }
        names[needle] = name
        let quoted = Array(JSONValue.string(String(decoding: needle, as: UTF8.self)).serialized().utf8)
        names[Array(quoted.dropFirst().dropLast())] = name
    }

    /// The text with each value replaced by the reference that it came from, `${env:NAME}`.
    func concealing(_ text: String) -> String {
        let needles = names.sorted { $0.key.count > $1.key.count }
        guard !needles.isEmpty else { return text }
        var result: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.first {
            if let (needle, name) = needles.first(where: { rest.starts(with: $0.key) }) {
                result += "${env:\(name)}".utf8
                rest = rest.dropFirst(needle.count)
            } else {
                result.append(byte)
                rest = rest.dropFirst()
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The error with texts that show no value.
    func concealing(_ error: any Error) -> any Error {
        guard !names.isEmpty else { return error }
        guard var concealed = error as? SchemeHostError else {
            let text = String(describing: error)
            let shown = concealing(text)
            return shown == text ? error : SchemeHostError(.sourceUnavailable, shown)
        }
        concealed.message = concealing(concealed.message)
        concealed.url = concealed.url.map { concealing($0) }
        concealed.underlying = concealed.underlying.map { concealing($0) }
        return concealed
    }
}

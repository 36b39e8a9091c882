/// One finding about a manifest: what is wrong, and exactly where.
public struct Diagnostic: Sendable, Hashable, Encodable {
    /// How much a finding matters.
    public enum Severity: String, Sendable, Hashable, Encodable {
        /// The manifest cannot be used.
        case error
        /// Lint: the manifest works, but probably not as it was meant to.
        case warning
    }

    /// A stable name for a kind of finding, for programs that read `--json` output.
    ///
    /// The set is open: a handler may add codes of its own.
    public struct Code: RawRepresentable, Sendable, Hashable, Encodable {
        /// The name as printed.
        public let rawValue: String

        /// Creates a code with the given name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The text is not JSON.
        public static let syntax = Code(rawValue: "syntax")
        /// A value has the wrong type or content, or is missing.
        public static let shape = Code(rawValue: "shape")
        /// A key that means nothing here.
        public static let unknownKey = Code(rawValue: "unknownKey")
        /// A key that the same object has already.
        public static let duplicateKey = Code(rawValue: "duplicateKey")
        /// Something the manifest names does not exist or cannot be used.
        public static let provision = Code(rawValue: "provision")
        /// Works, but probably not as it was meant to.
        public static let lint = Code(rawValue: "lint")
    }

    /// Whether this keeps the manifest from being used.
    public var severity: Severity
    /// What kind of finding this is.
    public var code: Code
    /// The file's name as the user gave it.
    public var file: String
    /// The line, from 1.
    public var line: Int
    /// The column, from 1, counted in Unicode scalars.
    public var column: Int
    /// The JSON Pointer (RFC 6901) to the value or key; empty for the whole document.
    public var pointer: String
    /// What is wrong and what to do about it.
    public var message: String

    /// Creates a finding.
    ///
    /// - Parameters:
    ///   - severity: Whether it keeps the manifest from being used.
    ///   - code: The kind of finding.
    ///   - file: The file's name as the user gave it.
    ///   - line: The line, from 1.
    ///   - column: The column, from 1, counted in Unicode scalars.
    ///   - pointer: The JSON Pointer (RFC 6901) to the value or key.
    ///   - message: What is wrong and what to do about it.
    public init(
        _ severity: Severity = .error,
        code: Code,
        file: String,
        line: Int,
        column: Int,
        pointer: String,
        message: String
    ) {
        self.severity = severity
        self.code = code
        self.file = file
        self.line = line
        self.column = column
        self.pointer = pointer
        self.message = message
    }
}

extension Diagnostic: Comparable {
    /// Orders findings by file and position.
    public static func < (left: Diagnostic, right: Diagnostic) -> Bool {
        (left.file, left.line, left.column, left.code.rawValue, left.message)
            < (right.file, right.line, right.column, right.code.rawValue, right.message)
    }
}

extension Diagnostic: CustomStringConvertible {
    /// One line: `m.json:14:22: error: /routes/2/handle/zipp: no handler kind "zipp"`.
    ///
    /// Of a pointer that is very long the middle is left out.
    public var description: String {
        let place = pointer.isEmpty ? "" : "\(shortPointer.escapingControls()): "
        return "\(file):\(line):\(column): \(severity.rawValue): \(place)\(message.escapingControls())"
    }

    private var shortPointer: String {
        let scalars = pointer.unicodeScalars
        guard scalars.count > 2 * Self.pointerReach else { return pointer }
        return String(scalars.prefix(Self.pointerReach)) + "…" + String(scalars.suffix(Self.pointerReach))
    }

    /// How many scalars are shown of either end of a very long pointer.
    private static let pointerReach = 60
}

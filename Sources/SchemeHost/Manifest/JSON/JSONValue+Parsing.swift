#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// JSON that cannot be used: everything that is wrong with it.
public struct InvalidJSON: Error, Sendable, CustomStringConvertible {
    /// The findings, in the order of their positions.
    public let diagnostics: [Diagnostic]

    /// The findings, one a line.
    public var description: String { diagnostics.map(\.description).joined(separator: "\n") }

    package init(_ diagnostics: [Diagnostic]) { self.diagnostics = diagnostics.sorted() }
}

extension JSONValue {
    /// Parses a JSON text (RFC 8259) strictly: no comments, no trailing commas, no key twice.
    ///
    /// - Parameters:
    ///   - text: The text, at most 16 MiB and 512 levels deep.
    ///   - file: A name for the text in messages.
    /// - Throws: ``InvalidJSON`` with the positions of what is wrong.
    public init(parsing text: String, file: String = "JSON") throws(InvalidJSON) {
        try self.init(bytes: Array(text.utf8), file: file)
    }

    /// Parses a JSON text (RFC 8259) strictly: no comments, no trailing commas, no key twice.
    ///
    /// - Parameters:
    ///   - data: The text in UTF-8, at most 16 MiB and 512 levels deep.
    ///   - file: A name for the text in messages.
    /// - Throws: ``InvalidJSON`` with the positions of what is wrong.
    public init(parsing data: Data, file: String = "JSON") throws(InvalidJSON) {
        try self.init(bytes: Array(data), file: file)
    }

    private init(bytes: [UInt8], file: String) throws(InvalidJSON) {
        var diagnostics: [Diagnostic] = []
        guard let document = JSONDocument.parse(bytes, file: file, into: &diagnostics), diagnostics.isEmpty else {
            throw InvalidJSON(diagnostics)
        }
        self = document.root.value
    }
}

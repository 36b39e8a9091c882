/// The bytes of a file and where its lines begin.
package struct SourceText: Sendable {
    /// The file's name as the user gave it.
    package let file: String
    /// The content, UTF-8 unless it was refused for not being so.
    package let bytes: [UInt8]
    private let lineStarts: [Int]

    /// Creates a text from a file's content.
    package init(file: String, bytes: [UInt8]) {
        self.file = file
        self.bytes = bytes
        // A byte order mark is not seen in an editor, so the first column comes after it.
        var starts = [bytes.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0]
        for (offset, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") { starts.append(offset + 1) }
        lineStarts = starts
    }

    /// The line and the column, in Unicode scalars, of a byte; both from 1.
    package func position(at offset: Int) -> (line: Int, column: Int) {
        var low = 0
        var high = lineStarts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        let before = bytes[lineStarts[low]..<min(max(offset, lineStarts[low]), bytes.count)]
        // Every scalar has one byte that is not a continuation byte.
        return (low + 1, before.count { $0 & 0xC0 != 0x80 } + 1)
    }

    /// The text of a line without its end.
    ///
    /// - Parameter number: The line's number, from 1.
    /// - Returns: The text, or `nil` if there is no such line.
    package func line(_ number: Int) -> String? {
        guard lineStarts.indices.contains(number - 1) else { return nil }
        let start = lineStarts[number - 1]
        var end = number < lineStarts.count ? lineStarts[number] - 1 : bytes.count
        if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }

    static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
}

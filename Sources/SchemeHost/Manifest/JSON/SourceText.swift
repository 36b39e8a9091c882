/// The bytes of a file and where its lines begin.
package struct SourceText: Sendable {
    /// The file's name as the user gave it.
    package let file: String
    /// The content, UTF-8 unless it was refused for not being so.
    package let bytes: [UInt8]
    private let lineStarts: [Int]
    /// The number of scalars before each block of ``blockSize`` bytes, so that columns of long lines are found fast.
    private let scalarsBefore: [Int]
    private static let blockSize = 1024

    /// Creates a text from a file's content.
    package init(file: String, bytes: [UInt8]) {
        self.file = file
        self.bytes = bytes
        // A byte order mark is not seen in an editor, so the first column comes after it.
        var starts = [bytes.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0]
        var scalarsBefore: [Int] = []
        var scalars = 0
        for offset in bytes.indices {
            if offset % Self.blockSize == 0 { scalarsBefore.append(scalars) }
            if bytes[offset] == UInt8(ascii: "\n") { starts.append(offset + 1) }
            if Self.beginsScalar(bytes[offset]) { scalars += 1 }
        }
        lineStarts = starts
        self.scalarsBefore = scalarsBefore
    }

    /// The line and the column, in Unicode scalars, of a byte; both from 1.
    package func position(at offset: Int) -> (line: Int, column: Int) {
        var low = 0
        var high = lineStarts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        return (low + 1, scalarCount(before: offset) - scalarCount(before: lineStarts[low]) + 1)
    }

    private func scalarCount(before offset: Int) -> Int {
        guard !bytes.isEmpty else { return 0 }
        let block = min(offset / Self.blockSize, scalarsBefore.count - 1)
        let rest = bytes[block * Self.blockSize..<min(offset, bytes.count)]
        return scalarsBefore[block] + rest.count(where: Self.beginsScalar)
    }

    /// Every scalar has one byte that is not a continuation byte.
    private static func beginsScalar(_ byte: UInt8) -> Bool { byte & 0xC0 != 0x80 }

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

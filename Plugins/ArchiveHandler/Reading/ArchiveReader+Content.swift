import CArchive
import SchemeHost

/// How far an entry's content has been read.
struct EntryContent {
    /// The size that the header declares.
    fileprivate var size: Int64?
    /// The bytes given so far.
    fileprivate var position: Int64 = 0
    /// What libarchive has unpacked and nobody has taken; valid until its next call.
    fileprivate var block = UnsafeRawBufferPointer(start: nil, count: 0)
    /// The offset of `block`; what lies before it is a hole.
    fileprivate var blockOffset: Int64 = 0
    fileprivate var isAtEnd = true
    fileprivate var inputOffset: Int64 = 0

    mutating func begin(_ entry: ArchiveEntry, inputOffset: Int64) {
        self = EntryContent()
        size = entry.size
        isAtEnd = false
        self.inputOffset = inputOffset
    }
}

extension ArchiveReader {
    /// Output up to this many bytes is never called a bomb.
    private static let freeOutput: Int64 = 64 << 20

    /// Reads content of the current entry.
    ///
    /// The chunk that completes the declared size is given only when libarchive has seen the end of the entry, and with
    /// it its checksum.
    /// - Returns: The number of bytes, 0 at the end.
    /// - Throws: ``SchemeHostError`` where the entry is damaged, ends early or runs over, or exceeds a limit.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        var filled = 0
        while filled < buffer.count {
            let room = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
            let count = takeContent(into: room)
            if count > 0 {
                filled += count
                content.position += Int64(count)
                try checkLimits()
            } else if content.isAtEnd {
                break
            } else {
                try nextBlock()
            }
        }
        while content.position == content.size, !content.isAtEnd { try nextBlock() }
        if content.isAtEnd, let size = content.size, content.position < size, filled < buffer.count {
            throw SchemeHostError(.sourceCorrupt, "the entry ends after \(content.position) of its \(size) bytes")
        }
        return filled
    }

    /// Copies from the hole before the current block, or from the block.
    private func takeContent(into room: UnsafeMutableRawBufferPointer) -> Int {
        let hole = content.blockOffset - content.position
        if hole > 0 {
            let count = Int(min(hole, Int64(room.count)))
            room[..<count].initializeMemory(as: UInt8.self, repeating: 0)
            return count
        }
        let count = min(content.block.count, room.count)
        guard count > 0 else { return 0 }
        room.copyMemory(from: UnsafeRawBufferPointer(rebasing: content.block[..<count]))
        content.block = UnsafeRawBufferPointer(rebasing: content.block[count...])
        content.blockOffset += Int64(count)
        return count
    }

    private func nextBlock() throws {
        var pointer: UnsafeRawPointer?
        var count = 0
        var offset = content.position
        let status = archive_read_data_block(handle, &pointer, &count, &offset)
        try check(status, allowing: [ARCHIVE_EOF])
        content.isAtEnd = status == ARCHIVE_EOF
        content.block = UnsafeRawBufferPointer(start: pointer, count: content.isAtEnd ? 0 : count)
        // Only tar has files with holes; anywhere else a gap is lost data.
        let isSparse = baseFormat == ARCHIVE_FORMAT_TAR && offset > content.position
        content.blockOffset = isSparse ? offset : content.position
        guard content.isAtEnd || offset == content.blockOffset || content.block.isEmpty else {
            throw SchemeHostError(.sourceCorrupt, "the entry's data is not in order")
        }
        if let size = content.size, content.blockOffset > size - Int64(content.block.count) {
            throw SchemeHostError(.sourceCorrupt, "the entry runs over its \(size) bytes")
        }
    }

    private func checkLimits() throws {
        let limits = settings.limits
        guard content.position <= limits.memberBytes else {
            throw SchemeHostError(
                .tooLarge,
                "the entry has more than \(limits.memberBytes) bytes; raise the limit \"memberBytes\""
            )
        }
        // What was in the buffer already counts as read for this entry.
        let bytesIn = input.bytesRead - content.inputOffset + Int64(ArchiveInput.bufferSize)
        try checkRatio(bytesIn: bytesIn, bytesOut: content.position)
    }

    private func checkRatio(bytesIn: Int64, bytesOut: Int64) throws {
        let ratio = Int64(max(1, settings.limits.expansionRatio))
        guard bytesOut > Self.freeOutput, bytesOut / ratio > bytesIn else { return }
        throw SchemeHostError(
            .tooLarge,
            "the data expands to more than \(ratio) times its size; raise the limit \"expansionRatio\" if you trust it"
        )
    }

    /// Goes past the rest of the current entry where skipping will not do, block by block, under the limits.
    func passContent() throws {
        guard isReadToPass else { return }
        while true {
            var pointer: UnsafeRawPointer?
            var (count, offset): (Int, Int64) = (0, 0)
            let status = archive_read_data_block(handle, &pointer, &count, &offset)
            try check(status, allowing: [ARCHIVE_EOF, ARCHIVE_WARN, ARCHIVE_FAILED])
            let unpacked = archive_filter_bytes(handle, 0)
            try checkRatio(bytesIn: input.bytesRead, bytesOut: unpacked)
            guard unpacked <= settings.limits.totalBytes else {
                throw SchemeHostError(
                    .tooLarge,
                    "unpacking the archive gives more than \(settings.limits.totalBytes) bytes; raise the limit "
                        + "\"totalBytes\""
                )
            }
            // A damaged entry is that entry's failure: the next header skips what is left of it.
            if status != ARCHIVE_OK { return }
        }
    }
}

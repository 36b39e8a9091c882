#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension StringProtocol {
    /// Runs `body` on the text's UTF-8, without a copy where it is stored that way.
    func withUTF8Bytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        utf8.withContiguousStorageIfAvailable(body) ?? Array(utf8).withUnsafeBufferPointer(body)
    }

    /// Whether both are the same bytes. (`==` also takes different spellings of one accented letter for equal.)
    func hasSameBytes(as other: some StringProtocol) -> Bool {
        withUTF8Bytes { left in
            other.withUTF8Bytes { right in
                left.count == right.count && left.hasBytes(right, at: 0)
            }
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether the bytes of another buffer stand at an offset.
    func hasBytes(_ other: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
        guard offset >= 0, other.count <= count - offset else { return false }
        guard let left = baseAddress, let right = other.baseAddress, !other.isEmpty else { return true }
        return memcmp(left + offset, right, other.count) == 0
    }

    func hasBytes(_ other: [UInt8], at offset: Int) -> Bool {
        other.withUnsafeBufferPointer { hasBytes($0, at: offset) }
    }

    /// The first offset from `start` at which a literal stands, or, at the end, the one where it is the last thing.
    func find(_ literal: [UInt8], from start: Int, atEnd: Bool) -> Int? {
        let last = count - literal.count
        guard start <= last else { return nil }
        if atEnd { return hasBytes(literal, at: last) ? last : nil }
        return (start...last).first { hasBytes(literal, at: $0) }
    }
}

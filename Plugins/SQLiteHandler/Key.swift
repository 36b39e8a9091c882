/// A key in the form it is stored in. SQLite orders numbers before text and text before blobs.
enum Key: Sendable, Hashable {
    case integer(Int64)
    case real(Double)
    case text([UInt8])
    case blob([UInt8])

    /// The bytes of text and blobs.
    var bytes: [UInt8]? {
        switch self {
        case .text(let bytes), .blob(let bytes): bytes
        case .integer, .real: nil
        }
    }

    /// The same storage class with other bytes.
    func replacing(bytes: [UInt8]) -> Key {
        if case .blob = self { .blob(bytes) } else { .text(bytes) }
    }
}

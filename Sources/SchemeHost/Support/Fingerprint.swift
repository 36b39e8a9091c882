/// A 64-bit hash (FNV-1a) that is the same in every process: for entity tags, not against forgers.
package struct Fingerprint {
    /// The hash of what was added so far.
    package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    /// The hash of nothing.
    package init() {}

    /// Adds bytes.
    package mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }

    /// Adds a number, as eight bytes.
    package mutating func add(_ number: UInt64) {
        for shift in stride(from: 0, to: 64, by: 8) { value = (value ^ (number >> shift & 0xFF)) &* 0x100_0000_01B3 }
    }
}

/// A set of domains, each with all its subdomains: `example.com` holds `example.com` and `a.b.example.com`.
///
/// Looking a host up costs one pass over its bytes, however many domains there are, and allocates nothing.
public struct DomainSet: Sendable, Hashable {
    /// The domains in one buffer: a length byte, then the text.
    private var names: [UInt8] = []
    /// Open addressing with linear probing; a slot is an offset into `names` plus one, 0 is free.
    private var slots: [UInt32] = [0, 0]
    /// The number of domains.
    public private(set) var count = 0

    /// The longest name that DNS has (RFC 1035, section 2.3.4), in bytes.
    static let maximumNameLength = 253

    /// An empty set.
    public init() {}

    /// A set of these domains; letters in either case, a leading `*.` or `.` and a final dot are ignored.
    /// - Throws: ``SchemeHostError`` with code `invalidConfiguration` for the first that is no domain.
    public init(_ domains: [String]) throws {
        for domain in domains { try PatternError.naming("domain", domain) { try insert(domain[...]) } }
    }

    /// Whether the host is one of the domains, or beneath one.
    public func contains(_ host: String) -> Bool {
        count > 0 && host.withUTF8Bytes { containsSuffix(of: $0) }
    }

    mutating func insert(_ domain: Substring) throws {
        var text = domain
        if text.hasPrefix("*.") { text = text.dropFirst(2) } else if text.hasPrefix(".") { text = text.dropFirst() }
        if text.hasSuffix(".") { text = text.dropLast() }
        if text.isEmpty { throw PatternError("is empty") }
        let bytes = text.utf8.map(\.lowercasedASCII)
        if bytes.contains(where: { $0 >= 0x80 }) {
            throw PatternError("has non-ASCII characters; write the xn-- form (IDNA)")
        }
        let isPlain = bytes.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == 0x2D || $0 == 0x2E || $0 == 0x5F }
        guard isPlain, !text.contains(".."), bytes[0] != UInt8(ascii: ".") else {
            throw PatternError("is no domain; write it like ads.example.com")
        }
        guard bytes.count <= Self.maximumNameLength else {
            throw PatternError("is longer than \(Self.maximumNameLength) bytes")
        }
        insert(bytes)
    }

    private mutating func insert(_ name: [UInt8]) {
        if (count + 1) * 2 > slots.count { grow() }
        let free = name.withUnsafeBufferPointer { bytes in slot(of: bytes, hash: Self.hash(bytes)) }
        guard slots[free] == 0 else { return }
        slots[free] = UInt32(names.count) + 1
        names.append(UInt8(name.count))
        names += name
        count += 1
    }

    private mutating func grow() {
        let old = slots
        slots = Array(repeating: 0, count: old.count * 2)
        names.withUnsafeBufferPointer { names in
            for entry in old where entry != 0 {
                let offset = Int(entry) - 1
                let name = UnsafeBufferPointer(rebasing: names[(offset + 1)..<(offset + 1 + Int(names[offset]))])
                var slot = Self.home(Self.hash(name), in: slots.count)
                while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
                slots[slot] = entry
            }
        }
    }

    private func containsSuffix(of host: UnsafeBufferPointer<UInt8>) -> Bool {
        var end = host.count
        if end > 0, host[end - 1] == UInt8(ascii: ".") { end -= 1 }
        guard end <= Self.maximumNameLength else { return false }
        var hash = Self.seed
        for index in (0..<end).reversed() {
            hash = Self.step(hash, host[index])
            guard index == 0 || host[index - 1] == UInt8(ascii: ".") else { continue }
            let suffix = UnsafeBufferPointer(rebasing: host[index..<end])
            if slots[slot(of: suffix, hash: hash)] != 0 { return true }
        }
        return false
    }

    /// The slot that holds a name, or the free one where it would go.
    private func slot(of name: UnsafeBufferPointer<UInt8>, hash: UInt64) -> Int {
        var slot = Self.home(hash, in: slots.count)
        while slots[slot] != 0 {
            let offset = Int(slots[slot]) - 1
            if Int(names[offset]) == name.count,
                names.withUnsafeBufferPointer({ $0.hasBytes(name, at: offset + 1) })
            {
                break
            }
            slot = (slot + 1) & (slots.count - 1)
        }
        return slot
    }

    // FNV-1a from the last byte to the first, so that one pass over a host gives the hash of each of its suffixes.
    private static let seed: UInt64 = 0xCBF2_9CE4_8422_2325

    private static func step(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
        (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }

    private static func hash(_ name: UnsafeBufferPointer<UInt8>) -> UInt64 { name.reversed().reduce(seed, step) }

    private static func home(_ hash: UInt64, in count: Int) -> Int {
        Int(truncatingIfNeeded: hash ^ (hash >> 32)) & (count - 1)
    }

    /// Whether both were made of the same domains in the same order.
    public static func == (left: DomainSet, right: DomainSet) -> Bool { left.names == right.names }

    /// Hashes the domains.
    public func hash(into hasher: inout Hasher) { hasher.combine(names) }
}

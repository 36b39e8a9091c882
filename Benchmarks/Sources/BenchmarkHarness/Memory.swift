#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// What this process has in memory, as Linux tells in `/proc/self/status`.
public enum Memory {
    /// The resident size, in MiB.
    public static var resident: Double? { mebibytes("VmRSS:") }
    /// The largest resident size so far, in MiB.
    public static var peak: Double? { mebibytes("VmHWM:") }

    /// A size in MiB for people to read.
    public static func text(_ mebibytes: Double?) -> String {
        mebibytes.map { "\(($0 * 10).rounded() / 10) MiB" } ?? "unknown"
    }

    private static func mebibytes(_ key: String) -> Double? {
        guard let file = fopen("/proc/self/status", "r") else { return nil }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, Int32(line.count), file) != nil {
            let words = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
                .split { $0 == " " || $0 == "\t" }
            if words.first.map({ $0 == key }) == true, words.count > 1 { return Double(words[1]).map { $0 / 1024 } }
        }
        return nil
    }
}

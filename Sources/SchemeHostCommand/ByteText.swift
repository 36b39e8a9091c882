/// Sizes for people.
enum ByteText {
    static func short(_ bytes: Int64) -> String {
        guard bytes >= 1024 else { return "\(bytes) B" }
        var value = Double(bytes) / 1024
        var unit = "KiB"
        for larger in ["MiB", "GiB", "TiB", "PiB", "EiB"] where value >= 1024 {
            value /= 1024
            unit = larger
        }
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10) \(unit)"
    }
}

extension SchemeURL {
    /// The decoded items of a form (`application/x-www-form-urlencoded`), in order.
    static func formItems(_ text: String) -> [(name: String, value: String)] {
        text.utf8.split(separator: UInt8(ascii: "&")).map { item in
            let halves = item.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let value = halves.count > 1 ? PercentEncoding.decodeForm(halves[1]) : ""
            return (PercentEncoding.decodeForm(halves[0]), value)
        }
    }
}

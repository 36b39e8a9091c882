/// Why a text is not JSON, and where.
struct JSONSyntaxError: Error {
    var offset: Int
    var message: String
}

/// A strict RFC 8259 parser that keeps the position of every value and key.
///
/// Containers that are open are kept on a stack of its own, so that no input can exhaust the thread's.
struct JSONParser {
    /// The largest text, in bytes.
    static let sizeLimit = 16 << 20
    /// The greatest number of containers in one another.
    static let depthLimit = 512

    let bytes: [UInt8]
    var index = 0
    /// Keys that their object had already.
    private(set) var duplicates: [(offset: Int, key: String, pointer: String)] = []
    private var open: [Container] = []

    /// A list or an object whose end has not been seen.
    private struct Container {
        let offset: Int
        let isObject: Bool
        var elements: [JSONNode] = []
        var members: [JSONNode.Member] = []
        var keys: Set<String> = []
        var key = ""
        var keyOffset = 0

        var closer: UInt8 { UInt8(ascii: isObject ? "}" : "]") }
        var node: JSONNode { JSONNode(content: isObject ? .object(members) : .array(elements), offset: offset) }

        mutating func add(_ value: JSONNode) {
            if isObject {
                members.append(JSONNode.Member(key: key, keyOffset: keyOffset, value: value))
            } else {
                elements.append(value)
            }
        }
    }

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The JSON Pointer to where the parser is.
    var pointer: String {
        open.map { "/" + ($0.isObject ? JSONDocument.pointerToken($0.key) : "\($0.elements.count)") }.joined()
    }

    /// The byte at the current position, or `nil` at the end.
    var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

    /// Parses the whole text.
    mutating func parse() throws(JSONSyntaxError) -> JSONNode {
        try checkEncoding()
        try skipSpace()
        while true {
            var value = try parseValue()
            while let node = value {
                if open.isEmpty {
                    try skipSpace()
                    guard byte == nil else { throw unexpected("after the end of the document") }
                    return node
                }
                value = try finishElement(node)
            }
        }
    }

    /// Parses a scalar or an empty container; opens any other container and returns `nil`.
    private mutating func parseValue() throws(JSONSyntaxError) -> JSONNode? {
        let start = index
        switch byte {
        case UInt8(ascii: "["), UInt8(ascii: "{"):
            return try openContainer()
        case UInt8(ascii: "\""):
            return JSONNode(content: .string(try parseString()), offset: start)
        case UInt8(ascii: "-")?, (UInt8(ascii: "0")...UInt8(ascii: "9"))?:
            index = try Self.endOfNumber(in: bytes, from: start)
            let text = String(decoding: bytes[start..<index], as: UTF8.self)
            return JSONNode(content: .number(JSONNumber(validated: text)), offset: start)
        default:
            for (word, content) in Self.words where bytes[start...].starts(with: word.utf8) {
                index += word.utf8.count
                return JSONNode(content: content, offset: start)
            }
            throw noValue()
        }
    }

    private static let words: [(String, JSONNode.Content)] = [
        ("true", .bool(true)), ("false", .bool(false)), ("null", .null),
    ]

    private mutating func openContainer() throws(JSONSyntaxError) -> JSONNode? {
        guard open.count < Self.depthLimit else {
            throw error("more than \(Self.depthLimit) levels of lists and objects; make the document flatter")
        }
        let container = Container(offset: index, isObject: byte == UInt8(ascii: "{"))
        open.append(container)
        index += 1
        try skipSpace()
        if byte == container.closer {
            index += 1
            open.removeLast()
            return container.node
        }
        if container.isObject { try parseKey() }
        return nil
    }

    /// Adds a value to the innermost container and reads what follows: a comma (`nil`) or the container's end.
    private mutating func finishElement(_ value: JSONNode) throws(JSONSyntaxError) -> JSONNode? {
        let last = open.count - 1
        open[last].add(value)
        try skipSpace()
        let container = (closer: open[last].closer, isObject: open[last].isObject)
        switch byte {
        case UInt8(ascii: ","):
            let comma = index
            index += 1
            try skipSpace()
            if byte == container.closer {
                throw JSONSyntaxError(offset: comma, message: "JSON allows no comma after the last item; remove it")
            }
            if container.isObject { try parseKey() }
            return nil
        case container.closer:
            index += 1
            let node = open[last].node
            open.removeLast()
            return node
        case nil:
            throw endsInside(open[last].offset)
        default:
            throw unexpected("where a comma or \(container.isObject ? "}" : "]") is expected")
        }
    }

    private mutating func parseKey() throws(JSONSyntaxError) {
        let start = index
        let last = open.count - 1
        guard byte == UInt8(ascii: "\"") else {
            guard byte != nil else { throw endsInside(open[last].offset) }
            throw unexpected("where a key in double quotes is expected")
        }
        let key = try parseString()
        open[last].key = key
        open[last].keyOffset = start
        if !open[last].keys.insert(key).inserted { duplicates.append((start, key, pointer)) }
        try skipSpace()
        guard byte == UInt8(ascii: ":") else {
            guard byte != nil else { throw endsInside(open[last].offset) }
            throw unexpected("where a colon is expected after the key")
        }
        index += 1
        try skipSpace()
    }

    private mutating func skipSpace() throws(JSONSyntaxError) {
        while let byte {
            switch byte {
            case 0x20, 0x0A, 0x0D, 0x09: index += 1
            case UInt8(ascii: "/") where index + 1 < bytes.count && [0x2F, 0x2A].contains(bytes[index + 1]),
                UInt8(ascii: "#"):
                throw error("JSON has no comments; use a \"description\" key")
            default: return
            }
        }
    }

    /// The error for what stands where a value should.
    private func noValue() -> JSONSyntaxError {
        guard byte != nil else {
            if let container = open.last { return endsInside(container.offset) }
            return error("the document is empty; the least a JSON text can be is {}")
        }
        return unexpected("where a value is expected")
    }
}

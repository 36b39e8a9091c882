#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A type that a JSON value other than a container is read as.
protocol NodeScalar: Decodable {
    /// Reads the value; throws ``NodeError`` for a value of another type or out of range.
    init(_ node: JSONNode, _ session: DecodingSession) throws

    /// What goes on in the place of a value that is wrong.
    static var standIn: Self { get }

    /// What the type accepts.
    static var scalarSchema: Schema { get }
}

extension Bool: NodeScalar {
    init(_ node: JSONNode, _ session: DecodingSession) throws {
        guard case .bool(let value) = node.content else { throw NodeError(expected: "true or false", at: node) }
        self = value
    }

    static var standIn: Bool { false }
    static var scalarSchema: Schema { .boolean }
}

extension String: NodeScalar {
    init(_ node: JSONNode, _ session: DecodingSession) throws {
        guard case .string(let value) = node.content else { throw NodeError(expected: "a string", at: node) }
        self = session.expand(value, at: node.offset)
    }

    static var standIn: String { "" }
    static var scalarSchema: Schema { .string() }
}

extension NodeScalar where Self: FixedWidthInteger {
    init(_ node: JSONNode, _ session: DecodingSession) throws {
        guard case .number(let number) = node.content else { throw NodeError(expected: "a whole number", at: node) }
        guard number.isWhole else {
            throw NodeError(offset: node.offset, message: "a whole number was expected, not \(number)")
        }
        guard let value = number.integer(as: Self.self) else {
            throw NodeError(offset: node.offset, message: "\(number) is \(Self.rangeMessage(number))")
        }
        self = value
    }

    private static func rangeMessage(_ number: JSONNumber) -> String {
        if bitWidth < 64 { return "out of range; \(min)…\(max)" }
        if number.isNegative { return min == 0 ? "negative; 0 or more was expected" : "too small" }
        return "too large"
    }

    static var standIn: Self { 0 }
    static var scalarSchema: Schema {
        if bitWidth < 64 { return .integer(minimum: Int64(min), maximum: Int64(max)) }
        return .integer(minimum: min == 0 ? 0 : nil)
    }
}

extension Int: NodeScalar {}
extension Int8: NodeScalar {}
extension Int16: NodeScalar {}
extension Int32: NodeScalar {}
extension Int64: NodeScalar {}
extension UInt: NodeScalar {}
extension UInt8: NodeScalar {}
extension UInt16: NodeScalar {}
extension UInt32: NodeScalar {}
extension UInt64: NodeScalar {}

extension NodeScalar where Self: BinaryFloatingPoint & LosslessStringConvertible {
    init(_ node: JSONNode, _ session: DecodingSession) throws {
        guard case .number(let number) = node.content else { throw NodeError(expected: "a number", at: node) }
        guard let value = Self(number.text), value.isFinite else {
            throw NodeError(offset: node.offset, message: "\(number) is out of range")
        }
        self = value
    }

    static var standIn: Self { 0 }
    static var scalarSchema: Schema { .number }
}

extension Double: NodeScalar {}
extension Float: NodeScalar {}

extension URL: NodeScalar {
    init(_ node: JSONNode, _ session: DecodingSession) throws {
        let text = try String(node, session)
        guard let url = URL(string: text) else {
            throw NodeError(offset: node.offset, message: "\(Suggestion.quoted(text)) is not a URL")
        }
        self = url
    }

    static var standIn: URL { URL(filePath: "/") }
    static var scalarSchema: Schema { .string(format: "uri-reference") }
}

extension JSONValue: NodeScalar {
    init(_ node: JSONNode, _ session: DecodingSession) throws {
        self = node.value { text, offset in session.expand(text, at: offset) }
    }

    static var standIn: JSONValue { .null }
    static var scalarSchema: Schema { .any }
}

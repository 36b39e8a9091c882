import HTTPTypes

public struct Schema: Sendable { public init<C: Decodable>(_ type: C.Type, _ notes: [String: String] = [:]) {} }
public struct Matcher: Sendable {
    public static func scheme(_ s: String) -> Matcher { .init(s: s) }; public static let any = Matcher(s: "*");
    var s: String
}
struct RouteIndex: Sendable {
    let m: [Matcher]
    init(_ m: [Matcher]) { self.m = m }
    func firstMatch(for r: SchemeRequest) async throws -> (route: Int, captures: Captures, request: SchemeRequest)? {
        m.firstIndex { $0.s == r.url.scheme || $0.s == "*" }.map { ($0, Captures(), r) }
    }
    func mayMatch(_ r: SchemeRequest) -> Bool { m.contains { $0.s == r.url.scheme || $0.s == "*" } }
}
enum Semantics { static func apply(to r: SchemeResponse, for q: SchemeRequest) async throws -> SchemeResponse { r } }
struct AcceptField { init(_ f: HTTPFields) {}; func names(_ t: String) -> Bool { false } }

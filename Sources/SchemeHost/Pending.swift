import HTTPTypes

public struct Matcher: Sendable, Decodable {
    public static func scheme(_ s: String) -> Matcher { .init(s: s) }; public static let any = Matcher(s: "*");
    var s: String
    var captureNames: [String] { [] }
}
struct RouteIndex: Sendable {
    let m: [Matcher]
    init(_ m: [Matcher]) { self.m = m }
    func firstMatch(for r: SchemeRequest) async throws -> (route: Int, captures: Captures, request: SchemeRequest)? {
        m.firstIndex { $0.s == r.url.scheme || $0.s == "*" }.map { ($0, Captures(), r) }
    }
    func mayMatch(_ r: SchemeRequest) -> Bool { m.contains { $0.s == r.url.scheme || $0.s == "*" } }
    func shadowed() -> [(route: Int, by: Int)] { [] }
}

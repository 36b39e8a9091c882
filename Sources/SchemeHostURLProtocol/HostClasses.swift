import Foundation
import SchemeHost

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A subclass of ``SchemeURLProtocol`` for every host: URLSession takes classes, and makes instances of them itself.
///
/// The classes are one generic class over numbers written as types, so there are as many as hosts ask for. None is
/// used for a second host: a session that outlives its host would find itself in another one.
enum HostClasses {
    private struct Entry {
        weak var host: SchemeHost?
        let protocolClass: SchemeURLProtocol.Type
        /// Keeps a registered host alive.
        var registered: SchemeHost?
    }

    private struct State {
        var entries: [ObjectIdentifier: Entry] = [:]
        var count = 0
    }

    private static let state = Lock(State())

    /// The host that a class stands for, unless it is gone.
    static func host(of protocolClass: SchemeURLProtocol.Type) -> SchemeHost? {
        state.withLock { $0.entries[ObjectIdentifier(protocolClass)]?.host }
    }

    /// The class of a host, made when it is first asked for.
    static func protocolClass(for host: SchemeHost) -> SchemeURLProtocol.Type {
        state.withLock { state in
            if let entry = state.entries.values.first(where: { $0.host === host }) { return entry.protocolClass }
            state.entries = state.entries.filter { $0.value.host != nil }
            state.count += 1
            let made = makeClass(number: state.count)
            state.entries[ObjectIdentifier(made)] = Entry(host: host, protocolClass: made)
            return made
        }
    }

    /// Keeps a host alive while it is registered, and lets go of it after.
    static func retain(_ host: SchemeHost, _ isRegistered: Bool) {
        let key = ObjectIdentifier(protocolClass(for: host))
        state.withLock { $0.entries[key]?.registered = isRegistered ? host : nil }
    }

    private static func makeClass(number: Int) -> SchemeURLProtocol.Type {
        func makeClass<Number>(_: Number.Type) -> SchemeURLProtocol.Type { NumberedURLProtocol<Number>.self }
        return makeClass(numeral(number))
    }

    /// A number in binary notation, as a type.
    private static func numeral(_ number: Int) -> Any.Type {
        func appendingDigit<Rest>(_: Rest.Type) -> Any.Type {
            number.isMultiple(of: 2) ? Zero<Rest>.self : One<Rest>.self
        }
        return number == 0 ? Never.self : appendingDigit(numeral(number / 2))
    }
}

private enum Zero<Rest> {}

private enum One<Rest> {}

private final class NumberedURLProtocol<Number>: SchemeURLProtocol {}

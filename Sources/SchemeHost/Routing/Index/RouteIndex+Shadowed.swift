extension RouteIndex {
    /// How many earlier routes each route is compared with.
    private static let comparisons = 256

    /// Routes that can never match since one earlier route takes everything they do.
    ///
    /// What is reported is certain; not everything is found, least of all what several earlier routes take together.
    func shadowed() -> [(route: Int, by: Int)] {
        matchers.indices.compactMap { route in
            guard let key = RouteKey.keys(of: matchers[route]).first else { return nil }
            return candidates(covering: key)
                .prefix(Self.comparisons)
                .prefix { $0 < route }
                .first { matchers[$0].covers(matchers[route]) }
                .map { (route, $0) }
        }
    }
}

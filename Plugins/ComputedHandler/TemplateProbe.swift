import Mustache

/// Stands in for the values of a request, and notes the names that a template shows and nothing is known of.
///
/// A section asks whether there is a value at all, so its name may be any.
final class TemplateProbe: MustacheParent {
    private let known: Set<String>
    private(set) var unknown: [String] = []

    init(known: Set<String>) { self.known = known }

    func child(named name: String) -> Any? { known.contains(name) ? nil : Variable(name: name, probe: self) }

    /// A name that nothing is known of.
    private struct Variable: MustacheCustomRenderable, MustacheTransformable {
        let name: String
        let probe: TemplateProbe

        var isNull: Bool { true }

        var renderText: String {
            probe.unknown.append(name)
            return ""
        }

        func transform(_ name: String) -> Any? { self }
    }
}

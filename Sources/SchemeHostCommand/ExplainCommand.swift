import ArgumentParser
import HTTPTypes
import SchemeHost

/// `schemehost explain`: why a URL is answered as it is.
struct ExplainCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Show which route answers a URL, and why.",
        discussion:
            "Every route is shown with a tick or a cross for each of its criteria, then the chain and the answer."
    )

    @OptionGroup var manifest: ManifestOptions
    @OptionGroup var request: RequestOptions

    @Argument(help: "A URL, or a path that may lead into archives.", completion: .file())
    var url: String

    @Flag(help: "As one JSON object.")
    var json = false

    func run() async throws {
        let host = try await manifest.host()
        let explanation = try await host.explain(request.request(for: Target.url(url)))
        do {
            try Terminal.print(json ? explanation.json.serialized(.pretty) : explanation.text)
        } catch is FileOutput.ClosedPipe {}
        let isRouted = explanation.routes.contains(where: \.isChosen)
        guard !isRouted else { return }
        if !json { Terminal.note("schemehost: no route matches\(manifest.hint)") }
        throw ExitStatus.noRoute.code
    }
}

extension HostExplanation {
    fileprivate var text: String {
        var lines = ["url     \(url)", "path    \(path)"]
        if let pathDefect { lines.append("        \(pathDefect)") }
        var isDecided = false
        for route in routes {
            let mark = route.isChosen ? "→" : isDecided ? " " : "✗"
            let note = isDecided ? (route.matches ? "  (an earlier route answers)" : "") : ""
            lines += ["", "\(mark) route \(route.id): \(route.chain.joined(separator: " → "))\(note)"]
            lines += route.criteria.flatMap { $0.lines(indent: "    ") }
            isDecided = isDecided || route.isChosen
        }
        lines.append("")
        for name in captures.names { lines.append("captured {\(name)}: \(captures[name] ?? "")") }
        if let mappedPath { lines.append("the handlers see: \(mappedPath)") }
        if let response {
            lines.append("answer: \(response.status)\(response.problem.map { ", \($0.message)" } ?? "")")
            if let type = response.headerFields[.contentType] {
                lines.append("type:   \(type), from \(response.typeOrigin ?? "the problem document")")
            }
        }
        if let error { lines.append("error:  \(error) (\(error.code))") }
        return lines.joined(separator: "\n")
    }

    fileprivate var json: JSONValue {
        var object: JSONObject = ["url": .string(url), "path": .string(path)]
        object["pathDefect"] = pathDefect.map(JSONValue.string)
        object["routes"] = .array(
            routes.map { route in
                [
                    "id": .string(route.id), "matches": .bool(route.matches), "chosen": .bool(route.isChosen),
                    "chain": .array(route.chain.map(JSONValue.string)), "criteria": .array(route.criteria.map(\.json)),
                ]
            }
        )
        object["captures"] = .object(JSONObject(captures.names.map { ($0, .string(captures[$0] ?? "")) }))
        object["mappedPath"] = mappedPath.map(JSONValue.string)
        if let response {
            object["status"] = .number(JSONNumber(Int64(response.status.code)))
            object["type"] = response.headerFields[.contentType].map(JSONValue.string)
            object["typeOrigin"] = response.typeOrigin.map(JSONValue.string)
            object["fields"] = .object(JSONObject(response.headerFields.map { ($0.name.rawName, .string($0.value)) }))
        }
        if let failure = error ?? response?.problem {
            object["error"] = ["code": .string(failure.code.rawValue), "message": .string(failure.message)]
        }
        return .object(object)
    }
}

extension Explanation {
    fileprivate func lines(indent: String) -> [String] {
        let instead = holds || actual.isEmpty ? "" : "  (here: \(actual))"
        return ["\(indent)\(holds ? "✓" : "✗") \(criterion)\(instead)"]
            + parts.flatMap { $0.lines(indent: indent + "  ") }
    }

    fileprivate var json: JSONValue {
        var object: JSONObject = ["criterion": .string(criterion), "holds": .bool(holds), "actual": .string(actual)]
        if !parts.isEmpty { object["parts"] = .array(parts.map(\.json)) }
        return .object(object)
    }
}

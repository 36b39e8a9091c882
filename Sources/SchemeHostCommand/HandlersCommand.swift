import ArgumentParser
import SchemeHost

/// `schemehost handlers`: what a manifest may name.
struct HandlersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "handlers",
        abstract: "List the handler kinds: name, place in a chain, keys, purpose."
    )

    @Flag(help: "One JSON array, with the schema of each kind.")
    var json = false

    func run() throws {
        let handlers = SchemeHostCommand.registry.handlers
        do {
            if json {
                let list = handlers.map { handler -> JSONValue in
                    [
                        "kind": .string(handler.kind), "chain": .string(handler.chain.rawValue),
                        "summary": .string(handler.summary), "schema": handler.schema.json,
                    ]
                }
                try Terminal.print(JSONValue.array(list).serialized(.pretty))
                return
            }
            let width = handlers.map { $0.kind.count }.max() ?? 0
            for handler in handlers {
                try Terminal.print("\(handler.kind.padding(to: width))  \(handler.summary)")
                let keys = handler.schema.knownKeys.joined(separator: " ")
                let role = "chain: \(handler.chain.rawValue)"
                try Terminal.print("\("".padding(to: width))  \(keys.isEmpty ? role : "\(role); keys: \(keys)")")
            }
        } catch is FileOutput.ClosedPipe {}
    }
}

/// `schemehost schema`: the JSON Schema of manifests, for editors and other programs.
struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Print the JSON Schema (draft 2020-12) of manifests, with every handler there is.",
        discussion: "For completion in an editor: schemehost schema > schemehost.schema.json, named as \"$schema\"."
    )

    func run() throws {
        do {
            try Terminal.print(Manifest.schema(registry: SchemeHostCommand.registry).json.serialized(.pretty))
        } catch is FileOutput.ClosedPipe {}
    }
}

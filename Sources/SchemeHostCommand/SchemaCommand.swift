import ArgumentParser
import SchemeHost

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

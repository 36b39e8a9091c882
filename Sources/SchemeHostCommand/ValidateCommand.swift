import ArgumentParser
import SchemeHost

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `schemehost validate`: everything that is wrong with a manifest, in one pass.
struct ValidateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate",
        abstract: "Check a manifest: every error in one pass, each at its place.",
        discussion: "Exits with 0 where nothing was found, 1 for warnings only, 2 for errors."
    )

    @OptionGroup var manifest: ManifestOptions

    @Argument(help: "The manifest, instead of -m.", completion: .file(extensions: ["json"]))
    var file: String?

    @Flag(help: "One JSON array of findings.")
    var json = false

    func run() async throws {
        let manifest = try file.map { try Manifest(contentsOf: $0) } ?? manifest.required(for: "validate")
        let findings = await manifest.diagnose(registry: SchemeHostCommand.registry)
        do {
            if json {
                try Terminal.print(JSONValue.array(findings.map(\.json)).serialized(.pretty))
            } else {
                let source = manifest.text
                for (position, finding) in findings.enumerated() {
                    try Terminal.print(finding.description)
                    // Nobody reads more, and each costs a pass over the text.
                    if position < 50, let excerpt = finding.excerpt(of: source) { try Terminal.print(excerpt) }
                }
                if findings.isEmpty { try Terminal.print("\(manifest.name): nothing to complain about") }
            }
        } catch is FileOutput.ClosedPipe {}
        if findings.contains(where: { $0.severity == .error }) { throw ExitStatus.configuration.code }
        if !findings.isEmpty { throw ExitCode(1) }
    }
}

extension Diagnostic {
    fileprivate var json: JSONValue {
        [
            "file": .string(file), "line": .number(JSONNumber(Int64(line))),
            "column": .number(JSONNumber(Int64(column))),
            "pointer": .string(pointer), "severity": .string(severity.rawValue), "code": .string(code.rawValue),
            "message": .string(message),
        ]
    }
}

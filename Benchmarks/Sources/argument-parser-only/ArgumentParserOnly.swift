import ArgumentParser

@main
struct ArgumentParserOnly: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "argument-parser-only", version: "1")

    func run() throws {}
}

import ArgumentParser
import HTTPTypes
import SchemeHost

/// `schemehost get`: a URL in, its bytes out.
struct GetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Write what a URL names to standard output, or to a file.",
        discussion: """
            Redirects are followed through the routes, at most 20. Only the body of a 2xx answer is written, \
            unless -i asks for head and body of whatever is answered.

              schemehost get zip:///tmp/a.zip!/readme.txt
              schemehost get ./a.deb/data.tar.xz/usr/share/doc/x -o x
              schemehost get -R ./a.zip/ -o folder
            """
    )

    @OptionGroup var manifest: ManifestOptions
    @OptionGroup var request: RequestOptions

    @Argument(help: "A URL, or a path that may lead into archives.", completion: .file())
    var url: String

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Write to this file, or with -R below this folder. A file appears when it is complete.",
            valueName: "file"
        ),
        completion: .file()
    )
    var output: String?

    @Flag(name: [.short, .long], help: "Write the head of the answer too.")
    var include = false

    @Flag(name: [.customShort("I"), .long], help: "Ask for the head only (HEAD).")
    var head = false

    @Flag(name: [.customShort("R"), .long], help: "Write a folder, or a whole archive, with all below it.")
    var recursive = false

    func validate() throws {
        if recursive, output == nil { throw ValidationError("-R writes a folder: name it with -o") }
        if recursive, include || head { throw ValidationError("-R writes files; -i and -I are for one answer") }
    }

    func run() async throws {
        let host = try await manifest.host()
        let request = try request.request(for: Target.url(url), head: head)
        do {
            if recursive, let output {
                let failures = try await RecursiveGet(host: host, root: request, folder: OutputFolder(path: output))
                    .run()
                if failures > 0 { throw ExitStatus.failed.code }
            } else {
                try await get(request, from: host)
            }
        } catch is FileOutput.ClosedPipe {
            return
        } catch var error as SchemeHostError {
            if error.code == .noRoute { error.message += manifest.hint }
            throw error
        }
    }

    private func get(_ request: SchemeRequest, from host: SchemeHost) async throws {
        let (response, final) = try await host.respond(following: request)
        let status = ExitStatus(response)
        if status == .success || include || head {
            let file = try output.map { try FileOutput(path: $0) } ?? FileOutput()
            if include || head { try file.write(response.headText) }
            if response.status.kind == .successful || include {
                try await file.write(response.body, as: final.url.lastName)
            }
            try file.finish()
        }
        guard status != .success else { return }
        if let problem = response.problem { throw problem }
        Terminal.note("schemehost: \(final.url) answered \(response.status)")
        throw status.code
    }
}

extension SchemeResponse {
    /// Status line and fields as HTTP/1.1 writes them.
    var headText: String {
        headerFields.reduce(into: "HTTP/1.1 \(status)\n") { $0 += "\($1.name): \($1.value)\n" } + "\n"
    }
}

extension SchemeURL {
    /// The last name of the path, for a progress bar.
    var lastName: String {
        URLPath(percentEncoded: percentEncodedPath).lastComponent
    }
}

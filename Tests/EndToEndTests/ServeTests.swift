import Foundation
import Testing

@Suite struct ServeTests {
    let data = FileManager.default.currentDirectoryPath + "/Examples/Data"

    @Test(arguments: [false, true])
    func aFolderIsAJail(asURL: Bool) async throws {
        let scratch = try Scratch()
        try scratch.linkedFolder()
        let root = asURL ? "file://\(scratch.path)/site/" : "./site"
        let command = try RunningCommand("serve", root, "--port", "0", in: scratch.path)
        let address = try await address(of: command, saying: "Serving \(root) at ")
        for (path, status) in [
            ("a.txt", "200"), ("inside/b.txt", "200"), ("sub/loop/b.txt", "200"), ("", "200"), (".hidden", "404"),
            ("outside.txt", "403"), ("outside/secret.txt", "403"), ("../private/secret.txt", "404"),
            ("%2e%2e/private/secret.txt", "404"), (scratch.path.dropFirst() + "/private/secret.txt", "404"),
        ] {
            #expect(try await self.status(address + path) == status, "\(path)")
        }
    }

    @Test func containersAndNames() async throws {
        let command = try RunningCommand("serve", "./notes.tar.gz", "--port", "0", "--name", "notes.test", in: data)
        let address = try await address(of: command, saying: "Serving ./notes.tar.gz at ")
        let port = try #require(URL(string: address)?.port)
        #expect(try await status(address + "notes/a.txt") == "200")
        #expect(try await status(address + "notes/a.txt", host: "notes.test:\(port)") == "200")
        #expect(try await status(address + "notes/a.txt", host: "other.test:\(port)") == "421")
    }

    @Test func theBannerNamesAddressesThatWork() async throws {
        let command = try RunningCommand("serve", "-m", "examples.json", "--port", "0")
        let text = await command.errors(upTo: "docs/host/")
        let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(lines.first?.hasPrefix("Serving all routes at http://127.0.0.1:") == true, "\(text)")
        #expect((2...6).contains(lines.count), "\(text)")
        for line in lines.dropFirst() { #expect(try await status(line) == "200", "\(line)") }
    }

    @Test func aTakenPortIsSaid() async throws {
        let first = try RunningCommand("serve", "./notes.tar.gz", "--port", "0", in: data)
        let port = try #require(URL(string: try await address(of: first, saying: "Serving "))?.port)
        let second = try await CommandRunner.run("serve", "./notes.tar.gz", "--port", "\(port)", in: data)
        #expect(second.status == 1)
        #expect(second.errors.contains("127.0.0.1:\(port)") && second.errors.contains("--port 0"), "\(second.errors)")
        #expect(second.errors.split(separator: "\n").count == 1, "\(second.errors)")
    }

    private func address(of command: RunningCommand, saying text: String) async throws -> String {
        let line = await command.errors(upTo: "at http").split(separator: "\n").first.map(String.init) ?? ""
        #expect(line.hasPrefix(text), "\(line)")
        return try #require(line.split(separator: " ").last.map(String.init))
    }

    private func status(_ address: String, host: String? = nil) async throws -> String {
        let fields = host.map { ["-H", "Host: \($0)"] } ?? []
        let arguments = ["-s", "--path-as-is", "-o", "/dev/null", "-w", "%{http_code}"] + fields + [address]
        return try await CommandRunner.run(path: "/usr/bin/curl", arguments).text
    }
}

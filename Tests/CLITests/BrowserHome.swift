import API
import Foundation
import Testing

@testable import soteria

/// A home with a program `soteria-browser-host` beside `soteria`, removed at the end.
final class BrowserHome: Sendable {
    let path: String

    /// Makes the home with a host of this version.
    init() throws {
        path = NSTemporaryDirectory() + "soteria-browsers-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(
            atPath: path + "/bin", withIntermediateDirectories: true)
        try writeHost()
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path of the host.
    var host: String { path + "/bin/soteria-browser-host" }

    /// Writes a host that says this.
    func writeHost(version: String = Version.text, mode: mode_t = 0o755) throws {
        try write("#!/bin/sh\necho soteria-browser-host \(version)\n", "bin/soteria-browser-host")
        #expect(chmod(host, mode) == 0)
    }

    /// Writes a file below the home, with the directories that it lies in.
    func write(_ text: String, _ name: String) throws {
        let file = URL(fileURLWithPath: "\(path)/\(name)")
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    func makeDirectory(_ name: String) throws {
        try FileManager.default.createDirectory(
            atPath: "\(path)/\(name)", withIntermediateDirectories: true)
    }

    func read(_ name: String) throws -> String {
        String(
            decoding: try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)")), as: UTF8.self)
    }

    func exists(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: "\(path)/\(name)")
    }

    /// The permissions of what lies there.
    func mode(_ name: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")
        return try #require(attributes[.posixPermissions] as? Int)
    }

    /// Every file and link below the home but the program's own, by path.
    var files: [String] {
        let found = FileManager.default.enumerator(atPath: path)?.allObjects as? [String] ?? []
        return found.filter { name in
            var status = stat()
            return lstat("\(path)/\(name)", &status) == 0 && status.st_mode & S_IFMT != S_IFDIR
                && !name.hasPrefix("bin/")
        }.sorted()
    }

    /// Runs `soteria browser` with the program in this home; programs it starts really run.
    func browser(_ arguments: String..., environment: [String: String] = [:]) -> CommandRun {
        run(["browser"] + arguments, environment: environment)
    }

    /// Runs the command line with the program in this home.
    func run(
        _ arguments: [String], environment: [String: String] = [:], daemon: FakeDaemon? = nil
    ) -> CommandRun {
        CommandRun(
            arguments: arguments, daemon: daemon,
            environment: ["HOME": path, "PATH": path + "/bin"].merging(environment) { $1 },
            style: Style(width: 500), executable: path + "/bin/soteria",
            run: { program, arguments in
                program.hasPrefix("/")
                    ? ProgramResult.running(program, arguments)
                    : ProgramResult(status: nil, output: "")
            })
    }
}

import Foundation
import Testing

@testable import soteria

/// Where a demonstration's files go, and that nothing else is touched.
@Suite struct DemoDirectoryTests {
    private let directory: RecordDirectory

    init() throws { directory = try RecordDirectory() }

    private func refusal(_ path: String) -> String? {
        do {
            _ = try DemoDirectory(named: path)
            return nil
        } catch {
            return error.description
        }
    }

    private func make(_ name: String) throws {
        try FileManager.default.createDirectory(
            atPath: directory.file(name), withIntermediateDirectories: true)
    }

    @Test func aMissingDirectoryIsMadeWithThoseAboveIt() throws {
        let demo = try DemoDirectory(named: directory.file("a/b/c"))
        #expect(demo.path == directory.file("a/b/c"))
        #expect(try directory.mode("a/b/c") == 0o700)
        #expect(demo.rules == demo.path + "/rules" && demo.state == demo.path + "/state")
        #expect(demo.socket == demo.path + "/socket")
    }

    @Test func anEmptyOneIsTakenAsItIs() throws {
        try make("empty")
        let demo = try DemoDirectory(named: directory.file("empty") + "/")
        #expect(demo.path == directory.file("empty"))
    }

    @Test(arguments: ["file", ".hidden", "rules", "state"])
    func oneWithAnythingInItIsRefused(name: String) throws {
        try make("full")
        try directory.write("mine", "full/\(name)")
        let said = refusal(directory.file("full"))
        #expect(said?.contains("is not empty") ?? false)
        let run = CommandRun("demo", "--days", "1", "--state", directory.file("full"))
        #expect(run.status == 1 && run.output.isEmpty)
        #expect(run.error.contains("is not empty; choose a new or empty directory"))
        #expect(try directory.read("full/\(name)") == Data("mine".utf8))
    }

    @Test func aFileOrALinkToNowhereIsRefused() throws {
        try directory.write("mine", "file")
        #expect(refusal(directory.file("file")) != nil)
        #expect(refusal(directory.file("file/below"))?.contains("cannot be created") ?? false)
        #expect(try directory.read("file") == Data("mine".utf8))
        #expect(refusal("/proc/soteria-demo")?.contains("/proc/soteria-demo cannot be") ?? false)
    }

    @Test func namesCannotSpeakToTheTerminal() throws {
        try make("a\u{1b}[31mb")
        try directory.write("mine", "a\u{1b}[31mb/x")
        let said = refusal(directory.file("a\u{1b}[31mb"))
        #expect(said?.contains("is not empty") ?? false)
        #expect(said?.contains("\u{1b}") == false)
    }

    // MARK: A directory to throw away

    @Test func itLiesInTheRuntimeDirectoryForThisUserAlone() throws {
        try make("run")
        try make("tmp")
        let first = try DemoDirectory(throwAway: [
            "XDG_RUNTIME_DIR": directory.file("run"), "TMPDIR": directory.file("tmp"),
        ])
        let second = try DemoDirectory(throwAway: ["XDG_RUNTIME_DIR": directory.file("run")])
        #expect(first.path.hasPrefix(directory.file("run/soteria-demo-")))
        #expect(first.path != second.path)
        let name = try #require(first.path.split(separator: "/").last.map(String.init))
        #expect(try directory.mode("run/" + name) == 0o700)
        // The longest path of a socket.
        #expect(first.control.utf8.count < 108)
        #expect(first.remove() && second.remove())
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.file("run")).isEmpty)
    }

    @Test(arguments: [
        [:], ["XDG_RUNTIME_DIR": ""], ["XDG_RUNTIME_DIR": "run"], ["XDG_RUNTIME_DIR": "/nowhere"],
        ["XDG_RUNTIME_DIR": "/tmp/" + String(repeating: "long/", count: 20)],
    ])
    func elseInTheOneForTemporaryFiles(environment: [String: String]) throws {
        try make("tmp")
        var environment = environment
        environment["TMPDIR"] = directory.file("tmp")
        let demo = try DemoDirectory(throwAway: environment)
        #expect(demo.path.hasPrefix(directory.file("tmp/soteria-demo-")))
        #expect(demo.remove())
        environment["TMPDIR"] = "nowhere"
        let last = try DemoDirectory(throwAway: environment)
        #expect(last.path.hasPrefix("/tmp/soteria-demo-"))
        #expect(last.remove())
    }

    @Test func onlyWhatItMadeIsRemoved() throws {
        let demo = try DemoDirectory(throwAway: ["TMPDIR": directory.path])
        try demo.write(.year)
        for path in [demo.socket, demo.log] {
            try Data("x".utf8).write(to: URL(fileURLWithPath: path))
        }
        let name = try #require(demo.path.split(separator: "/").last.map(String.init))
        try directory.write("mine", name + "/notes.txt")
        #expect(!demo.remove())
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: demo.path) == ["notes.txt"])
        try FileManager.default.removeItem(atPath: demo.path + "/notes.txt")
        #expect(demo.remove())
        #expect(!FileManager.default.fileExists(atPath: demo.path))
    }

    @Test func aLinkPutThereIsRemovedNotFollowed() throws {
        try make("mine")
        try directory.write("mine", "mine/file")
        let demo = try DemoDirectory(throwAway: ["TMPDIR": directory.path])
        try FileManager.default.createSymbolicLink(
            atPath: demo.state, withDestinationPath: directory.file("mine"))
        #expect(demo.remove())
        #expect(try directory.read("mine/file") == Data("mine".utf8))
    }

    @Test func rulesAreNotWrittenTwice() throws {
        let demo = try DemoDirectory(named: directory.file("demo"))
        try demo.write(.day)
        #expect(throws: (any Error).self) { try demo.write(.year) }
    }
}

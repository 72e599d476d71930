import Foundation
import Testing

@testable import soteria

/// The process's own context, and the programs that are run.
@Suite struct CommandContextTests {
    @Test func programsAreRunAndTheirOutputKept() {
        let result = ProgramResult.running("printf", ["%s-%s", "a b", "c"])
        #expect(result == ProgramResult(status: 0, output: "a b-c"))
    }

    @Test func aStatusIsKept() {
        #expect(ProgramResult.running("sh", ["-c", "exit 3"]).status == 3)
    }

    @Test func aProgramThatIsNotThereHasNoStatus() {
        #expect(ProgramResult.running("no-such-program-at-all", []).status == nil)
    }

    @Test func aTestIsNoTerminalWithColours() {
        let context = CommandContext.process()
        #expect(!context.style.color || context.isTerminal)
        #expect((40...120).contains(context.style.width))
        #expect(context.environment["PATH"] != nil)
    }

    @Test func thePrefixIsAboveTheDirectoryOfPrograms() {
        var context = CommandContext.process()
        context.executable = "/home/a/.local/bin/soteria"
        #expect(context.prefix == "/home/a/.local")
        context.executable = nil
        #expect(context.prefix == nil)
    }

    @Test func installedDefaultsBesideTheProgramAreRead() throws {
        let prefix = NSTemporaryDirectory() + "soteria-prefix-\(UUID().uuidString.prefix(8))"
        let defaults = prefix + "/share/soteria/rules.d"
        try FileManager.default.createDirectory(
            atPath: defaults, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: prefix) }
        try Data("version: 1\ntargets: {books: {name: Books, sites: [books.example]}}\n".utf8)
            .write(to: URL(fileURLWithPath: defaults + "/books.yaml"))
        let run = CommandRun(
            "rules", "cat", environment: ["XDG_CONFIG_HOME": prefix + "/none"],
            executable: prefix + "/bin/soteria")
        #expect(run.status == 0, "\(run.error)")
        #expect(run.output.contains("books.example"))
    }
}

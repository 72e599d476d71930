import API
import Foundation
import Testing
import Varlink

@testable import soteria

/// `soteria export`.
@Suite struct ExportTests {
    private static let text = "{\"a\":1}\n{\"a\":2}\n"

    private func run(
        _ arguments: String..., handlers: [String: MethodHandler] = [:]
    ) throws -> (run: CommandRun, log: [String]) {
        let tracking = FakeTracking(handlers)
        let daemon = try FakeDaemon(tracking.methods)
        defer { daemon.stop() }
        return (CommandRun(arguments: ["export"] + arguments, daemon: daemon), tracking.log)
    }

    @Test func standardOutputHoldsTheExportAlone() throws {
        let (run, log) = try run()
        #expect(run.status == 0 && run.output == Self.text && run.error.isEmpty)
        #expect(log == [#"metrics.Export {"format":"jsonl","table":"events"}"#])
        #expect(
            try self.run("--table", "requests", "--format", "csv").log
                == [#"metrics.Export {"format":"csv","table":"requests"}"#])
    }

    @Test func aFileIsThereWhole() throws {
        let directory = try RecordDirectory()
        let (run, _) = try run(directory.file("a.jsonl"))
        #expect(run.status == 0 && run.output == "\(directory.file("a.jsonl")): 16 bytes\n")
        #expect(try directory.read("a.jsonl") == Data(Self.text.utf8))
        #expect(try directory.mode("a.jsonl") == 0o600)
        let again = try self.run(directory.file("a.jsonl"))
        #expect(again.run.status == 1 && again.run.error.contains("already exists"))
        #expect(again.log.isEmpty)
        let forced = try self.run(directory.file("a.jsonl"), "--force", "--json").run
        #expect(try JSON(parsing: forced.output)["size"]?.intValue == 16)
        #expect(directory.names == ["a.jsonl"])
    }

    @Test func whatBreaksOffLeavesNoFile() throws {
        let directory = try RecordDirectory()
        let (run, _) = try run(
            directory.file("a"),
            handlers: [
                "metrics.Export": { call in
                    call.reply(MetricsAPI.Export.Reply(text: "half"), continues: true)
                    throw MetricsAPI.StoreUnavailable(reason: "the disk is gone").varlinkError
                }
            ])
        #expect(run.status == 1 && run.output.isEmpty)
        #expect(run.error == "soteria: the record cannot be read: the disk is gone\n")
        #expect(directory.names.isEmpty)
    }

    @Test(arguments: [
        (["--table", "everything"], "'events' and 'requests'"),
        (["--format", "xml"], "'jsonl' and 'csv'"),
        (["--json"], "--json needs FILE"), (["--force"], "--force needs FILE"),
        (["a", "b"], "Usage"),
    ])
    func mistakesAreExplained(arguments: [String], text: String) {
        let run = CommandRun(arguments: ["export"] + arguments)
        let words = run.unwrappedError
        #expect(run.status == 64 && run.output.isEmpty && words.contains(text), "\(words)")
    }

    @Test func thePlanMayNotAllowIt() throws {
        let (run, _) = try run(handlers: [
            "metrics.Export": { _ in
                throw MetricsAPI.PlanLimit(plan: "free", what: "exports").varlinkError
            }
        ])
        #expect(run.status == 1 && run.output.isEmpty)
        #expect(
            run.error
                == "soteria: the plan \"free\" does not allow exports; see: soteria plan\n")
    }

    @Test(
        .enabled(
            if: BuiltProgram.path != nil, "the soteria program was not built beside the tests"))
    func aReaderThatGoesAwayEndsItQuietly() throws {
        let daemon = try FakeDaemon([
            "org.soteria.metrics.Export": .streaming { call in
                // More than any pipe holds.
                let piece = String(repeating: "0123456789abcde\n", count: 1 << 14)
                for _ in 0..<12 {
                    call.reply(MetricsAPI.Export.Reply(text: piece), continues: true)
                }
                call.reply(MetricsAPI.Export.Reply(text: piece))
            }
        ])
        defer { daemon.stop() }
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/bin/sh")
        shell.arguments = ["-c", "\"$0\" export | head -n 1", try #require(BuiltProgram.path)]
        shell.environment = ["PATH": "/usr/bin:/bin", "SOTERIA_SOCKET": daemon.path]
        let (output, error) = (Pipe(), Pipe())
        (shell.standardOutput, shell.standardError) = (output, error)
        try shell.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        let complaint = error.fileHandleForReading.readDataToEndOfFile()
        shell.waitUntilExit()
        #expect(String(decoding: text, as: UTF8.self) == "0123456789abcde\n")
        #expect(complaint.isEmpty)
    }
}

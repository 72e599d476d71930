import BuiltPrograms
import Foundation
import Testing

/// The program that is built beside the tests.
enum BuiltProgram {
    /// Its path; nil if it was not built.
    static let path = BuiltPrograms.path("soteria")
}

/// The program as a process of its own: what no test within this process can show.
@Suite(
    .enabled(
        if: BuiltProgram.path != nil, "the soteria program was not built beside the tests"))
struct ProgramTests {
    private struct Outcome {
        var status: Int32
        var reason: Process.TerminationReason
        var output: String
        var error: String
    }

    private func run(
        _ arguments: String..., environment: [String: String] = [:], into file: String? = nil
    ) throws -> Outcome {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(BuiltProgram.path))
        process.arguments = arguments
        process.environment = ["PATH": "/usr/bin:/bin", "SOTERIA_SOCKET": "/nowhere/soteria"]
            .merging(environment) { $1 }
        let output = Pipe()
        let error = Pipe()
        process.standardOutput = output
        if let file {
            process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: file))
            // Nobody else holds the end that is written to, so that reading ends at once.
            try output.fileHandleForWriting.close()
        }
        process.standardError = error
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        let complaint = error.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Outcome(
            status: process.terminationStatus, reason: process.terminationReason,
            output: String(decoding: text, as: UTF8.self),
            error: String(decoding: complaint, as: UTF8.self))
    }

    @Test func exitStatuses() throws {
        #expect(try run("--version").status == 0)
        #expect(try run("status").status == 69)
        #expect(try run().status == 69)
        #expect(try run("frobnicate").status == 64)
        #expect(try run("rules", "check", "/nowhere.yaml").status == 1)
        #expect(try run("rules", "vars").status == 0)
    }

    @Test func whatIsWrongGoesToStandardError() throws {
        let outcome = try run("status")
        #expect(outcome.output.isEmpty)
        #expect(outcome.error.hasPrefix("soteria: the daemon is not running"))
    }

    @Test func outputThatIsLostIsAFailure() throws {
        let daemon = try FakeDaemon()
        defer { daemon.stop() }
        for arguments in ["--json", "--socket=\(daemon.path)"] {
            let outcome = try run(
                "status", arguments, environment: ["SOTERIA_SOCKET": daemon.path],
                into: "/dev/full")
            #expect(outcome.status == 1 && outcome.reason == .exit)
            #expect(outcome.error.hasPrefix("soteria: the output could not be written: "))
        }
    }

    @Test func answersComeFromADaemonInAnotherProcess() throws {
        let daemon = try FakeDaemon()
        defer { daemon.stop() }
        let outcome = try run(
            "status", environment: ["SOTERIA_SOCKET": daemon.path, "COLUMNS": "80"])
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("blocked until 06:30 (in 7 h 12 min)"))
        // Not a terminal, so nothing is coloured.
        #expect(!outcome.output.contains("\u{1b}"))
    }

    @Test(arguments: [
        (["explain"], ["shopping", "social"], []),
        (["checkin"], ["morning", "yes", "no", "debug"], ["ask"]),
        (["checkin", "morning"], ["yes", "no"], ["morning", "debug"]),
        (["checkin", "yes"], [], ["yes", "no", "morning", "debug"]),
        (["checkin", "morning", "no"], [], ["yes", "no", "morning"]),
        (["checkin", "debug"], ["state", "last-answer", "reset", "new-day", "force"], ["yes"]),
        (["checkin", "debug", "force"], ["morning"], ["yes", "force"]),
        (["log", "--regret"], ["0", "1", "2", "3", "4"], ["5"]),
    ])
    func theShellGetsTheWordsThatMayFollow(words: [String], offered: [String], others: [String])
        throws
    {
        let daemon = try FakeDaemon()
        defer { daemon.stop() }
        let script = try run("--generate-completion-script", "bash").output
        // bash loads the script, is asked what follows the words, and prints it.
        let bash = Process()
        bash.executableURL = URL(fileURLWithPath: "/bin/bash")
        bash.arguments =
            [
                "-c",
                """
                eval "$SCRIPT"
                COMP_WORDS=(soteria "$@" '') COMP_CWORD=$(($# + 1))
                COMP_LINE="soteria $* " COMP_POINT=${#COMP_LINE}
                _soteria soteria '' "${@: -1}"
                printf '%s\\n' "${COMPREPLY[@]}"
                """, "bash",
            ] + words
        let directory = URL(fileURLWithPath: try #require(BuiltProgram.path))
            .deletingLastPathComponent()
        bash.environment = [
            "PATH": "\(directory.path):/usr/bin:/bin", "SOTERIA_SOCKET": daemon.path,
            "SCRIPT": script,
        ]
        let output = Pipe()
        bash.standardOutput = output
        bash.standardError = FileHandle.nullDevice
        try bash.run()
        let printed = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        bash.waitUntilExit()
        let found = Set(printed.split(separator: "\n").map(String.init))
        #expect(found.isSuperset(of: offered) && found.isDisjoint(with: others), "\(printed)")
    }
}

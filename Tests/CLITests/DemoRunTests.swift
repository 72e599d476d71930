import API
import BuiltPrograms
import Foundation
import Testing

@testable import soteria

/// The programs that were built beside the tests.
enum DemoPrograms {
    /// Their directory; nil where one of them was not built.
    static let directory: String? = {
        guard BuiltProgram.path != nil, let daemon = BuiltPrograms.path("soteriad") else {
            return nil
        }
        return URL(fileURLWithPath: daemon).deletingLastPathComponent().path
    }()
}

/// `soteria demo --days` with a daemon of its own: real programs, real signals.
@Suite(
    .enabled(
        if: DemoPrograms.directory != nil,
        "the soteria and soteriad programs were not built beside the tests"),
    .timeLimit(.minutes(30)))
struct DemoRunTests {
    private let directory: RecordDirectory

    init() throws { directory = try RecordDirectory() }

    /// The program as it runs.
    private final class Running {
        let process = Process()
        private let output = Pipe()
        private var seen = ""

        init(_ program: String, _ arguments: [String], in directory: RecordDirectory) throws {
            process.executableURL = URL(fileURLWithPath: program)
            process.arguments = ["demo"] + arguments
            process.environment = [
                "PATH": "/usr/bin:/bin", "XDG_RUNTIME_DIR": directory.path, "TZ": "UTC",
                "HOME": directory.path, "NOTIFY_SOCKET": "/nowhere", "LISTEN_FDS": "1",
            ]
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = output
            process.standardError = output
            try process.run()
        }

        /// Reads until a text has come, or the end of the output. Gives up if nothing comes for
        /// five minutes, so that a test of another text fails and does not hang.
        func wait(for text: String) -> String {
            var waiting = pollfd(
                fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
            while !seen.contains(text) {
                guard poll(&waiting, 1, 300_000) > 0 else {
                    process.terminate()
                    break
                }
                let data = output.fileHandleForReading.availableData
                if data.isEmpty { break }
                seen += String(decoding: data, as: UTF8.self)
            }
            return seen
        }

        func end() -> (status: Int32, output: String) {
            let rest = output.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            let status = process.terminationReason == .exit ? process.terminationStatus : -1
            return (status, seen + String(decoding: rest, as: UTF8.self))
        }
    }

    private func start(_ arguments: String...) throws -> Running {
        let programs = try #require(DemoPrograms.directory)
        return try Running(programs + "/soteria", arguments, in: directory)
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func itRunsUntilASignalAndLeavesNothing(signal: Int32) throws {
        let running = try start("--days", "20", "--seed", "3", "--no-dashboard")
        let said = running.wait(for: "Ctrl-C ends the demo and removes its files.\n")
        #expect(said.hasPrefix("20 days with "), "\(said)")
        let socket = try #require(said.firstMatch(of: /SOTERIA_SOCKET=(\S+)/)?.1)
        #expect(socket.hasPrefix(directory.path + "/soteria-demo-"))
        let client = try SoteriaClient(SocketAddress(path: String(socket)), timeout: .seconds(900))
        let targets = try client.call(ProtectionAPI.List.self).targets.map(\.target)
        #expect(targets == ["games", "shopping", "social"])
        let metrics = try client.call(MetricsAPI.Get.self, .init(range: .all))
        #expect(metrics.metrics.requests > 5)
        #expect(kill(running.process.processIdentifier, signal) == 0)
        let (status, output) = running.end()
        #expect(status == 0, "\(output)")
        #expect(directory.names.isEmpty)
        #expect(throws: CallFailure.self) {
            try SoteriaClient(SocketAddress(path: String(socket)), timeout: .seconds(1))
        }
    }

    @Test func itEndsWithItsDaemon() throws {
        let running = try start("--days", "2", "--no-dashboard")
        let said = running.wait(for: "Ctrl-C ends the demo")
        let socket = try #require(said.firstMatch(of: /SOTERIA_SOCKET=(\S+)/)?.1)
        let daemon = try Self.process(of: String(socket))
        #expect(kill(daemon, SIGKILL) == 0)
        let (status, output) = running.end()
        #expect(status == 1 && output.contains("the demo's daemon has stopped"), "\(output)")
        #expect(directory.names.isEmpty)
    }

    /// The process that runs with a socket's path on its command line and serves it.
    private static func process(of socket: String) throws -> pid_t {
        let all = try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap(
            pid_t.init)
        let found = all.first { process in
            let line = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
            return String(decoding: line, as: UTF8.self).contains(socket)
        }
        return try #require(found)
    }

    @Test func withoutTheDaemonsProgramNothingIsLeft() throws {
        let lonely = directory.file("soteria")
        let program = try #require(BuiltProgram.path)
        try FileManager.default.copyItem(atPath: program, toPath: lonely)
        let running = try Running(lonely, ["--days", "2"], in: directory)
        let (status, output) = running.end()
        #expect(status == 1)
        #expect(output.contains("soteriad is not in this program's directory"), "\(output)")
        #expect(directory.names == ["soteria"])
    }

    /// The real programs in a directory of the test's own, with a dashboard of the test's.
    private func withDashboard(_ script: String?) throws -> Running {
        let programs = try #require(DemoPrograms.directory)
        for name in ["soteria", "soteriad"] {
            try FileManager.default.copyItem(
                atPath: "\(programs)/\(name)", toPath: directory.file(name))
        }
        if let script {
            try directory.write("#!/bin/sh\n" + script, "soteria-dashboard")
            #expect(chmod(directory.file("soteria-dashboard"), 0o700) == 0)
        }
        return try Running(directory.file("soteria"), ["--days", "2"], in: directory)
    }

    @Test func theDashboardIsStartedOnTheDemonstrationsDaemonAndEndedWithIt() throws {
        let log = directory.file("called")
        let running = try withDashboard(
            "echo \"$$ $*\" >'\(log)'; echo \"$RUNTIME_DIRECTORY $XDG_CONFIG_HOME\" "
                + ">>'\(log)'\n"
                + "echo 'no pages today' >&2; exit 3\n")
        let said = running.wait(for: "Ctrl-C ends the demo")
        #expect(said.contains("The dashboard does not answer: no pages today\n"), "\(said)")
        let socket = try #require(said.firstMatch(of: /SOTERIA_SOCKET=(\S+)/)?.1)
        let demo = socket.dropLast("/socket".count)
        let called = String(decoding: try directory.read("called"), as: UTF8.self)
        #expect(
            called.hasSuffix(
                " --socket \(socket) --control \(demo)/dashboard\n"
                    + "\(demo)/entrances \(demo)/config\n"), "\(called)")
        #expect(kill(running.process.processIdentifier, SIGINT) == 0)
        #expect(running.end().status == 0)
        #expect(
            directory.names == ["called", "soteria", "soteria-dashboard", "soteriad"])
    }

    @Test func withoutADashboardItRunsAllTheSame() throws {
        let running = try withDashboard(nil)
        let said = running.wait(for: "Ctrl-C ends the demo")
        #expect(
            said.contains("The dashboard cannot be opened: soteria-dashboard is not in"))
        #expect(kill(running.process.processIdentifier, SIGTERM) == 0)
        #expect(running.end().status == 0 && directory.names == ["soteria", "soteriad"])
    }

    @Test func aDaemonThatEndsAtOnceIsSaidWithItsLastWords() throws {
        let program = try #require(BuiltProgram.path)
        try FileManager.default.copyItem(atPath: program, toPath: directory.file("soteria"))
        try directory.write("#!/bin/sh\necho first >&2\necho 'no, not today' >&2\n", "soteriad")
        #expect(chmod(directory.file("soteriad"), 0o700) == 0)
        let running = try Running(
            directory.file("soteria"), ["--days", "2"], in: directory)
        let (status, output) = running.end()
        #expect(status == 1)
        #expect(output.hasSuffix("the demo's daemon does not answer: no, not today\n"), "\(output)")
        #expect(directory.names == ["soteria", "soteriad"])
    }
}

/// Programs beside this one.
@Suite struct SiblingProgramTests {
    private let directory: RecordDirectory

    init() throws { directory = try RecordDirectory() }

    private func start(_ script: String, _ environment: [String: String] = [:]) throws
        -> SiblingProgram
    {
        try directory.write("#!/bin/sh\n" + script, "program")
        #expect(chmod(directory.file("program"), 0o700) == 0)
        return try SiblingProgram(
            "program", in: directory.path, ["one word", "$HOME"], environment: environment,
            log: directory.file("log"))
    }

    private func log() throws -> String {
        String(decoding: try directory.read("log"), as: UTF8.self)
    }

    private func untilItEnds(_ program: SiblingProgram) {
        while program.isRunning { usleep(10_000) }
    }

    @Test func itIsGivenItsArgumentsAndNothingOfAServiceManager() throws {
        let program = try start(
            "echo \"$#:$1:$2\"; read x || echo nothing to read; env | sort >&2\n",
            [
                "PATH": "/usr/bin:/bin", "KEPT": "yes", "NOTIFY_SOCKET": "/x", "LISTEN_FDS": "1",
                "LISTEN_PID": "7", "WATCHDOG_USEC": "1", "JOURNAL_STREAM": "1:2",
                "STATE_DIRECTORY": "/mine",
            ])
        untilItEnds(program)
        let log = try log()
        #expect(log.hasPrefix("2:one word:$HOME\nnothing to read\n"))
        #expect(log.contains("KEPT=yes\n"))
        for name in ["NOTIFY", "LISTEN", "WATCHDOG", "JOURNAL", "STATE_DIRECTORY"] {
            #expect(!log.contains(name))
        }
        #expect(try directory.mode("log") == 0o600)
        program.stop { _ in Issue.record("there is nothing to wait for") }
    }

    @Test func itIsAskedToEndBeforeItIsKilled() throws {
        let polite = try start(
            "trap 'echo bye; exit 0' TERM; echo ready; while :; do sleep 0.05; done\n")
        while try !FileManager.default.fileExists(atPath: directory.file("log")) || log().isEmpty {
            usleep(10_000)
        }
        polite.stop { _ in usleep(20_000) }
        #expect(!polite.isRunning)
        #expect(try log() == "ready\nbye\n")
    }

    @Test func whatDoesNotEndIsKilled() throws {
        let stubborn = try start("trap '' TERM; echo ready; while :; do sleep 0.05; done\n")
        while try !FileManager.default.fileExists(atPath: directory.file("log")) || log().isEmpty {
            usleep(10_000)
        }
        var waits = 0
        stubborn.stop { length in
            #expect(length == .milliseconds(50))
            waits += 1
        }
        #expect(waits == 60 && !stubborn.isRunning)
    }

    @Test func whatIsNotThereIsSaid() throws {
        for directory in [nil, directory.path] {
            let failure = #expect(throws: Failure.self) {
                try SiblingProgram(
                    "soteriad", in: directory, [], environment: [:], log: "/dev/null")
            }
            #expect(failure?.description.contains("soteriad is not in this program") ?? false)
        }
    }
}

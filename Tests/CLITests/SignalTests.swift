import Foundation
import Testing

@testable import soteria

/// The program in a process of its own, with a pseudo-terminal as standard input and error.
private final class Session {
    private let process = Process()
    private let output = Pipe()
    private var terminal: Int32 = -1
    private var seen = ""

    /// Runs the program; with `controlling` the terminal is that of a session of its own, so that
    /// keys and its end become signals.
    init(_ arguments: [String], daemon: FakeDaemon, controlling: Bool = false) throws {
        var secondary = Int32(-1)
        try #require(openpty(&terminal, &secondary, nil, nil, nil) == 0)
        // No other child may hold the terminal open.
        for end in [terminal, secondary] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let program = try #require(BuiltProgram.path)
        process.executableURL = URL(
            fileURLWithPath: controlling ? SignalTests.setsid : program)
        process.arguments = (controlling ? ["--ctty", "--wait", program] : []) + arguments
        process.environment = ["PATH": "/usr/bin:/bin", "SOTERIA_SOCKET": daemon.path]
        let end = FileHandle(fileDescriptor: secondary, closeOnDealloc: true)
        process.standardInput = end
        process.standardError = end
        process.standardOutput = output
        try process.run()
    }

    /// Reads until the terminal shows the text.
    func wait(for text: String) throws {
        var chunk = [UInt8](repeating: 0, count: 4096)
        while !seen.contains(text) {
            let count = read(terminal, &chunk, chunk.count)
            try #require(count > 0, "the terminal ended with: \(seen)")
            seen += String(decoding: chunk[..<count], as: UTF8.self)
        }
    }

    func type(_ text: String) {
        let bytes = Array(text.utf8)
        #expect(write(terminal, bytes, bytes.count) == bytes.count)
    }

    func send(_ signal: Int32) { #expect(kill(process.processIdentifier, signal) == 0) }

    /// Closes the terminal, as closing its window does.
    func hangUp() {
        close(terminal)
        terminal = -1
    }

    /// Waits for the end; returns the exit status and standard output.
    func end() -> (status: Int32, output: String) {
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        if terminal >= 0 { close(terminal) }
        // A death by the signal itself would be no answer.
        let status = process.terminationReason == .exit ? process.terminationStatus : -1
        return (status, String(decoding: text, as: UTF8.self))
    }
}

/// Real signals and a real terminal: whoever goes away keeps the block.
@Suite(
    .enabled(
        if: BuiltProgram.path != nil, "the soteria program was not built beside the tests"),
    .timeLimit(.minutes(5)))
struct SignalTests {
    fileprivate static let setsid = "/usr/bin/setsid"
    private static var hasSetsid: Bool { FileManager.default.isExecutableFile(atPath: setsid) }
    private static let kept = "Kept. That is protection moment 3 today.\n"

    /// A daemon whose waits outlast every test.
    private func with(_ body: (FakeDaemon) throws -> Void) throws {
        let requests = FakeRequests(wait: 3600)
        let daemon = try FakeDaemon(requests.methods)
        defer { daemon.stop() }
        try body(daemon)
        #expect(requests.log.last == #"Keep {"request":12}"#)
        #expect(!requests.log.contains { $0.hasPrefix("Confirm") })
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func aSignalAtAQuestionKeepsTheBlock(signal: Int32) throws {
        try with { daemon in
            let session = try Session(["unblock", "shopping"], daemon: daemon)
            try session.wait(for: "[i]mpulse: ")
            session.send(signal)
            let (status, output) = session.end()
            #expect(status == 128 + signal && output == Self.kept)
        }
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func aSignalDuringTheWaitKeepsTheBlock(signal: Int32) throws {
        try with { daemon in
            let session = try Session(["unblock", "shopping", "--planned"], daemon: daemon)
            try session.wait(for: "\rWaiting 1:00:00 h, Enter or Ctrl-C keeps the block")
            session.send(signal)
            let (status, output) = session.end()
            #expect(status == 128 + signal && output == Self.kept)
        }
    }

    @Test func answersAreTypedOnATerminal() throws {
        try with { daemon in
            let session = try Session(["unblock", "shopping"], daemon: daemon)
            try session.wait(for: "[i]mpulse: ")
            session.type("i\n")
            try session.wait(for: "Enter to skip: ")
            session.type("tired\n\n\n")
            try session.wait(for: "Waiting ")
            session.type("k\n")
            let (status, output) = session.end()
            #expect(status == 1 && output == Self.kept)
        }
    }

    @Test func ctrlDKeepsTheBlock() throws {
        try with { daemon in
            let session = try Session(["unblock", "shopping"], daemon: daemon)
            try session.wait(for: "[i]mpulse: ")
            session.type("\u{4}")
            let (status, output) = session.end()
            #expect(status == 1 && output == Self.kept)
        }
    }

    @Test(
        .enabled(if: hasSetsid, "there is no setsid(1) to give the program a terminal of its own"))
    func ctrlCKeepsTheBlock() throws {
        try with { daemon in
            let session = try Session(
                ["unblock", "shopping"], daemon: daemon, controlling: true)
            try session.wait(for: "[i]mpulse: ")
            session.type("\u{3}")
            let (status, output) = session.end()
            #expect(status == 130 && output == Self.kept)
        }
    }

    @Test(
        .enabled(if: hasSetsid, "there is no setsid(1) to give the program a terminal of its own"))
    func aClosedTerminalKeepsTheBlock() throws {
        try with { daemon in
            let session = try Session(
                ["unblock", "shopping"], daemon: daemon, controlling: true)
            try session.wait(for: "[i]mpulse: ")
            session.hangUp()
            let (status, output) = session.end()
            #expect(output == Self.kept)
            // Either the end of the terminal's input or the signal is heard first.
            #expect(status == 129 || status == 1)
        }
    }
}

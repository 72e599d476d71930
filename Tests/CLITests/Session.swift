import Foundation
import Testing

/// The program in a process of its own, with a pseudo-terminal as standard input and error.
final class Session {
    /// The program that begins a session of its own.
    static let setsid = "/usr/bin/setsid"

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
            fileURLWithPath: controlling ? Self.setsid : program)
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

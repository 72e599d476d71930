import API
import Foundation
import Localization
import RuleModel
import Varlink

/// Everything outside the process that a command reads or writes, so that tests can replace it.
struct CommandContext: Sendable {
    var output: @Sendable (String) -> Void
    var error: @Sendable (String) -> Void
    /// The style of text on standard output.
    var style: Style
    var isTerminal: Bool
    /// Whether a person can be asked: standard input and standard error are terminals.
    var canAsk = false
    var environment: [String: String]
    /// The path of this program; nil if unknown.
    var executable: String?
    var timeout = VarlinkClient.patience
    var wait: @Sendable (Duration) -> Void = { length in
        let (seconds, attoseconds) = length.components
        Thread.sleep(forTimeInterval: Double(seconds) + Double(attoseconds) / 1e18)
    }
    /// The current instant by the machine's clock.
    var now: @Sendable () -> Instant = {
        Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
    }
    /// The time since a fixed moment, sleep included.
    var elapsed: @Sendable () -> Duration = {
        let start = ContinuousClock.now
        return { start.duration(to: .now) }
    }()
    /// Starts to read the signals that end a program and, if asked, the lines of standard input.
    /// Until the listener is released, those signals do not end the program.
    var listen: @Sendable (_ toLines: Bool) throws -> any Listener = { toLines in
        try Keyboard(input: toLines ? STDIN_FILENO : nil)
    }
    /// Runs a program and waits for its end.
    var run: @Sendable (_ program: String, _ arguments: [String]) -> ProgramResult

    static func process() -> CommandContext {
        let environment = ProcessInfo.processInfo.environment
        let isTerminal = isatty(STDOUT_FILENO) == 1
        return CommandContext(
            output: { text in
                let problem = StandardStream(descriptor: STDOUT_FILENO).write(text)
                guard let problem else { return }
                // A reader must not mistake truncated output for all of it.
                _ = StandardStream(descriptor: STDERR_FILENO).write(
                    localized("soteria: the output could not be written: \(problem)\n"))
                Foundation.exit(ExitStatus.no)
            },
            error: { text in _ = StandardStream(descriptor: STDERR_FILENO).write(text) },
            style: Style(
                width: width(isTerminal, environment),
                color: isTerminal && environment["NO_COLOR", default: ""].isEmpty
                    && environment["TERM"] != "dumb"),
            isTerminal: isTerminal,
            canAsk: isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1,
            environment: environment,
            executable: try? FileManager.default.destinationOfSymbolicLink(
                atPath: "/proc/self/exe"),
            run: ProgramResult.running)
    }

    /// The terminal's width, at most 120; 100 without a terminal.
    private static func width(_ isTerminal: Bool, _ environment: [String: String]) -> Int {
        var size = winsize()
        if isTerminal, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 {
            return min(max(Int(size.ws_col), 40), 120)
        }
        return environment["COLUMNS"].flatMap { Int($0) }.map { min(max($0, 40), 120) } ?? 100
    }

    /// Whether the locale uses UTF-8, by POSIX's order of the variables.
    var isUTF8: Bool {
        let name = (locale ?? "").lowercased()
        return name.contains("utf-8") || name.contains("utf8")
    }

    /// The locale's name; nil if no variable names one.
    private var locale: String? {
        ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    }

    /// The text as the locale can show it: in ASCII, if a locale is set that does not use UTF-8.
    func legible(_ text: String) -> String {
        locale == nil || isUTF8 ? text : Printable.ascii(text)
    }

    /// The parent of the `bin` directory that holds this program.
    var prefix: String? {
        programs.map { URL(fileURLWithPath: $0).deletingLastPathComponent().path }
    }

    /// The directory of this program and its siblings; nil if unknown.
    var programs: String? {
        executable.map { URL(fileURLWithPath: $0).deletingLastPathComponent().path }
    }
}

struct ProgramResult: Hashable, Sendable {
    /// The exit status; nil if the program could not be run.
    var status: Int32?
    var output: String

    /// Runs a program from `PATH`; discards its standard error.
    @Sendable static func running(_ program: String, _ arguments: [String]) -> ProgramResult {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [program] + arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        do {
            try process.run()
        } catch {
            return ProgramResult(status: nil, output: "")
        }
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        // env(1) exits with 127 if there is no such program.
        let status = process.terminationStatus
        return ProgramResult(
            status: status == 127 ? nil : status, output: String(decoding: output, as: UTF8.self))
    }
}

/// Standard output or standard error, written unbuffered.
struct StandardStream: Sendable {
    let descriptor: Int32

    /// Writes the whole text; returns the failure, nil for success.
    func write(_ text: String) -> String? {
        let bytes = Array(text.utf8)
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if count >= 0 {
                written += count
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN:
                // The stream was inherited as non-blocking.
                var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&ready, 1, -1)
            case let code: return String(cString: strerror(code))
            }
        }
        return nil
    }
}

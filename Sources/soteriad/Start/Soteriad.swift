import API
import ArgumentParser
import Engine
import Glibc
import RuleFiles
import Systemd

/// The entry point of the program.
package enum DaemonMain {
    package static func main() {
        // Before any thread starts: a signal that arrives early stays pending until it is read.
        Signals.hold([SIGTERM, SIGINT, SIGHUP])
        signal(SIGPIPE, SIG_IGN)
        raiseDescriptorLimit()
        ProcessMemory.keepLargeBlocksApart()
        Soteriad.main()
    }

    /// Raises the descriptor limit to fit 1,024 connections and the daemon's own files. The unit's
    /// sandbox refuses the call and sets `LimitNOFILE=` instead.
    private static func raiseDescriptorLimit() {
        let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard getrlimit(files, &limit) == 0,
            limit.rlim_cur < 4096
        else { return }
        limit.rlim_cur = min(4096, limit.rlim_max)
        setrlimit(files, &limit)
    }
}

struct Soteriad: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "soteriad",
        abstract: "The Soteria daemon: decides what is blocked, when and why.",
        discussion: """
            Normally started by systemd (soteriad.service). Rule files configure the daemon; \
            see "soteria rules --help".
            """,
        version: Version.text)

    @OptionGroup var options: Options

    mutating func run() throws {
        if options.check { throw check() }
        do {
            try DaemonProcess(options: options).run()
        } catch {
            Output.error("soteriad: \(error.message)")
            throw ExitCode(error.code)
        }
    }

    /// Checks the rule files as the daemon would load them, and prints the errors.
    private func check() -> ExitCode {
        let settings = DaemonProcess.settings(options, MachinePaths())
        let loading = settings.loader().load(settings.directories)
        if !loading.diagnostics.isEmpty { Output.error(loading.rendered(color: false)) }
        guard let set = loading.ruleSet else { return ExitCode.failure }
        Output.line(
            "The rules are valid: \(set.targets.count) targets, \(set.quietHours.count) schedules, "
                + "\(set.risk.factors.count) risk factors.")
        return ExitCode.success
    }
}

/// The reason why the daemon cannot start, and the exit status for it.
struct StartFailure: Error {
    /// A sentence that says what is wrong and what to do.
    var message: String
    /// The exit status: `EX_CONFIG` (78) keeps systemd from starting the daemon again; 1 does not.
    var code: Int32

    /// A failure that another start would not fix.
    static func configuration(_ message: String) -> StartFailure {
        StartFailure(message: message, code: 78)
    }

    /// Returns the value of `body`; wraps its error, with `words` in front.
    static func wrapping<Value>(
        _ words: String = "", code: Int32, _ body: () throws -> Value
    ) throws(StartFailure) -> Value {
        do {
            return try body()
        } catch {
            throw StartFailure(message: "\(words)\(error)", code: code)
        }
    }
}

/// Output on the standard streams of the program.
enum Output {
    static func error(_ line: String) { write(line, to: STDERR_FILENO) }
    static func line(_ line: String) { write(line, to: STDOUT_FILENO) }

    private static func write(_ line: String, to descriptor: Int32) {
        var text = line + "\n"
        text.withUTF8 { _ = Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }
}

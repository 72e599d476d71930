import API
import ArgumentParser
import Foundation
import Localization
import Synchronization

/// Runs a command for each decision, until the daemon is gone for good or a signal arrives.
struct CommandWatch {
    let daemon: DaemonOptions
    let context: CommandContext
    let command: String
    /// True if the command also runs for the state of the targets at the start.
    let initial: Bool

    /// Ends by throwing: the reason why the subscription ended, after all commands have run; or the
    /// exit status of a signal, after the running command has finished.
    func run() throws -> Never {
        let following = try DaemonFollower(daemon: daemon, context: context)
        var environment = context.environment
        // The command's own calls use the same daemon.
        environment["SOTERIA_SOCKET"] = following.address.path
        let commands = CommandQueue(
            ShellCommand(text: command, environment: environment), report: context.error)
        let line = try CompletionWaiter()
        let outcome = Outcome()
        line.start { [initial] flag in
            do {
                try Self.follow(following, commands, initial: initial)
            } catch {
                outcome.set(error)
            }
            commands.whenDone { flag.raise() }
        }
        guard let number = try line.wait() else { throw outcome.error }
        if commands.stop() {
            // A second signal means: do not wait.
            context.error(localized("waiting for the command to finish…\n"))
            commands.whenDone { [flag = line.flag] in flag.raise() }
            _ = try line.wait()
        }
        throw ExitCode(128 + number)
    }

    private static func follow(
        _ following: DaemonFollower, _ commands: CommandQueue, initial: Bool
    ) throws -> Never {
        var known = KnownTargets()
        try following.run(following.connect()) { client, markConnected in
            try client.monitor(ProtectionAPI.Monitor.self, NoMembers()) { reply in
                markConnected()
                for decision in known.decisions(reply, initial: initial) { commands.add(decision) }
            }
        }
    }

    private final class Outcome: Sendable {
        private let failure = Mutex<any Error>(CallFailure.disconnected)

        var error: any Error { failure.withLock { $0 } }
        func set(_ error: any Error) { failure.withLock { $0 = error } }
    }
}

/// Runs a command once for each decision, in order and one at a time. It runs on another thread
/// than the subscription, so that a slow command delays later runs and loses none.
final class CommandQueue: Sendable {
    private let command: ShellCommand
    private let report: @Sendable (String) -> Void
    private let queue = DispatchQueue(label: "org.soteria.commands")
    private let state = Mutex(State())

    private struct State {
        var isRunning = false
        var isStopped = false
    }

    /// `report` gets a line for each failed run, on the queue's thread.
    init(_ command: ShellCommand, report: @escaping @Sendable (String) -> Void) {
        self.command = command
        self.report = report
    }

    func add(_ decision: ProtectionAPI.Decision) {
        queue.async { [self] in
            let begins = state.withLock { state in
                state.isRunning = !state.isStopped
                return state.isRunning
            }
            guard begins else { return }
            let ending = command.run(DecisionVariables.of(decision))
            state.withLock { $0.isRunning = false }
            guard let complaint = ending.complaint else { return }
            let target = Printable.text(decision.target)
            report(
                localized(
                    """
                    soteria: \(complaint) (\(decision.verdict.rawValue) of \(target), decision \
                    \(decision.sequence))

                    """))
        }
    }

    /// Starts no further run; returns whether one is running.
    func stop() -> Bool {
        state.withLock { state in
            state.isStopped = true
            return state.isRunning
        }
    }

    func whenDone(_ then: @escaping @Sendable () -> Void) { queue.async(execute: then) }
}

/// The environment variables that describe a decision to the command.
enum DecisionVariables {
    /// `SOTERIA_TARGET` and others, empty without a value, so that `set -u` finds them all.
    static func of(_ decision: ProtectionAPI.Decision) -> [String: String] {
        var kinds: [String] = []
        for restriction in decision.restrictions where !kinds.contains(restriction.kind.rawValue) {
            kinds.append(restriction.kind.rawValue)
        }
        return [
            "SOTERIA_TARGET": decision.target,
            "SOTERIA_NAME": decision.name,
            "SOTERIA_VERDICT": decision.verdict.rawValue,
            "SOTERIA_UNTIL": decision.until ?? "",
            "SOTERIA_GRANTED_UNTIL": decision.grantedUntil ?? "",
            "SOTERIA_CAUSE": decision.cause.rawValue,
            "SOTERIA_REASONS": kinds.joined(separator: " "),
            "SOTERIA_STRICT": decision.restrictions.contains(where: \.strict) ? "1" : "0",
            "SOTERIA_SEQUENCE": String(decision.sequence),
        ]
    }
}

/// A command that `/bin/sh` runs as a child of this process.
struct ShellCommand: Sendable {
    let text: String
    let environment: [String: String]

    enum Ending: Hashable, Sendable {
        case exited(Int32)
        case killed(Int32)
        case notStarted(String)

        /// `the command exited with status 3`; nil after success.
        var complaint: String? {
            switch self {
            case .exited(0): nil
            case .exited(let status): localized("the command exited with status \(status)")
            case .killed(let signal): localized("the command was killed by signal \(signal)")
            case .notStarted(let reason): localized("the command could not be started: \(reason)")
            }
        }
    }

    /// Runs the command with these variables; Ctrl-C ends the program that waits, not the command.
    func run(_ variables: [String: String]) -> Ending {
        do {
            return Self.wait(
                for: try ChildProcess.start(
                    ["/bin/sh", "-c", text],
                    environment: environment.merging(variables) { $1 }))
        } catch {
            return .notStarted(error.reason)
        }
    }

    private static func wait(for child: pid_t) -> Ending {
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0 {
            guard errno == EINTR else { return .notStarted(String(cString: strerror(errno))) }
        }
        // The macros of wait(2), which are not imported into Swift.
        let signal = status & 0x7f
        return signal == 0 ? .exited((status >> 8) & 0xff) : .killed(signal)
    }
}

/// Waits for work on other threads or for a signal that ends a program.
///
/// Made and waited on by one thread; threads that it starts afterwards leave the signals to it.
final class CompletionWaiter {
    let flag: Flag
    private let keyboard: Keyboard

    init() throws {
        flag = try Flag()
        keyboard = try Keyboard(input: flag.readEnd)
    }

    /// Whether the work is done, shared with other threads.
    final class Flag: Sendable {
        fileprivate let readEnd: Int32
        private let writeEnd: Mutex<Int32>

        fileprivate init() throws {
            var ends: [Int32] = [-1, -1]
            guard pipe(&ends) == 0 else {
                throw Failure(
                    localized("could not create a pipe: \(String(cString: strerror(errno)))"))
            }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            readEnd = ends[0]
            writeEnd = Mutex(ends[1])
        }

        deinit {
            raise()
            close(readEnd)
        }

        func raise() {
            writeEnd.withLock { end in
                if end >= 0 { close(end) }
                end = -1
            }
        }
    }

    /// Runs the work on a new thread, which raises the flag at its end.
    func start(_ work: @escaping @Sendable (Flag) -> Void) {
        let flag = flag
        Thread.detachNewThread { work(flag) }
    }

    /// Waits until the flag is raised (nil), or until a signal arrives (its number).
    func wait() throws -> Int32? {
        while true {
            switch try keyboard.nextInput(within: nil) {
            case .signal(let number): return number
            case .end: return nil
            case .line, .nothing: continue
            }
        }
    }
}

import API
import ArgumentParser
import Synchronization

/// Follows the decisions and runs a command for each, until the daemon is gone for good or a
/// signal comes.
struct CommandWatch {
    let daemon: DaemonOptions
    let surroundings: Surroundings
    /// What `/bin/sh` runs.
    let command: String
    /// Whether it also runs for how the targets stand at the beginning.
    let initial: Bool

    /// Ends by throwing: why the following ended, once all commands have run; or the exit status
    /// of a signal, once the command that runs has finished.
    func run() throws -> Never {
        let following = try Following(daemon: daemon, surroundings: surroundings)
        var environment = surroundings.environment
        // What the command asks goes to the daemon that is followed.
        environment["SOTERIA_SOCKET"] = following.address.path
        let commands = CommandQueue(
            ShellCommand(text: command, environment: environment), report: surroundings.error)
        let line = try FinishLine()
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
            // Whoever sends another signal does not want to wait.
            surroundings.error("waiting for the command to finish…\n")
            commands.whenDone { [flag = line.flag] in flag.raise() }
            _ = try line.wait()
        }
        throw ExitCode(128 + number)
    }

    private static func follow(
        _ following: Following, _ commands: CommandQueue, initial: Bool
    ) throws -> Never {
        var known = KnownTargets()
        try following.run(following.connect()) { client, heard in
            try client.monitor(ProtectionAPI.Monitor.self, NoMembers()) { reply in
                heard()
                for decision in known.decisions(reply, initial: initial) { commands.add(decision) }
                return true
            }
        }
    }

    /// Why the following ended.
    private final class Outcome: Sendable {
        private let failure = Mutex<any Error>(CallFailure.disconnected)

        var error: any Error { failure.withLock { $0 } }
        func set(_ error: any Error) { failure.withLock { $0 = error } }
    }
}

import Foundation

/// A program that lies beside this one, as a child of this process.
final class SiblingProgram {
    /// Its name: `soteriad`.
    let name: String
    private let process: pid_t
    private var isOver = false

    /// Starts it; its output goes into a file. Ctrl-C reaches this process alone, which ends the
    /// program in order. Throws if the program is not there or cannot be started.
    init(
        _ name: String, in directory: String?, _ arguments: [String],
        environment: [String: String], log: String? = nil
    ) throws(Failure) {
        self.name = name
        guard let path = Self.path(of: name, in: directory) else {
            throw Failure("there is no \(name) beside this program")
        }
        do {
            process = try ChildProcess.start(
                [path] + arguments,
                environment: Self.inherited(environment), log: log)
        } catch {
            throw Failure("\(name) cannot be started: \(error.reason)")
        }
    }

    /// The path of a program in the directory of this one; nil if it is not there.
    static func path(of name: String, in directory: String?) -> String? {
        directory.map { "\($0)/\(name)" }.flatMap { access($0, X_OK) == 0 ? $0 : nil }
    }

    /// The environment without what a service manager told this process alone.
    static func inherited(_ environment: [String: String]) -> [String: String] {
        environment.filter { name, _ in
            !name.hasPrefix("LISTEN_") && !name.hasPrefix("WATCHDOG_")
                && !["NOTIFY_SOCKET", "JOURNAL_STREAM", "STATE_DIRECTORY"].contains(name)
        }
    }

    /// Whether it has not ended.
    var isRunning: Bool {
        if isOver { return false }
        var status: Int32 = 0
        let ended = waitpid(process, &status, WNOHANG)
        isOver = ended == process || (ended < 0 && errno == ECHILD)
        return !isOver
    }

    /// Ends it: asks first, and has it killed where it has not ended in three seconds.
    func stop(wait: (Duration) -> Void) {
        guard isRunning else { return }
        kill(process, SIGTERM)
        for _ in 0..<60 where isRunning { wait(.milliseconds(50)) }
        guard isRunning else { return }
        kill(process, SIGKILL)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        isOver = true
    }
}

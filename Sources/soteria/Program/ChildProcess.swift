import Foundation
import Localization

/// Starts programs as children of this process.
enum ChildProcess {
    /// A program could not be started; the error code of posix_spawn(3).
    struct NotStarted: Error {
        let code: Int32
        var reason: String { String(cString: strerror(code)) }
    }

    /// Starts a program without input; with `log`, its output is appended to that file.
    ///
    /// It has its own process group: Ctrl-C at the terminal reaches this process only.
    static func start(
        _ words: [String], environment: [String: String], log: String? = nil
    ) throws(NotStarted) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        if let log {
            let flags = O_WRONLY | O_CREAT | O_APPEND
            posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log, flags, 0o600)
            posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, log, flags, 0o600)
        }
        // The starting thread may block signals; the program must not inherit that.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
        // Copies for C, each list terminated by a null pointer.
        var arguments = words.map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for string in arguments + variables { free(string) } }
        var child = pid_t()
        let code = posix_spawn(&child, words[0], &actions, &attributes, &arguments, &variables)
        guard code == 0 else { throw NotStarted(code: code) }
        return child
    }
}

/// A program in this program's directory, run as a child process.
final class SiblingProgram {
    let name: String
    private let process: pid_t
    private var isOver = false

    /// Starts the program with its output in `log`. Throws if it is missing or cannot be started.
    init(
        _ name: String, in directory: String?, _ arguments: [String],
        environment: [String: String], log: String? = nil
    ) throws(Failure) {
        self.name = name
        guard let path = Self.path(of: name, in: directory) else {
            throw Failure(localized("\(name) is not in this program's directory"))
        }
        do {
            process = try ChildProcess.start(
                [path] + arguments,
                environment: Self.inherited(environment), log: log)
        } catch {
            throw Failure(localized("\(name) cannot be started: \(error.reason)"))
        }
    }

    /// The path of a program in this program's directory; nil if it is missing.
    static func path(of name: String, in directory: String?) -> String? {
        directory.map { "\($0)/\(name)" }.flatMap { access($0, X_OK) == 0 ? $0 : nil }
    }

    /// The environment without the service manager's variables for this process only.
    static func inherited(_ environment: [String: String]) -> [String: String] {
        environment.filter { name, _ in
            !name.hasPrefix("LISTEN_") && !name.hasPrefix("WATCHDOG_")
                && !["NOTIFY_SOCKET", "JOURNAL_STREAM", "STATE_DIRECTORY"].contains(name)
        }
    }

    var isRunning: Bool {
        if isOver { return false }
        var status: Int32 = 0
        let ended = waitpid(process, &status, WNOHANG)
        isOver = ended == process || (ended < 0 && errno == ECHILD)
        return !isOver
    }

    /// Asks the program to end; kills the program if it still runs after three seconds.
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

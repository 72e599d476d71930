import Foundation

/// Starts programs as children of this process.
enum ChildProcess {
    /// A program could not be started: the code of posix_spawn(3).
    struct NotStarted: Error {
        let code: Int32
        var reason: String { String(cString: strerror(code)) }
    }

    /// Starts a program with nothing to read; with `log`, its output is added to that file.
    ///
    /// Its process group is its own: Ctrl-C at the terminal reaches this process alone.
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
        // The thread that starts it may block signals; the program must not inherit that.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
        // Copies for C, each list with the null that ends it.
        var arguments = words.map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for string in arguments + variables { free(string) } }
        var child = pid_t()
        let code = posix_spawn(&child, words[0], &actions, &attributes, &arguments, &variables)
        guard code == 0 else { throw NotStarted(code: code) }
        return child
    }
}

/// A program that lies beside this one, as a child of this process.
final class SiblingProgram {
    let name: String
    private let process: pid_t
    private var isOver = false

    /// Starts it, its output into `log`. Throws if it is not there or cannot be started.
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

    /// True until it has ended.
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

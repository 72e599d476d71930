import Foundation

/// A program that lies beside this one, as a child of this process.
final class SiblingProgram {
    /// Its name: `soteriad`.
    let name: String
    private let process: pid_t
    private var isOver = false

    /// Starts it with nothing to read; what it says goes into a file.
    ///
    /// It has a process group of its own, so that Ctrl-C reaches this process alone, which ends it
    /// in order. Throws where it is not there or cannot be started.
    init(
        _ name: String, in directory: String?, _ arguments: [String],
        environment: [String: String], log: String
    ) throws(Failure) {
        self.name = name
        guard let directory, access(directory + "/" + name, X_OK) == 0 else {
            throw Failure("there is no \(name) beside this program")
        }
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        let flags = O_WRONLY | O_CREAT | O_APPEND
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log, flags, 0o600)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, log, flags, 0o600)
        // Whoever waits for signals blocks them; the program must not inherit that.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
        var words = Self.strings([directory + "/" + name] + arguments)
        var pairs = Self.strings(
            Self.inherited(environment).map { "\($0.key)=\($0.value)" })
        defer { for string in words + pairs { free(string) } }
        var child = pid_t()
        let code = posix_spawn(
            &child, directory + "/" + name, &actions, &attributes, &words, &pairs)
        guard code == 0 else {
            throw Failure("\(name) cannot be started: \(String(cString: strerror(code)))")
        }
        process = child
    }

    /// The environment without what a service manager told this process alone.
    static func inherited(_ environment: [String: String]) -> [String: String] {
        environment.filter { name, _ in
            !name.hasPrefix("LISTEN_") && !name.hasPrefix("WATCHDOG_")
                && !["NOTIFY_SOCKET", "JOURNAL_STREAM", "STATE_DIRECTORY"].contains(name)
        }
    }

    /// Copies for C, with the null at the end that ends such lists.
    private static func strings(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
        texts.map { strdup($0) } + [nil]
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

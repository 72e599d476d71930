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
    /// It has a process group of its own, so that Ctrl-C at the terminal reaches this process
    /// alone.
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

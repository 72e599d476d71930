import Foundation

/// A command that `/bin/sh` runs as a child of this process.
struct ShellCommand: Sendable {
    /// What the shell is given.
    let text: String
    /// The environment that every run has.
    let environment: [String: String]

    /// How a run ended.
    enum Ending: Hashable, Sendable {
        /// With an exit status.
        case exited(Int32)
        /// By a signal of this number.
        case killed(Int32)
        /// It never began, for this reason.
        case notStarted(String)

        /// `the command exited with 3`; nil where all went well.
        var complaint: String? {
            switch self {
            case .exited(0): nil
            case .exited(let status): "the command exited with \(status)"
            case .killed(let signal): "the command was ended by signal \(signal)"
            case .notStarted(let reason): "the command could not be started: \(reason)"
            }
        }
    }

    /// Runs it to its end, with nothing to read, and with these variables besides.
    ///
    /// It has a process group of its own: Ctrl-C at the terminal ends whoever waits for it, and
    /// lets it finish.
    func run(_ variables: [String: String]) -> Ending {
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        // The thread that runs this may block signals; the command must not inherit that.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))

        let merged = environment.merging(variables) { $1 }
        var words = Self.strings(["/bin/sh", "-c", text])
        var pairs = Self.strings(merged.map { "\($0.key)=\($0.value)" })
        defer { for string in words + pairs { free(string) } }
        var child = pid_t()
        let code = posix_spawn(&child, "/bin/sh", &actions, &attributes, &words, &pairs)
        guard code == 0 else { return .notStarted(String(cString: strerror(code))) }
        return Self.wait(for: child)
    }

    /// Copies for C, with the null at the end that ends such lists.
    private static func strings(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
        texts.map { strdup($0) } + [nil]
    }

    private static func wait(for child: pid_t) -> Ending {
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0 {
            guard errno == EINTR else { return .notStarted(String(cString: strerror(errno))) }
        }
        // The macros of wait(2), which Swift does not see.
        let signal = status & 0x7f
        return signal == 0 ? .exited((status >> 8) & 0xff) : .killed(signal)
    }
}

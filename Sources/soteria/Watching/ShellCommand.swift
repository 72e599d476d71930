import Foundation

/// A command that `/bin/sh` runs as a child of this process.
struct ShellCommand: Sendable {
    /// What the shell is given.
    let text: String
    /// The environment that every run has.
    let environment: [String: String]

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

    /// Runs it to its end, with these variables besides. Ctrl-C at the terminal ends whoever waits
    /// for it, and lets it finish.
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
        // The macros of wait(2), which Swift does not see.
        let signal = status & 0x7f
        return signal == 0 ? .exited((status >> 8) & 0xff) : .killed(signal)
    }
}

import API
import Glibc
import Systemd

/// The settings that an agent is started with.
struct Settings: Sendable {
    /// The daemon's socket.
    var address: SocketAddress
    /// Where the record of frozen units and the lock lie; made by systemd.
    var directory: String
    /// The user's runtime directory, below which the service manager listens; nil where it is not
    /// known.
    var runtimeDirectory: String?
    /// How often the service manager is told that the agent lives; nil where it does not ask.
    var signOfLife: Duration?

    /// The lock by which there is one agent at a time.
    var lock: String { directory + "/lock" }
    var record: String { directory + "/frozen" }

    /// The settings that the environment gives, but for the socket if the command line has one.
    /// `watchdog` is how soon the manager takes the agent for dead; nil if it does not.
    init(
        socket: String?, variable: (String) -> String? = SocketAddress.processVariable,
        watchdog: Duration? = Notify.watchdogInterval
    ) throws(StartFailure) {
        if let socket {
            address = SocketAddress(path: socket)
        } else {
            do throws(SocketAddressError) {
                address = try .standard(variable: variable)
            } catch {
                throw StartFailure(message: error.description, code: EX_CONFIG)
            }
        }
        let given = variable("XDG_RUNTIME_DIR").flatMap { $0.hasPrefix("/") ? $0 : nil }
        let usual = "/run/user/\(getuid())"
        runtimeDirectory = given ?? (SocketAddress.directoryExists(usual) ? usual : nil)
        // Without systemd, or started by hand, the place that systemd would make.
        if let own = variable("RUNTIME_DIRECTORY")?.split(separator: ":").first {
            directory = String(own)
        } else if let runtimeDirectory {
            directory = runtimeDirectory + "/soteria-agent"
        } else {
            throw StartFailure(
                message: "XDG_RUNTIME_DIR is not set: start the agent from a session",
                code: EX_CONFIG)
        }
        // Less than half of the time, and rare enough to let the machine sleep.
        signOfLife = watchdog.map { $0 * 4 / 9 }
    }
}

/// Why the agent does not run, in a sentence, and the exit status that says it.
struct StartFailure: Error, Hashable {
    /// A sentence that says what is wrong and what to do.
    var message: String
    /// By sysexits(3): `EX_CONFIG` (78) where starting again would mend nothing, `EX_USAGE` (64).
    var code: Int32
}

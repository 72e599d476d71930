import API
import Glibc
import Localization
import Systemd

/// The settings of an agent.
struct Settings: Sendable {
    var address: SocketAddress
    /// The directory of the record of frozen units and of the lock; systemd makes it.
    var directory: String
    /// The user's runtime directory, with the service manager's socket; nil if unknown.
    var runtimeDirectory: String?
    /// The manager's watchdog timeout; nil if it does not watch the agent.
    var watchdog: Duration?

    /// The path of the lock that allows one agent at a time.
    var lock: String { directory + "/lock" }
    var record: String { directory + "/frozen" }

    /// Reads the settings from the environment; a socket on the command line takes precedence.
    /// `watchdog` is the manager's watchdog timeout, nil if there is none.
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
                throw StartFailure(message: localized(error.text), code: EX_CONFIG)
            }
        }
        let given = variable("XDG_RUNTIME_DIR").flatMap { $0.hasPrefix("/") ? $0 : nil }
        let usual = "/run/user/\(getuid())"
        runtimeDirectory = given ?? (SocketAddress.directoryExists(usual) ? usual : nil)
        // Without systemd, or when started by hand: the directory that systemd would make.
        if let own = variable("RUNTIME_DIRECTORY")?.split(separator: ":").first {
            directory = String(own)
        } else if let runtimeDirectory {
            directory = runtimeDirectory + "/soteria-agent"
        } else {
            throw StartFailure(
                message: localized(
                    "XDG_RUNTIME_DIR is not set: start the agent from a login session"),
                code: EX_CONFIG)
        }
        self.watchdog = watchdog
    }
}

/// The reason why the agent does not run, and the exit status for it.
struct StartFailure: Error, Hashable {
    /// A sentence that says what is wrong and what to do.
    var message: String
    /// The sysexits(3) status: `EX_CONFIG` (78) if a restart would not help, `EX_USAGE` (64).
    var code: Int32
}

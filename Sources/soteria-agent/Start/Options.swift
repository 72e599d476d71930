import API
import Glibc
import Localization

/// The agent's command line.
struct Options: Sendable, Hashable {
    enum Task: Sendable, Hashable {
        case run
        /// Resume the apps that a previous agent left paused, and exit.
        case thaw
        case version
        case help
    }

    var task = Task.run
    /// The path of the daemon's socket; nil for the standard path.
    var socket: String?

    static var help: String {
        localized(
            """
            USAGE: soteria-agent [--socket PATH] [--thaw]

            Soteria's agent on the desktop: pauses blocked apps, asks questions in notifications, \
            and reports which apps are used. Normally started by systemd (soteria-agent.service).

            OPTIONS:
              --socket PATH   Connect to the daemon at this socket.
              --thaw          Resume the apps that a previous agent left paused, and exit.
              --version       Show the version.
              -h, --help      Show this help.
            """)
    }

    /// Parses the arguments, without the program's name; throws `EX_USAGE` for unknown ones.
    init(_ arguments: some Sequence<String>) throws(StartFailure) {
        var rest = Array(arguments)[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--thaw": task = .thaw
            case "--version": task = .version
            case "--help", "-h": task = .help
            case "--socket":
                guard let path = rest.popFirst(), !path.isEmpty else {
                    throw StartFailure(message: localized("--socket needs a path"), code: EX_USAGE)
                }
                socket = path
            default:
                guard argument.hasPrefix("--socket="), argument.utf8.count > 9 else {
                    throw StartFailure(
                        message: localized(
                            "unknown argument '\(argument)'; see soteria-agent --help"),
                        code: EX_USAGE)
                }
                socket = String(argument.dropFirst(9))
            }
        }
    }
}

import Glibc

struct Options: Sendable, Hashable {
    enum Task: Sendable, Hashable {
        case serve
        case version
        case help
    }

    var task = Task.serve
    /// The daemon's socket; nil for the standard place.
    var socket: String?
    /// The control socket, which issues tickets; nil for the standard place.
    var control: String?

    static let help = """
        USAGE: soteria-dashboard [--socket PATH] [--control PATH]

        Serves the dashboard's pages to your browser, and exits after the last page is closed. \
        Normally started by systemd (soteria-dashboard.socket). To open the dashboard, run: \
        soteria dashboard

        OPTIONS:
          --socket PATH   Connect to the daemon at this socket.
          --control PATH  Wait at this socket for requests to open the dashboard.
          --version       Show the version.
          -h, --help      Show this help.
        """

    /// Reads the arguments without the program's name; throws `EX_USAGE` for unknown ones.
    init(_ arguments: some Sequence<String>) throws(StartFailure) {
        var rest = Array(arguments)[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--version": task = .version
            case "--help", "-h": task = .help
            default:
                let name = String(argument.prefix { $0 != "=" })
                let value =
                    name == argument ? rest.popFirst() : String(argument.dropFirst(name.count + 1))
                try set(name, value, argument)
            }
        }
    }

    private mutating func set(
        _ name: String, _ value: String?, _ argument: String
    ) throws(StartFailure) {
        guard name == "--socket" || name == "--control" else {
            throw StartFailure(
                message: "unknown argument '\(argument)'; see soteria-dashboard --help",
                code: EX_USAGE)
        }
        guard let value, !value.isEmpty else {
            throw StartFailure(message: "\(name) needs a path", code: EX_USAGE)
        }
        if name == "--socket" { socket = value } else { control = value }
    }
}

import API
import Glibc

/// The paths of sockets and files on this machine, from the options and the environment.
struct ServerPaths: Sendable, Hashable {
    var daemon: SocketAddress
    /// The control socket, unless systemd passes it.
    var control: SocketAddress
    /// True if the server creates the control socket's directory.
    var isControlStandard: Bool
    var files: String

    /// Throws a failure with `EX_CONFIG` if the environment is incomplete.
    init(
        _ options: Options, variable: (String) -> String? = SocketAddress.processVariable,
        isDirectory: (String) -> Bool = SocketAddress.directoryExists
    ) throws(StartFailure) {
        do throws(SocketAddressError) {
            if let socket = options.socket {
                daemon = SocketAddress(path: socket)
            } else {
                daemon = try .standard(variable: variable, isDirectory: isDirectory)
            }
            let standard = try SocketAddress.dashboard(
                variable: variable, isDirectory: isDirectory)
            control = options.control.map { SocketAddress(path: $0) } ?? standard
            isControlStandard = control == standard
            // Beside the directory that the daemon's sockets lie in, as systemd has it.
            files = Self.parent(Self.parent(standard.path)) + "/soteria-dashboard"
        } catch {
            throw StartFailure(message: error.description, code: EX_CONFIG)
        }
        if let own = variable("RUNTIME_DIRECTORY")?.split(separator: ":").first {
            files = String(own)
        }
    }

    /// Creates the control socket's directory if only that is missing.
    func makeControlDirectory() throws(StartFailure) {
        let directory = Self.parent(control.path)
        guard isControlStandard, mkdir(directory, 0o700) != 0, errno != EEXIST else { return }
        throw StartFailure(
            message: "cannot create \(directory): \(String(cString: strerror(errno))); "
                + "pass --control PATH, or set XDG_RUNTIME_DIR", code: EX_CONFIG)
    }

    private static func parent(_ path: String) -> String {
        String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    }
}

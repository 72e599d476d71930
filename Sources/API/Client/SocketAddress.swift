import Glibc
import Localization

/// The address of the daemon's socket.
package struct SocketAddress: Hashable, Sendable, CustomStringConvertible {
    /// The absolute path.
    package var path: String

    /// Creates the address for a path, with or without `unix:` in front.
    package init(path: String) {
        self.path = path.hasPrefix("unix:") ? String(path.dropFirst(5)) : path
    }

    package var description: String { path }

    /// The standard address: `$SOTERIA_SOCKET`, else `soteria/org.soteria` under
    /// `$XDG_RUNTIME_DIR`, else under `/run/user/UID` if that directory exists.
    ///
    /// Empty variables count as unset, and so does a runtime directory that is not absolute (as in
    /// the XDG Base Directory Specification). Tests replace the environment by parameters.
    package static func standard(
        variable: (String) -> String? = processVariable, user: UInt32 = getuid(),
        isDirectory: (String) -> Bool = directoryExists
    ) throws(SocketAddressError) -> SocketAddress {
        if let path = variable("SOTERIA_SOCKET"), !path.isEmpty {
            return SocketAddress(path: path)
        }
        if let directory = variable("XDG_RUNTIME_DIR"), directory.hasPrefix("/") {
            return SocketAddress(path: "\(directory)/soteria/org.soteria")
        }
        let directory = "/run/user/\(user)"
        guard isDirectory(directory) else {
            throw SocketAddressError.noRuntimeDirectory(user: user)
        }
        return SocketAddress(path: "\(directory)/soteria/org.soteria")
    }

    /// The standard address of the dashboard's control socket: `soteria/dashboard` under
    /// `$XDG_RUNTIME_DIR`, else under `/run/user/UID` if that directory exists. The parameters are
    /// those of `standard`.
    package static func dashboard(
        variable: (String) -> String? = processVariable, user: UInt32 = getuid(),
        isDirectory: (String) -> Bool = directoryExists
    ) throws(SocketAddressError) -> SocketAddress {
        // A variable may have moved the daemon's socket; this one stays beside the standard one.
        let daemon = try standard(
            variable: { $0 == "SOTERIA_SOCKET" ? nil : variable($0) }, user: user,
            isDirectory: isDirectory)
        return SocketAddress(
            path: daemon.path.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" }
                + "/dashboard")
    }

    /// A variable of this process's environment.
    package static func processVariable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// True if the path is a directory, or a symlink to one.
    package static func directoryExists(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}

/// The reason why there is no standard address.
package enum SocketAddressError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Neither variable is set, and the user of this id has no directory under `/run/user`.
    case noRuntimeDirectory(user: UInt32)

    /// The problem and a remedy, in English.
    package var description: String { text.english }

    /// The same for people, whose language may be another.
    package var text: LocalizedText {
        switch self {
        case .noRuntimeDirectory(let user):
            LocalizedText(
                """
                XDG_RUNTIME_DIR is not set and /run/user/\(user) does not exist: log in to a \
                session, or set SOTERIA_SOCKET to the path of the socket
                """)
        }
    }
}

import Glibc

extension SocketAddress {
    /// The standard place of the dashboard's control socket: `soteria/dashboard` under
    /// `$XDG_RUNTIME_DIR`, else under `/run/user/UID` where that directory exists. Parameters as in
    /// `standard`.
    package static func dashboard(
        variable: (String) -> String? = processVariable, user: UInt32 = getuid(),
        isDirectory: (String) -> Bool = directoryExists
    ) throws(SocketAddressError) -> SocketAddress {
        // The daemon's own place may have been moved by a variable; this one is beside the usual.
        let daemon = try standard(
            variable: { $0 == "SOTERIA_SOCKET" ? nil : variable($0) }, user: user,
            isDirectory: isDirectory)
        return SocketAddress(
            path: daemon.path.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" }
                + "/dashboard")
    }
}

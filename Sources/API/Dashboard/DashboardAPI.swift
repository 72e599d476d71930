import Glibc

/// The typed calls of `org.soteria.dashboard`.
///
/// The way into the dashboard, the pages that a person looks at in a browser of their own. The
/// daemon does not serve this: soteria-dashboard does, a program that is started when somebody asks
/// for the pages and ends when nobody looks at them any more.
package enum DashboardAPI {
    /// The interface's name on the socket.
    package static let interface = "org.soteria.dashboard"
}

extension DashboardAPI {
    /// Every error that the interface declares.
    package static let errors: [any TypedError.Type] = [NotWritable.self]

    /// The file could not be written.
    package struct NotWritable: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.dashboard.NotWritable"
        /// Why, in words.
        package var reason: String

        /// The error with what it says.
        package init(reason: String) {
            self.reason = reason
        }
    }

    /// Makes a way in that can be gone once and within a minute.
    package enum Open: TypedMethod {
        /// The method's qualified name.
        package static let method = "org.soteria.dashboard.Open"

        /// What is asked.
        package struct Parameters: Codable, Hashable, Sendable {
            /// The page to begin with, as addresses name it: "metrics"; left out: the home page.
            package var page: String?

            /// What is asked, part by part.
            package init(page: String? = nil) {
                self.page = page
            }
        }

        /// What is answered.
        package struct Reply: Codable, Hashable, Sendable {
            /// The path of a file that leads a browser to the page. Only the person can read it,
            /// since a token stands in it; it is removed once the way was gone, or can be gone no
            /// more.
            package var file: String

            /// The answer, part by part.
            package init(file: String) {
                self.file = file
            }
        }
    }
}

extension DashboardAPI {
    /// The interface file, embedded byte for byte. It is not one of `InterfaceFiles.all`, which the
    /// daemon serves.
    package static let interfaceFile = String(
        decoding: PackageResources.org_soteria_dashboard_varlink, as: UTF8.self)
}

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

/// The typed calls of `org.soteria.usage`.
///
/// How long the apps and sites of the targets are really used.
///
/// Whoever sees what is in front of the person (a desktop agent, the host of a browser's extension)
/// reports it: Opened, then Heartbeat while it stays so, then Closed. Every report makes a use; the
/// uses of one target that overlap make one session, so what several windows or several reporters
/// see at once counts once. Time in which the person is idle or the session is locked does not
/// count, and the machine's sleep ends a session. A reporter that dies leaves a use that ends by
/// itself a while after its last sign of life.
///
/// Instants are RFC 3339 strings with an offset, lengths are whole seconds of elapsed time.
package enum UsageAPI {
    /// The interface's name on the socket.
    package static let interface = "org.soteria.usage"
}

/// The types of `org.soteria.usage`, as its file declares them.
extension UsageAPI {
    /// An app or a site that was used; exactly one of the two is given.
    package struct Place: Codable, Hashable, Sendable {
        /// A host name.
        package var site: String?
        /// An application id, or the path of an executable.
        package var app: String?

        /// The value with all that it holds.
        package init(site: String? = nil, app: String? = nil) {
            self.site = site
            self.app = app
        }
    }

    /// One stretch of use of a target.
    package struct Session: Codable, Hashable, Sendable {
        /// Its number.
        package var session: Int
        /// The target's key.
        package var target: String
        /// The apps and sites that were used, in the order in which they were first opened.
        package var places: [Place]
        /// When it began.
        package var at: String
        /// When it ended; left out while it runs.
        package var until: String?
        /// How long the target was used, without the time in which the person was idle.
        package var seconds: Int
        /// The numbers of the unblock requests under whose permissions it was used; empty where
        /// none ran.
        package var requests: [Int]
        /// Whether it runs.
        package var running: Bool

        /// The value with all that it holds.
        package init(
            session: Int, target: String, places: [Place], at: String, until: String? = nil,
            seconds: Int, requests: [Int], running: Bool
        ) {
            self.session = session
            self.target = target
            self.places = places
            self.at = at
            self.until = until
            self.seconds = seconds
            self.requests = requests
            self.running = running
        }
    }

    /// How long a target was used today.
    package struct TargetUse: Codable, Hashable, Sendable {
        /// The target's key.
        package var target: String
        /// The name that people see.
        package var name: String
        /// How long it was used since local midnight, without the time in which the person was
        /// idle.
        package var seconds: Int
        /// Whether it is used now.
        package var running: Bool

        /// The value with all that it holds.
        package init(target: String, name: String, seconds: Int, running: Bool) {
            self.target = target
            self.name = name
            self.seconds = seconds
            self.running = running
        }
    }
}

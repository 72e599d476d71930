extension DaemonAPI {
    /// How the daemon is.
    package enum GetStatus: TypedMethod {
        /// The method's qualified name.
        package static let method = "org.soteria.daemon.GetStatus"

        /// Nothing is asked.
        package typealias Parameters = NoMembers

        /// What is answered.
        package struct Reply: Codable, Hashable, Sendable {
            /// Its version.
            package var version: String
            /// Its process id.
            package var pid: Int
            /// The path of its executable; left out where that is not known.
            package var executable: String?
            /// When it started.
            package var startedAt: String
            /// How many seconds of elapsed time it has been running.
            package var uptime: Int
            /// Trusted time.
            package var now: String
            /// When something changes next by itself; left out where nothing will.
            package var nextChange: String?
            /// The rules in force.
            package var rules: RulesStatus
            /// The clock.
            package var clock: ClockStatus
            /// The store of events.
            package var store: StoreStatus
            /// How many connections are open, this one included.
            package var connections: Int
            /// How many of them follow something.
            package var subscribers: Int
            /// What weakened the protection or its record, the newest first, at most 20.
            package var incidents: [Incident]

            /// The answer, part by part.
            package init(
                version: String, pid: Int, executable: String? = nil, startedAt: String,
                uptime: Int, now: String, nextChange: String? = nil, rules: RulesStatus,
                clock: ClockStatus, store: StoreStatus, connections: Int, subscribers: Int,
                incidents: [Incident] = []
            ) {
                self.version = version
                self.pid = pid
                self.executable = executable
                self.startedAt = startedAt
                self.uptime = uptime
                self.now = now
                self.nextChange = nextChange
                self.rules = rules
                self.clock = clock
                self.store = store
                self.connections = connections
                self.subscribers = subscribers
                self.incidents = incidents
            }
        }
    }

    /// The recorded events; needs "more". Every reply has some events; the last one, or with follow
    /// the first one, may have none.
    package enum Events: TypedMethod {
        /// The method's qualified name.
        package static let method = "org.soteria.daemon.Events"

        /// What is asked.
        package struct Parameters: Codable, Hashable, Sendable {
            /// Only events with a greater number.
            package var after: Int?
            /// Only events at this instant or later.
            package var from: String?
            /// Only events before this instant.
            package var to: String?
            /// Only events of these kinds.
            package var kinds: [String]?
            /// At most so many; with newestFirst the newest, else the oldest. Left out: all.
            package var limit: Int?
            /// Whether to go on with what happens from now on; not together with to, limit or
            /// newestFirst.
            package var follow: Bool?
            /// Whether the newest come first; left out: the oldest come first.
            package var newestFirst: Bool?

            /// What is asked, part by part.
            package init(
                after: Int? = nil, from: String? = nil, to: String? = nil, kinds: [String]? = nil,
                limit: Int? = nil, follow: Bool? = nil, newestFirst: Bool? = nil
            ) {
                self.after = after
                self.from = from
                self.to = to
                self.kinds = kinds
                self.limit = limit
                self.follow = follow
                self.newestFirst = newestFirst
            }
        }

        /// What is answered.
        package struct Reply: Codable, Hashable, Sendable {
            /// The next events.
            package var events: [Event]

            /// The answer, part by part.
            package init(events: [Event]) {
                self.events = events
            }
        }
    }

    /// A copy of the database while it is in use, as one SQLite file; needs "more". The replies are
    /// its pieces in order.
    package enum Backup: TypedMethod {
        /// The method's qualified name.
        package static let method = "org.soteria.daemon.Backup"

        /// Nothing is asked.
        package typealias Parameters = NoMembers

        /// What is answered.
        package struct Reply: Codable, Hashable, Sendable {
            /// The next piece in base64, as of RFC 4648; left out where nothing is left.
            package var data: String?
            /// The size of the whole file in bytes, the same in every reply.
            package var size: Int

            /// The answer, part by part.
            package init(data: String? = nil, size: Int) {
                self.data = data
                self.size = size
            }
        }
    }
}

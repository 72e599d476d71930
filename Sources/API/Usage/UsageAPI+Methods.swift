/// What asks how long targets were used.
extension UsageAPI {
    /// The sessions; needs "more". Only the last reply may have none. Those that run are in the
    /// first reply, unless "to" is given: then they are left out.
    package enum Sessions: TypedMethod {
        /// The method's qualified name.
        package static let method = "org.soteria.usage.Sessions"

        /// What is asked.
        package struct Parameters: Codable, Hashable, Sendable {
            /// Only those of the target of this key.
            package var target: String?
            /// Only those that began at this instant or later.
            package var from: String?
            /// Only those that began before this instant.
            package var to: String?
            /// At most so many, the newest of them; left out: all.
            package var limit: Int?
            /// Whether the newest come first; left out: the oldest come first.
            package var newestFirst: Bool?

            /// What is asked, part by part.
            package init(
                target: String? = nil, from: String? = nil, to: String? = nil, limit: Int? = nil,
                newestFirst: Bool? = nil
            ) {
                self.target = target
                self.from = from
                self.to = to
                self.limit = limit
                self.newestFirst = newestFirst
            }
        }

        /// What is answered.
        package struct Reply: Codable, Hashable, Sendable {
            /// The next sessions.
            package var sessions: [Session]

            /// The answer, part by part.
            package init(sessions: [Session]) {
                self.sessions = sessions
            }
        }
    }

    /// How long each target was used today.
    package enum Today: TypedMethod {
        /// The method's qualified name.
        package static let method = "org.soteria.usage.Today"

        /// Nothing is asked.
        package typealias Parameters = NoMembers

        /// What is answered.
        package struct Reply: Codable, Hashable, Sendable {
            /// The monitored targets, by key.
            package var targets: [TargetUse]
            /// Whether the person is idle; false while nobody says so.
            package var idle: Bool
            /// Whether the session is locked; false while nobody says so.
            package var locked: Bool

            /// The answer, part by part.
            package init(targets: [TargetUse], idle: Bool, locked: Bool) {
                self.targets = targets
                self.idle = idle
                self.locked = locked
            }
        }
    }
}

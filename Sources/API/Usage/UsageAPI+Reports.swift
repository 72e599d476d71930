/// What reporters of use say.
extension UsageAPI {
    /// Says that an app or a site is used from now on; exactly one of the two is given, else the
    /// answer is InvalidParameter. It counts for each monitored target that it belongs to. What is
    /// open already may be opened again, as a second window is: that gives another use.
    package enum Opened: TypedMethod {
        /// The method's qualified name.
        package static let method = "org.soteria.usage.Opened"

        /// What is asked.
        package struct Parameters: Codable, Hashable, Sendable {
            /// A host name.
            package var site: String?
            /// An application id, or the path of an executable.
            package var app: String?

            /// What is asked, part by part.
            package init(site: String? = nil, app: String? = nil) {
                self.site = site
                self.app = app
            }
        }

        /// What is answered.
        package struct Reply: Codable, Hashable, Sendable {
            /// The use's number.
            package var use: Int
            /// The keys of the targets that it counts for.
            package var targets: [String]
            /// A sign of life is wanted at least that often, in seconds.
            package var heartbeat: Int
            /// A use without a sign of life for so many seconds is over.
            package var limit: Int

            /// The answer, part by part.
            package init(use: Int, targets: [String], heartbeat: Int, limit: Int) {
                self.use = use
                self.targets = targets
                self.heartbeat = heartbeat
                self.limit = limit
            }
        }
    }

    /// Says that uses go on.
    package enum Heartbeat: TypedMethod {
        /// The method's qualified name.
        package static let method = "org.soteria.usage.Heartbeat"

        /// What is asked.
        package struct Parameters: Codable, Hashable, Sendable {
            /// The uses' numbers.
            package var uses: [Int]

            /// What is asked, part by part.
            package init(uses: [Int]) {
                self.uses = uses
            }
        }

        /// What is answered.
        package struct Reply: Codable, Hashable, Sendable {
            /// Those that are over: what they were about is to be opened again.
            package var unknown: [Int]

            /// The answer, part by part.
            package init(unknown: [Int]) {
                self.unknown = unknown
            }
        }
    }

    /// Says that a use is over.
    package enum Closed: TypedMethod {
        /// The method's qualified name.
        package static let method = "org.soteria.usage.Closed"

        /// What is asked.
        package struct Parameters: Codable, Hashable, Sendable {
            /// The use's number.
            package var use: Int

            /// What is asked, part by part.
            package init(use: Int) {
                self.use = use
            }
        }

        /// Nothing is answered but that it was done.
        package typealias Reply = NoMembers
    }

    /// Says whether the person is there. It holds while this connection is open; the person counts
    /// as idle while any connection says so.
    package enum SetIdle: TypedMethod {
        /// The method's qualified name.
        package static let method = "org.soteria.usage.SetIdle"

        /// What is asked.
        package struct Parameters: Codable, Hashable, Sendable {
            /// Whether the person has done nothing for a while.
            package var idle: Bool
            /// Whether the session is locked, which counts as idle too; left out: as it was said
            /// last, at first no.
            package var locked: Bool?
            /// For how many seconds the person has been idle already: they are taken back. Left
            /// out: 0.
            package var idleSeconds: Int?

            /// What is asked, part by part.
            package init(idle: Bool, locked: Bool? = nil, idleSeconds: Int? = nil) {
                self.idle = idle
                self.locked = locked
                self.idleSeconds = idleSeconds
            }
        }

        /// Nothing is answered but that it was done.
        package typealias Reply = NoMembers
    }
}

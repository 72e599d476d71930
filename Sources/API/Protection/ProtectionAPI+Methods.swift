extension ProtectionAPI {
    /// The state of every target, by key.
    package enum List: TypedMethod {
        /// The method's qualified name.
        package static let method = "org.soteria.protection.List"

        /// Nothing is asked.
        package typealias Parameters = NoMembers

        /// What is answered.
        package struct Reply: Codable, Hashable, Sendable {
            /// The daemon's trusted time.
            package var now: String
            /// The number of the last event that the state includes.
            package var sequence: Int
            /// When something changes next by itself; left out where nothing will.
            package var nextChange: String?
            /// Every target of the rules in force, by key.
            package var targets: [TargetState]

            /// The answer, part by part.
            package init(
                now: String, sequence: Int, nextChange: String? = nil, targets: [TargetState]
            ) {
                self.now = now
                self.sequence = sequence
                self.nextChange = nextChange
                self.targets = targets
            }
        }
    }

    /// Whether a site, an app or a target is blocked. Exactly one of the three is given, else the
    /// answer is InvalidParameter.
    package enum Check: TypedMethod {
        /// The method's qualified name.
        package static let method = "org.soteria.protection.Check"

        /// What is asked.
        package struct Parameters: Codable, Hashable, Sendable {
            /// A host name; it belongs to a target that names it or a domain above it.
            package var site: String?
            /// An application id, such as com.valvesoftware.Steam, or the path of an executable.
            package var app: String?
            /// A target's key.
            package var target: String?

            /// What is asked, part by part.
            package init(site: String? = nil, app: String? = nil, target: String? = nil) {
                self.site = site
                self.app = app
                self.target = target
            }
        }

        /// What is answered.
        package struct Reply: Codable, Hashable, Sendable {
            /// Whether it is blocked now.
            package var blocked: Bool
            /// The keys of the targets that it belongs to; empty where no rule speaks of it.
            package var targets: [String]
            /// When it is unblocked if nothing changes; left out where it is open or no end is
            /// known.
            package var until: String?
            /// Why it is blocked, of all its targets; empty where it is open.
            package var restrictions: [Restriction]

            /// The answer, part by part.
            package init(
                blocked: Bool, targets: [String], until: String? = nil, restrictions: [Restriction]
            ) {
                self.blocked = blocked
                self.targets = targets
                self.until = until
                self.restrictions = restrictions
            }
        }
    }

    /// Follows the decisions; needs "more". The first reply has targets, every later one a
    /// decision.
    package enum Monitor: TypedMethod {
        /// The method's qualified name.
        package static let method = "org.soteria.protection.Monitor"

        /// Nothing is asked.
        package typealias Parameters = NoMembers

        /// What is answered.
        package struct Reply: Codable, Hashable, Sendable {
            /// In the first reply: every target, as in List.
            package var targets: [TargetState]?
            /// In the first reply: the number of the last event that the state includes.
            package var sequence: Int?
            /// In every later reply: what changed.
            package var decision: Decision?

            /// The answer, part by part.
            package init(
                targets: [TargetState]? = nil, sequence: Int? = nil, decision: Decision? = nil
            ) {
                self.targets = targets
                self.sequence = sequence
                self.decision = decision
            }
        }
    }

    /// Blocks a target, or all that are monitored, for a length of elapsed time: sleep counts,
    /// changes of the clock do not.
    package enum Start: TypedMethod {
        /// The method's qualified name.
        package static let method = "org.soteria.protection.Start"

        /// What is asked.
        package struct Parameters: Codable, Hashable, Sendable {
            /// The target's key; left out: every monitored target.
            package var target: String?
            /// How long, at least 60 seconds and at most 604800 (seven days).
            package var seconds: Int
            /// What to call it; left out: "Manual protection".
            package var name: String?
            /// Whether nothing can be unblocked before its end; left out: no.
            package var strict: Bool?

            /// What is asked, part by part.
            package init(
                target: String? = nil, seconds: Int, name: String? = nil, strict: Bool? = nil
            ) {
                self.target = target
                self.seconds = seconds
                self.name = name
                self.strict = strict
            }
        }

        /// What is answered.
        package struct Reply: Codable, Hashable, Sendable {
            /// The protection's id.
            package var id: Int
            /// The keys of the targets that it blocks.
            package var targets: [String]
            /// When it ends by the clock as it stands.
            package var until: String

            /// The answer, part by part.
            package init(id: Int, targets: [String], until: String) {
                self.id = id
                self.targets = targets
                self.until = until
            }
        }
    }

    /// Every rule that concerns a target: whether it is in force, from when to when, and why.
    package enum Explain: TypedMethod {
        /// The method's qualified name.
        package static let method = "org.soteria.protection.Explain"

        /// What is asked.
        package struct Parameters: Codable, Hashable, Sendable {
            /// The target's key.
            package var target: String
            /// The instant asked about, not in the past; left out: now.
            package var at: String?

            /// What is asked, part by part.
            package init(target: String, at: String? = nil) {
                self.target = target
                self.at = at
            }
        }

        /// What is answered.
        package struct Reply: Codable, Hashable, Sendable {
            /// The target's key.
            package var target: String
            /// The name that people see.
            package var name: String
            /// The instant that the answer is about.
            package var at: String
            /// Whether the target is blocked then.
            package var blocked: Bool
            /// When it is unblocked if nothing changes; left out where it is open or no end is
            /// known.
            package var until: String?
            /// Whether the target is monitored; what is not is never blocked.
            package var monitored: Bool
            /// The rules that concern it: first those in force, then by when they begin.
            package var rules: [Explanation]
            /// Until when a permission keeps it open; left out where none runs then.
            package var grantedUntil: String?
            /// The auto-protections, check-ins and budgets that concern it and do not restrict it
            /// then; left out where there are none.
            package var prospects: [Prospect]?

            /// The answer, part by part.
            package init(
                target: String, name: String, at: String, blocked: Bool, until: String? = nil,
                monitored: Bool, rules: [Explanation], grantedUntil: String? = nil,
                prospects: [Prospect]? = nil
            ) {
                self.prospects = prospects
                self.target = target
                self.name = name
                self.at = at
                self.blocked = blocked
                self.until = until
                self.monitored = monitored
                self.rules = rules
                self.grantedUntil = grantedUntil
            }
        }
    }
}

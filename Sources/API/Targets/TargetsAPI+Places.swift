extension TargetsAPI {
    /// What belongs to a target, for those who enforce.
    package struct Places: Codable, Hashable, Sendable {
        /// The target's key in the rule files.
        package var target: String
        /// The name that people see.
        package var name: String
        /// What is done with its apps while it is blocked.
        package var enforcement: Enforcement
        /// Of stop: whether what does not end when asked is killed.
        package var kill: Bool
        /// Host names, lower case; each stands for itself and all below it. Left out where there
        /// are more than the call's siteLimit, or some of a list stand for what is below them
        /// alone: ask org.soteria.protection.Check of each host.
        package var sites: [String]?
        /// How many sites there are in all.
        package var siteCount: Int
        /// Application ids.
        package var apps: [String]
        /// Absolute paths of executables as the rules name them, links not followed; a program
        /// belongs to the target when it runs nothing else.
        package var executables: [String]

        /// The value with all that it holds.
        package init(
            target: String, name: String, enforcement: Enforcement = .freeze, kill: Bool = false,
            sites: [String]? = nil, siteCount: Int = 0, apps: [String] = [],
            executables: [String] = []
        ) {
            self.target = target
            self.name = name
            self.enforcement = enforcement
            self.kill = kill
            self.sites = sites
            self.siteCount = siteCount
            self.apps = apps
            self.executables = executables
        }
    }

    /// Follows what belongs to the monitored targets; needs "more". It is told in pieces of at most
    /// 1000 places, and all anew whenever that changes; a target with many places comes in several
    /// pieces, each with some of them.
    package enum Monitor: TypedMethod {
        /// The method's qualified name.
        package static let method = "org.soteria.targets.Monitor"

        /// What is asked.
        package struct Parameters: Codable, Hashable, Sendable {
            /// No sites of targets that have more than so many; left out: all are told.
            package var siteLimit: Int?

            /// What is asked, part by part.
            package init(siteLimit: Int? = nil) {
                self.siteLimit = siteLimit
            }
        }

        /// What is answered.
        package struct Reply: Codable, Hashable, Sendable {
            /// Whether a new telling begins with this piece; at complete it takes the place of what
            /// was told before. A telling that was not complete when the next begins is void.
            package var begins: Bool
            /// The piece: targets by key.
            package var places: [Places]
            /// Whether the telling is complete with this piece.
            package var complete: Bool

            /// The answer, part by part.
            package init(begins: Bool, places: [Places], complete: Bool) {
                self.begins = begins
                self.places = places
                self.complete = complete
            }
        }
    }
}

extension TargetsAPI {
    /// Every target of the rules in force, by key.
    package enum List: TypedMethod {
        /// The method's qualified name.
        package static let method = "org.soteria.targets.List"

        /// Nothing is asked.
        package typealias Parameters = NoMembers

        /// What is answered.
        package struct Reply: Codable, Hashable, Sendable {
            /// The targets, by key.
            package var targets: [Target]

            /// The answer, part by part.
            package init(targets: [Target]) {
                self.targets = targets
            }
        }
    }

    /// Switches the monitoring of a target on or off. A later edit of its entry in the rule files
    /// clears the switch. Switching off is refused while a strict restriction holds for the target.
    package enum SetMonitored: TypedMethod {
        /// The method's qualified name.
        package static let method = "org.soteria.targets.SetMonitored"

        /// What is asked.
        package struct Parameters: Codable, Hashable, Sendable {
            /// The target's key.
            package var target: String
            /// Whether it is monitored.
            package var monitored: Bool

            /// What is asked, part by part.
            package init(target: String, monitored: Bool) {
                self.target = target
                self.monitored = monitored
            }
        }

        /// What is answered.
        package struct Reply: Codable, Hashable, Sendable {
            /// The target as it stands after that.
            package var target: Target
            /// When it is switched off, where the rules have that wait; until then switching it on
            /// leaves all as it is. Left out where nothing waits.
            package var pendingUntil: String?

            /// The answer, part by part.
            package init(target: Target, pendingUntil: String? = nil) {
                self.pendingUntil = pendingUntil
                self.target = target
            }
        }
    }

    /// Gives an app or a site a name of the person's own, whatever targets it belongs to; exactly
    /// one of the two is given, else the answer is InvalidParameter.
    package enum SetName: TypedMethod {
        /// The method's qualified name.
        package static let method = "org.soteria.targets.SetName"

        /// What is asked.
        package struct Parameters: Codable, Hashable, Sendable {
            /// A host name.
            package var site: String?
            /// An application id, or the path of an executable.
            package var app: String?
            /// The name: one line of 1 to 200 characters; left out: the name is forgotten.
            package var name: String?

            /// What is asked, part by part.
            package init(site: String? = nil, app: String? = nil, name: String? = nil) {
                self.site = site
                self.app = app
                self.name = name
            }
        }

        /// What is answered.
        package struct Reply: Codable, Hashable, Sendable {
            /// The targets that it belongs to, by key, as they stand after that.
            package var targets: [Target]

            /// The answer, part by part.
            package init(targets: [Target]) {
                self.targets = targets
            }
        }
    }
}

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

            /// The answer, part by part.
            package init(target: Target) {
                self.target = target
            }
        }
    }
}

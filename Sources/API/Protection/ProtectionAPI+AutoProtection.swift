/// The rules by which the daemon protects by itself.
extension ProtectionAPI {
    /// A rule by which the daemon protects by itself, and how it stands.
    package struct AutoProtection: Codable, Hashable, Sendable {
        /// The rule's key in the rule files.
        package var rule: String
        /// The name that people see.
        package var name: String
        /// The keys of the targets that it blocks.
        package var targets: [String]
        /// The condition as the rule file has it.
        package var condition: String
        /// How many seconds it lasts.
        package var seconds: Int
        /// How many seconds it leaves a target alone after it ended there.
        package var againAfter: Int
        /// Whether it may begin.
        package var enabled: Bool
        /// Whether a switch, not the rule files, says whether it may begin.
        package var switched: Bool
        /// Whether nothing can be unblocked while it lasts.
        package var strict: Bool
        /// When the one that runs ends; left out where none runs.
        package var until: String?

        /// The value with all that it holds.
        package init(
            rule: String, name: String, targets: [String], condition: String, seconds: Int,
            againAfter: Int, enabled: Bool, switched: Bool, strict: Bool, until: String? = nil
        ) {
            self.rule = rule
            self.name = name
            self.targets = targets
            self.condition = condition
            self.seconds = seconds
            self.againAfter = againAfter
            self.enabled = enabled
            self.switched = switched
            self.strict = strict
            self.until = until
        }
    }

    /// The rules by which the daemon protects by itself, by key.
    package enum ListAutoProtections: TypedMethod {
        /// The method's qualified name.
        package static let method = "org.soteria.protection.ListAutoProtections"

        /// Nothing is asked.
        package typealias Parameters = NoMembers

        /// What is answered.
        package struct Reply: Codable, Hashable, Sendable {
            /// The rules.
            package var rules: [AutoProtection]

            /// The answer, part by part.
            package init(rules: [AutoProtection]) {
                self.rules = rules
            }
        }
    }

    /// Switches such a rule on or off; what runs goes on to its end. A later edit of its entry in
    /// the rule files clears the switch. Switching off is refused while it is strict and runs.
    package enum SetAutoProtection: TypedMethod {
        /// The method's qualified name.
        package static let method = "org.soteria.protection.SetAutoProtection"

        /// What is asked.
        package struct Parameters: Codable, Hashable, Sendable {
            /// The rule's key.
            package var rule: String
            /// Whether it may begin.
            package var enabled: Bool

            /// What is asked, part by part.
            package init(rule: String, enabled: Bool) {
                self.rule = rule
                self.enabled = enabled
            }
        }

        /// What is answered.
        package struct Reply: Codable, Hashable, Sendable {
            /// The rule as it stands now.
            package var rule: AutoProtection
            /// When it is switched off, where the rules have that wait; until then switching it on
            /// leaves all as it is. Left out where nothing waits.
            package var pendingUntil: String?

            /// The answer, part by part.
            package init(rule: AutoProtection, pendingUntil: String? = nil) {
                self.pendingUntil = pendingUntil
                self.rule = rule
            }
        }
    }
}

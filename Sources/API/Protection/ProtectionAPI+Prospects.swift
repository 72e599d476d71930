extension ProtectionAPI {
    /// A rule that concerns a target and does not restrict it, and how near it is to that.
    package struct Prospect: Codable, Hashable, Sendable {
        /// What kind of rule it is.
        package var kind: RestrictionKind
        /// The rule's key in the rule files.
        package var rule: String
        /// The name that people see.
        package var name: String
        /// Whether it is switched on.
        package var enabled: Bool
        /// How it stands, in words.
        package var why: String
        /// When it may restrict at the soonest; left out where that may be at any time.
        package var from: String?
        /// Of a rule that protects by itself: its condition, or the parts of it that are joined by
        /// && or ||; left out where what they will read is not known.
        package var conditions: [Condition]?

        /// The value with all that it holds.
        package init(
            kind: RestrictionKind, rule: String, name: String, enabled: Bool, why: String,
            from: String? = nil, conditions: [Condition]? = nil
        ) {
            self.kind = kind
            self.rule = rule
            self.name = name
            self.enabled = enabled
            self.why = why
            self.from = from
            self.conditions = conditions
        }
    }

    /// A condition and what it makes of the values of now.
    package struct Condition: Codable, Hashable, Sendable {
        /// The condition as the rule file has it.
        package var text: String
        /// Whether it is true.
        package var holds: Bool
        /// The variables that it reads, with their values.
        package var values: [ReadValue]

        /// The value with all that it holds.
        package init(text: String, holds: Bool, values: [ReadValue]) {
            self.text = text
            self.holds = holds
            self.values = values
        }
    }

    /// What a condition read.
    package struct ReadValue: Codable, Hashable, Sendable {
        /// The variable's name, such as local.hour.
        package var variable: String
        /// Its value as the Common Expression Language writes it: 23, true, "tired",
        /// duration("5400s").
        package var value: String

        /// The value with all that it holds.
        package init(variable: String, value: String) {
            self.variable = variable
            self.value = value
        }
    }
}

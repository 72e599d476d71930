/// The typed calls of `org.soteria.budgets`.
///
/// How long targets may be used, and how much of that is left.
///
/// Instants are RFC 3339 strings with an offset, lengths are whole seconds; times of day are local,
/// in the budget's time zone. Use is counted as org.soteria.usage says.
package enum BudgetsAPI {
    /// The interface's name on the socket.
    package static let interface = "org.soteria.budgets"
}

/// The types of `org.soteria.budgets`, as its file declares them.
extension BudgetsAPI {
    /// What a budget is counted over.
    package enum Period: String, Codable, Hashable, Sendable, CaseIterable {
        /// From one reset to the next day's.
        case day
        /// From Monday's reset to the next Monday's.
        case week
    }

    /// A budget and how it stands.
    package struct Budget: Codable, Hashable, Sendable {
        /// The budget's key in the rule files.
        package var budget: String
        /// The name that people see.
        package var name: String
        /// The key of the target whose use is counted, and which is blocked when the limit is
        /// reached.
        package var target: String
        /// The use in seconds after which the target is blocked.
        package var limit: Int
        /// How many seconds the target was used in this period.
        package var used: Int
        /// How many seconds are left, 0 once the limit is reached.
        package var left: Int
        /// What it is counted over.
        package var per: Period
        /// The time of day of the reset, "04:00".
        package var resets: String
        /// When this period began.
        package var from: String
        /// When the next one begins.
        package var until: String
        /// Whether the limit is reached.
        package var reached: Bool
        /// Whether nothing can be unblocked once the limit is reached.
        package var strict: Bool

        /// The value with all that it holds.
        package init(
            budget: String, name: String, target: String, limit: Int, used: Int, left: Int,
            per: Period, resets: String, from: String, until: String, reached: Bool, strict: Bool
        ) {
            self.budget = budget
            self.name = name
            self.target = target
            self.limit = limit
            self.used = used
            self.left = left
            self.per = per
            self.resets = resets
            self.from = from
            self.until = until
            self.reached = reached
            self.strict = strict
        }
    }
}

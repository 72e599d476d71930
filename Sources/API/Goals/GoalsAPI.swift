/// The typed calls of `org.soteria.goals`.
///
/// What a person saves for: contributions are typed in, or credited from kept impulses.
///
/// Amounts are decimals as text, such as "49.90", with at most three decimals and up to 1000000000.
/// Days are local dates, "2026-12-24"; instants are RFC 3339 strings with an offset.
package enum GoalsAPI {
    /// The interface's name on the socket.
    package static let interface = "org.soteria.goals"
}

/// The types of `org.soteria.goals`, as its file declares them.
extension GoalsAPI {
    /// A goal and how far it is.
    package struct Goal: Codable, Hashable, Sendable {
        /// Its number.
        package var goal: Int
        /// What is saved for.
        package var name: String
        /// The amount to be saved.
        package var target: String
        /// The currency of all its amounts, three capital letters such as "EUR".
        package var currency: String
        /// The amount saved so far; it may be more than the target.
        package var saved: String
        /// The amount that is missing, "0.00" once it is reached.
        package var left: String
        /// What is saved as a part of the target, three decimals from 0.000 to 1.000.
        package var progress: FixedPoint
        /// The day by which it is to be reached; left out where none was said.
        package var by: String?
        /// Whether that day went by before it was reached; left out where no day was said.
        package var late: Bool?
        /// Whether the estimated amounts of kept impulses are credited by themselves.
        package var fromKept: Bool
        /// Whether it is reached.
        package var reached: Bool
        /// When it was reached; left out until it is.
        package var reachedAt: String?
        /// When it was added.
        package var addedAt: String
        /// How many contributions there were, typed in and credited.
        package var contributions: Int

        /// The value with all that it holds.
        package init(
            goal: Int, name: String, target: String, currency: String, saved: String, left: String,
            progress: FixedPoint, by: String? = nil, late: Bool? = nil, fromKept: Bool,
            reached: Bool, reachedAt: String? = nil, addedAt: String, contributions: Int
        ) {
            self.goal = goal
            self.name = name
            self.target = target
            self.currency = currency
            self.saved = saved
            self.left = left
            self.progress = progress
            self.by = by
            self.late = late
            self.fromKept = fromKept
            self.reached = reached
            self.reachedAt = reachedAt
            self.addedAt = addedAt
            self.contributions = contributions
        }
    }
}

extension GoalsAPI {
    /// The goals, by number.
    package enum List: TypedMethod {
        /// The method's qualified name.
        package static let method = "org.soteria.goals.List"

        /// Nothing is asked.
        package typealias Parameters = NoMembers

        /// What is answered.
        package struct Reply: Codable, Hashable, Sendable {
            /// The goals, by number.
            package var goals: [Goal]

            /// The answer, part by part.
            package init(goals: [Goal]) {
                self.goals = goals
            }
        }
    }

    /// Adds a goal.
    package enum Add: TypedMethod {
        /// The method's qualified name.
        package static let method = "org.soteria.goals.Add"

        /// What is asked.
        package struct Parameters: Codable, Hashable, Sendable {
            /// What is saved for: one line of 1 to 200 characters.
            package var name: String
            /// The amount to be saved, more than 0.
            package var target: String
            /// The currency, three capital letters such as "EUR".
            package var currency: String
            /// The day by which it is to be reached, today or later; left out: none.
            package var by: String?
            /// Whether the estimated amount of each kept impulse is credited by itself, to the
            /// oldest such goal of its currency that is not reached; an amount without a currency
            /// goes to any. Left out: no.
            package var fromKept: Bool?

            /// What is asked, part by part.
            package init(
                name: String, target: String, currency: String, by: String? = nil,
                fromKept: Bool? = nil
            ) {
                self.name = name
                self.target = target
                self.currency = currency
                self.by = by
                self.fromKept = fromKept
            }
        }

        /// What is answered.
        package struct Reply: Codable, Hashable, Sendable {
            /// The goal.
            package var goal: Goal

            /// The answer, part by part.
            package init(goal: Goal) {
                self.goal = goal
            }
        }
    }

    /// Adds an amount to what is saved.
    package enum Contribute: TypedMethod {
        /// The method's qualified name.
        package static let method = "org.soteria.goals.Contribute"

        /// What is asked.
        package struct Parameters: Codable, Hashable, Sendable {
            /// The goal's number.
            package var goal: Int
            /// The amount in the goal's currency, more than 0.
            package var amount: String

            /// What is asked, part by part.
            package init(goal: Int, amount: String) {
                self.goal = goal
                self.amount = amount
            }
        }

        /// What is answered.
        package struct Reply: Codable, Hashable, Sendable {
            /// The goal as it stands after that.
            package var goal: Goal

            /// The answer, part by part.
            package init(goal: Goal) {
                self.goal = goal
            }
        }
    }

    /// Removes a goal.
    package enum Remove: TypedMethod {
        /// The method's qualified name.
        package static let method = "org.soteria.goals.Remove"

        /// What is asked.
        package struct Parameters: Codable, Hashable, Sendable {
            /// The goal's number.
            package var goal: Int

            /// What is asked, part by part.
            package init(goal: Int) {
                self.goal = goal
            }
        }

        /// Nothing is answered but that it was done.
        package typealias Reply = NoMembers
    }
}

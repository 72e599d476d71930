extension BudgetsAPI {
    /// Every budget of the rules in force, by key.
    package enum List: TypedMethod {
        /// The method's qualified name.
        package static let method = "org.soteria.budgets.List"

        /// Nothing is asked.
        package typealias Parameters = NoMembers

        /// What is answered.
        package struct Reply: Codable, Hashable, Sendable {
            /// The budgets, by key.
            package var budgets: [Budget]

            /// The answer, part by part.
            package init(budgets: [Budget]) {
                self.budgets = budgets
            }
        }
    }
}

extension GoalsAPI {
    /// Every error that the interface declares.
    package static let errors: [any TypedError.Type] = [
        NoSuchGoal.self, InvalidName.self, InvalidAmount.self, InvalidDate.self, TooMany.self,
        StoreUnavailable.self,
    ]

    /// There is no goal of that number, or it was removed.
    package struct NoSuchGoal: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.goals.NoSuchGoal"
        /// The number that was given.
        package var goal: Int

        /// The error with what it says.
        package init(goal: Int) {
            self.goal = goal
        }
    }

    /// A goal cannot be called that.
    package struct InvalidName: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.goals.InvalidName"
        /// What was given.
        package var name: String
        /// What is wrong with it, in words.
        package var problem: String

        /// The error with what it says.
        package init(name: String, problem: String) {
            self.name = name
            self.problem = problem
        }
    }

    /// The amount or its currency cannot be read: not above 0, enormous, or no decimal number.
    package struct InvalidAmount: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.goals.InvalidAmount"
        /// What was given.
        package var amount: String
        /// What is wrong with it, in words.
        package var problem: String

        /// The error with what it says.
        package init(amount: String, problem: String) {
            self.amount = amount
            self.problem = problem
        }
    }

    /// The day cannot be read, or has gone by.
    package struct InvalidDate: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.goals.InvalidDate"
        /// What was given.
        package var date: String
        /// What is wrong with it, in words.
        package var problem: String

        /// The error with what it says.
        package init(date: String, problem: String) {
            self.date = date
            self.problem = problem
        }
    }

    /// There are as many goals as there may be.
    package struct TooMany: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.goals.TooMany"
        /// How many there may be.
        package var maximum: Int

        /// The error with what it says.
        package init(maximum: Int) {
            self.maximum = maximum
        }
    }

    /// What was asked for could not be recorded, so it was not done.
    package struct StoreUnavailable: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.goals.StoreUnavailable"
        /// What is wrong with the store, in words.
        package var reason: String

        /// The error with what it says.
        package init(reason: String) {
            self.reason = reason
        }
    }
}

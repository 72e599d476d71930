extension TargetsAPI {
    /// Every error that the interface declares.
    package static let errors: [any TypedError.Type] = [
        NoSuchTarget.self, Strict.self, StoreUnavailable.self, PlanLimit.self,
    ]

    /// The rules in force have no such target.
    package struct NoSuchTarget: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.targets.NoSuchTarget"
        /// The key that was asked for.
        package var target: String

        /// The error with what it says.
        package init(target: String) {
            self.target = target
        }
    }

    /// What was asked for would weaken a strict rule while it holds.
    package struct Strict: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.targets.Strict"
        /// When it ends if nothing changes; left out where no end is known.
        package var until: String?

        /// The error with what it says.
        package init(until: String? = nil) {
            self.until = until
        }
    }

    /// What was asked for could not be recorded, so it was not done.
    package struct StoreUnavailable: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.targets.StoreUnavailable"
        /// What is wrong with the store, in words.
        package var reason: String

        /// The error with what it says.
        package init(reason: String) {
            self.reason = reason
        }
    }

    /// The person's plan does not allow it.
    package struct PlanLimit: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.targets.PlanLimit"
        /// The plan's key.
        package var plan: String

        /// The error with what it says.
        package init(plan: String) {
            self.plan = plan
        }
    }
}

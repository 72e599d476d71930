extension TargetsAPI {
    /// Every error that the interface declares.
    package static let errors: [any TypedError.Type] = [
        NoSuchTarget.self, NoSuchPlace.self, InvalidName.self, Strict.self, StoreUnavailable.self,
        PlanLimit.self,
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

    /// No target has that app or site.
    package struct NoSuchPlace: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.targets.NoSuchPlace"
        /// The host name, application id or path that was given.
        package var place: String

        /// The error with what it says.
        package init(place: String) {
            self.place = place
        }
    }

    /// Nothing can be called that.
    package struct InvalidName: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.targets.InvalidName"
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

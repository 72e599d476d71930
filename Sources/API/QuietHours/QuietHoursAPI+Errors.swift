extension QuietHoursAPI {
    /// Every error that the interface declares.
    package static let errors: [any TypedError.Type] = [
        NoSuchSchedule.self, Strict.self, StoreUnavailable.self, PlanLimit.self,
    ]

    /// The rules in force have no such schedule.
    package struct NoSuchSchedule: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.quiethours.NoSuchSchedule"
        /// The key that was asked for.
        package var schedule: String

        /// The error with what it says.
        package init(schedule: String) {
            self.schedule = schedule
        }
    }

    /// What was asked for would weaken a strict rule while it holds.
    package struct Strict: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.quiethours.Strict"
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
        package static let name = "org.soteria.quiethours.StoreUnavailable"
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
        package static let name = "org.soteria.quiethours.PlanLimit"
        /// The plan's key.
        package var plan: String

        /// The error with what it says.
        package init(plan: String) {
            self.plan = plan
        }
    }
}

extension MetricsAPI {
    /// Every error that the interface declares.
    package static let errors: [any TypedError.Type] = [
        PlanLimit.self, InvalidRange.self, StoreUnavailable.self,
    ]

    /// The person's plan does not allow it.
    package struct PlanLimit: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.metrics.PlanLimit"
        /// The plan's key.
        package var plan: String
        /// What it does not allow, in words.
        package var what: String

        /// The error with what it says.
        package init(plan: String, what: String) {
            self.plan = plan
            self.what = what
        }
    }

    /// There is no such range: a day that cannot be read, or an end before the beginning.
    package struct InvalidRange: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.metrics.InvalidRange"
        /// The first day that was given; left out where none was.
        package var from: String?
        /// The last day that was given; left out where none was.
        package var to: String?

        /// The error with what it says.
        package init(from: String? = nil, to: String? = nil) {
            self.from = from
            self.to = to
        }
    }

    /// What is recorded cannot be read.
    package struct StoreUnavailable: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.metrics.StoreUnavailable"
        /// What is wrong with the store, in words.
        package var reason: String

        /// The error with what it says.
        package init(reason: String) {
            self.reason = reason
        }
    }
}

extension UsageAPI {
    /// Every error that the interface declares.
    package static let errors: [any TypedError.Type] = [
        NotTracked.self, NoSuchUse.self, NoSuchTarget.self, StoreUnavailable.self,
    ]

    /// No monitored target has what was opened: its use is not tracked.
    package struct NotTracked: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.usage.NotTracked"
        /// The keys of the targets that have it and are not monitored; empty where no rule speaks
        /// of it.
        package var targets: [String]

        /// The error with what it says.
        package init(targets: [String]) {
            self.targets = targets
        }
    }

    /// There is no such use, or it is over.
    package struct NoSuchUse: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.usage.NoSuchUse"
        /// The number that was given.
        package var use: Int

        /// The error with what it says.
        package init(use: Int) {
            self.use = use
        }
    }

    /// The rules in force have no such target.
    package struct NoSuchTarget: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.usage.NoSuchTarget"
        /// The key that was asked for.
        package var target: String

        /// The error with what it says.
        package init(target: String) {
            self.target = target
        }
    }

    /// What was asked for could not be recorded, or the record cannot be read.
    package struct StoreUnavailable: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.usage.StoreUnavailable"
        /// What is wrong with the store, in words.
        package var reason: String

        /// The error with what it says.
        package init(reason: String) {
            self.reason = reason
        }
    }
}

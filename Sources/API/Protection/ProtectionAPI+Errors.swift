extension ProtectionAPI {
    /// Every error that the interface declares.
    package static let errors: [any TypedError.Type] = [
        NoSuchRule.self, Strict.self, NoSuchTarget.self, NotMonitored.self, NothingToProtect.self,
        InvalidDuration.self, StoreUnavailable.self,
    ]

    /// The rules in force have no such rule.
    package struct NoSuchRule: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.protection.NoSuchRule"
        /// The key that was asked for.
        package var rule: String

        /// The error with what it says.
        package init(rule: String) {
            self.rule = rule
        }
    }

    /// What is strict cannot be switched off while it runs.
    package struct Strict: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.protection.Strict"
        /// When it ends; left out where no end is known.
        package var until: String?

        /// The error with what it says.
        package init(until: String? = nil) {
            self.until = until
        }
    }

    /// The rules in force have no such target.
    package struct NoSuchTarget: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.protection.NoSuchTarget"
        /// The key that was asked for.
        package var target: String

        /// The error with what it says.
        package init(target: String) {
            self.target = target
        }
    }

    /// The target's monitoring is switched off, so it cannot be blocked.
    package struct NotMonitored: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.protection.NotMonitored"
        /// The target's key.
        package var target: String

        /// The error with what it says.
        package init(target: String) {
            self.target = target
        }
    }

    /// The rules in force have no monitored target at all.
    package struct NothingToProtect: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.protection.NothingToProtect"

        /// The error with what it says.
        package init() {}
    }

    /// A protection cannot last that long, or that short.
    package struct InvalidDuration: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.protection.InvalidDuration"
        /// The length that was asked for, in seconds.
        package var seconds: Int
        /// The shortest length allowed, in seconds.
        package var minimum: Int
        /// The longest length allowed, in seconds.
        package var maximum: Int

        /// The error with what it says.
        package init(seconds: Int, minimum: Int, maximum: Int) {
            self.seconds = seconds
            self.minimum = minimum
            self.maximum = maximum
        }
    }

    /// What was asked for could not be recorded, so it was not done.
    package struct StoreUnavailable: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.protection.StoreUnavailable"
        /// What is wrong with the store, in words.
        package var reason: String

        /// The error with what it says.
        package init(reason: String) {
            self.reason = reason
        }
    }
}

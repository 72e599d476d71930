extension UnblockAPI {
    /// Every error that the interface declares.
    package static let errors: [any TypedError.Type] = [
        NoSuchTarget.self, NotMonitored.self, NoSuchProtection.self, NotBlocked.self, Strict.self,
        AlreadyOpen.self, NoSuchRequest.self, RequestOver.self, BeingConfirmed.self,
        IntentNeeded.self, WaitNotOver.self, NotUnblocked.self, TooLate.self, InvalidRegret.self,
        UnknownCategory.self, UnknownMood.self, InvalidAmount.self, InvalidMinutes.self,
        InvalidDuration.self, StoreUnavailable.self,
    ]

    /// The rules in force have no such target.
    package struct NoSuchTarget: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.unblock.NoSuchTarget"
        /// The key that was asked for.
        package var target: String

        /// The error with what it says.
        package init(target: String) {
            self.target = target
        }
    }

    /// The target's monitoring is switched off.
    package struct NotMonitored: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.unblock.NotMonitored"
        /// The target's key.
        package var target: String

        /// The error with what it says.
        package init(target: String) {
            self.target = target
        }
    }

    /// There is no running protection of that id that a person started.
    package struct NoSuchProtection: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.unblock.NoSuchProtection"
        /// The id that was asked for.
        package var protection: Int

        /// The error with what it says.
        package init(protection: Int) {
            self.protection = protection
        }
    }

    /// Nothing of what was asked for is blocked.
    package struct NotBlocked: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.unblock.NotBlocked"
        /// The keys of the targets that it belongs to; empty where no rule speaks of it.
        package var targets: [String]

        /// The error with what it says.
        package init(targets: [String]) {
            self.targets = targets
        }
    }

    /// A strict restriction holds: nothing is opened while it does.
    package struct Strict: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.unblock.Strict"
        /// The key of the first target that refuses.
        package var target: String
        /// When it ends; left out where no end is known.
        package var until: String?

        /// The error with what it says.
        package init(target: String, until: String? = nil) {
            self.target = target
            self.until = until
        }
    }

    /// Another request is open for one of the targets.
    package struct AlreadyOpen: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.unblock.AlreadyOpen"
        /// That request's number.
        package var request: Int

        /// The error with what it says.
        package init(request: Int) {
            self.request = request
        }
    }

    /// There never was a request of that number, or it ended long ago.
    package struct NoSuchRequest: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.unblock.NoSuchRequest"
        /// The number that was asked for.
        package var request: Int

        /// The error with what it says.
        package init(request: Int) {
            self.request = request
        }
    }

    /// The request has ended.
    package struct RequestOver: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.unblock.RequestOver"
        /// The request's number.
        package var request: Int
        /// What became of it.
        package var outcome: Outcome

        /// The error with what it says.
        package init(request: Int, outcome: Outcome) {
            self.request = request
            self.outcome = outcome
        }
    }

    /// The request is being confirmed: what comes of it is on its way to the disk.
    package struct BeingConfirmed: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.unblock.BeingConfirmed"
        /// The request's number.
        package var request: Int

        /// The error with what it says.
        package init(request: Int) {
            self.request = request
        }
    }

    /// The request cannot be confirmed before the person says what is behind the wish.
    package struct IntentNeeded: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.unblock.IntentNeeded"
        /// The request's number.
        package var request: Int

        /// The error with what it says.
        package init(request: Int) {
            self.request = request
        }
    }

    /// The wait is not over.
    package struct WaitNotOver: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.unblock.WaitNotOver"
        /// How many seconds are left, at least 1.
        package var remainingSeconds: Int

        /// The error with what it says.
        package init(remainingSeconds: Int) {
            self.remainingSeconds = remainingSeconds
        }
    }

    /// Nothing can have come of the request: its targets were not opened.
    package struct NotUnblocked: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.unblock.NotUnblocked"
        /// The request's number.
        package var request: Int
        /// What became of it.
        package var outcome: Outcome

        /// The error with what it says.
        package init(request: Int, outcome: Outcome) {
            self.request = request
            self.outcome = outcome
        }
    }

    /// The unblock is too long ago for its outcome to be logged.
    package struct TooLate: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.unblock.TooLate"
        /// The request's number.
        package var request: Int
        /// For how many days it can be logged.
        package var days: Int

        /// The error with what it says.
        package init(request: Int, days: Int) {
            self.request = request
            self.days = days
        }
    }

    /// Nothing is regretted so much, or so little.
    package struct InvalidRegret: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.unblock.InvalidRegret"
        /// What was given.
        package var regret: Int
        /// The lowest regret.
        package var minimum: Int
        /// The highest regret.
        package var maximum: Int

        /// The error with what it says.
        package init(regret: Int, minimum: Int, maximum: Int) {
            self.regret = regret
            self.minimum = minimum
            self.maximum = maximum
        }
    }

    /// No such category.
    package struct UnknownCategory: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.unblock.UnknownCategory"
        /// What was given.
        package var category: String
        /// What can be chosen from.
        package var known: [String]

        /// The error with what it says.
        package init(category: String, known: [String]) {
            self.category = category
            self.known = known
        }
    }

    /// No such mood.
    package struct UnknownMood: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.unblock.UnknownMood"
        /// What was given.
        package var mood: String
        /// What can be chosen from.
        package var known: [String]

        /// The error with what it says.
        package init(mood: String, known: [String]) {
            self.mood = mood
            self.known = known
        }
    }

    /// The amount or its currency cannot be read: negative, enormous, or no decimal number.
    package struct InvalidAmount: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.unblock.InvalidAmount"
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

    /// The target cannot be meant to be used for so long, or so short.
    package struct InvalidMinutes: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.unblock.InvalidMinutes"
        /// What was given.
        package var minutes: Int
        /// The shortest time allowed.
        package var minimum: Int
        /// The longest time allowed.
        package var maximum: Int

        /// The error with what it says.
        package init(minutes: Int, minimum: Int, maximum: Int) {
            self.minutes = minutes
            self.minimum = minimum
            self.maximum = maximum
        }
    }

    /// A protection cannot last that long, or that short.
    package struct InvalidDuration: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.unblock.InvalidDuration"
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

    /// What was asked for could not be recorded: nothing is opened, and blocks hold.
    package struct StoreUnavailable: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.unblock.StoreUnavailable"
        /// What is wrong with the store, in words.
        package var reason: String

        /// The error with what it says.
        package init(reason: String) {
            self.reason = reason
        }
    }
}

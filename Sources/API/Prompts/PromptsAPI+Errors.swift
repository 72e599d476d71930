extension PromptsAPI {
    /// Every error that the interface declares.
    package static let errors: [any TypedError.Type] = [
        NoSuchPrompt.self, NotAChoice.self, Strict.self, NotOpen.self, AlreadyAnswered.self,
        TooLate.self, NotPossible.self, StoreUnavailable.self,
    ]

    /// There is no open prompt of that number; it may have been answered or be over.
    package struct NoSuchPrompt: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.prompts.NoSuchPrompt"
        /// The number that was asked for.
        package var prompt: Int

        /// The error with what it says.
        package init(prompt: Int) {
            self.prompt = prompt
        }
    }

    /// The prompt does not take that answer.
    package struct NotAChoice: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.prompts.NotAChoice"
        /// The prompt's number.
        package var prompt: Int
        /// The answers that it takes.
        package var choices: [Choice]

        /// The error with what it says.
        package init(prompt: Int, choices: [Choice]) {
            self.prompt = prompt
            self.choices = choices
        }
    }

    /// What it is about cannot be opened: a strict restriction holds.
    package struct Strict: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.prompts.Strict"
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

    /// The question of the check-in is not open: its day has lapsed.
    package struct NotOpen: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.prompts.NotOpen"
        /// The check-in's key.
        package var checkIn: String
        /// When it opens.
        package var next: String

        /// The error with what it says.
        package init(checkIn: String, next: String) {
            self.checkIn = checkIn
            self.next = next
        }
    }

    /// The question of the check-in was answered; that answer stays.
    package struct AlreadyAnswered: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.prompts.AlreadyAnswered"
        /// The check-in's key.
        package var checkIn: String
        /// Whether the answer was yes.
        package var yes: Bool
        /// When the question is asked again.
        package var next: String

        /// The error with what it says.
        package init(checkIn: String, yes: Bool, next: String) {
            self.checkIn = checkIn
            self.yes = yes
            self.next = next
        }
    }

    /// The unblock is too long ago for its outcome to be logged.
    package struct TooLate: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.prompts.TooLate"
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

    /// The answer leads to nothing any more.
    package struct NotPossible: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.prompts.NotPossible"
        /// Why, in words.
        package var reason: String

        /// The error with what it says.
        package init(reason: String) {
            self.reason = reason
        }
    }

    /// The answer could not be recorded: nothing is opened, and blocks hold.
    package struct StoreUnavailable: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.prompts.StoreUnavailable"
        /// What is wrong with the store, in words.
        package var reason: String

        /// The error with what it says.
        package init(reason: String) {
            self.reason = reason
        }
    }
}

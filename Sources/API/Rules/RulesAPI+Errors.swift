extension RulesAPI {
    /// Every error that the interface declares.
    package static let errors: [any TypedError.Type] = [
        RulesRefused.self, StoreUnavailable.self, InvalidSpan.self, NoHistory.self,
        NoSuchTarget.self, Busy.self,
    ]

    /// The rule files have errors and were not put into force.
    package struct RulesRefused: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.rules.RulesRefused"
        /// How many errors there are in all.
        package var errors: Int
        /// What is wrong, by file and line; at most the first 200.
        package var diagnostics: [Diagnostic]

        /// The error with what it says.
        package init(errors: Int, diagnostics: [Diagnostic]) {
            self.errors = errors
            self.diagnostics = diagnostics
        }
    }

    /// What was asked for could not be recorded, so it was not done.
    package struct StoreUnavailable: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.rules.StoreUnavailable"
        /// What is wrong with the store, in words.
        package var reason: String

        /// The error with what it says.
        package init(reason: String) {
            self.reason = reason
        }
    }
}

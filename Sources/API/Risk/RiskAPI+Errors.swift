extension RiskAPI {
    /// Every error that the interface declares.
    package static let errors: [any TypedError.Type] = [
        StoreUnavailable.self
    ]

    /// The history cannot be read.
    package struct StoreUnavailable: TypedError {
        /// The error's qualified name.
        package static let name = "org.soteria.risk.StoreUnavailable"
        /// What is wrong with the store, in words.
        package var reason: String

        /// The error with what it says.
        package init(reason: String) {
            self.reason = reason
        }
    }
}

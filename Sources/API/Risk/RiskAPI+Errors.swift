extension RiskAPI {
    /// The interface declares no errors of its own.
    package static let errors: [any TypedError.Type] = []
}

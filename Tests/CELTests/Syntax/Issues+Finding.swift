import CEL

extension Env {
    /// The issues of a source, nil if it compiles.
    func issues(_ source: String, expecting: CELType? = nil) -> Issues? {
        switch compile(source, expecting: expecting) {
        case .success: nil
        case .failure(let issues): issues
        }
    }
}

/// What is wrong with a value, and what was probably meant.
package struct ValueFault: Error, Hashable, CustomStringConvertible {
    /// What is wrong, in words, with no final stop.
    package var message: String
    /// What was probably meant; nil where nothing near is known.
    package var suggestion: String?

    /// The message, with what was probably meant.
    package var description: String {
        suggestion.map { "\(message); did you mean \"\($0)\"?" } ?? message
    }
}

extension Result where Failure == ValueFault {
    package static func fault(_ message: String, suggestion: String? = nil) -> Result {
        .failure(ValueFault(message: message, suggestion: suggestion))
    }
}

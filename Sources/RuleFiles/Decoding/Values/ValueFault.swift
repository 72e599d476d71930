/// The fault of a value, and the value that was probably meant.
package struct ValueFault: Error, Hashable, CustomStringConvertible {
    /// The fault in words, without a final stop.
    package var message: String
    /// The value that was probably meant; nil if no known one is near.
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

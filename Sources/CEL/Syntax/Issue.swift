/// One mistake in an expression's source.
public struct Issue: Hashable, Sendable {
    /// The range in UTF-8 bytes of the source; empty at the source's end.
    public let offset: Range<Int>
    /// The mistake, for people: "undeclared reference to 'local.huor'".
    public let message: String
    /// A declared name close to the one written, if there is one.
    public let suggestion: String?

    /// A mistake at a place.
    public init(offset: Range<Int>, message: String, suggestion: String? = nil) {
        self.offset = offset
        self.message = message
        self.suggestion = suggestion
    }
}

extension Issue: CustomStringConvertible {
    /// The message, with the suggestion as a question.
    public var description: String {
        suggestion.map { "\(message); did you mean '\($0)'?" } ?? message
    }
}

/// All mistakes found in one source, in its order; never empty as a failure.
public struct Issues: Error, Hashable, Sendable {
    private let issues: [Issue]

    init(_ issues: [Issue]) {
        self.issues = issues.sorted {
            ($0.offset.lowerBound, $0.offset.upperBound)
                < ($1.offset.lowerBound, $1.offset.upperBound)
        }
    }
}

extension Issues: RandomAccessCollection {
    /// The first position.
    public var startIndex: Int { issues.startIndex }
    /// The position after the last.
    public var endIndex: Int { issues.endIndex }
    /// The mistake at a position.
    public subscript(position: Int) -> Issue { issues[position] }
}

extension Issues: CustomStringConvertible {
    /// One line for each mistake, with its place in bytes.
    public var description: String {
        issues.map { "\($0.offset.lowerBound): \($0)" }.joined(separator: "\n")
    }
}

/// An entry as the tools read and write it.
///
/// A nil value is left out of the file; an empty one is written, so that the check of the rules
/// says at its place what is wrong.
protocol ToolsEntry {
    static var section: ToolsSection { get }

    var key: String { get }

    /// Its keys with their values, in the order in which a new one is written; nil: left out.
    var parts: [(key: String, value: Literal?)] { get }

    /// Reads a map in a file; parts that cannot be read are left out.
    init(key: String, _ map: [Literal.Member])
}

extension Literal {
    static func texts(_ texts: [String]) -> Literal { .list(texts.map { .text($0) }) }

    /// A list of texts; nil for an empty one, which is left out.
    static func filled(_ texts: [String]) -> Literal? { texts.isEmpty ? nil : .texts(texts) }
}

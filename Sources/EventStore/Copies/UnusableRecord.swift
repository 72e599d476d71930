/// The reason why a file cannot be read, restored or verified.
package enum UnusableRecord: Hashable, Sendable {
    /// The file is not an SQLite database.
    case notADatabase
    /// The file is a database of another program, by its application id.
    case otherApplication(id: Int)
    /// The file ends before its last page.
    case truncated
    /// Pages or tables are damaged, with SQLite's message or our own.
    case damaged(String)
    /// The events are not what was recorded.
    case broken(ChainBreak)
}

extension UnusableRecord: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notADatabase: "the file is not an SQLite database"
        case .otherApplication: "the file is a database of another program"
        case .truncated: "the end of the file is missing"
        case .damaged(let reason): "the file is damaged (\(reason))"
        case .broken(let link): "the hash chain is broken (\(link))"
        }
    }
}

/// Why a file is no record that can be read, restored or verified.
package enum UnusableRecord: Hashable, Sendable {
    /// It is not an SQLite database.
    case notADatabase
    /// It is a database of another program, by its application id.
    case otherApplication(id: Int)
    /// It ends before its last page.
    case truncated
    /// Pages or tables are not what was written, in SQLite's or our own words.
    case damaged(String)
    /// Its events are not what was recorded.
    case broken(ChainBreak)
}

extension UnusableRecord: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notADatabase: "it is not an SQLite database"
        case .otherApplication: "it is a database of another program"
        case .truncated: "it is cut off"
        case .damaged(let reason): "it is damaged, \(reason)"
        case .broken(let link): "its chain is broken, \(link)"
        }
    }
}

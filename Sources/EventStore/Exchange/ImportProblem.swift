/// The reason why a line of an export cannot be imported.
package enum ImportProblem: Error, Hashable, Sendable {
    /// The file does not begin like an export.
    case notAnExport
    /// A newer version of the program wrote it.
    case newerVersion(found: Int, known: Int)
    /// The file is an export of another table than `events`, from which no record can be restored.
    case otherTable(String)
    /// The file ends before its last line.
    case truncated
    /// The line is invalid; the reason is a clause of its own.
    case malformed(String)
    /// An event does not follow the previous one.
    case gap(expected: Int64, found: Int64)
    /// The event's hash does not match the event and those before it.
    case brokenChain(sequence: Int64)
    /// The last line has another count of events, or another head, than the lines before it.
    case otherEnd
}

extension ImportProblem: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notAnExport: "the file is not an export"
        case .newerVersion(let found, let known):
            "the export has version \(found), but this program reads only up to version \(known)"
        case .otherTable(let table):
            "the file is an export of the table \(table), but only events can be imported"
        case .truncated: "the end of the export is missing"
        case .malformed(let reason): reason
        case .gap(let expected, let found):
            "expected event \(expected), found event \(found)"
        case .brokenChain(let sequence): "event \(sequence) was changed: its hash does not match"
        case .otherEnd: "the last line does not match the events before it"
        }
    }
}

/// The kind of a failure, for `courier.json` and exit codes.
enum Problem: String, Codable, Sendable {
    case refused
    case throttled
    case unreachable
    case clock
    case full
    case damage
    /// The directory is not there, as with a stick that is not plugged in. No error.
    case waiting

    /// The codes of sysexits.h.
    var exitCode: Int32 {
        switch self {
        case .refused: 77
        case .throttled, .unreachable, .clock, .waiting: 75
        case .full: 73
        case .damage: 65
        }
    }
}

/// A failure, with a sentence for the person. It never has a secret or a storage's own words in it.
struct Failure: Error, Hashable {
    let problem: Problem
    let text: String

    init(_ problem: Problem, _ text: String) {
        self.problem = problem
        self.text = text
    }

    /// True if the next try may succeed.
    var isTransient: Bool { problem == .throttled || problem == .unreachable }

    /// True if other logs would fail, too.
    var endsRun: Bool { isTransient || problem == .clock || problem == .waiting }
}

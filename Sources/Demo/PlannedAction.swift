import Engine
import RuleModel

/// Something that a simulated person means to do at an instant. Whether it comes to that depends
/// on what is blocked then.
struct PlannedAction: Sendable {
    var at: Instant
    var kind: Kind

    enum Kind: Sendable {
        case screen(isLocked: Bool)
        case visit(Visit)
        /// Asks for a place that was found blocked.
        case ask(Visit)
        /// Opens the place of a request once its wait is over.
        case open(Int64, Visit)
        /// Ends a request with a protection.
        case protectInstead(Int64)
        /// Uses an open place; the request under whose permission, if any.
        case use(Visit, request: Int64?)
        case log(Int64, Visit)
        /// Pauses without having met a block.
        case pause
        /// Protects everything for so long.
        case protect(TimeSpan)
        /// Looks at what Soteria tells.
        case look
        /// Adds money to the goal at that index.
        case contribute(Int, Money)
        case keep(Int64)
        case answer(String, isYes: Bool)
        case addGoal(AddGoal)
        case `switch`(Switch.Subject, isOn: Bool)
    }

    /// How a person means to end a request.
    enum Resolution: Sendable {
        case keep, open, protect, forget
    }
}

/// The place that a person wants, and how its use goes on if it opens.
struct Visit: Sendable {
    var place: Place
    var target: String
    /// The intent that the person would give.
    var intent: Intent
    var length: TimeSpan
    /// True if it is a wish that is not let go of easily; else a habit.
    var isUrge: Bool
}

/// Planned actions by instant; at one instant in the order in which they were added.
struct ActionQueue: Sendable {
    /// The next one last.
    private var waiting: [PlannedAction] = []

    var nextAt: Instant? { waiting.last?.at }

    mutating func add(_ action: PlannedAction) {
        // Behind all that are later, and before those of the same instant, which come first.
        let index = waiting.firstIndex { $0.at <= action.at } ?? waiting.endIndex
        waiting.insert(action, at: index)
    }

    mutating func next() -> PlannedAction? { waiting.popLast() }
}

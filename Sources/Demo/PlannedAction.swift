import Engine
import RuleModel

/// An action that a simulated person plans for an instant; it may be blocked by then.
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
        /// Uses an open place, under the grant of a request if there is one.
        case use(Visit, request: Int64?)
        case log(Int64, Visit)
        /// Pauses without meeting a block.
        case pause
        /// Protects everything for a length of time.
        case protect(TimeSpan)
        /// Looks at Soteria's prompts.
        case look
        /// Adds money to the goal at that index.
        case contribute(Int, Money)
        case keep(Int64)
        case answer(String, isYes: Bool)
        case addGoal(AddGoal)
        case `switch`(Switch.Subject, isOn: Bool)
    }

    /// The way in which a person plans to end a request.
    enum Resolution: Sendable {
        case keep, open, protect, forget
    }
}

/// The place that a person wants, and its use if it opens.
struct Visit: Sendable {
    var place: Place
    var target: String
    var intent: Intent
    var length: TimeSpan
    /// True for an urge that the person does not give up easily; false for a habit.
    var isUrge: Bool
}

/// Planned actions by instant; those at the same instant in the order in which they were added.
struct ActionQueue: Sendable {
    /// The waiting actions, the next one last.
    private var waiting: [PlannedAction] = []

    var nextAt: Instant? { waiting.last?.at }

    mutating func add(_ action: PlannedAction) {
        // After all later ones, and before those of the same instant, which come first.
        let index = waiting.firstIndex { $0.at <= action.at } ?? waiting.endIndex
        waiting.insert(action, at: index)
    }

    mutating func next() -> PlannedAction? { waiting.popLast() }
}

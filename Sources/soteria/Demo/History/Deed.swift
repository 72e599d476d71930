import Engine
import RuleModel

/// Something that a made-up person means to do at an instant.
struct Deed: Sendable {
    /// When.
    var at: Instant
    /// What.
    var kind: Kind

    /// What a person can mean to do. Whether it comes to that depends on how things stand then.
    enum Kind: Sendable {
        /// Unlocks the screen, or locks it.
        case arrive, leave
        /// Answers the check-in of that key.
        case answer(String, isYes: Bool)
        /// Opens an app or a site.
        case visit(Visit)
        /// Asks for what was found blocked.
        case ask(Visit)
        /// Ends a request.
        case settle(Int64, Resolve, Visit)
        /// Uses what is open; the request under whose permission, if any.
        case use(Visit, request: Int64?)
        /// Says what came of an unblock.
        case log(Int64, Visit)
        /// Pauses without having met a block.
        case pause
        /// Protects everything for so long.
        case protect(TimeSpan)
        /// Looks at what Soteria tells.
        case look
        /// Switches a schedule.
        case `switch`(String, isOn: Bool)
        /// Begins to save for something, by its place in `Habits.goals`.
        case save(Int)
        /// Puts something aside for the goal at that place among those there are.
        case contribute(Int, Money)
    }

    /// How a person means to end a request.
    enum Resolve: Hashable, Sendable {
        /// Keeps the block.
        case keep
        /// Opens it once the wait is over.
        case open
        /// Protects instead.
        case protect
        /// Forgets it.
        case forget
    }
}

/// What a person wants of a place, and how it would go on if it opened.
struct Visit: Hashable, Sendable {
    /// What is opened.
    var place: Place
    /// The target that it belongs to, by key.
    var target: String
    /// What is behind it, as it would be said.
    var intent: Intent
    /// For how long it would be used.
    var length: TimeSpan
    /// Whether it is a wish that is not let go of easily; else a habit.
    var isUrge: Bool
}

/// What a person means to do, in the order of its instants; at one instant in the order given.
struct DeedQueue: Sendable {
    /// The next one last.
    private var waiting: [Deed] = []

    /// When the next one is due; nil where there is none.
    var nextAt: Instant? { waiting.last?.at }

    mutating func add(_ deed: Deed) {
        var low = 0
        var high = waiting.count
        // Behind all that are later, and before those of the same instant, which come first.
        while low < high {
            let middle = (low + high) / 2
            if waiting[middle].at > deed.at { low = middle + 1 } else { high = middle }
        }
        waiting.insert(deed, at: low)
    }

    /// Takes out the next one.
    mutating func next() -> Deed? { waiting.popLast() }

    /// Forgets everything.
    mutating func clear() { waiting = [] }
}

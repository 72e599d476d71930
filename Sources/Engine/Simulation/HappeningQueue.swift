import RuleModel

/// What is still to happen, in the order of its instants; at one instant in the order given.
struct HappeningQueue: Sendable {
    private var waiting: [Happening] = []
    /// How many of `waiting` have happened.
    private var first = 0
    /// What was put off, the soonest last.
    private var late: [Happening] = []

    /// When the next thing happens; nil where nothing will.
    var nextAt: Instant? {
        let planned = first < waiting.count ? waiting[first].at : nil
        guard let late = late.last?.at else { return planned }
        return min(planned ?? late, late)
    }

    mutating func add(_ happenings: [Happening]) {
        waiting.removeFirst(first)
        first = 0
        // A sort leaves what is at one instant in its order.
        let added = happenings.sorted { $0.at < $1.at }
        if waiting.isEmpty {
            waiting = added
        } else if let last = waiting.last, let next = added.first, next.at < last.at {
            waiting = (waiting + added).sorted { $0.at < $1.at }
        } else {
            waiting += added
        }
    }

    /// Puts one thing off; at one instant it comes before what was planned for then.
    mutating func put(off happening: Happening) {
        late.insert(happening, at: late.prefixCount(while: { $0.at > happening.at }))
    }

    /// Takes out the next thing that happens up to an instant.
    mutating func next(at instant: Instant) -> Happening? {
        guard let next = nextAt, next <= instant else { return nil }
        if let last = late.last, last.at == next { return late.removeLast() }
        defer { first += 1 }
        return waiting[first]
    }
}

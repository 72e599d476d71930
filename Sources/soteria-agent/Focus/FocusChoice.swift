/// Chooses the sources that tell which window is in front and whether the person is there: a state
/// machine without clock, input or output.
///
/// They are tried in order, one after the other. The first one that tells what is in front is used;
/// if it knows nothing of input, the first one that does is used beside it. Without any, uses are
/// estimated.
struct FocusChoice<Candidate: Hashable & Sendable>: Sendable {
    enum Input: Sendable {
        /// The sources of the display that is there now, in the order in which they are tried.
        case candidates([Candidate])
        /// A source answers, or has other abilities than before.
        case answered(Candidate, FocusAbilities)
        /// A source is of no use on this display, or no longer.
        case lost(Candidate)
        case due
    }

    enum Action: Hashable, Sendable {
        /// Connect to the source.
        case begin(Candidate)
        /// Connect to the source to learn of input only: another one tells what is in front.
        case beginForIdleness(Candidate)
        /// Disconnect from it.
        case end(Candidate)
        /// These sources count from now on.
        case use(Selection)
    }

    /// The sources in use; nil for those that are missing.
    struct Selection: Hashable, Sendable {
        var front: Candidate?
        var idle: Candidate?
        /// The abilities of both together.
        var abilities = FocusAbilities()
    }

    private enum State: Hashable, Sendable {
        case untried
        case trying(until: Duration)
        case ready(FocusAbilities, since: Duration)
        /// It answered and is not needed.
        case spare
        /// `isKnown`: it has answered before.
        case lost(isKnown: Bool)
    }

    /// The time within which a source has to answer.
    static var answerLimit: Duration { .seconds(5) }
    /// A source that was lost sooner than this is tried again after longer and longer pauses.
    static var stableAfter: Duration { .seconds(60) }
    /// How often lost sources are tried again by themselves before another display comes, or one of
    /// them answers: over four minutes.
    static var retryLimit: Int { 8 }

    private(set) var selection = Selection()
    private var order: [Candidate] = []
    private var states: [Candidate: State] = [:]
    private var reconnection = Reconnection()
    /// How often lost sources were tried again without success.
    private var retries = 0
    private var actions: [Action] = []

    /// The time of the next `due` since boot; nil if nothing is scheduled.
    var deadline: Duration? {
        let limits = states.values.compactMap { state -> Duration? in
            if case .trying(let limit) = state { limit } else { nil }
        }
        return (limits + [reconnection.dueAt].compactMap(\.self)).min()
    }

    mutating func handle(_ input: Input, at now: Duration) -> [Action] {
        switch input {
        case .candidates(let candidates): replace(by: candidates)
        case .answered(let candidate, let abilities): answered(candidate, abilities, now)
        case .lost(let candidate): lose(candidate, now)
        case .due: due(at: now)
        }
        advance(now)
        defer { actions = [] }
        return actions
    }

    private mutating func replace(by candidates: [Candidate]) {
        guard candidates != order else {
            // Another session may have the same display.
            if selection.front == nil { retryLost() }
            return
        }
        for candidate in order where !candidates.contains(candidate) {
            if isBegun(candidate) { actions.append(.end(candidate)) }
            states[candidate] = nil
        }
        order = candidates
        // What works goes on; all others get another chance.
        for candidate in candidates where !isBegun(candidate) { states[candidate] = .untried }
        forgetFailures()
    }

    /// Tries lost sources once more.
    private mutating func retryLost() {
        for (candidate, state) in states {
            if case .lost = state { states[candidate] = .untried }
        }
    }

    private mutating func forgetFailures() {
        reconnection.recordSuccess()
        retries = 0
    }

    private mutating func answered(
        _ candidate: Candidate, _ abilities: FocusAbilities, _ now: Duration
    ) {
        switch states[candidate] {
        case .trying: states[candidate] = .ready(abilities, since: now)
        case .ready(_, let since): states[candidate] = .ready(abilities, since: since)
        // Too late.
        default: return
        }
    }

    private mutating func lose(_ candidate: Candidate, _ now: Duration) {
        guard isBegun(candidate) else { return }
        if case .ready(_, let since) = states[candidate], now - since >= Self.stableAfter {
            forgetFailures()
        }
        states[candidate] = .lost(isKnown: isReady(candidate))
        guard candidate == selection.front || candidate == selection.idle else { return }
        for (other, state) in states where state == .spare { states[other] = .untried }
        // One that was asked for idleness alone may tell more.
        guard candidate == selection.front, let idle = selection.idle, idle != candidate,
            isBegun(idle)
        else { return }
        states[idle] = .untried
        actions.append(.end(idle))
    }

    private mutating func due(at now: Duration) {
        for candidate in order {
            guard case .trying(let limit) = states[candidate], limit <= now else { continue }
            actions.append(.end(candidate))
            states[candidate] = .lost(isKnown: false)
        }
        if reconnection.startIfDue(at: now) { retryLost() }
    }

    /// Selects from what is ready, and tries the next source if one is missing.
    private mutating func advance(_ now: Duration) {
        let chosen = chosen
        // Before the sources that it replaces end, so that nothing is missed.
        if chosen != selection {
            selection = chosen
            actions.append(.use(chosen))
        }
        if !isTryingAny, let next {
            states[next] = .trying(until: now + Self.answerLimit)
            actions.append(isAfterFront(next) ? .beginForIdleness(next) : .begin(next))
        }
        for candidate in order where isReady(candidate) {
            guard candidate != chosen.front, candidate != chosen.idle else { continue }
            states[candidate] = .spare
            actions.append(.end(candidate))
        }
        guard !isTryingAny, next == nil, reconnection.dueAt == nil, retries < Self.retryLimit,
            isWorthRetrying
        else { return }
        retries += 1
        reconnection.recordFailure(at: now)
    }

    private var chosen: Selection {
        let ready = order.compactMap { candidate -> (Candidate, FocusAbilities)? in
            guard case .ready(let abilities, _) = states[candidate] else { return nil }
            return (candidate, abilities)
        }
        let front = ready.first { $0.1.reportsFront }
        let idle = front?.1.reportsIdle == true ? front : ready.first { $0.1.reportsIdle }
        return Selection(
            front: front?.0, idle: idle?.0,
            abilities: FocusAbilities(
                reportsFront: front != nil, reportsIdle: idle != nil,
                limitsInhibitors: idle?.1.limitsInhibitors ?? false,
                tellsInput: idle?.1.tellsInput ?? false,
                putsAway: front?.1.putsAway ?? false))
    }

    /// The source to try next: one that comes before the one in use, or all if one is missing.
    private var next: Candidate? {
        for candidate in order {
            if candidate == selection.front, selection.idle != nil { return nil }
            if states[candidate] == .untried { return candidate }
        }
        return nil
    }

    /// Whether a lost source may be the one that is missing. One that never answered is not tried
    /// for ever for the sake of idleness alone.
    private var isWorthRetrying: Bool {
        states.values.contains { state in
            guard case .lost(let isKnown) = state else { return false }
            return selection.front == nil || selection.idle == nil && isKnown
        }
    }

    private func isAfterFront(_ candidate: Candidate) -> Bool {
        guard let front = selection.front, let index = order.firstIndex(of: candidate) else {
            return false
        }
        return order.firstIndex(of: front).map { $0 < index } ?? false
    }

    private var isTryingAny: Bool {
        order.contains { if case .trying = states[$0] { true } else { false } }
    }

    private func isReady(_ candidate: Candidate) -> Bool {
        if case .ready = states[candidate] { true } else { false }
    }

    private func isBegun(_ candidate: Candidate) -> Bool {
        if case .trying = states[candidate] { true } else { isReady(candidate) }
    }
}

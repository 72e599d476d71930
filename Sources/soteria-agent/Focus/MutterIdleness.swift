/// Decides from Mutter's watches whether the person is away: a state machine without a bus.
///
/// While something inhibits idleness, Mutter stops its idle watches, and counts from the
/// inhibitor's end on (seen in 43). Only the time since the last input goes on.
struct MutterIdleness: Sendable {
    enum Action: Hashable, Sendable {
        case report(isIdle: Bool)
        /// Watch for the next input.
        case watchReturn
    }

    /// The number of watches that are remembered because they fired before they were known.
    private static let mostEarly = 8

    private(set) var awayAfter: Int
    private var idleWatch: UInt64?
    private var returnWatch: UInt64?
    /// Whether a watch for the next input is being made, or is there.
    private var watchesReturn = false
    /// Watches that fired before the reply with their number was handled, oldest first.
    private var early: [UInt64] = []
    private var isIdle = false

    /// The person is away after so many seconds without input.
    init(awayAfter: Int) {
        self.awayAfter = awayAfter
    }

    /// Takes the number of the watch for `awayAfter`.
    mutating func began(_ watch: UInt64) -> [Action] {
        idleWatch = watch
        return firedEarly(watch)
    }

    /// Takes the number of the watch for the next input; nil if Mutter made none. The person then
    /// counts as present.
    mutating func beganReturnWatch(_ watch: UInt64?) -> [Action] {
        guard let watch else { return comeBack() }
        returnWatch = watch
        return firedEarly(watch)
    }

    /// Changes the limit; returns the watch to remove, nil if the limit is the same.
    mutating func change(awayAfter seconds: Int) -> UInt64? {
        guard seconds != awayAfter, let watch = idleWatch else { return nil }
        awayAfter = seconds
        idleWatch = nil
        return watch
    }

    mutating func fired(_ watch: UInt64) -> [Action] {
        switch watch {
        case idleWatch: return leave()
        case returnWatch: return comeBack()
        default:
            early.append(watch)
            if early.count > Self.mostEarly { early.removeFirst() }
            return []
        }
    }

    /// Records that the person has not touched anything for long enough to be away.
    mutating func leave() -> [Action] {
        var actions: [Action] = isIdle ? [] : [.report(isIdle: true)]
        isIdle = true
        if !watchesReturn { actions.append(.watchReturn) }
        watchesReturn = true
        return actions
    }

    private mutating func comeBack() -> [Action] {
        // Such a watch fires once.
        returnWatch = nil
        watchesReturn = false
        guard isIdle else { return [] }
        isIdle = false
        return [.report(isIdle: false)]
    }

    private mutating func firedEarly(_ watch: UInt64) -> [Action] {
        guard let index = early.firstIndex(of: watch) else { return [] }
        early.remove(at: index)
        return fired(watch)
    }
}

/// Decides from Mutter's idle watches whether the person is away: a state machine without a bus.
///
/// The session manager is asked when a watch fires: while something inhibits idleness, the person
/// counts as present. Mutter (seen in 43) also stops its watches meanwhile, and counts anew from
/// the inhibitor's end, so there the hour's limit is not reached.
struct MutterIdleness: Sendable {
    enum Input: Sendable {
        /// The person has not touched anything for the limit.
        case idle(limit: Int)
        /// The person touched something.
        case returned
        /// The session manager's answer to `askInhibited`.
        case inhibited(Bool)
        case inhibitorRemoved
    }

    enum Action: Hashable, Sendable {
        case report(isIdle: Bool)
        /// Ask whether something inhibits idleness.
        case askInhibited
        /// Watch for the next input.
        case watchReturn
    }

    /// The longest time without input in which inhibitors count, in seconds.
    static let inhibitionLimit = 3600

    private(set) var awayAfter: Int
    /// The limits of the watches by their numbers.
    private var watches: [UInt64: Int] = [:]
    private var returnWatch: UInt64?
    /// Whether the person has not touched anything for `awayAfter`.
    private var isUntouched = false
    private var isIdle = false

    /// The person is away after so many seconds without input.
    init(awayAfter: Int) {
        self.awayAfter = awayAfter
    }

    /// The limits to watch, in seconds.
    var limits: [Int] { [awayAfter, Self.inhibitionLimit] }

    mutating func began(_ watch: UInt64, limit: Int) {
        watches[watch] = limit
    }

    mutating func watchesReturn(_ watch: UInt64) {
        returnWatch = watch
    }

    /// Changes the limit; returns the watch to remove, nil if the limit is the same.
    mutating func change(awayAfter seconds: Int) -> UInt64? {
        guard seconds != awayAfter,
            let watch = watches.first(where: { $0.value == awayAfter })?.key
        else { return nil }
        awayAfter = seconds
        watches[watch] = nil
        return watch
    }

    /// The input that a fired watch means; nil if it is not one of these.
    mutating func input(of watch: UInt64) -> Input? {
        if let limit = watches[watch] { return .idle(limit: limit) }
        guard watch == returnWatch else { return nil }
        // Such a watch fires once.
        returnWatch = nil
        return .returned
    }

    mutating func handle(_ input: Input) -> [Action] {
        switch input {
        case .idle(let limit):
            let isNew = !isUntouched
            isUntouched = true
            let actions: [Action] = isNew ? [.watchReturn] : []
            return actions + (limit >= Self.inhibitionLimit ? report(true) : [.askInhibited])
        case .inhibited(let isInhibited):
            return isUntouched && !isInhibited ? report(true) : []
        case .inhibitorRemoved:
            return isUntouched && !isIdle ? [.askInhibited] : []
        case .returned:
            isUntouched = false
            return report(false)
        }
    }

    private mutating func report(_ idle: Bool) -> [Action] {
        guard idle != isIdle else { return [] }
        isIdle = idle
        return [.report(isIdle: idle)]
    }
}

import API

/// The blocked targets, as last reported by the daemon.
///
/// Without the daemon nothing can be unblocked, so its last report holds for at most five minutes,
/// or until the end that the report names.
struct BlockedTargets: Sendable, Hashable {
    struct Block: Sendable, Hashable {
        /// The end of the block if nothing changes, time since boot; nil if unknown.
        var until: Duration?
        /// The end of the block for people, `22:30`; nil if unknown.
        var time: String?
    }

    /// How long the last report holds without the daemon.
    static let absenceLimit = Duration.seconds(300)

    /// The blocked targets by key.
    private(set) var blocks: [String: Block] = [:]
    /// The time since boot at which the daemon was lost; nil while it is connected.
    private(set) var missingSince: Duration?
    /// Whether the daemon has ever reported the state of all targets.
    private(set) var isKnown = false
    /// Whether all blocks were released since the daemon was lost.
    private(set) var hasGivenUp = false

    init(at now: Duration) {
        missingSince = now
    }

    /// Replaces the state of all targets; the daemon is connected.
    mutating func replaceAll(with blocks: [String: Block]) {
        self.blocks = blocks
        missingSince = nil
        hasGivenUp = false
        isKnown = true
    }

    /// Sets or extends the block of a target, or ends it (nil).
    mutating func set(_ target: String, to block: Block?) {
        blocks[target] = block
    }

    /// Records the loss of the daemon.
    mutating func daemonDisconnected(at now: Duration) {
        missingSince = missingSince ?? now
    }

    /// The time at which the next block ends because the daemon is gone; nil while it is connected.
    var deadline: Duration? {
        guard let missingSince, !hasGivenUp else { return nil }
        let holds = blocks.values.map { end(of: $0, since: missingSince) }
        return holds.min() ?? missingSince + Self.absenceLimit
    }

    /// Ends the blocks that no longer hold without the daemon; returns them by key.
    mutating func release(at now: Duration) -> [String: Block] {
        guard let missingSince else { return [:] }
        hasGivenUp = missingSince + Self.absenceLimit <= now
        let over = blocks.filter { end(of: $0.value, since: missingSince) <= now }
        for target in over.keys { blocks[target] = nil }
        return over
    }

    private func end(of block: Block, since: Duration) -> Duration {
        min(since + Self.absenceLimit, block.until ?? (since + Self.absenceLimit))
    }
}

/// The restriction that a unit is under.
enum Demand: Sendable, Hashable {
    case notify
    case freeze
    /// The unit is asked to end, and killed after a while if `kill` is true.
    case stop(kill: Bool)

    /// The strictest of several demands. Ending is stricter than freezing, since it does not pass;
    /// and if one target wants a unit killed, the unit is killed.
    static func strictest(_ demands: some Sequence<Demand>) -> Demand? {
        demands.max { $0.rank < $1.rank }
    }

    /// The demand of a blocked target on its apps.
    init(_ target: PlaceIndex.Target) {
        switch target.enforcement {
        case .notify: self = .notify
        case .freeze: self = .freeze
        case .stop: self = .stop(kill: target.kill)
        }
    }

    private var rank: Int {
        switch self {
        case .notify: 0
        case .freeze: 1
        case .stop(let kill): kill ? 3 : 2
        }
    }
}

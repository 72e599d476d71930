import API

/// Which targets are blocked as far as the agent knows, the daemon's absence included.
///
/// Without the daemon nobody can be asked, so what it said last holds for at most five minutes, or
/// until the end that it named.
struct Blocking: Sendable, Hashable {
    struct Standing: Sendable, Hashable {
        /// When it is open if nothing changes, time since the boot; nil where no end is known.
        var until: Duration?
        /// The same for people, `22:30`; nil where no end is known.
        var time: String?
    }

    /// How long what the daemon said last is held to without it.
    static let patience = Duration.seconds(300)

    /// The blocked targets by key.
    private(set) var blocked: [String: Standing] = [:]
    /// Since when the daemon is gone; nil while it is there.
    private(set) var missingSince: Duration?
    /// Whether the daemon has ever said how all targets stand.
    private(set) var isKnown = false
    /// Whether everything was given up since the daemon went away.
    private(set) var isForsaken = false

    init(at now: Duration) {
        missingSince = now
    }

    /// All targets stand like this; the daemon is there.
    mutating func tell(_ standings: [String: Standing]) {
        blocked = standings
        missingSince = nil
        isForsaken = false
        isKnown = true
    }

    /// A target is blocked, on and until a new time, or open (nil).
    mutating func decide(_ target: String, _ standing: Standing?) {
        blocked[target] = standing
    }

    /// The daemon cannot be reached any more.
    mutating func lose(at now: Duration) {
        missingSince = missingSince ?? now
    }

    /// When the next target opens for want of the daemon; nil while it is there.
    var deadline: Duration? {
        guard let missingSince, !isForsaken else { return nil }
        let holds = blocked.values.map { end(of: $0, since: missingSince) }
        return holds.min() ?? missingSince + Self.patience
    }

    /// Opens the targets that are not held any longer; returns them by key.
    mutating func release(at now: Duration) -> [String: Standing] {
        guard let missingSince else { return [:] }
        isForsaken = missingSince + Self.patience <= now
        let over = blocked.filter { end(of: $0.value, since: missingSince) <= now }
        for target in over.keys { blocked[target] = nil }
        return over
    }

    private func end(of standing: Standing, since: Duration) -> Duration {
        min(since + Self.patience, standing.until ?? (since + Self.patience))
    }
}

/// The demand on a unit.
enum Demand: Sendable, Hashable {
    case notify
    case freeze
    /// It is asked to end, and after a while made to where that is wanted.
    case stop(kill: Bool)

    /// The demand of several targets together: the strictest. To end is stricter than to stand
    /// still, since it does not pass; and what one target wants killed is killed.
    static func strictest(_ demands: some Sequence<Demand>) -> Demand? {
        demands.max { $0.rank < $1.rank }
    }

    /// The demand of a target on its apps while it is blocked.
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

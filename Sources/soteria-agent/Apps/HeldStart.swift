/// The starts of blocked apps that are held for a request: a start that is not unblocked is ended,
/// since it has done nothing yet, instead of opening once the block is over.
///
/// The enforcer adds what it has held from the first second on, and removes what ran in any way
/// since. Nothing else is ever in here, so that nothing else is killed.
struct HeldStarts: Sendable, Hashable {
    /// A held start. It has a request, or ends at a time, or both shortly before its end.
    struct Start: Sendable, Hashable {
        /// The name under which the app is reported.
        var app: String
        /// The keys of the targets that blocked it.
        var targets: Set<String>
        var request: Int?
        /// The time at which it ends; nil while its request is open.
        var endsAt: Duration?
        /// The time until which a request is awaited.
        var limit: Duration
    }

    /// The end of an unblock request.
    enum RequestEnd: String, Sendable, Hashable {
        case kept, unblocked, expired, lapsed, protected
    }

    /// How long a start waits for a request: as long as the question about it stays open.
    static let requestLimit = Duration.seconds(600)
    /// How long a start outlives a request that nothing blocks any more: the decision that thaws it
    /// may come later.
    static let lapseLimit = Duration.seconds(2)
    /// How long a start waits for the list of requests after the daemon was away.
    static let listLimit = Duration.seconds(10)

    /// The held starts by unit.
    private(set) var starts: [String: Start] = [:]
    /// The targets of the open requests by number, while any start is held.
    private var requests: [Int: Set<String>] = [:]

    var isEmpty: Bool { starts.isEmpty }

    /// The time at which the next start ends; nil if none does.
    var deadline: Duration? { starts.values.compactMap(\.endsAt).min() }

    func holds(app: String) -> Bool { starts.values.contains { $0.app == app } }

    mutating func add(_ unit: String, app: String, targets: Set<String>, at now: Duration) {
        let request = open(about: targets)
        let limit = now + Self.requestLimit
        starts[unit] = Start(
            app: app, targets: targets, request: request, endsAt: request == nil ? limit : nil,
            limit: limit)
    }

    /// Forgets a unit that has ended, or that is no longer certain to have done nothing.
    mutating func remove(_ unit: String) {
        starts[unit] = nil
        if starts.isEmpty { requests = [:] }
    }

    /// Records the open requests; returns the units of starts whose requests have ended since.
    mutating func list(_ open: [Int: Set<String>]) -> [String] {
        guard !starts.isEmpty else { return [] }
        requests = open
        for unit in starts.keys { wait(unit) }
        return starts.filter { $1.request.map { requests[$0] == nil } ?? false }.keys.sorted()
    }

    mutating func begin(_ request: Int, about targets: Set<String>) {
        guard !starts.isEmpty else { return }
        requests[request] = targets
        for unit in starts.keys { wait(unit) }
    }

    /// Ends a request; returns the units of the starts that end with it.
    mutating func end(_ request: Int, _ end: RequestEnd, at now: Duration) -> [String] {
        requests[request] = nil
        var ended: [String] = []
        for (unit, start) in starts where start.request == request {
            switch end {
            case .kept, .expired, .protected: ended.append(unit)
            // Another target may still block it; one more request can open that, if it is made
            // in the time that the start has. If none does, the thaw may still be to come.
            case .unblocked:
                starts[unit]?.request = nil
                starts[unit]?.endsAt = max(start.limit, now + Self.lapseLimit)
                wait(unit)
            case .lapsed: starts[unit]?.endsAt = now + Self.lapseLimit
            }
        }
        return ended.sorted()
    }

    /// The units of the starts that wait for a request about one of these targets: it was refused.
    func refused(_ targets: Set<String>) -> [String] {
        starts.filter { $1.request == nil && !$1.targets.isDisjoint(with: targets) }.keys.sorted()
    }

    /// Gives the daemon, which was away, time to list the open requests.
    mutating func daemonCame(at now: Duration) {
        for (unit, start) in starts {
            if let end = start.endsAt { starts[unit]?.endsAt = max(end, now + Self.listLimit) }
        }
    }

    /// The units of the starts that end now.
    func due(at now: Duration) -> [String] {
        starts.filter { $1.endsAt.map { $0 <= now } ?? false }.keys.sorted()
    }

    /// Lets a start wait for the request about its targets, if there is one.
    private mutating func wait(_ unit: String) {
        guard let start = starts[unit], start.request == nil,
            let request = open(about: start.targets)
        else { return }
        starts[unit]?.request = request
        starts[unit]?.endsAt = nil
    }

    private func open(about targets: Set<String>) -> Int? {
        requests.filter { !$1.isDisjoint(with: targets) }.keys.min()
    }
}

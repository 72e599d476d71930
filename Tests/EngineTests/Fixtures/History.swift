import RuleModel

@testable import Engine

/// A made-up history of what a person did, folded event by event as the store's is.
struct History {
    private(set) var state = State()
    private var sequence: Int64 = 0
    private var elapsed = TimeSpan.zero
    private var last: Instant?
    private var lastUnblock: Instant?
    /// Kept between questions, as the engine does.
    private var searches = [Behaviour.SearchStart(), Behaviour.SearchStart()]

    /// Adds an event at an instant; elapsed time follows the clock, but never goes back.
    mutating func add(_ fact: Fact, at instant: Instant) {
        sequence += 1
        elapsed = elapsed + max(TimeSpan(milliseconds: 1), last.map { instant - $0 } ?? .zero)
        last = instant
        if case .clockAdopted = fact { lastUnblock = lastUnblock.map { min($0, instant) } }
        state.evolve(
            Event(
                sequence: sequence, at: instant, offset: 0,
                elapsed: elapsed, boot: BootID("boot"), fact: fact))
    }

    private func request(at instant: Instant, _ intent: Intent?) -> UnblockRequest {
        let later = Countdown(.minutes(10), from: Deadline(boot: BootID("boot"), elapsed: .zero))
        return UnblockRequest(
            id: sequence + 1, place: .target("shopping"), targets: ["shopping"], isPause: false,
            at: instant, intent: intent, wait: nil, expires: later,
            circumstances: UnblockRequest.Circumstances(
                hour: 0, weekday: 1, requestsToday: 1, requestsThisWeek: 1, unblocksToday: 0,
                unblocksThisWeek: 0, sinceLastUnblock: nil, quietHours: false))
    }

    /// Asks for and gets an unblock at one instant.
    mutating func unblock(
        at instant: Instant, _ purpose: Purpose = .planned, amount: Money? = nil
    ) {
        let request = request(at: instant, Intent(purpose: purpose, amount: amount))
        add(.unblockRequested(request), at: instant)
        let time = Countdown(.minutes(15), from: Deadline(boot: BootID("boot"), elapsed: .zero))
        let id = sequence + 1
        add(
            .unblocked(
                Grant(
                    id: id, request: request.id, targets: ["shopping"], purpose: purpose,
                    at: instant, time: time, sinceLast: lastUnblock.map { instant - $0 })),
            at: instant)
        lastUnblock = instant
        add(.grantEnded(GrantEnd(grant: id, reason: .time)), at: instant)
    }

    /// Asks for an unblock, and keeps the block at the same instant.
    mutating func keep(at instant: Instant) {
        let request = request(at: instant, nil)
        add(.unblockRequested(request), at: instant)
        add(.blockKept(request: request.id), at: instant)
    }

    /// Opens what is blocked.
    mutating func attempt(at instant: Instant) {
        add(.attempted(Attempt(place: .site("a.example"), targets: ["shopping"])), at: instant)
    }

    /// The figures of the history at an instant, with the days and weeks of a zone.
    func figures(at now: Instant, in name: String = "UTC") throws -> Behaviour.Figures {
        let starts = try starts(at: now, in: name)
        return state.behaviour.figures(at: now, today: starts.today, thisWeek: starts.thisWeek)
    }

    /// The requests of the day and of the week at an instant.
    mutating func requests(at now: Instant, in name: String) throws -> [Int] {
        let starts = try starts(at: now, in: name)
        return zip([starts.today, starts.thisWeek], searches.indices).map { start, index in
            state.behaviour.counts(from: start, near: &searches[index]).requests
        }
    }

    private func starts(
        at now: Instant, in name: String
    ) throws -> (today: Instant, thisWeek: Instant) {
        let zone = try EngineTests.zone(name)
        let local = LocalTime(now, in: zone)
        let day = Int64(local.date.daysSince1970)
        let monday = day - Int64(local.date.weekday) + 1
        return (
            zone.instants(ofLocal: day * 86400).first, zone.instants(ofLocal: monday * 86400).first
        )
    }
}

extension Behaviour {
    /// The number of requests since an instant.
    fileprivate func requests(from instant: Instant) -> Int {
        var anywhere = SearchStart()
        return counts(from: instant, near: &anywhere).requests
    }
}

extension Engine {
    /// The number of requests since midnight.
    var requestsToday: Int { state.behaviour.requests(from: today) }
}

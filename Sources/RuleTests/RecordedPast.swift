import Engine
import RuleModel

/// Builds the record before a case: the facts of its `given`, folded.
///
/// The facts are history: they are not checked against the rules.
struct RecordedPast {
    /// The state after the facts.
    private(set) var state = State()
    private let rules: RuleSet
    private let index: TargetIndex
    private let zone: TimeZoneRules
    private let start: Instant
    /// Elapsed time at the first fact: the machine has just been started.
    private static let uptime = TimeSpan.hours(1)
    /// The interval at which the daemon records use.
    static let noteLength = Cadences.lengths.autoProtection

    /// The state at the start of a case; empty if nothing is given.
    static func state(
        _ past: [PastAction], rules: RuleSet, index: TargetIndex, zone: TimeZoneRules,
        now: Instant
    ) -> State {
        var moments: [Moment] = []
        let localZone = rules.timeZone ?? zone
        for item in past { moments += Self.moments(item, rules, localZone, now: now) }
        guard let first = moments.map(\.at).min() else { return State() }
        var record = RecordedPast(rules: rules, index: index, zone: localZone, start: first)
        // A stable order: of two facts at one instant, the one written first happens first.
        let order = moments.indices.sorted { (moments[$0].at, $0) < (moments[$1].at, $1) }
        // When the engine starts, it ends grants that are over.
        for place in order { moments[place].apply(&record) }
        return record.state
    }

    // MARK: - Moments

    /// A moment with what it adds to the record.
    private typealias Moment = (at: Instant, apply: (inout RecordedPast) -> Void)

    private static func moments(
        _ item: PastAction, _ rules: RuleSet, _ zone: TimeZoneRules, now: Instant
    ) -> [Moment] {
        let at = item.at
        switch item.action {
        case .unblock(let place, let intent, let isEmergency, let regret):
            return [
                (at, { $0.unblock(place, intent, isEmergency: isEmergency, regret, at: at) })
            ]
        case .keep(let place, let intent): return [(at, { $0.keep(place, intent, at: at) })]
        case .attempt(let place): return [(at, { $0.attempt(place, at: at) })]
        case .use(let place, let length): return use(place, for: length, at: at)
        case .answer(let key, let isYes):
            guard let checkIn = rules.checkIns.first(where: { $0.key == key }) else { return [] }
            let (day, opening) = opening(of: checkIn, before: at, zone)
            return [
                (opening, { $0.open(checkIn, day: day, at: opening) }),
                (at, { $0.answer(key, day: day, isYes: isYes, at: at) }),
            ]
        case .protect(let target, let length, let isStrict):
            guard at + length > now else { return [] }
            return [(at, { $0.protect(target, length, isStrict: isStrict, at: at) })]
        case .switch(let subject, let isOn):
            return [(at, { $0.switch(subject, isOn: isOn, at: at) })]
        case .request, .confirm, .session, .travel: return []
        }
    }

    /// The day of a check-in at an instant, and the time at which that day began.
    private static func opening(
        of checkIn: CheckIn, before instant: Instant, _ zone: TimeZoneRules
    ) -> (day: Int, at: Instant) {
        let zone = checkIn.timeZone ?? zone
        let local = LocalTime(instant, in: zone)
        var day = local.date.daysSince1970
        if local.secondOfDay < checkIn.opens * 60 { day -= 1 }
        let opening = zone.instants(ofLocal: Int64(day) * 86400 + Int64(checkIn.opens) * 60).first
        return (day, min(opening, instant))
    }

    /// A stretch of use, noted piece by piece as in the daemon.
    private static func use(_ place: Place, for length: TimeSpan, at: Instant) -> [Moment] {
        let end = at + length
        var moments: [Moment] = [(at, { $0.beginUse(place, at: at) })]
        var from = at
        while from < end {
            let since = from
            // At the daemon's own marks: midnight and every reset lie on one.
            let mark = (since.seconds / noteLength.seconds + 1) * noteLength.seconds
            let until = min(end, Instant(seconds: mark))
            moments.append((until, { $0.recordUse(of: place, since: since, at: until) }))
            from = until
        }
        moments.append((end, { $0.endUse(of: place, at: end) }))
        return moments
    }

    // MARK: - Facts

    private var next: Int64 { state.lastSequence + 1 }

    private func deadline(_ instant: Instant) -> Deadline {
        Deadline(boot: BootID("test"), elapsed: Self.uptime + (instant - start))
    }

    private mutating func add(_ fact: Fact, at instant: Instant) {
        let here = deadline(instant)
        state.evolve(
            Event(
                sequence: next, at: instant, offset: zone.offset(at: instant),
                elapsed: here.elapsed, boot: here.boot, fact: fact))
    }

    private func targets(of place: Place) -> [String] {
        switch place {
        case .target(let key): [key]
        case .site(let host): index.targets(site: host)
        case .page(let page): index.targets(page: page)
        case .app(let identifier): index.targets(app: identifier)
        case .protection, .everything: []
        }
    }

    /// The targets whose use counts while a place is used.
    private func usedTargets(of place: Place) -> [String] {
        guard case .page(let page) = place else { return targets(of: place) }
        return index.nearest(targets(of: place), to: page)
    }

    /// Opens a request; returns its number.
    private mutating func request(_ place: Place, _ intent: Intent?, at instant: Instant) -> Int64 {
        let local = LocalTime(instant, in: zone)
        let id = next
        let here = deadline(instant)
        add(
            .unblockRequested(
                UnblockRequest(
                    id: id, place: place, targets: targets(of: place), isPause: false,
                    at: instant, intent: intent,
                    wait: intent.map { _ in Countdown(.zero, from: here) },
                    expires: Countdown(UnblockRequest.patience, from: here),
                    circumstances: .init(
                        hour: local.hour, weekday: local.date.weekday, requestsToday: 0,
                        requestsThisWeek: 0, unblocksToday: 0, unblocksThisWeek: 0,
                        sinceLastUnblock: nil, quietHours: !state.quietHours.isEmpty))),
            at: instant)
        return id
    }

    private mutating func unblock(
        _ place: Place, _ intent: Intent, isEmergency: Bool, _ regret: Int?, at instant: Instant
    ) {
        let request = request(place, intent, at: instant)
        let targets = targets(of: place)
        let emergency =
            isEmergency
            ? Grant.Emergency(
                opening: targets, under: rules, state.protections, at: instant, in: zone) : nil
        add(
            .unblocked(
                Grant(
                    id: next, request: request, targets: targets,
                    purpose: intent.purpose, at: instant,
                    time: Countdown(
                        intent.grantLength(atMost: UnblockTerms(rules).grant(of: targets)),
                        from: deadline(instant)),
                    emergency: emergency)),
            at: instant)
        guard let regret else { return }
        add(
            .outcomeLogged(
                LoggedOutcome(
                    request: request, isBought: intent.amount != nil, amount: intent.amount,
                    regret: regret, at: instant)),
            at: instant)
    }

    private mutating func keep(_ place: Place, _ intent: Intent?, at instant: Instant) {
        let request = request(place, intent, at: instant)
        add(.blockKept(request: request), at: instant)
    }

    private mutating func attempt(_ place: Place, at instant: Instant) {
        add(.attempted(Attempt(place: place, targets: targets(of: place))), at: instant)
    }

    private mutating func beginUse(_ place: Place, at instant: Instant) {
        for target in usedTargets(of: place) {
            add(
                .usageBegan(
                    UsageSession(id: next, target: target, places: [place], at: instant)),
                at: instant)
        }
    }

    private mutating func recordUse(of place: Place, since: Instant, at instant: Instant) {
        add(
            .usageNoted(
                UsageNote(
                    since: since,
                    targets: usedTargets(of: place).map {
                        UsageNote.TargetUse(target: $0, active: instant - since)
                    })),
            at: instant)
    }

    private mutating func endUse(of place: Place, at instant: Instant) {
        for target in usedTargets(of: place) {
            guard var session = state.usage.running[target] else { continue }
            session.until = instant
            add(.usageEnded(session), at: instant)
        }
    }

    private mutating func open(_ checkIn: CheckIn, day: Int, at instant: Instant) {
        guard state.checkIns[checkIn.key]?.day != day else { return }
        add(
            .checkInOpened(
                CheckInDayStart(
                    checkIn: checkIn.key, day: day, targets: checkIn.blocks,
                    time: Countdown(CheckInRecord.cap, from: deadline(instant)))),
            at: instant)
    }

    private mutating func answer(_ key: String, day: Int, isYes: Bool, at instant: Instant) {
        add(
            .checkInAnswered(CheckInAnswer(checkIn: key, day: day, isYes: isYes, at: instant)),
            at: instant)
    }

    private mutating func protect(
        _ target: String?, _ length: TimeSpan, isStrict: Bool, at instant: Instant
    ) {
        add(
            .protectionStarted(
                Protection(
                    id: next, kind: .manualProtection, name: "Manual protection",
                    targets: target.map { [$0] } ?? rules.targets.map(\.key), isStrict: isStrict,
                    length: length, deadline: Countdown(length, from: deadline(instant)).deadline)
            ),
            at: instant)
    }

    private mutating func `switch`(_ subject: Switch.Subject, isOn: Bool, at instant: Instant) {
        let fingerprint: String? =
            switch subject {
            case .schedule(let key): rules.quietHours.first { $0.key == key }?.fingerprint
            case .target(let key): rules.targets.first { $0.key == key }?.fingerprint
            case .autoProtection(let key):
                rules.autoProtections.first { $0.key == key }?.fingerprint
            }
        guard let fingerprint else { return }
        add(.switched(Switch(subject: subject, isOn: isOn, fingerprint: fingerprint)), at: instant)
    }
}

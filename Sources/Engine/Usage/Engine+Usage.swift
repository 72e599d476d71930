import RuleModel

/// The use of targets.
extension Engine {
    /// How long a target was used since an instant.
    package func used(_ target: String, since: Instant) -> TimeSpan {
        let noted = state.usage.active(target, since: since)
        // Use that is not noted yet began with the stretch.
        return max(.zero, noted + (uses.since >= since ? uses.targets[target] ?? .zero : .zero))
    }

    /// The same by buckets, in milliseconds; use of several buckets that was noted at once counts
    /// in the first one.
    func useByBucket(of target: String, since: Instant) -> [Bucket: Int64] {
        var buckets: [Bucket: Int64] = [:]
        for (at, milliseconds) in state.usage.parts(of: target, since: since) {
            buckets[Bucket(holding: at), default: 0] += milliseconds
        }
        if uses.since >= since, let active = uses.targets[target] {
            buckets[Bucket(holding: uses.since), default: 0] += active.milliseconds
        }
        return buckets
    }

    /// How long the targets opened by a request were used.
    package func used(under request: UnblockOutcome) -> TimeSpan {
        max(.zero, request.used + (uses.requests[request.request] ?? .zero))
    }

    /// The part of it that an earlier grant of one of the targets has too.
    private func usedAgain(under request: UnblockOutcome) -> TimeSpan {
        max(.zero, (request.usedAgain ?? .zero) + (uses.again[request.request] ?? .zero))
    }

    /// How long a target was used in a running stretch, without idle time.
    package func active(_ session: UsageSession) -> TimeSpan {
        let target = session.target
        return max(
            .zero,
            session.active + (uses.targets[target] ?? .zero) - (uses.earlier[target] ?? .zero))
    }

    /// Whether a reporter says that the person is away.
    package var isIdle: Bool { uses.isIdle }
    /// Whether a reporter says that the screen is locked.
    package var isLocked: Bool { uses.isLocked }
    /// How often a reporter should say that something is used.
    package static var heartbeat: TimeSpan { Uses.heartbeat }
    /// How long a reporter may be silent about something in use.
    package static var useLimit: TimeSpan { Uses.limit }

    /// Counts use up to a clock reading, before anything else happens.
    mutating func count(to reading: Reading, asleep: TimeSpan) {
        guard asleep >= .seconds(1) else {
            uses.sleep(.zero)
            return uses.count(to: reading.elapsed, state.grants)
        }
        // The machine has just woken up, so it was awake until it fell asleep.
        uses.count(to: max(uses.counted, reading.elapsed - asleep), state.grants)
        uses.sleep(asleep)
        uses.count(to: reading.elapsed, [])
    }

    mutating func openUse(_ place: Place) -> Response<OpenUse> {
        let place = named(place)
        let all = targets(of: place)
        let monitored = monitored(of: all)
        let counted = counted(monitored, at: place)
        guard !counted.isEmpty else { return .refused(.notTracked(all)) }
        let use = uses.begin(place, counted, among: monitored, at: clock.last.elapsed)
        for target in counted { extendStretch(of: target, with: place) }
        return .replied(OpenUse.Reply(use: use, targets: counted))
    }

    /// The targets whose use counts while a place is used: all, and for a page those alone that
    /// name the longest part of its path.
    private func counted(_ monitored: [String], at place: Place) -> [String] {
        guard case .page(let page) = place else { return monitored }
        return rules.counted(monitored, at: page)
    }

    /// Records that uses continue; returns those that are not open.
    mutating func see(_ seen: [Int64]) -> [Int64] {
        var unknown: [Int64] = []
        for use in seen {
            guard let place = uses.open[use]?.place else {
                unknown.append(use)
                continue
            }
            // The rules may have changed since it was opened.
            let all = monitored(of: targets(of: place))
            let targets = counted(all, at: place)
            uses.see(use, targets, among: all, at: clock.last.elapsed)
            for target in targets { extendStretch(of: target, with: place) }
        }
        return unknown
    }

    mutating func see(_ use: Int64, _ targets: [String], at elapsed: TimeSpan) {
        uses.see(use, targets, among: uses.open[use]?.all ?? targets, at: elapsed)
    }

    /// Records a reporter's report on whether the person is away, and since when.
    mutating func recordAbsence(
        _ reporter: Int, isIdle: Bool, isLocked: Bool, for idle: TimeSpan
    ) {
        let wasLocked = uses.isLocked
        if isIdle || isLocked, !uses.isIdle { subtract(idle) }
        uses.record(
            Uses.Absence(isIdle: isIdle, isLocked: isLocked), of: reporter,
            at: clock.last.elapsed)
        if wasLocked, !uses.isLocked { askAgain(because: .unlock) }
    }

    /// Subtracts idle time that was counted as use: no more than was counted since the person was
    /// last known to be present, and no more than a day or a budget has, so that later use is
    /// counted in full.
    private mutating func subtract(_ idle: TimeSpan) {
        let idle = min(idle, clock.last.elapsed - uses.presentSince)
        guard idle > .zero else { return }
        var most: [String: (stretch: TimeSpan, period: TimeSpan)] = [:]
        for session in state.usage.running.values {
            let target = session.target
            var least = used(target, since: today)
            for index in rules.budgets(of: target) {
                let period = period(of: rules.budgets[index])
                if period.counts { least = min(least, used(target, since: period.from)) }
            }
            most[target] = (active(session), least)
        }
        var mostOf: [Int64: (all: TimeSpan, again: TimeSpan)] = [:]
        for grant in state.grants where grant.targets.contains(where: { most[$0] != nil }) {
            guard let index = state.aftermath(of: grant.request) else { continue }
            let known = state.aftermaths[index]
            mostOf[grant.request] = (used(under: known), usedAgain(under: known))
        }
        uses.subtract(idle, most, mostOf)
    }

    mutating func forget(reporter: Int) {
        uses.record(nil, of: reporter, at: clock.last.elapsed)
    }

    /// Records the use so far, so that it survives a crash of the daemon.
    mutating func recordUse() {
        guard let note = uses.flush(at: now) else { return }
        record(.usageNoted(note))
        reviewBudgets()
    }

    /// Ends the uses whose reporters are silent, and stretches without a use.
    mutating func expireUses() {
        let elapsed = clock.last.elapsed
        var lastSeen: [String: TimeSpan] = [:]
        for (id, use) in uses.open where use.seen + Uses.limit <= elapsed {
            for target in use.targets {
                lastSeen[target] = max(lastSeen[target] ?? .zero, use.seen + Uses.limit)
            }
            _ = uses.end(id)
        }
        guard !state.usage.running.isEmpty else { return }
        let running = uses.running
        // A closure would be handed a copy of the whole engine.
        var over: [String] = []
        for target in state.usage.running.keys
        where !running.contains(target) || !isTracked(target) {
            over.append(target)
        }
        guard !over.isEmpty else { return }
        recordUse()
        for target in over.sorted() {
            if !isTracked(target) { uses.drop(target) }
            let silent = lastSeen[target].map { elapsed - $0 } ?? .zero
            end(target, until: now - max(silent, uses.slept))
        }
    }

    private func isTracked(_ target: String) -> Bool {
        scheduleQueue.knows(target: target) && isMonitored(target)
    }

    /// Ends every stretch when the daemon stops.
    mutating func endUses() {
        recordUse()
        for target in state.usage.running.keys.sorted() { end(target, until: now) }
    }

    /// Ends the stretches that an earlier run left behind, at their last note.
    mutating func endOrphans() {
        for target in state.usage.running.keys.sorted() {
            end(target, until: state.usage.running[target].map { $0.notedAt ?? $0.at } ?? now)
        }
    }

    private mutating func end(_ target: String, until: Instant) {
        guard var session = state.usage.running[target] else { return }
        session.places = places(of: session)
        _ = uses.leave(target)
        session.until = max(session.at, min(until, now))
        record(.usageEnded(session))
    }

    /// Begins a target's stretch if none runs, or adds a place to the running one.
    private mutating func extendStretch(of target: String, with place: Place) {
        guard isMonitored(target) else { return }
        guard let session = state.usage.running[target] else {
            // Earlier use belongs to another stretch.
            recordUse()
            let begun = UsageSession(id: nextSequence, target: target, places: [place], at: now)
            record(.usageBegan(begun))
            return
        }
        if !session.places.contains(place) { uses.join(target, place) }
    }

    /// The places used in a running stretch, in the order in which they were opened.
    package func places(of session: UsageSession) -> [Place] {
        session.places
            + (uses.places[session.target] ?? []).filter { !session.places.contains($0) }
    }
}

import RuleModel

/// The clients' knowledge, compared with the record.
extension Life {
    func checkSubscribers() throws {
        for index in subscribers.indices {
            if subscribers[index].isSlow, !dice.chance(60) { continue }
            try subscribers[index].read()
            try compareWithHeard(subscribers[index].picture)
        }
    }

    /// Checks the first report to a client: it equals the knowledge of a client that has heard
    /// every decision so far, and agrees with the oracle.
    func check(first picture: [String: Subscriber.Told]) throws {
        count("first pictures")
        // By the clocks, whether or not the daemon has looked at them.
        let passed = clock.elapsed - lastElapsed
        oracle.now = engine.clock.now + passed
        oracle.elapsed = clock.elapsed
        try compareWithHeard(picture)
        let untold = heard.first { $0.value.isBlocked && picture[$0.key] == nil }
        if let untold { throw Violation(.subscribers, "\(untold.key) is blocked and untold") }
        for (target, told) in picture {
            let reasons = oracle.reasons(of: target)
            let isOpen = oracle.grants.contains { open in
                open.targets.contains(target) && open.deadline > clock.elapsed
            }
            let said = Set(
                told.restrictions.map {
                    Oracle.Reason(kind: $0.kind.rawValue, rule: RuleSet.writtenKey(of: $0.rule))
                })
            guard
                told.isBlocked
                    ? !isOpen && said.isSubset(of: reasons.may) && reasons.must.isSubset(of: said)
                    : isOpen || reasons.must.isEmpty
            else {
                throw Violation(
                    .subscribers, "\(target): \(told) where \(reasons.must.sorted()) hold")
            }
            try check(told, of: target, reasons)
        }
    }

    /// An end that is told is the last end of what holds, and of quiet hours that follow at once.
    private func check(
        _ told: Subscriber.Told, of target: String, _ reasons: Oracle.Reasons
    ) throws {
        guard told.isBlocked, let end = oracle.end(of: target, reasons) else { return }
        // Trusted time follows the wall clock by a second a minute, elapsed time does not.
        let longest = oracle.protections.map(\.length).max() ?? .zero
        let slack = TimeSpan.seconds(2 + longest.seconds / 60)
        // Quiet hours may begin within that before or behind the end of a protection.
        let ends = [end] + [-slack, slack].compactMap { oracle.end(of: target, reasons, late: $0) }
        let until = told.until
        guard let until, ends.contains(where: { (until - $0).magnitude <= slack }) else {
            let said = told.until.map { "\($0 - oracle.now)" } ?? "nobody knows when"
            throw Violation(
                .subscribers, "\(target) is blocked for \(end - oracle.now), told: \(said)")
        }
    }

    private func compareWithHeard(_ picture: [String: Subscriber.Told]) throws {
        for (target, told) in picture {
            let truth = heard[target] ?? Subscriber.Told(nil)
            guard told == truth else {
                throw Violation(.subscribers, "\(target): \(told) where \(truth) was heard")
            }
        }
    }

    /// The fold of what is on disk is the engine's state.
    func checkReplay(isWhole: Bool) throws {
        guard store.queue.isEmpty, !store.isFailing, underWay.isEmpty else { return }
        let isSame =
            isWhole
            ? mirror == engine.state
            : mirror.lastSequence == engine.state.lastSequence
                && mirror.decisions == engine.state.decisions
                && mirror.grants == engine.state.grants
                && mirror.protections == engine.state.protections
                && mirror.quietHours == engine.state.quietHours
                && mirror.checkIns == engine.state.checkIns
        guard isSame else { throw Violation(.replay, "the fold is another state") }
        if isWhole { try checkEpisodes() }
    }
}

extension Oracle {
    /// When a target is open again if nothing happens, and if protections end so much later than
    /// elapsed time says; nil where that is not known for sure.
    func end(
        of target: String, _ reasons: Reasons, late: TimeSpan = .zero
    ) -> Instant? {
        guard isExact, reasons.must == reasons.may,
            !reasons.must.contains(where: { $0.kind == "check_in" })
        else { return nil }
        // A protection that is over while it is taken back ends once that is on disk.
        let isEnding = protections.contains { running in
            running.targets.contains(target) && running.deadline <= elapsed && !isOver(running)
        }
        guard !isEnding else { return nil }
        var end = now
        for running in protections where running.targets.contains(target) {
            end = max(end, now + (running.deadline - elapsed) + late)
        }
        for spent in spent.values where spent.target == target { end = max(end, spent.until) }
        let schedules = written.schedules.filter { key, schedule in
            schedule.block.contains(target)
                && switches[.schedule(key)] ?? schedule.isEnabled
        }
        for (key, schedule) in schedules {
            guard let run = run(of: Entry(key, schedule, in: written)), run.start <= now
            else { continue }
            guard let over = run.end else { return nil }
            end = max(end, over)
        }
        while true {
            let further = schedules.compactMap { _, schedule in
                let found = minutes(schedule.zone, in: written).running(schedule.ranges, at: end)
                return found.map { $0.end ?? now + .days(100) }
            }.max()
            // How far ahead the daemon looks is its own affair.
            if end - now > .days(6) { return nil }
            guard let further, further > end else { return end }
            end = further
        }
    }
}

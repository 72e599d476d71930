import RuleModel

/// The news that open time ends: only of targets in use, and once for each of its ends.
extension Engine {
    /// A restriction that begins at a known time, or would if the use continues.
    private struct Beginning {
        let cause: OpenTimeEnd.Cause
        let rule: String
        let at: Instant
        let isStrict: Bool
        var period: Instant?
        /// The limit of a budget.
        var length: TimeSpan?
    }

    /// Tells which targets in use close soon.
    mutating func tellOpenTimeEnds() {
        var due: [OpenTimeEnd] = []
        for (end, tellAt) in openTimeEndsAhead where tellAt <= now {
            if let known = due.firstIndex(where: { $0.isSame(as: end) }) {
                due[known].targets += end.targets
            } else {
                due.append(end)
            }
        }
        for end in due { record(.newsTold(ToldNews(openTimeEnd: end))) }
    }

    /// The elapsed time at which the next end of open time is to be told; nil if there is none.
    var nextOpenTimeNews: TimeSpan? {
        openTimeEndsAhead.map(\.tellAt).min().map { clock.last.elapsed + max(.zero, $0 - now) }
    }

    /// The ends of open time of the targets in use that were not told yet, by target, with the
    /// times at which to tell them.
    private var openTimeEndsAhead: [(end: OpenTimeEnd, tellAt: Instant)] {
        guard !uses.open.isEmpty, !uses.isIdle, !rules.silenced.contains(.closing) else {
            return []
        }
        var found: [(end: OpenTimeEnd, tellAt: Instant)] = []
        let counted = uses.running
        // A page closes with each of its targets, whichever its use counts for.
        for target in uses.met.sorted() {
            guard let (end, lead) = openTimeEnd(of: target, isUsed: counted.contains(target)),
                !isTold(end)
            else { continue }
            found.append((end, end.at - lead))
        }
        return found
    }

    private func isTold(_ end: OpenTimeEnd) -> Bool {
        state.openTimeEndsTold.contains { told in
            told.isSame(as: end) && end.targets.allSatisfy(told.targets.contains)
        }
    }

    /// The next end of a target's open time, and how long before it to tell it; nil if the target
    /// is blocked, no end is known, or the time is a minute at most. `isUsed`: whether the present
    /// use counts for the target.
    private func openTimeEnd(
        of target: String, isUsed: Bool
    ) -> (OpenTimeEnd, lead: TimeSpan)? {
        guard isMonitored(target), !isBlocked(target) else { return nil }
        let beginnings = beginnings(of: target, isUsed: isUsed)
        var next = beginnings.min { $0.at < $1.at }
        if let grant = grants(of: target).max(by: { end(of: $0.time) < end(of: $1.time) }) {
            let ends = end(of: grant.time)
            // Before the end of a grant, only what is strict closes its targets.
            next = beginnings.filter { $0.isStrict || $0.at > ends }.min { $0.at < $1.at }
            let isRestricted =
                restrictions(of: target).contains { $0.until.map { $0 > ends } ?? true }
                || beginnings.contains { $0.at <= ends }
            if isRestricted, next.map({ $0.at > ends }) ?? true {
                next = Beginning(
                    cause: .grant, rule: String(grant.id), at: ends, isStrict: false,
                    length: grant.time.length)
            }
        }
        guard let next else { return nil }
        let coming = OpenTimeEnd(
            targets: [target], cause: next.cause, rule: next.rule, at: next.at, period: next.period)
        let length = next.length ?? state.decisions[target].map { next.at - $0.at }
        guard let length, length < OpenTimeEnd.short else { return (coming, OpenTimeEnd.lead) }
        // The end of a moment that was just asked for is no news.
        return length > OpenTimeEnd.shortLead ? (coming, OpenTimeEnd.shortLead) : nil
    }

    /// The restrictions of a target that begin at a known time after now. Nobody knows the start of
    /// an auto-protection.
    private func beginnings(of target: String, isUsed: Bool) -> [Beginning] {
        var found: [Beginning] = []
        for index in enabledSchedules(of: target, at: nil) {
            let schedule = rules.quietHours[index]
            guard state.quietHours[schedule.key] == nil, let start = scheduleQueue.due[index],
                start > now
            else { continue }
            found.append(
                Beginning(
                    cause: .quietHours, rule: schedule.key, at: start, isStrict: schedule.isStrict))
        }
        for index in rules.checkIns(of: target) {
            let checkIn = rules.checkIns[index]
            guard checkIn.blocks.contains(target), let record = state.checkIns[checkIn.key],
                record.phase != .asking
            else { continue }
            found.append(
                Beginning(
                    cause: .checkIn, rule: checkIn.key, at: nextOpening(of: checkIn),
                    isStrict: checkIn.isStrict))
        }
        // Only use that counts uses a budget up.
        for index in isUsed ? rules.budgets(of: target) : [] {
            let budget = rules.budgets[index]
            let period = period(of: budget)
            let ends = now + max(.zero, budget.limit - used(of: budget))
            guard state.budgets[budget.key] == nil, period.counts, ends < period.until else {
                continue
            }
            found.append(
                Beginning(
                    cause: .budget, rule: budget.key, at: ends, isStrict: budget.isStrict,
                    period: period.from, length: budget.limit))
        }
        return found.filter { $0.at > now }
    }

    /// Ends the open time that a prompt announces: the grant, or, before a restriction begins, the
    /// rest of the time until then. What is left of a budget is given up until its reset.
    mutating func endOpenTime(
        of prompt: Prompt
    ) -> Result<AnswerPrompt.Reply, AnswerPrompt.Refusal> {
        guard let announced = prompt.openTimeEnd else { return .success(.closed) }
        if announced.cause == .grant {
            endGrants(of: prompt.targets, .person)
            return .success(.closed)
        }
        var until = announced.at
        if announced.cause == .budget,
            let budget = rules.budgets.first(where: { $0.key == announced.rule })
        {
            until = period(of: budget).until
        }
        // A second more than is left: the restriction has begun when the protection ends.
        let length = min(max(until - now + .seconds(1), .minutes(1)), .days(7))
        return protect(
            monitored(of: prompt.targets), for: length, name: "Manual protection", isStrict: false
        ).map(AnswerPrompt.Reply.protecting).mapError(AnswerPrompt.Refusal.protection)
    }
}

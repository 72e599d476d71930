import RuleModel

/// The effect of one rule on a target at an instant.
package struct Explanation: Hashable, Sendable {
    /// The present or future restriction of the rule; `until` is the end of the stretch from
    /// `from`.
    package var restriction: Restriction
    /// The start if the rule is in force, else the next start; nil if there is none.
    package var from: Instant?
    /// Whether the rule restricts the target at the instant.
    package var isInForce: Bool
    package var isEnabled: Bool
}

extension Engine {
    /// All rules of a target at an instant not in the past: first those in force, then by start.
    package func explain(_ target: String, at instant: Instant) -> [Explanation] {
        let isMonitored = isMonitored(target)
        var found: [Explanation] = []
        for (schedule, calendar) in zip(rules.quietHours, scheduleQueue.calendars)
        where schedule.targets.contains(target) {
            let isEnabled = isEnabled(schedule)
            let stretch = occurrence(of: schedule, calendar, at: instant)
            let holds = stretch.map { $0.start <= instant } ?? false
            found.append(
                Explanation(
                    restriction: restriction(of: schedule, until: stretch?.end),
                    from: stretch?.start, isInForce: holds && isEnabled && isMonitored,
                    isEnabled: isEnabled))
        }
        for protection in state.protections where protection.targets.contains(target) {
            let end = end(of: protection)
            guard end > instant else { continue }
            found.append(
                Explanation(
                    restriction: Restriction(
                        kind: protection.kind, rule: String(protection.id), name: protection.name,
                        until: end, isStrict: protection.isStrict),
                    from: end - protection.length, isInForce: isMonitored, isEnabled: true))
        }
        for restriction in checkInRestrictions(of: target) + budgetRestrictions(of: target)
        where restriction.until.map({ instant < $0 }) ?? true {
            found.append(
                Explanation(
                    restriction: restriction, from: began(restriction), isInForce: isMonitored,
                    isEnabled: true))
        }
        return found.sorted { left, right in
            if left.isInForce != right.isInForce { return left.isInForce }
            if left.from != right.from {
                return left.from.map { begin in right.from.map { begin < $0 } ?? true } ?? false
            }
            return left.restriction.rule < right.restriction.rule
        }
    }

    private func began(_ restriction: Restriction) -> Instant? {
        switch restriction.kind {
        case .checkIn:
            state.checkIns[restriction.rule].map { record in
                record.phase == .no ? record.answers.last?.at ?? record.opened.at : record.opened.at
            }
        default: state.budgets[restriction.rule]?.at
        }
    }

    /// The next change that time alone brings; nil if there is none.
    package var nextChange: Instant? {
        var moments =
            state.protections.map { end(of: $0) } + state.grants.map { end(of: $0.time) }
            + rules.checkIns.flatMap { [nextOpening(of: $0), nextLook(at: $0)].compactMap { $0 } }
            + state.budgets.values.map(\.until) + [nextEditEnd].compactMap { $0 }
        for (schedule, due) in zip(rules.quietHours, scheduleQueue.due) {
            // A schedule without a known end is only reviewed when it is due.
            let run = state.quietHours[schedule.key]
            if let moment = run == nil ? due : run?.end { moments.append(moment) }
        }
        return moments.min()
    }

    /// The stretches of a schedule, beginning with the one that contains an instant, at most
    /// `count`.
    package func occurrences(
        of schedule: QuietHours, from instant: Instant, count: Int
    ) -> [RangeCalendar.Stretch] {
        guard let index = rules.quietHours.firstIndex(where: { $0.key == schedule.key }) else {
            return []
        }
        let calendar = scheduleQueue.calendars[index]
        var found: [RangeCalendar.Stretch] = []
        var from = instant
        while found.count < count, let next = occurrence(of: schedule, calendar, at: from) {
            found.append(next)
            guard let end = next.end else { break }
            from = end
        }
        return found
    }

    /// The stretch that contains the instant, as it runs now if it does, else the next one.
    private func occurrence(
        of schedule: QuietHours, _ calendar: RangeCalendar, at instant: Instant
    ) -> RangeCalendar.Stretch? {
        if let run = state.quietHours[schedule.key], run.start <= instant,
            run.end.map({ instant < $0 }) ?? (instant == now)
        {
            return RangeCalendar.Stretch(start: run.start, end: run.end)
        }
        if let stretch = calendar.stretch(holding: instant) { return stretch }
        return calendar.nextStart(after: instant).flatMap { calendar.stretch(holding: $0) }
    }
}

import RuleModel

/// The restrictions of targets, computed from what is running now.
extension Engine {
    /// The present restrictions of a target, by kind and rule.
    package func restrictions(of target: String) -> [Restriction] {
        guard let schedules = scheduleQueue.schedules(ofKnown: target), isMonitored(target) else {
            return []
        }
        var found: [Restriction] = []
        if !state.quietHours.isEmpty {
            for index in schedules {
                guard let run = state.quietHours[rules.quietHours[index].key] else { continue }
                found.append(restriction(of: rules.quietHours[index], until: run.end))
            }
        }
        for protection in protections(of: target) {
            found.append(restriction(of: protection, on: target))
        }
        if !rules.checkIns.isEmpty { found += checkInRestrictions(of: target) }
        if !rules.budgets.isEmpty { found += budgetRestrictions(of: target) }
        guard found.count > 1 else { return found }
        return found.sorted { ($0.kind.rawValue, $0.rule) < ($1.kind.rawValue, $1.rule) }
    }

    /// Whether a restriction holds for the target now: the last decision, unless targets are dirty.
    func isRestricted(_ target: String) -> Bool {
        if dirtyTargets.isEmpty, state.decisions[target]?.isBlocked == true { return true }
        return !restrictions(of: target).isEmpty
    }

    func restriction(of schedule: QuietHours, until end: Instant?) -> Restriction {
        Restriction(
            kind: .quietHours, rule: schedule.key, name: schedule.name, until: end,
            isStrict: schedule.isStrict)
    }

    /// The end of a protection in trusted time.
    package func end(of protection: Protection) -> Instant {
        end(of: protection.time)
    }

    private func restriction(of protection: Protection, on target: String) -> Restriction {
        let rule = String(protection.id)
        return Restriction(
            kind: protection.kind, rule: rule, name: protection.name,
            until: steady(end(of: protection), protection.kind, rule, target),
            isStrict: protection.isStrict)
    }

    /// An end as it was last told: trusted time drifts against elapsed time, and an end that moved
    /// by less than two seconds is the same end.
    func steady(
        _ end: Instant, _ kind: Restriction.Kind, _ rule: String, _ target: String
    ) -> Instant {
        let said = state.decisions[target]?.decision.restrictions
            .first { $0.kind == kind && $0.rule == rule }?.until
        guard let said, (said - end).magnitude < .seconds(2) else { return end }
        return said
    }

    /// The end of a target's restrictions and of those that follow at once; nil if no end is known.
    /// With a place, only the schedules that apply to it follow.
    func end(
        of restrictions: [Restriction], on target: String, at place: Place? = nil
    ) -> Instant? {
        var latest = now
        for restriction in restrictions {
            guard let until = restriction.until else { return nil }
            latest = max(latest, until)
        }
        // By index: a calendar is expensive to copy.
        let schedules = enabledSchedules(of: target, at: place)
        while true {
            var further = latest
            for index in schedules {
                guard let stretch = scheduleQueue.calendars[index].stretch(holding: further) else {
                    continue
                }
                guard let end = stretch.end else { return nil }
                further = end
            }
            if further == latest { return latest }
            if further - now > RangeCalendar.horizon { return nil }
            latest = further
        }
    }
}

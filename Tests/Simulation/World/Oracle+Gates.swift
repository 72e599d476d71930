import Engine
import RuleModel

/// Check-ins and budgets.
extension Oracle {
    mutating func question(_ event: Event) throws {
        switch event.fact {
        case .checkInOpened(let opening): try open(opening, event)
        case .checkInAnswered(let answer):
            guard questions[answer.checkIn]?.day == answer.day else { return }
            questions[answer.checkIn]?.phase = answer.isYes ? .yes : .no
        case .checkInLapsed(let key):
            guard let question = questions[key], question.cap <= event.elapsed else {
                throw Violation(.notEarly, "check-in \(key) lapses early")
            }
            questions[key]?.phase = .lapsed
        default: break
        }
    }

    /// The local days that a check-in may be about now, by the sets that may be in force.
    func days(of key: String) -> Set<Int> {
        Set(
            sets.compactMap { draft in
                draft.checkIns[key].map { checkIn in
                    let minutes = self.minutes(checkIn.zone, in: draft)
                    let day = minutes.day(now)
                    let second = Int(minutes.local(now) - Int64(day) * 86400)
                    return second >= checkIn.opens * 60 ? day : day - 1
                }
            })
    }

    private func age(of question: Question) -> TimeSpan {
        question.boot == boot ? elapsed - question.opened : now - question.openedAt
    }

    private mutating func open(_ opening: CheckInDayStart, _ event: Event) throws {
        let key = opening.checkIn
        guard days(of: key).contains(opening.day) else {
            throw Violation(.checkInDay, "check-in \(key) is about day \(opening.day)")
        }
        if let before = questions[key], let day = before.day {
            guard opening.day > day || day > opening.day + 1 else {
                throw Violation(.checkInDay, "check-in \(key) asks twice on day \(day)")
            }
            guard age(of: before) + before.late >= .hours(20) else {
                throw Violation(
                    .checkInDay, "check-in \(key) begins after \(age(of: before)) only")
            }
        }
        let late = opening.late ?? .zero
        guard late >= .zero, late <= .days(1) else {
            throw Violation(.checkInDay, "check-in \(key) is \(late) late")
        }
        questions[key] = Question(
            day: opening.day, phase: .asking, openedAt: event.at, opened: event.elapsed,
            boot: event.boot.text, late: late, cap: event.elapsed + .hours(25))
    }

    /// A check-in whose day should have begun by now, if any.
    func overdue() -> String? {
        guard isExact else { return nil }
        return written.checkIns.keys.sorted().first { key in
            guard let question = questions[key], let last = question.day else { return true }
            guard let day = days(of: key).first else { return false }
            if question.phase == .asking || question.phase == .no, question.cap <= elapsed {
                return true
            }
            return (day > last || last > day + 1) && age(of: question) >= .hours(20)
        }
    }

    // MARK: Budgets

    /// How much a target was used since an instant: at least and at most.
    func used(_ target: String, since: Instant) -> (least: TimeSpan, most: TimeSpan) {
        var least = TimeSpan.zero
        var most = TimeSpan.zero
        // A note adds what was used within a quarter of an hour to the moment at which it began.
        for slice in slices where slice.target == target && slice.start > since - .minutes(20) {
            most = most + slice.length
            if slice.isSure, slice.start >= since + .minutes(20) { least = least + slice.length }
        }
        if let using, using.targets.contains(target) { most = most + (elapsed - using.began) }
        return (least, most)
    }

    mutating func reach(_ reach: BudgetReach) throws {
        let key = reach.budget
        let entries =
            isExact
            ? [written.budgets[key]].compactMap { $0 }
            : sets.compactMap { $0.budgets[RuleSet.writtenKey(of: key)] }
        guard let entry = entries.first else {
            throw Violation(.budgets, "budget \(key) is reached and is not written")
        }
        guard reach.from <= now, now < reach.until else {
            throw Violation(.budgets, "budget \(key) is reached outside its period")
        }
        let length = entries.map(\.length).max() ?? .zero
        guard reach.until - reach.from <= length + .hours(2) else {
            throw Violation(.budgets, "budget \(key) counts \(reach.until - reach.from)")
        }
        if isExact, !isRetelling, isSteady(entry), isZoneKnown {
            let period = period(of: entry, in: written)
            guard let period, period.from == reach.from, period.until == reach.until else {
                throw Violation(
                    .budgets, "budget \(key) counts from \(reach.from) until \(reach.until)")
            }
        }
        let limit = entries.map(\.minutes).min() ?? 0
        let most = used(reach.target, since: reach.from).most
        guard most >= .minutes(Int64(limit)) else {
            throw Violation(
                .budgets, "budget \(key) of \(limit) minutes is reached after \(most)")
        }
        spent[key] = Spent(
            target: reach.target, key: key, from: reach.from, until: reach.until, entry: entry,
            isStrict: entries.allSatisfy(\.isStrict),
            mayBeStrict: entries.contains(where: \.isStrict))
    }

    mutating func reset(_ key: String) throws {
        guard let known = spent.removeValue(forKey: key) else {
            throw Violation(.budgets, "budget \(key) is reset and was not reached")
        }
        let isOver = known.until <= now || known.from > now
        let isEdited = written.budgets[key] != known.entry || !isExact
        guard isOver || isEdited || key.contains("@") else {
            throw Violation(.notEarly, "budget \(key) is reset early")
        }
    }

    /// A budget that is used up for sure and does not restrict.
    func unreached() -> String? {
        guard isExact else { return nil }
        return written.budgets.keys.sorted().first { key in
            guard let budget = written.budgets[key], spent[key] == nil else { return false }
            return isMonitored(budget.target) && isUsedUp(budget, in: written)
        }
    }

    /// Whether a budget of a set is used up for sure.
    func isUsedUp(_ budget: RuleDraft.Budget, in draft: RuleDraft) -> Bool {
        guard isSteady(budget), let period = period(of: budget, in: draft) else { return false }
        return used(budget.target, since: period.from).least >= .minutes(Int64(budget.minutes))
    }

    /// Whether the present period began after the last change of clock, zone or rules: one that
    /// runs keeps its bounds.
    func isSteady(_ budget: RuleDraft.Budget) -> Bool {
        (now - disturbedAt).magnitude > budget.length + .hours(24)
    }

    /// The present period of a budget; nil on a day on which it does not exist.
    private func period(
        of budget: RuleDraft.Budget, in draft: RuleDraft
    ) -> (from: Instant, until: Instant)? {
        let minutes = self.minutes(nil, in: draft)
        if budget.per == .hour {
            let hour = minutes.hour(now)
            return budget.days.has(minutes.day(hour.from)) ? hour : nil
        }
        var day = minutes.day(now)
        if minutes.local(now) - Int64(day) * 86400 < Int64(budget.resets) * 60 { day -= 1 }
        if budget.per == .week { day -= (day + 3) % 7 }
        // A reset that a clock shows twice is one, the first.
        let length = budget.per == .week ? 7 : 1
        if minutes.instants(day + length, budget.resets).first <= now { day += length }
        guard budget.days.has(day) else { return nil }
        return (
            minutes.instants(day, budget.resets).first,
            minutes.instants(day + length, budget.resets).first
        )
    }
}

extension RuleDraft.Budget {
    /// How long a period of it usually is.
    fileprivate var length: TimeSpan {
        switch per {
        case .hour: .hours(1)
        case .day: .days(1)
        case .week: .days(7)
        }
    }
}

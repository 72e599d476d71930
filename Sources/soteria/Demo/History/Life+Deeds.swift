import Engine
import RuleModel

/// What the person does, by how things stand when they come to it.
extension Life {
    /// Does what was meant to be done.
    mutating func act(_ deed: Deed.Kind) {
        switch deed {
        case .arrive:
            isAway = false
            give(.absence(isIdle: false, isLocked: false))
        case .leave:
            isAway = true
            give(.absence(isIdle: true, isLocked: true))
        case .answer(let key, let isYes): give(.checkIn(key, isYes: isYes))
        case .visit(let visit): if !isAway { meet(visit) }
        case .ask(let visit): ask(visit)
        case .settle(let request, let resolve, let visit): settle(request, resolve, visit)
        case .use(let visit, let request): use(visit, under: request)
        case .log(let request, let visit): log(request, visit)
        case .pause: if !isAway { pause() }
        case .protect(let length): protect(for: length)
        case .look: look()
        case .switch(let schedule, let isOn):
            give(.switch(.schedule(schedule), isOn: isOn))
        case .save(let index): save(for: index)
        case .contribute(let index, let amount):
            let goals = engine.state.goals
            if index < goals.count, goals[index].reachedAt == nil {
                give(.contribute(goal: goals[index].id, amount))
            }
        }
    }

    /// Means to do something after so many seconds, drawn from a range.
    private mutating func plan(_ seconds: ClosedRange<Int>, _ kind: Deed.Kind) {
        deeds.add(Deed(at: now + .seconds(Int64(chance.whole(seconds))), kind: kind))
    }

    // MARK: A place that is opened

    private mutating func meet(_ visit: Visit) {
        guard engine.isBlocked(visit.target) else { return use(visit, under: nil) }
        give(Input.attempt(visit.place))
        if chance.comes(0.12) {
            plan(2...40, .visit(visit))
        } else if chance.comes(visit.isUrge ? 0.9 : 0.05) {
            plan(2...12, .ask(visit))
        } else {
            plan(30...200, .look)
        }
    }

    private mutating func ask(_ visit: Visit) {
        let isProtected = engine.state.protections.contains { $0.targets.contains(visit.target) }
        let resolve = Habits.resolve(
            visit.intent, maturity: maturity, isProtected: isProtected, &chance)
        // Who keeps the block often does so before a word is said.
        let isSilent =
            switch resolve {
            case .keep: chance.comes(0.3)
            case .forget, .protect: chance.comes(0.5)
            case .open: false
            }
        let answer = give(
            .request(visit.place, intent: isSilent ? nil : visit.intent, isPause: false))
        guard case .requested(let request)? = answer, asked.insert(request.id).inserted else {
            return
        }
        go(on: request, resolve, visit)
    }

    private mutating func go(
        on request: UnblockRequest, _ resolve: Deed.Resolve, _ visit: Visit
    ) {
        switch resolve {
        case .keep: plan(3...50, .settle(request.id, .keep, visit))
        case .protect: plan(6...60, .settle(request.id, .protect, visit))
        case .open:
            let wait = Int(max(.zero, engine.waitLeft(of: request) ?? .zero).seconds)
            plan(wait + 1...wait + 20, .settle(request.id, .open, visit))
        case .forget: break
        }
    }

    private mutating func settle(_ request: Int64, _ resolve: Deed.Resolve, _ visit: Visit) {
        switch resolve {
        case .keep: give(.keep(request: request))
        case .protect:
            give(.protectInstead(request: request, length: .hours(Int64(chance.whole(1...2)))))
        case .open: open(request, visit)
        case .forget: break
        }
    }

    private mutating func open(_ request: Int64, _ visit: Visit) {
        switch give(.confirm(request: request)) {
        case .granted:
            if chance.comes(0.92) { plan(2...15, .use(visit, request: request)) }
            plan(20...100, .look)
            relapse(after: visit)
        case .refused(.waitNotOver(let left)):
            let seconds = Int(left.seconds) + 1
            plan(seconds...seconds + 5, .settle(request, .open, visit))
        default: break
        }
    }

    /// One wish often brings on the next; less so the longer the person has Soteria.
    private mutating func relapse(after visit: Visit) {
        guard visit.intent.purpose == .impulse, chance.comes(0.62 - 0.3 * maturity) else { return }
        var next = visit
        next.intent = Habits.intent(.impulse, of: visit.target, &chance)
        next.length = Habits.length(next.intent, &chance)
        plan(16 * 60...30 * 60, .visit(next))
    }

    private mutating func use(_ visit: Visit, under request: Int64?) {
        guard !isAway, !engine.isBlocked(visit.target) else { return }
        var length = visit.length
        if let end = engine.grantEnd(of: visit.target) { length = min(length, end - now) }
        for budget in engine.rules.budgets
        where budget.target == visit.target && engine.state.budgets[budget.key] == nil {
            // A moment more, so that it is used up.
            length = min(length, budget.limit - engine.used(of: budget) + .seconds(1))
        }
        guard length >= .seconds(5) else { return }
        use(visit.place, for: length)
        guard let request, chance.comes(0.74) else { return }
        let seconds = Int(length.seconds)
        // Some say it the next day.
        let later = chance.comes(0.12) ? 12 * 3600 : 0
        plan(later + seconds + 20...later + seconds + 400, .log(request, visit))
    }

    private mutating func log(_ request: Int64, _ visit: Visit) {
        let (isBought, amount, regret) = Habits.outcome(visit.intent, &chance)
        give(.logOutcome(request: request, isBought: isBought, amount: amount, regret: regret))
    }

    // MARK: What the person does of their own accord

    private mutating func pause() {
        let answer = give(.request(.everything, intent: nil, isPause: true))
        guard case .requested(let request)? = answer, asked.insert(request.id).inserted else {
            return
        }
        let resolve = chance.pick(
            [(Deed.Resolve.keep, 6), (.protect, 3), (.forget, 1)], else: .keep)
        go(on: request, resolve, Self.nothing(of: .everything))
    }

    private mutating func protect(for length: TimeSpan) {
        let answer = give(
            .startProtection(target: nil, length: length, name: "An evening off"))
        guard case .protecting(let protection, _)? = answer, chance.comes(0.15) else { return }
        plan(1200...3000, .ask(Self.nothing(of: .protection(protection.id))))
    }

    /// A wish for no use of anything.
    private static func nothing(of place: Place) -> Visit {
        Visit(
            place: place, target: "", intent: Intent(purpose: .impulse), length: .zero,
            isUrge: true)
    }

    /// Looks at what Soteria tells, and answers some of it.
    private mutating func look() {
        guard !isAway else { return }
        for prompt in engine.state.prompts {
            switch prompt.kind {
            case .riskHigh, .riskyHour:
                let protects = 0.05 + 0.2 * maturity
                if chance.comes(protects) {
                    give(.answerPrompt(prompt.id, .protect))
                } else if chance.comes(0.6) {
                    give(.answerPrompt(prompt.id, .dismiss))
                }
            case .autoProtection:
                give(.answerPrompt(prompt.id, chance.comes(0.4) ? .why : .dismiss))
            case .blockedOpened:
                if chance.comes(0.1 + 0.15 * maturity) { give(.answerPrompt(prompt.id, .keep)) }
            case .logOutcome, .checkIn: break
            }
        }
    }

    private mutating func save(for index: Int) {
        let goal = Habits.goals[index]
        guard let amount = Habits.money(goal.amount) else { return }
        let today = LocalTime(now, in: zone).daysSince1970
        give(
            .addGoal(
                name: goal.name, target: amount, by: goal.within.map { today + $0 },
                isFromKept: goal.isFromKept))
    }
}

import Engine
import RuleModel

/// The person's actions, which depend on the state at the time of the action.
extension SimulatedPerson {
    mutating func perform(_ action: PlannedAction.Kind) {
        switch action {
        case .screen(let isLocked):
            isAway = isLocked
            give(.idle(reporter: 0, isIdle: isLocked, isLocked: isLocked, for: .zero))
        case .visit(let visit): if !isAway { open(visit) }
        case .ask(let visit): ask(visit)
        case .open(let request, let visit): confirm(request, visit)
        case .protectInstead(let request):
            give(.protectInstead(request: request, length: .hours(Int64(random.whole(1...2)))))
        case .use(let visit, let request): use(visit, under: request)
        case .log(let request, let visit):
            let (isBought, amount, regret) = Profile.outcome(visit.intent, &random)
            give(.logOutcome(request: request, isBought: isBought, amount: amount, regret: regret))
        case .pause: if !isAway { pause() }
        case .protect(let length): protect(for: length)
        case .look: if !isAway { answerPrompts() }
        case .contribute(let index, let amount):
            let goals = engine.state.goals
            if index < goals.count, goals[index].reachedAt == nil {
                give(.contribute(goal: goals[index].id, amount))
            }
        case .keep(let request): give(.keep(request: request))
        case .answer(let checkIn, let isYes): give(.answerCheckIn(checkIn, isYes: isYes))
        case .addGoal(let goal): give(goal)
        case .switch(let subject, let isOn): give(.switch(subject, isOn: isOn))
        }
    }

    /// Plans an action after a number of seconds, drawn from a range.
    private mutating func plan(_ seconds: ClosedRange<Int>, _ kind: PlannedAction.Kind) {
        actions.add(PlannedAction(at: now + .seconds(Int64(random.whole(seconds))), kind: kind))
    }

    // MARK: Opening a place

    private mutating func open(_ visit: Visit) {
        guard engine.isBlocked(visit.target) else { return use(visit, under: nil) }
        give(.attempt(visit.place))
        if random.chance(0.12) {
            plan(2...40, .visit(visit))
        } else if random.chance(visit.isUrge ? 0.9 : 0.05) {
            plan(2...12, .ask(visit))
        } else {
            plan(30...200, .look)
        }
    }

    private mutating func ask(_ visit: Visit) {
        let isProtected = engine.state.protections.contains { $0.targets.contains(visit.target) }
        let resolution = Profile.resolution(
            visit.intent, maturity: maturity, isProtected: isProtected, &random)
        // A person who keeps the block often does so without giving an intent.
        let isSilent =
            switch resolution {
            case .keep: random.chance(0.3)
            case .forget, .protect: random.chance(0.5)
            case .open: false
            }
        guard let request = request(visit.place, isSilent ? nil : visit.intent) else { return }
        planEnd(of: request, resolution, visit)
    }

    /// The request that the person makes; nil if it is refused, or if it is already known.
    private mutating func request(
        _ place: Place, _ intent: Intent?, isPause: Bool = false
    ) -> UnblockRequest? {
        let answer = give(.request(place, intent: intent, isPause: isPause))
        guard case .replied(let request) = answer, met.insert(request.id).inserted else {
            return nil
        }
        return request
    }

    private mutating func planEnd(
        of request: UnblockRequest, _ resolution: PlannedAction.Resolution, _ visit: Visit
    ) {
        switch resolution {
        case .keep: plan(3...50, .keep(request.id))
        case .protect: plan(6...60, .protectInstead(request.id))
        case .open:
            let wait = Int(max(.zero, engine.waitLeft(of: request) ?? .zero).seconds)
            plan(wait + 1...wait + 20, .open(request.id, visit))
        case .forget: break
        }
    }

    private mutating func confirm(_ request: Int64, _ visit: Visit) {
        switch give(.confirm(request: request)) {
        case .replied(.granted):
            if random.chance(0.92) { plan(2...15, .use(visit, request: request)) }
            plan(20...100, .look)
            relapse(after: visit)
        case .refused(.waitNotOver(let left)):
            let seconds = Int(left.seconds) + 1
            plan(seconds...seconds + 5, .open(request, visit))
        default: break
        }
    }

    /// One urge often leads to the next, but less often the longer the person uses Soteria.
    private mutating func relapse(after visit: Visit) {
        guard visit.intent.purpose == .impulse, random.chance(0.62 - 0.3 * maturity) else { return }
        var next = visit
        next.intent = Profile.intent(.impulse, of: visit.target, &random)
        next.length = Profile.length(next.intent, &random)
        plan(16 * 60...30 * 60, .visit(next))
    }

    private mutating func use(_ visit: Visit, under request: Int64?) {
        guard !isAway, !engine.isBlocked(visit.target) else { return }
        var length = visit.length
        if let end = engine.grantEnd(of: visit.target) { length = min(length, end - now) }
        for budget in engine.rules.budgets
        where budget.target == visit.target && engine.state.budgets[budget.key] == nil {
            // A second more, so that the budget is used up.
            length = min(length, budget.limit - engine.used(of: budget) + .seconds(1))
        }
        guard length >= .seconds(5) else { return }
        use(visit.place, for: length)
        guard let request, random.chance(0.74) else { return }
        let seconds = Int(length.seconds)
        // Some outcomes are logged the next day.
        let later = random.chance(0.12) ? 12 * 3600 : 0
        plan(later + seconds + 20...later + seconds + 400, .log(request, visit))
    }

    // MARK: Actions without a block

    private mutating func pause() {
        guard let request = request(.everything, nil, isPause: true) else { return }
        let resolution = random.pick(
            [(PlannedAction.Resolution.keep, 6), (.protect, 3), (.forget, 1)], else: .keep)
        planEnd(of: request, resolution, Self.nothing(of: .everything))
    }

    private mutating func protect(for length: TimeSpan) {
        let answer = give(
            .startProtection(target: nil, length: length, name: "An evening off"))
        guard case .replied(let reply) = answer, random.chance(0.15) else { return }
        plan(1200...3000, .ask(Self.nothing(of: .protection(reply.protection.id))))
    }

    /// A visit without use, for requests that open no place.
    private static func nothing(of place: Place) -> Visit {
        Visit(
            place: place, target: "", intent: Intent(purpose: .impulse), length: .zero,
            isUrge: true)
    }

    private mutating func answerPrompts() {
        for prompt in engine.state.prompts {
            switch prompt.kind {
            case .riskHigh, .riskyHour:
                if random.chance(0.05 + 0.2 * maturity) {
                    give(.answerPrompt(prompt.id, .protect))
                } else if random.chance(0.6) {
                    give(.answerPrompt(prompt.id, .dismiss))
                }
            case .autoProtection:
                give(.answerPrompt(prompt.id, random.chance(0.4) ? .why : .dismiss))
            case .blockedOpened:
                if random.chance(0.1 + 0.15 * maturity) { give(.answerPrompt(prompt.id, .keep)) }
            case .logOutcome, .checkIn, .closing, .checkInText: break
            }
        }
    }
}

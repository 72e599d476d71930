import API
import Engine
import Phrasing
import RuleModel

extension UnblockAPI.OpenRequest {
    init(_ request: UnblockRequest, in engine: Engine) {
        let clock = engine.localClock
        let left = engine.waitLeft(of: request)
        let grant = engine.grantLength(for: request.intent, of: request.targets).secondsLeft
        self.init(
            request: Int(request.id), place: .init(request.place), targets: request.targets,
            pause: request.isPause, at: clock.text(request.at),
            intent: request.intent.map { .init($0) },
            waitEnds: clock.text(left.map { engine.now + $0 }), waitSeconds: left?.secondsLeft,
            expires: clock.text(engine.end(of: request.expires)),
            circumstances: .init(request.circumstances),
            grantSeconds: request.place.isProtection ? nil : grant,
            spending: engine.rules.spends(oneOf: request.targets) ? nil : false,
            emergency: request.isEmergency ? true : nil)
    }
}

extension Place {
    fileprivate var isProtection: Bool { if case .protection = self { true } else { false } }
}

extension UnblockAPI.Place {
    init(_ place: Place) {
        switch place {
        case .target(let key): self.init(target: key)
        case .site(let host): self.init(site: host)
        case .page(let page): self.init(site: page.host, path: page.path)
        case .app(let identifier): self.init(app: identifier)
        case .protection(let id): self.init(protection: Int(id))
        case .everything: self.init(everything: true)
        }
    }
}

extension UnblockAPI.Grant {
    init(_ grant: Grant, until: Instant, in engine: Engine) {
        let clock = engine.localClock
        self.init(
            grant: Int(grant.id), request: Int(grant.request), targets: grant.targets,
            purpose: .init(grant.purpose), at: clock.text(grant.at), until: clock.text(until),
            seconds: (until - engine.now).secondsLeft,
            emergency: grant.emergency == nil ? nil : true)
    }
}

extension UnblockAPI.Emergency {
    init(_ standing: EmergencyStanding, clock: LocalClock) {
        self.init(
            count: standing.rules.count, per: .init(standing.rules.per), used: standing.used,
            next: clock.text(standing.next), waitSeconds: standing.wait.secondsLeft)
    }
}

extension UnblockAPI.EmergencyPeriod {
    fileprivate init(_ period: EmergencyRules.Period) {
        switch period {
        case .day: self = .day
        case .week: self = .week
        case .month: self = .month
        }
    }
}

extension UnblockAPI.Outcome {
    init(_ outcome: UnblockRequest.Ending) {
        switch outcome {
        case .kept: self = .kept
        case .unblocked: self = .unblocked
        case .expired: self = .expired
        case .lapsed: self = .lapsed
        case .protected: self = .protected
        }
    }
}

extension UnblockAPI.Purpose {
    init(_ purpose: Purpose) {
        switch purpose {
        case .planned: self = .planned
        case .impulse: self = .impulse
        }
    }
}

extension UnblockAPI.Intent {
    fileprivate init(_ intent: Intent) {
        self.init(
            purpose: .init(intent.purpose), category: intent.category, mood: intent.mood,
            amount: intent.amount?.decimal, currency: intent.amount?.currency,
            minutes: intent.minutes)
    }
}

extension UnblockAPI.Circumstances {
    fileprivate init(_ circumstances: UnblockRequest.Circumstances) {
        self.init(
            hour: circumstances.hour, weekday: circumstances.weekday,
            requestsToday: circumstances.requestsToday,
            requestsThisWeek: circumstances.requestsThisWeek,
            unblocksToday: circumstances.unblocksToday,
            unblocksThisWeek: circumstances.unblocksThisWeek,
            sinceLastUnblock: circumstances.sinceLastUnblock.map { Int($0.seconds) },
            quietHours: circumstances.quietHours)
    }
}

extension UnblockAPI.Unblocked {
    init(_ after: UnblockOutcome, in engine: Engine) {
        let clock = engine.localClock
        let used = engine.used(under: after)
        self.init(
            request: Int(after.request), targets: after.targets, at: clock.text(after.at),
            purpose: .init(after.intent.purpose), category: after.intent.category,
            mood: after.intent.mood, estimate: after.intent.amount?.decimal,
            currency: after.intent.amount?.currency, intendedMinutes: after.intent.minutes,
            used: used > .zero, usedSeconds: Int(used.seconds),
            outcome: after.outcome.map { .init($0, clock: clock) },
            spending: engine.rules.spends(oneOf: after.targets) ? nil : false)
    }
}

extension UnblockAPI.LoggedOutcome {
    init(_ outcome: LoggedOutcome, clock: LocalClock) {
        self.init(
            bought: outcome.isBought, amount: outcome.amount?.decimal,
            currency: outcome.amount?.currency, regret: outcome.regret,
            at: clock.text(outcome.at), spending: outcome.spends)
    }
}

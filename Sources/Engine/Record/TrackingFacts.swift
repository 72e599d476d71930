import RuleModel

// MARK: Use and outcomes of unblocks

extension LoggedOutcome: FactPayload {
    package func apply(to state: inout State, _ event: Event) {
        state.prompts.removeAll { $0.kind == .logOutcome && $0.request == request }
        guard let index = state.aftermath(of: request) else { return }
        let day = state.aftermaths[index].day
        if let before = state.aftermaths[index].outcome {
            state.tally.unlogged(
                day: day, isBought: before.isBought, amount: before.amount,
                regret: before.regret, spends: before.spends ?? true)
        }
        state.tally.logged(
            day: day, isBought: isBought, amount: amount, regret: regret, spends: spends ?? true)
        state.aftermaths[index].outcome = self
    }
}

extension UsageSession: FactPayload {
    package func apply(to state: inout State, _ event: Event) {
        state.usage.running[target] = self
        // The question waits as long as the grant runs.
        let asked = Set(state.grants.filter { $0.targets.contains(target) }.map(\.request))
        state.prompts.removeAll { $0.kind == .logOutcome && asked.contains($0.request ?? 0) }
    }
}

/// The absence of the client that reports use and presence.
package struct ReporterLoss: FactPayload {
    /// How long nobody had reported when that was noticed.
    package var length: TimeSpan

    package init(length: TimeSpan) { self.length = length }

    package func apply(to state: inout State, _ event: Event) {
        state.record(Incident(.reporterLost, event))
    }
}

extension UsageNote: FactPayload {
    package func apply(to state: inout State, _ event: Event) {
        let day = LocalTime(since, offset: event.offset).daysSince1970
        for use in targets {
            let requests = requests.map(\.request).filter { request in
                state.aftermath(of: request).map {
                    state.aftermaths[$0].targets.contains(use.target)
                }
                    ?? false
            }
            state.usage.record(use, since: since, until: event.at, requests)
            state.tally.usage(day: day, target: use.target, active: use.active)
            if let idle = use.idle {
                let then = LocalTime(since - idle, offset: event.offset).daysSince1970
                state.tally.usage(day: then, target: use.target, active: -idle)
            }
        }
        for use in requests {
            guard let index = state.aftermath(of: use.request) else { continue }
            let before = state.aftermaths[index]
            var after = before
            after.used = max(.zero, before.used + use.active)
            if let again = use.again {
                after.usedAgain = max(.zero, (before.usedAgain ?? .zero) + again)
            }
            state.aftermaths[index] = after
            state.tally.use(
                day: after.day, from: before.used, to: after.used,
                intendedMinutes: after.intent.minutes)
            state.useInEpisodes(after, after: before)
        }
    }
}

/// The end of a target's use; recorded as the whole session.
struct UsageEnd: FactPayload {
    let session: UsageSession

    init(_ session: UsageSession) { self.session = session }

    init(from decoder: any Decoder) throws { session = try UsageSession(from: decoder) }
    func encode(to encoder: any Encoder) throws { try session.encode(to: encoder) }

    func apply(to state: inout State, _ event: Event) {
        state.usage.running[session.target] = nil
        let unlogged = session.requests.filter { request in
            state.aftermath(of: request).map { state.aftermaths[$0].outcome == nil } ?? false
        }
        guard let request = unlogged.last else { return }
        state.prompts.removeAll { $0.kind == .logOutcome && $0.request == request }
        state.prompts.append(
            Prompt(
                id: event.sequence, kind: .logOutcome, at: event.at, targets: [session.target],
                request: request, expires: Countdown(Prompt.logLength, from: event.deadline)))
    }
}

// MARK: Check-ins

extension CheckInDayStart: FactPayload {
    package func apply(to state: inout State, _ event: Event) {
        let opened = State.Moment(at: event.at, elapsed: event.deadline)
        var record =
            state.checkIns[checkIn]
            ?? CheckInRecord(day: nil, phase: .asking, opened: opened, time: time)
        record.day = day
        record.phase = .asking
        record.opened = opened
        record.late = min(max(.zero, late ?? .zero), .days(1))
        record.time = time
        record.asked = 1
        record.isReminded = false
        state.checkIns[checkIn] = record
        state.withdraw(checkIn: checkIn)
        state.prompts.removeAll { $0.kind == .checkInText && $0.checkIn == checkIn }
        // By number: a question that lifts a "no" had to reach the disk first.
        let place = state.prompts.firstIndex { $0.id > event.sequence } ?? state.prompts.endIndex
        state.prompts.insert(
            Prompt(
                id: event.sequence, kind: .checkIn, at: event.at, targets: targets,
                checkIn: checkIn,
                expires: time),
            at: place)
    }
}

extension CheckInRepetition: FactPayload {
    package func apply(to state: inout State, _ event: Event) {
        state.checkIns[checkIn]?.asked &+= 1
        if reason == .reminder { state.checkIns[checkIn]?.isReminded = true }
        if let targets, let record = state.checkIns[checkIn] {
            state.prompts.append(
                Prompt(
                    id: event.sequence, kind: .checkIn, at: event.at, targets: targets,
                    checkIn: checkIn, expires: record.time))
        }
        for index in state.prompts.indices
        where state.prompts[index].kind == .checkIn && state.prompts[index].checkIn == checkIn {
            state.prompts[index].at = event.at
            state.prompts[index].isReminder = reason == .reminder ? true : nil
        }
    }
}

extension CheckInAnswer: FactPayload {
    package func apply(to state: inout State, _ event: Event) {
        state.checkIns[checkIn]?.record(self)
        state.tally.checkIn(day: day, isYes: isYes)
        state.withdraw(checkIn: checkIn)
    }
}

struct CheckInWelcome: FactPayload {
    var checkIn: String

    func apply(to state: inout State, _ event: Event) {
        state.checkIns[checkIn]?.welcomed = true
    }
}

struct CheckInLapse: FactPayload {
    var checkIn: String

    func apply(to state: inout State, _ event: Event) {
        state.checkIns[checkIn]?.phase = .lapsed
        state.withdraw(checkIn: checkIn)
    }
}

struct CheckInReset: FactPayload {
    var checkIn: String

    func apply(to state: inout State, _ event: Event) {
        state.checkIns[checkIn] = nil
        state.withdraw(checkIn: checkIn)
    }
}

struct CheckInDayReset: FactPayload {
    var checkIn: String

    func apply(to state: inout State, _ event: Event) {
        state.checkIns[checkIn]?.day = nil
        state.withdraw(checkIn: checkIn)
    }
}

// MARK: Budgets, risky hours, goals and names

extension BudgetReach: FactPayload {
    package func apply(to state: inout State, _ event: Event) {
        state.budgets[budget] = self
        state.budgets[budget]?.at = event.at
    }
}

struct BudgetReset: FactPayload {
    var budget: String

    func apply(to state: inout State, _ event: Event) { state.budgets[budget] = nil }
}

extension RiskyHour: FactPayload {
    package func apply(to state: inout State, _ event: Event) {
        state.riskyHourToldOn = event.day
        state.prompts.removeAll { $0.kind == .riskyHour }
        state.prompts.append(
            Prompt(
                id: event.sequence, kind: .riskyHour, at: event.at, targets: [], riskyHour: self,
                expires: Countdown(Prompt.suggestionLength, from: event.deadline)))
    }
}

extension Goal: FactPayload {
    package func apply(to state: inout State, _ event: Event) {
        guard state.goals.count < Goal.most else { return }
        state.goals.append(begun)
    }
}

extension GoalContribution: FactPayload {
    package func apply(to state: inout State, _ event: Event) {
        guard let index = state.goals.firstIndex(where: { $0.id == goal }) else { return }
        state.goals[index].add(self, at: event.at)
        if let request { state.episodes.credit(request) }
    }
}

struct GoalRemoval: FactPayload {
    var id: Int64

    func apply(to state: inout State, _ event: Event) {
        state.goals.removeAll { $0.id == id }
    }
}

/// A person's own name for an app or a site.
package struct PlaceName: FactPayload {
    package var place: Place
    /// The name; nil: forgotten.
    package var name: String?

    package func apply(to state: inout State, _ event: Event) { state.names[place] = name }
}

import CEL
import RuleModel

/// What use, check-ins, budgets, goals and incidents leave behind.
extension State {
    /// Takes in what `evolve` leaves to it.
    mutating func track(_ event: Event) {
        switch event.fact {
        case .daemonStopped:
            isStopped = true
            note(Incident(.stop, event))
        case .storeReplaced(let path):
            note(Incident(.storeReplaced, event, what: [path]))
        case .storeRestored(let restoring):
            note(Incident(.restored, event, what: [restoring.source]))
        case .rulesWeakened(let weakening):
            note(Incident(.rulesWeakened, event, what: weakening.entries))
        case .outcomeLogged(let outcome): log(outcome)
        case .usageBegan(let session): begin(session)
        case .usageNoted(let note): take(note, event)
        case .usageEnded(let session): end(session, event)
        case .checkInOpened(let opening): open(opening, event)
        case .checkInAsked(let asking): ask(asking, event)
        case .checkInAnswered(let answer): take(answer, event)
        case .checkInLapsed(let key):
            checkIns[key]?.phase = .lapsed
            withdraw(checkIn: key)
        case .checkInReset(let key):
            checkIns[key] = nil
            withdraw(checkIn: key)
        case .checkInDayForgotten(let key):
            checkIns[key]?.day = nil
            withdraw(checkIn: key)
        case .budgetReached(var reach):
            reach.at = event.at
            budgets[reach.budget] = reach
        case .budgetReset(let key): budgets[key] = nil
        case .riskyHourTold(let hour): tell(hour, event)
        case .goalAdded(let goal): goals.append(goal.begun)
        case .goalContributed(let contribution):
            guard let index = goals.firstIndex(where: { $0.id == contribution.goal }) else {
                return
            }
            goals[index].take(contribution, at: event.at)
        case .goalRemoved(let id): goals.removeAll { $0.id == id }
        case .placeNamed(let named): names[named.place] = named.name
        case .editBegan(let edit): begin(edit, event)
        case .editEnded(let ending): end(ending, event)
        case .editsTakenBack(let reversal): takeBack(reversal, event)
        case .daemonStarted, .storeFailed, .rulesLoaded, .clockJumped, .clockAdopted,
            .clockReturned, .zoneChanged, .quietHoursBegan, .quietHoursMoved, .quietHoursEnded,
            .protectionStarted, .protectionEnded, .switched, .switchCleared, .decided,
            .riskAssessed, .attempted, .unblockRequested, .intentGiven, .blockKept, .unblocked,
            .requestClosed, .grantEnded, .protectionReleased, .promptClosed, .timeNoted, .retained:
            break
        }
    }

    // MARK: Incidents

    mutating func note(_ incident: Incident) {
        // By number, not as they come: what had to reach the disk first comes in later.
        let place = incidents.prefixCount(while: { $0.sequence <= incident.sequence })
        incidents.insert(incident, at: place)
        // An everyday stop must not push out what is rare.
        let alike = incidents.indices.filter { incidents[$0].kind == incident.kind }
        if alike.count > Incident.remembered { incidents.remove(at: alike[0]) }
    }

    /// Whether the daemon was away while the machine ran, or ended by itself.
    mutating func note(_ start: DaemonStart, _ event: Event) {
        guard let away = start.away else { return }
        if start.wasStopped == false {
            note(Incident(.crash, event))
        }
        if start.continuity == .sameBoot {
            if away >= Incident.shortestGap { note(Incident(.gap, event, span: away)) }
        } else if event.elapsed >= Incident.longestLogin {
            // The machine has run for so long without it.
            note(Incident(.gap, event, span: min(away, event.elapsed)))
        }
    }

    mutating func note(_ change: Switch, _ event: Event) {
        guard !change.isOn else { return }
        note(Incident(.switchedOff, event, what: [change.subject.path]))
    }

    // MARK: Unblocks and what comes of them

    mutating func count(_ intent: Intent?, _ outcome: UnblockRequest.Outcome, _ event: Event) {
        switch outcome {
        case .unblocked: break
        case .kept:
            tally.keep(
                day: event.day, hour: event.hour, purpose: intent?.purpose,
                category: intent?.category, mood: intent?.mood, amount: intent?.amount)
        case .expired, .lapsed, .protected: tally.closed(day: event.day, outcome: outcome)
        }
    }

    mutating func begin(_ aftermath: Aftermath) {
        // By number, not as they come: what had to reach the disk first comes in later.
        if let last = aftermaths.indices.last, aftermaths[last].request > aftermath.request {
            let place = aftermaths.prefixCount(while: { $0.request < aftermath.request })
            aftermaths.insert(aftermath, at: place)
        } else {
            aftermaths.append(aftermath)
        }
        // What is too old is answered as what is not there, and goes once it is a quarter.
        let oldest = aftermath.at - Aftermath.memory
        let isFull = aftermaths.count > Aftermath.remembered
        guard isFull || aftermaths[aftermaths.count / 4].at < oldest else { return }
        aftermaths.removeAll { $0.at < oldest }
        if aftermaths.count > Aftermath.remembered { aftermaths.removeFirst() }
    }

    /// The place of a request among what came of the last unblocks; nil where it is not there.
    package func aftermath(of request: Int64) -> Int? {
        let index = aftermaths.prefixCount(while: { $0.request < request })
        let isKnown = index < aftermaths.count && aftermaths[index].request == request
        return isKnown ? index : nil
    }

    /// The mean of what is regretted of the unblocks of the last 30 days, 0 where nothing is known.
    func regretMean(at now: Instant) -> Double {
        let regrets = aftermaths.lazy.filter { $0.at > now - .days(30) }
            .compactMap { $0.outcome?.regret }
        let count = regrets.count
        return count == 0 ? 0 : Double(regrets.reduce(0, +)) / Double(count)
    }

    /// The first instant after a moment at which an unblock that is regretted, or not at all, is no
    /// longer one of the last 30 days; nil where none will leave them.
    func nextLeavingOfRegret(after moment: Instant) -> Instant? {
        aftermaths.lazy.filter { $0.at > moment - .days(30) && $0.outcome?.regret != nil }
            .map { $0.at + .days(30) }.min()
    }

    private mutating func log(_ outcome: LoggedOutcome) {
        prompts.removeAll { $0.kind == .logOutcome && $0.request == outcome.request }
        guard let index = aftermath(of: outcome.request) else { return }
        let day = aftermaths[index].day
        if let before = aftermaths[index].outcome {
            tally.unlogged(
                day: day, isBought: before.isBought, amount: before.amount, regret: before.regret)
        }
        tally.logged(
            day: day, isBought: outcome.isBought, amount: outcome.amount, regret: outcome.regret)
        aftermaths[index].outcome = outcome
    }

    // MARK: Use

    private mutating func begin(_ session: UsageSession) {
        usage.running[session.target] = session
        // Who goes on under the same permission is asked when that is over.
        let asked = Set(grants.filter { $0.targets.contains(session.target) }.map(\.request))
        prompts.removeAll { $0.kind == .logOutcome && asked.contains($0.request ?? 0) }
    }

    private mutating func take(_ note: UsageNote, _ event: Event) {
        let day = LocalTime(note.since, offset: event.offset).daysSince1970
        for use in note.targets {
            let requests = note.requests.map(\.request).filter { request in
                aftermath(of: request).map { aftermaths[$0].targets.contains(use.target) } ?? false
            }
            usage.note(use, since: note.since, until: event.at, requests)
            tally.usage(day: day, target: use.target, active: use.active)
            if let idle = use.idle {
                let then = LocalTime(note.since - idle, offset: event.offset).daysSince1970
                tally.usage(day: then, target: use.target, active: -idle)
            }
        }
        for use in note.requests {
            guard let index = aftermath(of: use.request) else { continue }
            let before = aftermaths[index].used
            let after = max(.zero, before + use.active)
            aftermaths[index].used = after
            tally.use(
                day: aftermaths[index].day, from: before, to: after,
                intendedMinutes: aftermaths[index].intent.minutes)
        }
    }

    private mutating func end(_ session: UsageSession, _ event: Event) {
        usage.running[session.target] = nil
        let unlogged = session.requests.filter { request in
            aftermath(of: request).map { aftermaths[$0].outcome == nil } ?? false
        }
        guard let request = unlogged.last else { return }
        prompts.removeAll { $0.kind == .logOutcome && $0.request == request }
        prompts.append(
            Prompt(
                id: event.sequence, kind: .logOutcome, at: event.at, targets: [session.target],
                request: request,
                expires: Countdown(
                    Prompt.logLength, from: event.deadline)))
    }

    // MARK: Check-ins

    private mutating func open(_ opening: CheckInOpening, _ event: Event) {
        let opened = Moment(
            at: event.at, elapsed: event.deadline)
        var record =
            checkIns[opening.checkIn]
            ?? CheckInRecord(day: nil, phase: .asking, opened: opened, time: opening.time)
        record.day = opening.day
        record.phase = .asking
        record.opened = opened
        record.late = min(max(.zero, opening.late ?? .zero), .days(1))
        record.time = opening.time
        record.asked = 1
        record.isReminded = false
        checkIns[opening.checkIn] = record
        withdraw(checkIn: opening.checkIn)
        // By number, not as they come: one that lifts a "no" had to reach the disk first.
        let place = prompts.firstIndex { $0.id > event.sequence } ?? prompts.endIndex
        prompts.insert(
            Prompt(
                id: event.sequence, kind: .checkIn, at: event.at, targets: opening.targets,
                checkIn: opening.checkIn, expires: opening.time),
            at: place)
    }

    private mutating func ask(_ asking: CheckInAsking, _ event: Event) {
        checkIns[asking.checkIn]?.asked &+= 1
        if asking.reason == .reminder { checkIns[asking.checkIn]?.isReminded = true }
        if let targets = asking.targets, let record = checkIns[asking.checkIn] {
            prompts.append(
                Prompt(
                    id: event.sequence, kind: .checkIn, at: event.at, targets: targets,
                    checkIn: asking.checkIn, expires: record.time))
        }
        for index in prompts.indices where prompts[index].checkIn == asking.checkIn {
            prompts[index].at = event.at
            prompts[index].isReminder = asking.reason == .reminder ? true : nil
        }
    }

    private mutating func take(_ answer: CheckInAnswer, _ event: Event) {
        checkIns[answer.checkIn]?.take(answer)
        tally.checkIn(day: answer.day, isYes: answer.isYes)
        withdraw(checkIn: answer.checkIn)
    }

    private mutating func withdraw(checkIn key: String) {
        prompts.removeAll { $0.kind == .checkIn && $0.checkIn == key }
    }

    // MARK: Risky hours

    private mutating func tell(_ hour: RiskyHour, _ event: Event) {
        riskyHourToldOn = event.day
        prompts.removeAll { $0.kind == .riskyHour }
        prompts.append(
            Prompt(
                id: event.sequence, kind: .riskyHour, at: event.at, targets: [], riskyHour: hour,
                expires: Countdown(
                    Prompt.suggestionLength,
                    from: event.deadline)))
    }
}

extension Event {
    private var local: LocalTime { LocalTime(at, offset: offset) }
    /// The local day on which it happened, as days since 1970-01-01; the nearest that a record can
    /// hold where an offset leads out of the years 1 to 9999.
    package var day: Int {
        let days = LocalDay.recordable
        return min(max(local.daysSince1970, days.lowerBound), days.upperBound)
    }
    /// The hour on the local clock, 0 to 23.
    package var hour: Int { local.hour }
}

extension Switch.Subject {
    /// Its entry in the rules: `quiet_hours.nights`.
    package var path: String {
        switch self {
        case .schedule(let key): "quiet_hours.\(key)"
        case .target(let key): "targets.\(key)"
        case .autoProtection(let key): "auto_protection.\(key)"
        }
    }
}

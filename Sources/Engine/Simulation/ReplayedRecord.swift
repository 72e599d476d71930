import RuleModel

/// A record gone through again: what it comes to up to an instant, and what the person did from
/// there on, as happenings to be given to a simulation.
///
/// What the daemon did by itself is left out: the simulated rules say that. So is what is not in
/// the record: when the person was away.
package struct ReplayedRecord: Sendable {
    /// The instant up to which events are folded.
    package let from: Instant
    /// The instant from which on nothing counts any more.
    package let to: Instant
    /// The fold of everything before `from`.
    package private(set) var state = State()
    /// Whether an event at `to` or later has come, and the note of what was used until then.
    package private(set) var isComplete = false
    /// How many events came in all.
    package private(set) var events = 0

    private var isPast = true
    /// Whether an event at `to` or later has come.
    private var isOver = false
    private var deeds: [SimulatedAction] = []
    private var uses = RecordedUses()

    package init(from: Instant, to: Instant) {
        self.from = from
        self.to = to
    }

    /// Begins with what removed events left behind.
    package mutating func begin(with state: State) {
        self.state = state
        uses = RecordedUses(running: state.usage.running)
    }

    /// Whether nothing is recorded, or too late to know how things stood at `from`.
    package var isTooLate: Bool { state.last.map { $0.at > from } ?? (events == 0) }

    /// Takes in the next event, in the order of the record.
    package mutating func apply(_ event: Event) {
        events += 1
        guard !isComplete else { return }
        if isPast, event.at < from {
            state.evolve(event)
            uses.track(event)
            return
        }
        // Where the clock was set back later, the past is over all the same.
        isPast = false
        isOver = isOver || event.at >= to
        guard !isOver else { return close(with: event) }
        uses.record(event, from: from, to: to)
        guard let kind = kind(of: event) else { return }
        deeds.append(SimulatedAction(at: max(from, event.at), id: Int(event.sequence), kind))
    }

    /// What is used beyond the end is noted after it, from the last note before it on: the first
    /// note says what of that still belongs to the replay.
    private mutating func close(with event: Event) {
        guard uses.areUnderWay else {
            isComplete = true
            return
        }
        uses.record(event, from: from, to: to)
        isComplete = event.fact.kind == .usageNoted || !uses.areUnderWay
    }

    /// The person's actions from `from` on, in order of time, numbered like their events.
    package var happenings: [SimulatedAction] {
        (deeds + uses.happenings).sorted { $0.at < $1.at }
    }

    private mutating func kind(of event: Event) -> SimulatedAction.Kind? {
        switch event.fact {
        case .attempted(let attempt): return .attempt(attempt.place)
        case .unblockRequested(let request):
            return .request(
                request.id, request.place, intent: request.intent, isPause: request.isPause)
        case .intentGiven(let request):
            return request.intent.map { .intent(request.id, $0) }
        case .blockKept(let request): return .keep(request)
        case .unblocked(let grant): return .confirm(grant.request)
        case .protectionReleased(let release): return .confirm(release.request)
        case .requestClosed(let closing) where closing.outcome == .protected:
            protectInstead(closing.request, event)
            return nil
        case .protectionStarted(let protection) where protection.kind == .manualProtection:
            return .protect(
                target: protection.targets.count == 1 ? protection.targets.first : nil,
                length: protection.length, name: protection.name, isStrict: protection.isStrict)
        case .outcomeLogged(let outcome):
            return .outcome(
                outcome.request, isBought: outcome.isBought, amount: outcome.amount,
                regret: outcome.regret)
        case .checkInAnswered(let answer): return .checkIn(answer.checkIn, isYes: answer.isYes)
        case .switched(let change): return .switch(change.subject, isOn: change.isOn)
        default: return nil
        }
    }

    /// The protection that was started just before is what a request ended with.
    private mutating func protectInstead(_ request: Int64, _ event: Event) {
        guard let last = deeds.indices.last, deeds[last].at == max(from, event.at),
            case .protect(_, let length, _, _) = deeds[last].kind
        else { return }
        deeds[last].kind = .protectInstead(request, length: length)
    }
}

/// Stretches of real use, put together from the notes that a record has of them.
private struct RecordedUses: Sendable {
    private var running: [String: Place]
    /// The targets that a place was used as.
    private var targets: [Place: Set<String>] = [:]
    private var stretches: [Stretch] = []
    /// The places in `stretches` of each target's last.
    private var last: [String: Int] = [:]

    private struct Stretch: Sendable {
        let target: String
        let place: Place?
        let id: Int
        let at: Instant
        var until: Instant
    }

    init(running: [String: UsageSession] = [:]) {
        self.running = running.compactMapValues(\.places.first)
        for session in running.values { own(session) }
    }

    private mutating func own(_ session: UsageSession) {
        for place in session.places { targets[place, default: []].insert(session.target) }
    }

    /// Whether something is used that may not be noted yet.
    var areUnderWay: Bool { !running.isEmpty }

    var happenings: [SimulatedAction] {
        stretches.filter { $0.until > $0.at }.map { stretch in
            SimulatedAction(
                at: stretch.at, id: stretch.id,
                .use(place(of: stretch), length: stretch.until - stretch.at))
        }
    }

    /// A stretch begins with one place and may go on with others. Where the first is also part of
    /// another target, that one's use would go on with it: it has notes of its own.
    private func place(of stretch: Stretch) -> Place {
        guard let place = stretch.place, targets[place].map({ $0.count == 1 }) ?? true else {
            return .target(stretch.target)
        }
        return place
    }

    /// Takes note of what is used, and not of for how long.
    mutating func track(_ event: Event) {
        switch event.fact {
        case .usageBegan(let session):
            running[session.target] = session.places.first
            own(session)
        case .usageEnded(let session):
            running[session.target] = nil
            own(session)
        default: break
        }
    }

    /// Takes in what was used within a span.
    mutating func record(_ event: Event, from: Instant, to: Instant) {
        track(event)
        guard case .usageNoted(let note) = event.fact else { return }
        for use in note.targets {
            if use.active < .zero {
                // It turned out to have been idle.
                guard let index = last[use.target] else { continue }
                let until = stretches[index].until + use.active
                stretches[index].until = max(stretches[index].at, until)
                continue
            }
            let since = max(from, note.since)
            let until = min(note.since + use.active, event.at, to)
            guard until > since else { continue }
            if let index = last[use.target], stretches[index].until >= since - .seconds(2) {
                stretches[index].until = max(stretches[index].until, until)
            } else {
                last[use.target] = stretches.count
                stretches.append(
                    Stretch(
                        target: use.target, place: running[use.target],
                        id: Int(event.sequence), at: since, until: until))
            }
        }
    }
}

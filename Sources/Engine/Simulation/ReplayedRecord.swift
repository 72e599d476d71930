import RuleModel

/// A replay of a record: its state at an instant, and the person's later actions, as input of a
/// simulation.
///
/// The daemon's own acts are left out, because the simulated rules decide them. The person's
/// absences are missing, because they are not in the record.
package struct ReplayedRecord: Sendable {
    /// The instant up to which events are folded.
    package let from: Instant
    /// The instant from which events no longer count.
    package let to: Instant
    /// The fold of everything before `from`.
    package private(set) var state = State()
    /// Whether an event at `to` or later has come, and a note of all use until then.
    package private(set) var isComplete = false
    package private(set) var events = 0

    private var isPast = true
    /// Whether an event at `to` or later has come.
    private var isOver = false
    private var deeds: [SimulatedAction] = []
    /// A target of each grant from `from` on, by the grant's number.
    private var granted: [Int64: String] = [:]
    /// The targets of each request from `from` on, by the request's number.
    private var asked: [Int64: [String]] = [:]
    /// The targets of the last protection that a person began.
    private var protected: [String] = []
    private var uses = RecordedUses()

    package init(from: Instant, to: Instant) {
        self.from = from
        self.to = to
    }

    /// Begins with the state that removed events left.
    package mutating func begin(with state: State) {
        self.state = state
        uses = RecordedUses(running: state.usage.running)
    }

    /// Whether there are no events, or they begin too late to know the state at `from`.
    package var isTooLate: Bool { state.last.map { $0.at > from } ?? (events == 0) }

    /// Applies the next event, in the order of the record.
    package mutating func apply(_ event: Event) {
        events += 1
        guard !isComplete else { return }
        if isPast, event.at < from {
            state.evolve(event)
            uses.track(event)
            return
        }
        // The past is over even if the clock was set back later.
        isPast = false
        isOver = isOver || event.at >= to
        guard !isOver else { return close(with: event) }
        uses.record(event, from: from, to: to)
        guard let kind = kind(of: event) else { return }
        deeds.append(SimulatedAction(at: max(from, event.at), id: Int(event.sequence), kind))
    }

    /// Use beyond the end is noted after it: the first note says how much of it still belongs to
    /// the replay.
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
            asked[request.id] = request.targets
            return asking(for: request)
        case .intentGiven(let request):
            // An open request may have become an emergency.
            if request.isEmergency { return asking(for: request) }
            return request.intent.map { .intent(request.id, $0) }
        case .blockKept(let request): return .keep(request)
        case .unblocked(let grant):
            granted[grant.id] = grant.targets.first
            return .confirm(grant.request)
        case .grantEnded(let ending):
            // A protection within a running one is not recorded, but ends grants.
            guard [.person, .manualProtection].contains(ending.reason) else { return nil }
            let earlier = state.grants.first { $0.id == ending.grant }
            let target = granted[ending.grant] ?? earlier?.targets.first
            return target.map { .endGrants(.target($0)) }
        case .protectionReleased(let release): return .confirm(release.request)
        case .requestClosed(let closing) where closing.outcome == .protected:
            protectInstead(closing.request, event)
            return nil
        case .protectionStarted(let protection)
        where protection.kind == .manualProtection && protection.elsewhere == nil:
            protected = protection.targets
            return .protect(
                target: protection.targets.count == 1 ? protection.targets.first : nil,
                length: protection.length, name: protection.name, isStrict: protection.isStrict)
        case .protectionEnded(let protection, isTakenBack: true):
            return .takeBack(protection: protection)
        case .outcomeLogged(let outcome):
            return .outcome(
                outcome.request, isBought: outcome.isBought, amount: outcome.amount,
                regret: outcome.regret)
        case .checkInAnswered(let answer): return .checkIn(answer.checkIn, isYes: answer.isYes)
        case .switched(let change): return .switch(change.subject, isOn: change.isOn)
        default: return nil
        }
    }

    private func asking(for request: UnblockRequest) -> SimulatedAction.Kind {
        .request(
            request.id, request.place, intent: request.intent, isPause: request.isPause,
            isEmergency: request.isEmergency)
    }

    /// Turns the protection that was started just before into a "protect instead" of a request, if
    /// both have the same targets.
    private mutating func protectInstead(_ request: Int64, _ event: Event) {
        let targets =
            asked[request] ?? state.requests.first { $0.id == request }?.targets ?? []
        guard let last = deeds.indices.last, deeds[last].at == max(from, event.at),
            case .protect(_, let length, _, isStrict: false) = deeds[last].kind,
            Set(targets) == Set(protected)
        else { return }
        deeds[last].kind = .protectInstead(request, length: length)
    }
}

/// The stretches of real use, assembled from the notes in a record.
private struct RecordedUses: Sendable {
    private var running: [String: Place]
    /// The targets that a place was used as.
    private var targets: [Place: Set<String>] = [:]
    private var stretches: [Stretch] = []
    /// The index in `stretches` of each target's last stretch.
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

    /// Whether there is use that may not be noted yet.
    var areUnderWay: Bool { !running.isEmpty }

    var happenings: [SimulatedAction] {
        stretches.filter { $0.until > $0.at }.map { stretch in
            SimulatedAction(
                at: stretch.at, id: stretch.id,
                .use(place(of: stretch), length: stretch.until - stretch.at))
        }
    }

    /// A stretch begins with one place and may continue with others. If the first one is also part
    /// of another target, that target's use would continue with it, but it has notes of its own.
    private func place(of stretch: Stretch) -> Place {
        guard let place = stretch.place, targets[place].map({ $0.count == 1 }) ?? true else {
            return .target(stretch.target)
        }
        return place
    }

    /// Tracks which targets are used, not for how long.
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

    /// Records the use within a span.
    mutating func record(_ event: Event, from: Instant, to: Instant) {
        track(event)
        guard case .usageNoted(let note) = event.fact else { return }
        for use in note.targets {
            if use.active < .zero {
                // The time turned out to be idle.
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

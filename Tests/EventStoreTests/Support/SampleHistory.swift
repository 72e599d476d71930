import RuleModel
import SeededRandom

@testable import Engine

/// Histories as a daemon could write them: every kind of fact, several boots, numbered on.
struct SampleHistory {
    private var random: SeededGenerator
    private(set) var sequence: Int64
    private(set) var at: Instant
    private(set) var elapsed = TimeSpan.seconds(60)
    private(set) var boot = 1

    /// Whether no damage is told of, which would account for events that are gone.
    private let isUndamaged: Bool

    init(
        seed: UInt64, after sequence: Int64 = 0, isUndamaged: Bool = false,
        at: Instant = Instant(seconds: 1_795_000_000)
    ) {
        self.isUndamaged = isUndamaged
        self.at = at
        random = SeededGenerator(seed: seed)
        self.sequence = sequence
    }

    mutating func events(_ count: Int) -> [Event] { (0..<count).map { _ in event() } }

    mutating func event() -> Event {
        var told = fact()
        while isUndamaged, told.kind == .storeReplaced { told = fact() }
        return event(told)
    }

    /// An event with a fact of a kind.
    mutating func event(of kind: Fact.Kind) -> Event { event(fact(kind)) }

    mutating func event(_ fact: Fact) -> Event {
        let step = TimeSpan(milliseconds: Int64.random(in: 1...90_000, using: &random))
        at = at + step
        elapsed = elapsed + step
        if Int.random(in: 0..<200, using: &random) == 0 {
            boot += 1
            elapsed = .seconds(20)
        }
        sequence += 1
        return Event(
            sequence: sequence, at: at, offset: 3600, elapsed: elapsed,
            boot: BootID("boot-\(boot)"),
            fact: fact)
    }

    /// A fact of a kind, or of a random one.
    private mutating func fact(_ wanted: Fact.Kind? = nil) -> Fact {
        let key = "key\(Int.random(in: 0..<8, using: &random))"
        let coin = Bool.random(using: &random)
        let kinds = wanted.map { [$0] } ?? Fact.Kind.allCases
        switch kinds[Int.random(in: kinds.indices, using: &random)] {
        case .daemonStarted:
            return .daemonStarted(
                DaemonStart(version: "1.0", continuity: .sameBoot, zone: "Europe/Berlin"))
        case .daemonStopped: return .daemonStopped
        case .storeReplaced: return .storeReplaced(setAside: "/state/soteria.sqlite.damaged-x")
        case .rulesLoaded: return .rulesLoaded(Self.rules(key))
        case .clockJumped: return .clockJumped(size: .hours(coin ? 1 : -10))
        case .clockAdopted: return .clockAdopted(size: .hours(1), reason: .synchronised)
        case .clockReturned: return .clockReturned
        case .zoneChanged: return .zoneChanged(from: "Europe/Berlin", to: "Pacific/Apia")
        case .storeFailed: return .storeFailed(refused: .switched)
        case .quietHoursBegan: return .quietHoursBegan(run(key, isEnding: coin))
        case .quietHoursMoved: return .quietHoursMoved(run(key, isEnding: coin))
        case .quietHoursEnded: return .quietHoursEnded(schedule: key)
        case .protectionStarted: return .protectionStarted(protection(key, isStrict: coin))
        case .protectionEnded:
            return .protectionEnded(id: Int64.random(in: 0...sequence, using: &random))
        case .switched:
            return .switched(
                Switch(
                    subject: coin ? .schedule(key) : .target(key), isOn: coin, fingerprint: "f"))
        case .switchCleared: return .switchCleared(coin ? .schedule(key) : .target(key))
        case .decided: return .decided(decision(key, coin))
        case .riskAssessed:
            let score = Score(thousandths: Int.random(in: 0...1000, using: &random))
            return .riskAssessed(
                RiskRecord(
                    score: score, automatic: score, level: .high, factors: [key, "späť"],
                    isElevated: coin ? true : nil))
        case .attempted, .unblockRequested, .intentGiven, .blockKept, .unblocked, .requestClosed,
            .grantEnded, .protectionReleased, .promptClosed:
            return conversation(
                wanted, key, coin,
                earlier: Int64.random(in: max(0, sequence - 20)...sequence, using: &random))
        case let kind:
            return tracking(
                kind, key, coin,
                earlier: Int64.random(in: max(0, sequence - 20)...sequence, using: &random))
        }
    }

    /// A fact of the conversation about a blocked target; one that names an earlier one often
    /// names one of another kind, or none.
    private mutating func conversation(
        _ wanted: Fact.Kind?, _ key: String, _ coin: Bool, earlier: Int64
    ) -> Fact {
        let here = Deadline(boot: BootID("boot-\(boot)"), elapsed: elapsed)
        let purpose = coin ? Purpose.impulse : .planned
        let request = request(key, coin, here)
        let grant = Grant(
            id: sequence + 1, request: earlier, targets: [key], purpose: purpose, at: at,
            time: Countdown(.minutes(15), from: here))
        let facts: [Fact] = [
            .attempted(Attempt(place: coin ? .site("\(key).example") : .app(key), targets: [key])),
            .unblockRequested(request), .intentGiven(request), .blockKept(request: earlier),
            .unblocked(grant),
            .requestClosed(
                RequestEnd(request: earlier, outcome: coin ? .expired : .lapsed)),
            .grantEnded(GrantEnd(grant: earlier, reason: coin ? .time : .autoProtection)),
            .protectionReleased(
                ProtectionRelease(id: earlier, request: earlier, purpose: purpose)),
            .promptClosed(
                PromptEnd(
                    prompt: earlier, closing: coin ? .answered : .expired,
                    choice: coin ? .keep : nil)),
        ]
        return facts.first { $0.kind == wanted }
            ?? facts[Int.random(in: facts.indices, using: &random)]
    }

    private func request(_ key: String, _ coin: Bool, _ here: Deadline) -> UnblockRequest {
        let intent = Intent(
            purpose: .planned, category: "dárek \"x\"", mood: "müde",
            amount: Money(thousandths: 49_990, currency: "EUR"), minutes: 10)
        let wait = Countdown(.seconds(10), from: here)
        return UnblockRequest(
            id: sequence + 1, place: coin ? .target(key) : .everything, targets: [key],
            isPause: !coin, at: at, intent: coin ? intent : nil, wait: coin ? wait : nil,
            expires: Countdown(.minutes(10), from: here),
            circumstances: UnblockRequest.Circumstances(
                hour: 23, weekday: 3, requestsToday: 1, requestsThisWeek: 2, unblocksToday: 0,
                unblocksThisWeek: 1, sinceLastUnblock: coin ? .minutes(3) : nil,
                quietHours: coin))
    }

    private func run(_ key: String, isEnding: Bool) -> QuietRun {
        QuietRun(
            schedule: key, start: at, end: isEnding ? at + .hours(8) : nil, fingerprint: "f")
    }

    private func protection(_ key: String, isStrict: Bool) -> Protection {
        Protection(
            id: sequence + 1, kind: .manualProtection, name: "Protection \"\(key)\"",
            targets: [key], isStrict: isStrict, length: .hours(2),
            deadline: Deadline(boot: BootID("boot-\(boot)"), elapsed: elapsed + .hours(2)))
    }

    private func decision(_ key: String, _ blocks: Bool) -> Decision {
        Decision(
            target: key, verdict: blocks ? .block : .unblock,
            restrictions: blocks
                ? [
                    Restriction(
                        kind: .quietHours, rule: key, name: "Nights", until: at + .hours(8),
                        isStrict: false)
                ] : [], until: blocks ? at + .hours(8) : nil, cause: .schedule)
    }

    static func rules(_ key: String) -> RulesLoaded {
        let text = "# \(key)\nquiet_hours:\n  nights: {}\n"
        return RulesLoaded(
            fingerprint: Fingerprint.of([text]),
            sources: [RuleText(path: "/etc/soteria/\(key).yaml", layer: 1, text: text)])
    }
}

extension [Event] {
    /// The state that these events leave behind.
    var folded: State {
        reduce(into: State()) { $0.evolve($1) }
    }
}

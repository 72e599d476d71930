import Engine
import RuleModel

/// One day as the real engine decided it, with all that is told of it.
struct Lapse {
    /// Something that is told.
    struct Entry: Hashable, Sendable {
        /// When it happened.
        var at: Instant
        /// What happened.
        var kind: Kind
    }

    /// What can be told.
    enum Kind: Hashable, Sendable {
        /// The person did something.
        case deed(String)
        /// Soteria says something.
        case told(String)
        /// A target was blocked or opened, or its reasons changed.
        case decided(Decision)
        /// The risk changed.
        case assessed(RiskAssessment)
    }

    /// How the day's target stands.
    enum Standing: Hashable, Sendable {
        /// Nothing restricts it.
        case open
        /// It is blocked.
        case blocked
        /// It is open by permission.
        case granted
    }

    /// From when on it is told.
    let from: Instant
    /// Until when.
    let to: Instant
    /// By which clock.
    let zone: TimeZoneRules
    /// The names of the targets, by key.
    let names: [String: String]
    /// In order.
    private(set) var entries: [Entry] = []
    /// How the target stands from each instant on, in order.
    private(set) var standings: [(at: Instant, standing: Standing)] = []
    private var isElevated = false
    /// What it came to.
    private(set) var totals: Simulation.Totals

    /// The story on a local day, as days since 1970-01-01.
    init(_ story: LapseStory, _ rules: RuleSet, zone: TimeZoneRules, day: Int) {
        let zone = rules.timeZone ?? zone
        func instant(_ second: Int) -> Instant {
            zone.instants(ofLocal: Int64(day) * 86_400 + Int64(second)).first
        }
        self.zone = zone
        from = instant(story.span.lowerBound)
        to = instant(story.span.upperBound)
        names = rules.targetNames
        var simulation = Simulation(rules, zone: zone, from: from, details: .record)
        totals = simulation.totals
        for step in story.steps {
            let at = instant(step.second)
            take(simulation.advance(to: at - TimeSpan(milliseconds: 1)))
            if !step.words.isEmpty { entries.append(Entry(at: at, kind: .deed(step.words))) }
            simulation.add(step.deeds.map { Happening(at: at, $0) })
            take(simulation.advance(to: at))
        }
        take(simulation.advance(to: to))
        totals = simulation.totals.counted(to: to)
    }

    /// How the target stood at an instant.
    func standing(at instant: Instant) -> Standing {
        standings.last { $0.at <= instant }?.standing ?? .open
    }

    private mutating func take(_ outcomes: [Simulation.Outcome]) {
        for outcome in outcomes {
            guard let kind = kind(of: outcome.kind) else { continue }
            entries.append(Entry(at: outcome.at, kind: kind))
            if case .decided(let decision) = kind {
                let open = decision.grantedUntil == nil ? Standing.open : .granted
                standings.append((outcome.at, decision.isBlocked ? .blocked : open))
            }
        }
    }

    private mutating func kind(of outcome: Simulation.Kind) -> Kind? {
        switch outcome {
        case .decided(let decision): .decided(decision)
        case .assessed(let assessment): .assessed(assessment)
        case .recorded(let event): words(of: event.fact).map { .told($0) }
        case .protected, .answered, .evaluated: nil
        }
    }

    /// Soteria suggests quiet hours once for each time that the risk becomes high.
    private mutating func suggestion(_ risk: RiskRecord) -> String? {
        defer { isElevated = risk.isElevated == true }
        guard risk.isElevated == true, !isElevated else { return nil }
        return "The risk is high. Soteria suggests: protect for 1 h?"
    }

    private mutating func words(of fact: Fact) -> String? {
        switch fact {
        case .checkInOpened: "A new day. Soteria asks: Did you plan what to buy today?"
        case .budgetReached(let reach):
            "\(names[reach.target] ?? reach.target): today's "
                + "\(TimeWords.length(seconds: Int(reach.used.seconds))) are used up."
        case .riskAssessed(let risk):
            suggestion(risk)
        case .protectionStarted(let protection):
            "\(protection.name). Soteria protects by itself, for "
                + "\(TimeWords.length(seconds: Int(protection.length.seconds)))."
        case .grantEnded(let ending) where ending.reason == .autoProtection:
            "The permission ends with it."
        default: nil
        }
    }
}

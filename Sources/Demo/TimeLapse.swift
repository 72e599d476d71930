import Engine
import RuleModel

/// One day as the real engine decided it, with all the details to show.
package struct TimeLapse {
    package struct Entry: Hashable, Sendable {
        package var at: Instant
        package var kind: Kind
    }

    package enum Kind: Hashable, Sendable {
        case action(String)
        case told(String)
        /// A target was blocked or opened, or its reasons changed.
        case decided(Decision)
        case assessed(RiskAssessment)
    }

    package enum Standing: Hashable, Sendable {
        case open, blocked
        /// The target is open by a grant.
        case granted
    }

    /// The start of the shown day.
    package let from: Instant
    package let to: Instant
    package let zone: TimeZoneRules
    package let names: [String: String]
    /// The entries, in order of time.
    package private(set) var entries: [Entry] = []
    private var isElevated = false
    package private(set) var totals: Simulation.Totals
    /// The protection moments of the day.
    package private(set) var moments = 0

    /// The story on a local day, as days since 1970-01-01.
    package init(_ story: TimeLapseStory, _ rules: RuleSet, zone: TimeZoneRules, day: Int) {
        let zone = rules.timeZone ?? zone
        self.zone = zone
        from = zone.instant(day: day, second: story.span.lowerBound)
        to = zone.instant(day: day, second: story.span.upperBound)
        names = rules.targetNames
        var simulation = Simulation(rules, zone: zone, from: from, details: .record)
        totals = simulation.totals
        for step in story.steps {
            let at = zone.instant(day: day, second: step.second)
            add(simulation.advance(to: at - TimeSpan(milliseconds: 1)))
            if !step.words.isEmpty { entries.append(Entry(at: at, kind: .action(step.words))) }
            simulation.add(step.actions.map { SimulatedAction(at: at, $0) })
            add(simulation.advance(to: at))
        }
        add(simulation.advance(to: to))
        totals = simulation.totals.counted(to: to)
        let days = simulation.engine.state.tally.recorded ?? day...day
        moments =
            simulation.engine.state.tally.metrics(days: days.lowerBound..<days.upperBound + 1)
            .episodes.kept
    }

    package func standing(at instant: Instant) -> Standing {
        for entry in entries.reversed() where entry.at <= instant {
            guard case .decided(let decision) = entry.kind else { continue }
            if decision.isBlocked { return .blocked }
            return decision.grantedUntil == nil ? .open : .granted
        }
        return .open
    }

    private mutating func add(_ outcomes: [Simulation.Outcome]) {
        for outcome in outcomes {
            guard let kind = kind(of: outcome.kind) else { continue }
            entries.append(Entry(at: outcome.at, kind: kind))
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

    private mutating func words(of fact: Fact) -> String? {
        switch fact {
        case .checkInOpened: "A new day. Soteria asks: Did you plan what to buy today?"
        case .budgetReached(let reach):
            "\(names[reach.target] ?? reach.target): today's budget of "
                + "\(reach.used.seconds / 60) min is used up."
        case .riskAssessed(let risk): suggestion(risk)
        case .protectionStarted(let protection):
            "\(protection.name). Soteria starts an auto-protection for "
                + "\(protection.length.seconds / 3600) h."
        case .grantEnded(let ending) where ending.reason == .autoProtection:
            "The protection ends the unblock early."
        default: nil
        }
    }

    /// Soteria suggests quiet hours once for each time that the risk becomes high.
    private mutating func suggestion(_ risk: RiskRecord) -> String? {
        defer { isElevated = risk.isElevated == true }
        guard risk.isElevated == true, !isElevated else { return nil }
        return "The risk is high. Soteria offers to protect you for 1 h."
    }
}

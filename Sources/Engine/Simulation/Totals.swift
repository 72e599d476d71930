import RuleModel

extension Simulation {
    /// What a simulation comes to, in numbers.
    package struct Totals: Hashable, Sendable {
        /// For how long each target was blocked, and how often it became so, by key.
        package private(set) var targets: [String: Blocked] = [:]
        /// How many requests were opened, pauses included.
        package internal(set) var requests = 0
        /// How many of them ended with the block being kept.
        package internal(set) var kept = 0
        /// How many ended with something being opened.
        package internal(set) var unblocked = 0
        /// How many openings of something blocked were counted.
        package internal(set) var attempts = 0
        /// How often Soteria protected by itself.
        package internal(set) var autoProtections = 0
        package internal(set) var highestRisk = Score.zero

        package struct Blocked: Hashable, Sendable {
            package internal(set) var length = TimeSpan.zero
            /// How often it became blocked.
            package internal(set) var times = 0
            /// Since when it is; nil where it is open.
            package internal(set) var since: Instant?
        }

        mutating func take(_ event: Event) {
            switch event.fact {
            case .unblockRequested: requests += 1
            case .blockKept: kept += 1
            case .unblocked, .protectionReleased: unblocked += 1
            case .attempted: attempts += 1
            case .protectionStarted(let protection) where protection.kind == .autoProtection:
                autoProtections += 1
            case .riskAssessed(let record): highestRisk = max(highestRisk, record.score)
            case .decided(let decision): take(decision, at: event.at)
            default: break
            }
        }

        /// A target was blocked already when the simulation began.
        mutating func begin(_ target: String, at instant: Instant) {
            targets[target, default: Blocked()].since = instant
        }

        private mutating func take(_ decision: Decision, at instant: Instant) {
            var blocked = targets[decision.target] ?? Blocked()
            switch decision.verdict {
            case .block:
                blocked.times += 1
                blocked.since = blocked.since ?? instant
            case .update: blocked.since = blocked.since ?? instant
            case .unblock:
                if let since = blocked.since { blocked.length = blocked.length + (instant - since) }
                blocked.since = nil
            }
            targets[decision.target] = blocked
        }

        /// The same up to an instant, at which what is blocked stays so.
        package func counted(to instant: Instant) -> Totals {
            var totals = self
            for (target, blocked) in targets {
                guard let since = blocked.since, since < instant else { continue }
                totals.targets[target]?.length = blocked.length + (instant - since)
                totals.targets[target]?.since = instant
            }
            return totals
        }
    }
}

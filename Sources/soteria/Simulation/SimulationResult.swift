import API
import Engine
import RuleModel

/// All that came out of a simulation, as `--json` prints it.
struct SimulationResult: Encodable {
    var from: String
    var to: String
    /// What it began with and let happen.
    var history: RulesAPI.SimulatedHistory
    /// The zone by which days are told apart.
    var timeZone = "UTC"
    /// The targets, and whether they were blocked before.
    var targets: [RulesAPI.SimulatedTarget] = []
    var decisions: [RulesAPI.SimulatedDecision] = []
    var summary: RulesAPI.SimulationSummary?

    init(_ span: SimulatedSpan, history: RulesAPI.SimulatedHistory) {
        from = LocalTime.rfc3339(span.from, offset: 0)
        to = LocalTime.rfc3339(span.to, offset: 0)
        self.history = history
    }

    mutating func take(_ reply: RulesAPI.Simulate.Reply) {
        if let zone = reply.timeZone { timeZone = zone }
        if let known = reply.targets {
            targets = known
            from = reply.at
        }
        decisions += reply.decisions
        if let summary = reply.summary {
            self.summary = summary
            to = reply.at
        }
    }

    /// When each target is blocked, by key: stretches in milliseconds since 1970, in order.
    func blocked() -> [String: [Range<Int64>]] {
        let end = Instant(rfc3339: to)?.milliseconds ?? 0
        var since: [String: Int64] = [:]
        for target in targets where target.blocked {
            since[target.target] = Instant(rfc3339: from)?.milliseconds
        }
        var found: [String: [Range<Int64>]] = [:]
        func close(_ target: String, at instant: Int64) {
            guard let begin = since.removeValue(forKey: target), begin < instant else { return }
            found[target, default: []].append(begin..<instant)
        }
        for decision in decisions {
            guard let at = Instant(rfc3339: decision.at)?.milliseconds else { continue }
            if decision.verdict == .unblock {
                close(decision.target, at: at)
            } else {
                since[decision.target] = since[decision.target] ?? at
            }
        }
        for target in since.keys { close(target, at: end) }
        return found
    }
}

/// How far a long simulation has come, on a terminal.
final class SimulationProgress {
    private let span: SimulatedSpan
    private let surroundings: Surroundings
    private let isShown: Bool
    private var last = -1

    /// Shorter spans are over before anybody could read it.
    private static let shortest = TimeSpan.days(60)

    init(_ span: SimulatedSpan, _ surroundings: Surroundings) {
        self.span = span
        self.surroundings = surroundings
        isShown = surroundings.canAsk && span.to - span.from >= Self.shortest
    }

    /// Shows up to when the simulation has come.
    func show(_ at: String) {
        guard isShown, let moment = Instant(rfc3339: at) else { return }
        let whole = (span.to - span.from).milliseconds
        let percent = Int((moment - span.from).milliseconds * 100 / whole)
        guard percent > last else { return }
        last = percent
        surroundings.error("\r\(at.prefix(10))  \(percent) %")
    }

    /// Takes the line away.
    func end() {
        if last >= 0 { surroundings.error("\r" + String(repeating: " ", count: 20) + "\r") }
    }
}

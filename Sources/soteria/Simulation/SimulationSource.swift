import API
import Engine
import EventStore
import Phrasing
import RuleFiles
import RuleModel

/// The source of a simulation: this process, or the daemon.
protocol SimulationSource {
    /// Runs the simulation, and passes on its result piece by piece.
    func run(_ receive: (RulesAPI.Simulate.Reply) -> Void) throws
}

/// Errors in rule files, formatted.
struct RefusedRules: Error {
    var text: String
}

/// A simulation by the daemon, over its own record.
struct DaemonSimulation: SimulationSource {
    let client: SoteriaClient
    let asked: RulesAPI.Simulate.Parameters

    /// The time limit for one piece of a long record.
    private static let patience = Duration.seconds(120)

    func run(_ receive: (RulesAPI.Simulate.Reply) -> Void) throws {
        do {
            try client.monitor(
                RulesAPI.Simulate.self, asked, timeout: Self.patience, receive)
        } catch CallFailure.refused(let error as RulesAPI.RulesRefused) {
            throw RefusedRules(text: DiagnosticText.all(error.diagnostics, Style()))
        } catch CallFailure.refused(let error as RulesAPI.InvalidSpan) {
            throw Failure(FailureText.refusal(error), status: ExitStatus.usage)
        }
    }
}

extension SimulationText {
    static func words(_ problem: RulesAPI.SpanProblem) -> String {
        switch problem {
        case .empty: words(SimulatedSpan.Problem.empty)
        case .tooLong: words(SimulatedSpan.Problem.tooLong)
        case .outOfReach: words(SimulatedSpan.Problem.outOfReach)
        }
    }
}

/// A simulation in this process, over nothing or over an export.
struct LocalSimulation: SimulationSource {
    let loading: RuleLoadResult
    let zone: TimeZoneRules
    let span: SimulatedSpan
    /// The path of an export of events; nil for an empty record.
    let export: String?
    let target: String?

    func run(_ receive: (RulesAPI.Simulate.Reply) -> Void) throws {
        guard let rules = loading.ruleSet else {
            throw RefusedRules(text: loading.rendered(color: false))
        }
        if let target, !rules.targets.contains(where: { $0.key == target }) {
            throw Failure(SimulationText.noTarget(target))
        }
        let clock = LocalClock(rules.timeZone ?? zone)
        let phrasing = SimulationPhrasing(rules.targetNames, clock: clock, only: target)
        var simulation: Simulation
        var state: State?
        if let export {
            let replay = try EventStore.replay(export: export, from: span.from, to: span.to)
            guard !replay.isTooLate else {
                let since = replay.state.last.map { clock.moment($0.at) }
                throw Failure(SimulationText.noHistory(since: since))
            }
            state = replay.state
            simulation = Simulation(
                rules, zone: zone, from: span.from, continuing: replay.state)
            simulation.add(replay.happenings)
        } else {
            simulation = Simulation(rules, zone: zone, from: span.from)
        }
        receive(phrasing.beginning(simulation, continuing: state))
        let ends = span.days(in: simulation.engine.localZone)
        for end in ends {
            let outcomes = simulation.advance(to: end)
            receive(
                RulesAPI.Simulate.Reply(
                    at: clock.text(end), decisions: outcomes.compactMap(phrasing.decision),
                    summary: end == ends.last
                        ? phrasing.summary(simulation.totals.counted(to: span.to)) : nil))
        }
    }
}

/// The result of a simulation, as `--json` prints it.
struct SimulationResult: Encodable {
    var from: String
    var to: String
    /// The starting point and the actions of the simulation.
    var history: RulesAPI.SimulatedHistory
    var timeZone = "UTC"
    var targets: [RulesAPI.SimulatedTarget] = []
    var decisions: [RulesAPI.SimulatedDecision] = []
    var summary: RulesAPI.SimulationSummary?

    init(_ span: SimulatedSpan, history: RulesAPI.SimulatedHistory) {
        from = LocalTime.rfc3339(span.from, offset: 0)
        to = LocalTime.rfc3339(span.to, offset: 0)
        self.history = history
    }

    mutating func append(_ reply: RulesAPI.Simulate.Reply) {
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

    /// The blocked stretches of each target by key, in milliseconds since 1970, in order.
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

/// Shows the progress of a long simulation on a terminal.
final class SimulationProgress {
    private let span: SimulatedSpan
    private let context: CommandContext
    private let isShown: Bool
    private var last = -1

    /// The shortest span with progress; shorter ones end before a person could read it.
    private static let shortest = TimeSpan.days(60)

    init(_ span: SimulatedSpan, _ context: CommandContext) {
        self.span = span
        self.context = context
        isShown = context.canAsk && span.to - span.from >= Self.shortest
    }

    /// Shows the instant that the simulation has reached.
    func show(_ at: String) {
        guard isShown, let moment = Instant(rfc3339: at) else { return }
        let whole = (span.to - span.from).milliseconds
        let percent = Int((moment - span.from).milliseconds * 100 / whole)
        guard percent > last else { return }
        last = percent
        context.error("\r\(at.prefix(10))  \(percent)%")
    }

    /// Removes the line.
    func end() {
        if last >= 0 { context.error("\r" + String(repeating: " ", count: 20) + "\r") }
    }
}

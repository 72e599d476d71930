import API
import Engine
import EventStore
import Phrasing
import RuleFiles
import RuleModel

/// Where a simulation comes from: this process, or the daemon.
protocol SimulationSource {
    /// Simulates, and hands over what comes out piece by piece.
    func run(_ receive: (RulesAPI.Simulate.Reply) -> Void) throws
}

/// Rule files with errors, as they are to be shown.
struct RefusedRules: Error {
    var text: String
}

/// A simulation that the daemon makes of its own record.
struct DaemonSimulation: SimulationSource {
    let client: SoteriaClient
    let asked: RulesAPI.Simulate.Parameters

    /// How long the daemon may take for a piece of a long record.
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
    /// Why a span cannot be simulated.
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
    let loading: RuleLoading
    /// The machine's zone.
    let zone: TimeZoneRules
    let span: SimulatedSpan
    /// The path of an export of events; nil: nothing was recorded.
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

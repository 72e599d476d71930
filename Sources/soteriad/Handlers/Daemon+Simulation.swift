import API
import Dispatch
import Engine
import EventStore
import Phrasing
import RuleFiles
import RuleModel
import Varlink

/// `rules.Simulate`: simulates a span of time beside the loop, with its own rules and record.
extension Daemon {
    func simulate(_ call: TypedCall<RulesAPI.Simulate>) throws(CallError<RulesAPI>) {
        let asked = call.parameters
        guard let from = try call.instant(asked.from, "from"),
            let to = try call.instant(asked.to, "to")
        else { throw .invalidParameter("from") }
        let span: SimulatedSpan
        switch SimulatedSpan.make(from: from, to: to) {
        case .success(let found): span = found
        case .failure(let problem):
            return call.fail(.invalidSpan(problem: .init(problem)))
        }
        let names = (asked.files ?? []).map(\.name)
        guard names.allSatisfy(isFileName), Set(names).count == names.count else {
            throw .invalidParameter("files")
        }
        guard work.hasRoomForSimulation, let flow = PieceFlow(call, self) else {
            return call.fail(.busy)
        }
        work.beginSimulation()
        observe()
        let run = SimulationRun(
            flow: flow, span: span, asked: asked, zone: engine.zone, inForce: engine.rules,
            defaults: rules.lastRead.sources.filter { $0.layer == 0 && !$0.isList },
            settings: settings, lists: rules.lastRead.lists
        ) { self.enter { $0.work.endSimulation() } }
        begin(run)
    }

    /// Returns true for a valid name or absolute path of a rule file.
    private func isFileName(_ name: String) -> Bool {
        guard name.hasSuffix(".yaml"), name.utf8.count <= 4096 else { return false }
        return name.hasPrefix("/") || !name.contains("/") && name.utf8.count <= 255
    }

    /// Starts a simulation; reads the record first if the call asks for history.
    private func begin(_ run: SimulationRun) {
        let queue = DispatchQueue(label: "org.soteria.simulation", qos: .utility)
        guard run.asked.history == .real else {
            return queue.async { run.run(continuing: State(), []) }
        }
        store.replay(from: run.span.from, to: run.span.to, shouldContinue: { run.flow.isOpen }) {
            result in
            switch result {
            case .success(let replay) where replay.isTooLate:
                self.enter { run.fail(.noHistory(since: $0.text(replay.state.last?.at))) }
            case .success(let replay):
                let happenings = replay.happenings
                queue.async { run.run(continuing: replay.state, happenings) }
            case .failure(let error):
                run.fail(.storeUnavailable(reason: error.description))
            }
        }
    }
}

/// A simulation for one call; used on its own queue after it is created.
struct SimulationRun: Sendable {
    let flow: PieceFlow<RulesAPI.Simulate>
    let span: SimulatedSpan
    let asked: RulesAPI.Simulate.Parameters
    let zone: TimeZoneRules
    let inForce: RulesInForce
    let defaults: [RuleText]
    let settings: Settings
    let lists: [ListFile]
    /// Called once at the end.
    let onEnd: @Sendable () -> Void

    /// The most decisions in one piece.
    private static let most = 500

    func fail(_ error: CallError<RulesAPI>) {
        onEnd()
        flow.fail(error)
    }

    /// Runs the simulation and sends its decisions in pieces.
    func run(continuing state: State, _ happenings: [SimulatedAction]) {
        do throws(CallError<RulesAPI>) {
            let last = try simulate(continuing: state, happenings)
            // A client that has the last reply finds room for another simulation.
            onEnd()
            if let last { flow.end(last) }
        } catch {
            fail(error)
        }
    }

    /// Returns the last reply; nil if the client has gone.
    private func simulate(
        continuing state: State, _ happenings: [SimulatedAction]
    ) throws(CallError<RulesAPI>) -> RulesAPI.Simulate.Reply? {
        let loading = loadTexts()
        guard let rules = loading == nil ? inForce : loading?.ruleSet.map({ RulesInForce($0) })
        else {
            let errors =
                loading.map(RulesAPI.RulesRefused.init) ?? .init(errors: 0, diagnostics: [])
            throw CallError(errors)
        }
        if let target = asked.target, !rules.targets.contains(where: { $0.key == target }) {
            throw .noSuchTarget(target: target)
        }
        let clock = LocalClock(rules.timeZone ?? zone)
        let phrasing = SimulationPhrasing(rules.targetNames, clock: clock, only: asked.target)
        var simulation = Simulation(rules, zone: zone, from: span.from, continuing: state)
        simulation.add(happenings)
        var reply = phrasing.beginning(simulation, continuing: state)
        var pending: [RulesAPI.SimulatedDecision] = []
        for end in span.days(in: simulation.engine.localZone) {
            guard flow.isOpen else { return nil }
            pending += simulation.advance(to: end).compactMap(phrasing.decision)
            guard pending.count >= Self.most else { continue }
            reply.at = clock.text(simulation.now)
            guard flow.send(reply) else { return nil }
            for start in stride(from: 0, to: pending.count, by: Self.most) {
                let piece = pending[start..<min(start + Self.most, pending.count)]
                let part = RulesAPI.Simulate.Reply(
                    at: piece.last?.at ?? reply.at, decisions: Array(piece))
                guard flow.send(part) else { return nil }
            }
            pending = []
            reply = RulesAPI.Simulate.Reply(at: clock.text(simulation.now), decisions: [])
        }
        if reply.targets != nil, !flow.send(reply) { return nil }
        return RulesAPI.Simulate.Reply(
            at: clock.text(simulation.now), decisions: pending,
            summary: phrasing.summary(simulation.totals.counted(to: span.to)))
    }

    /// Parses the texts of the call; nil if it has none.
    private func loadTexts() -> RuleLoadResult? {
        guard let files = asked.files else { return nil }
        let own = settings.directories.sources.last { $0.layer > 0 }
        let texts = files.map {
            RuleText(
                path: $0.name.hasPrefix("/") ? $0.name : (own?.path ?? "") + "/" + $0.name,
                layer: 2, text: $0.text)
        }
        let loader = RuleLoader(zones: settings.zones, lists: ListSource(known: lists))
        return loader.load(sources: defaults + texts.sorted { $0.path < $1.path })
    }
}

extension RulesAPI.RulesRefused {
    init(_ loading: RuleLoadResult) {
        self.init(errors: loading.errors, diagnostics: .init(loading))
    }
}

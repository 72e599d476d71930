import Engine
import Foundation
import RuleFiles
import RuleModel
import Varlink

/// Any lines as a history: a state to begin with, facts, and what the clocks say from there on.
enum CodecTarget {
    static func run(_ bytes: UnsafeBufferPointer<UInt8>) {
        let decoder = JSONDecoder()
        var history = FuzzedHistory()
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let text = Data(line)
            guard let line = try? decoder.decode(FuzzedHistory.Line.self, from: text) else {
                continue
            }
            if case .fact(let fact) = line { checkFact(fact, text) }
            history.apply(line)
        }
        guard history.count > 0 else { return }
        checkState(history)
        checkFigures(history.state)
        checkStart(history)
    }

    /// Checks that a decoded fact is written in a form that every reader reads alike.
    private static func checkFact(_ fact: Fact, _ text: Data) {
        guard let written = try? JSONEncoder().encode(fact),
            let again = try? JSONDecoder().decode(Fact.self, from: written)
        else { return promise(false, "a fact that decodes can be written and read: \(fact)") }
        promise(again == fact, "it is read as the same fact")
        let value = try? JSON(parsing: written)
        promise(value?.objectValue?.names == [fact.kind.rawValue], "its kind is its only member")
    }

    private static func checkState(_ history: FuzzedHistory) {
        guard let written = try? JSONEncoder().encode(history.state),
            let again = try? JSONDecoder().decode(State.self, from: written)
        else { return promise(false, "a state that facts lead to can be written and read") }
        promise(again == history.state, "it is read as the same state")
        promise(again.lastSequence == history.count, "it knows its last event")
    }

    private static func checkFigures(_ state: State) {
        var ranges = [20_000..<20_007, Int.min..<Int.max]
        if let recorded = state.tally.recorded, recorded.upperBound < .max {
            ranges.append(Range(recorded))
        }
        for days in ranges {
            let metrics = state.tally.metrics(days: days)
            promise(metrics.total.requests >= 0, "a count is no less than none")
            for insight in metrics.insights {
                promise(!"\(insight)".isEmpty, "an insight can be said")
            }
        }
        _ = state.tally.riskyHours(today: 20_000)
    }

    /// A daemon starts on it, decides, and what it records is folded as everything else.
    private static func checkStart(_ history: FuzzedHistory) {
        var reading = Reading(
            wall: Instant(milliseconds: 1_795_350_600_000), elapsed: .hours(1),
            boot: BootID("boot 1"), isSynchronised: false)
        var engine = Engine(continuing: history.state, at: reading)
        var folded = history.state
        func fold(_ actions: [Action]) {
            for action in actions {
                if case .record(let event) = action { folded.evolve(event) }
            }
        }
        func handle(_ input: Input) { fold(engine.handle(input, at: reading)) }
        func handle(_ request: some Request) { fold(engine.handle(request, at: reading).actions) }
        handle(.started(version: "1", rules: rules, zone: .utc))
        for _ in 0..<3 {
            reading.wall = reading.wall + .minutes(5)
            reading.elapsed = reading.elapsed + .minutes(5)
            handle(.tick([.schedules, .autoProtection, .risk]))
        }
        handle(.attempt(.site("shop.example")))
        handle(.request(.site("shop.example"), intent: nil, isPause: false))
        reading.isSynchronised = true
        handle(.clockChecked)
        promise(engine.state.lastSequence >= history.count, "time in the record goes on")
        promise(folded == engine.state, "the fold of the facts is the state")
    }

    private static let rules: RuleSet = {
        let text = """
            version: 1
            targets: {shopping: {sites: [shop.example]}}
            quiet_hours: {nights: {block: [shopping], ranges: [{days: daily, time: "22:30-06:30"}]}}
            budgets: {little: {target: shopping, limit: 45m, per: week}}
            check_ins: {honest: {question: "Today?", blocks: [shopping], on_no: {block: [shopping]}}}
            """
        let loader = RuleLoader(zones: ZoneSource(environment: [:]))
        let loading = loader.load(sources: [RuleText(path: "/a.yaml", layer: 2, text: text)])
        promise(loading.ruleSet != nil, loading.rendered(color: false))
        return loading.ruleSet ?? .empty
    }()
}

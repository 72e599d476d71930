import Engine
import Foundation
import RuleFiles
import RuleModel

/// The risk of one moment: the behaviour's figures, the score of the shipped factors, and why; of
/// somebody who unblocked ten times, and of somebody who did ten million times.
enum RiskBenchmarks {
    static func rows() throws -> [Row] {
        let loader = RuleLoader(zones: ZoneSource(environment: [:]))
        let rules = loader.load(RuleDirectories(overriding: [])).ruleSet
        guard let rules else { fatalError("the shipped rules have errors") }
        let few = try engine(rules, unblocks: 10)
        let many = try engine(rules, unblocks: 10_000_000)
        var figures: [Double] = []
        for engine in [few, many, few, many, few, many] {
            let evaluator = RiskEvaluator(rules.risk)
            figures.append(
                Measure.nanoseconds(count: 20_000) {
                    consume(evaluator.assess(engine.features(for: evaluator)).score.thousandths)
                })
        }
        let ten = median(figures, from: 0)
        let tenMillion = median(figures, from: 1)
        let ratio = (tenMillion / ten * 100).rounded() / 100
        let peers = Peer.lines("features.py", ["10", "10000000"])
        return [
            Row(
                work: "features, score and explanation, 10 unblocks", figure: Measure.text(ten),
                bar: "2 µs", note: note(peers, 0, ours: ten)),
            Row(
                work: "features, score and explanation, 10,000,000 unblocks",
                figure: "\(Measure.text(tenMillion)), ratio \(ratio)", bar: "2 µs, 1.1 × ten",
                note: note(peers, 1, ours: tenMillion)),
        ]
    }

    /// What the peer took for the features alone.
    private static func note(
        _ peers: (lines: [[String]], missing: String?), _ line: Int, ours: Double
    ) -> String {
        guard peers.lines.indices.contains(line), let text = peers.lines[line].last,
            let figure = Double(text)
        else { return peers.missing ?? "" }
        return Peer.text("seven features, a SQLite query each", figure, ours: ours)
    }

    private static func median(_ figures: [Double], from first: Int) -> Double {
        stride(from: first, to: figures.count, by: 2).map { figures[$0] }.sorted()[1]
    }

    /// An engine after so many unblocks, four minutes apart, in Berlin.
    private static func engine(_ rules: RuleSet, unblocks: Int) throws -> Engine {
        let end = Instant(seconds: 1_795_014_000)
        let boot = BootID("bench")
        var state = State()
        for index in 0..<unblocks {
            let sequence = Int64(index + 1)
            let at = end - .minutes(Int64(unblocks - index) * 4)
            let here = Deadline(boot: boot, elapsed: at - Instant(milliseconds: 0))
            let grant = Grant(
                id: sequence, request: sequence, targets: ["shopping"],
                purpose: index % 3 == 0 ? .planned : .impulse, at: at,
                time: Countdown(.minutes(15), from: here))
            state.evolve(
                Event(
                    sequence: sequence, at: at, offset: 3600, elapsed: here.elapsed, boot: boot,
                    fact: .unblocked(grant)))
            state.grants.removeAll()
        }
        let reading = Reading(
            wall: end, elapsed: end - Instant(milliseconds: 0), boot: boot, isSynchronised: true)
        var engine = Engine(continuing: state, at: reading)
        let data = try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/Europe/Berlin"))
        let zone = try TimeZoneRules(name: "Europe/Berlin", tzif: Array(data))
        consume(
            engine.handle(.started(version: "bench", rules: rules, zone: zone), at: reading)
                .count)
        return engine
    }
}

import CEL
import Engine
import RuleModel
import SeededRandom
import Testing

/// Histories made at random, of two machines with one past: on one the rules are edited, on the
/// other they never are. Until the delay is over nothing is open on the first that is blocked on
/// the second.
@Suite("Edits at random")
struct RandomEdits {
    @Test("Until the delay is over nothing is less blocked than under the old rules alone")
    func neverLess() throws {
        let seed = SeededGenerator.seed()
        for round in 0..<60 {
            try history(seed &+ UInt64(round))
        }
    }

    /// Histories that an earlier Soteria failed on: what one set's reading began, or might have
    /// begun, counted for another one; so did a schedule of the same hours in another zone; and a
    /// protection by hand ended one set's auto-protection within another set's longer one.
    @Test(
        arguments: [
            7_362_761_789_135_883_263, 5_560_479_843_873_402_213, 9_826_026_641_753_316_106, 5050,
        ] as [UInt64])
    func foundBefore(seed: UInt64) throws { try history(seed) }

    private func history(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var machine = try Machine(
            at: "2026-11-1\(Int.random(in: 1...9, using: &random))T00:00:00Z",
            zone: ["UTC", "Europe/Berlin"].randomElement(using: &random) ?? "UTC",
            rules: try RandomRules(&random).set)
        var nobody: Machine?
        try live(&machine, &nobody, .hours(Int64.random(in: 1...30, using: &random)), &random, seed)
        var still: Machine? = machine
        let delay = machine.engine.rules.weakeningWaits
        let begin = machine.elapsed
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            machine.edit(try RandomRules(&random, like: machine.rules).set)
            #expect(
                machine.folded == machine.engine.state, "seed \(seed): the fold is another state")
            // The first edit's delay counts; later ones only add to it.
            let left = begin + delay - machine.elapsed
            let step = min(left, .minutes(Int64.random(in: 11...700, using: &random)))
            guard step > .zero else { break }
            try live(&machine, &still, step - .seconds(1), &random, seed)
        }
    }

    /// Time goes on for both machines alike, with the same deeds on both.
    private func live(
        _ machine: inout Machine, _ still: inout Machine?, _ span: TimeSpan,
        _ random: inout SeededGenerator, _ seed: UInt64
    ) throws {
        let end = machine.elapsed + span
        while machine.elapsed < end {
            let step = min(
                end - machine.elapsed, .minutes(Int64.random(in: 1...45, using: &random)))
            machine.advance(step)
            still?.advance(step)
            switch Int.random(in: 0..<12, using: &random) {
            case 0:
                let answer = AnswerCheckIn.answerCheckIn(
                    "morning", isYes: Bool.random(using: &random))
                machine.send(answer)
                still?.send(answer)
            case 1:
                let protection = StartProtection.startProtection(
                    target: "a", length: .hours(Int64.random(in: 1...3, using: &random)),
                    name: "P")
                machine.send(protection)
                still?.send(protection)
            default: break
            }
            if Int.random(in: 0..<60, using: &random) == 0, still != nil {
                machine.restart(after: .seconds(1))
                still?.restart(after: .seconds(1))
            }
            guard let still else { continue }
            for target in still.rules.targets where still.isRestricted(target.key) {
                let isOpen = target.sites.contains { site in
                    machine.engine.targets(of: .site(site)).allSatisfy { !machine.isRestricted($0) }
                }
                #expect(
                    !isOpen,
                    "seed \(seed): \(target.key) is open at \(text(machine.watch, in: .utc))")
            }
        }
    }
}

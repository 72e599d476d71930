import RuleModel
import Testing

/// Entering `high` or above suggests quiet hours, once per entry: it is left again where the score
/// lies below the threshold by 0.05.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct Elevation {
    /// A machine whose score at each quarter of an hour from 12:00 on is the next of these.
    private func machine(
        _ scores: [String], levels: RiskLevels = .standard
    ) throws -> Machine {
        let factors = scores.enumerated().map { index, score in
            (
                "f\(index)", score,
                "local.hour == \(12 + index / 4) && local.minute / 15 == \(index % 4)"
            )
        }
        return try Machine(
            at: "2026-11-18T12:00:00+01:00",
            rules: rules([], risk: risk(factors, levels: levels)))
    }

    /// At each mark whether the suggestion is open, and the number of suggestions so far.
    private func suggestions(
        _ scores: [String], levels: RiskLevels = .standard, wait: TimeSpan = .minutes(15)
    ) throws -> [String] {
        var machine = try machine(scores, levels: levels)
        var seen: Set<Int64> = []
        return scores.enumerated().map { index, score in
            if index > 0 { machine.advance(wait) }
            #expect(machine.assessments.last?.score.description == score)
            let open = machine.prompts(.riskHigh)
            seen.formUnion(open.map(\.id))
            #expect(open.count <= 1)
            return "\(score) \(open.isEmpty ? "-" : "open") \(seen.count)"
        }
    }

    @Test func entersAtTheThreshold() throws {
        #expect(
            try suggestions(["0.400", "0.599", "0.600", "0.800"]) == [
                "0.400 - 0", "0.599 - 0", "0.600 open 1", "0.800 open 1",
            ])
    }

    @Test func stillAboveTheLowerEdge() throws {
        #expect(
            try suggestions(["0.600", "0.551", "0.600"]) == [
                "0.600 open 1", "0.551 open 1", "0.600 open 1",
            ])
    }

    /// 0.550 is below 0.6 by 0.05.
    @Test func leavesAtTheLowerEdge() throws {
        #expect(
            try suggestions(["0.600", "0.550", "0.599", "0.600"]) == [
                "0.600 open 1", "0.550 - 1", "0.599 - 1", "0.600 open 2",
            ])
        #expect(
            try suggestions(["1.000", "0.549", "1.000"]) == [
                "1.000 open 1", "0.549 - 1", "1.000 open 2",
            ])
    }

    /// 0.60 enters and 0.59 does not, however often they take turns.
    @Test func noFlutter() throws {
        let found = try suggestions((0..<4).flatMap { _ in ["0.600", "0.590"] })
        #expect(found.allSatisfy { $0.hasSuffix(" 1") })
    }

    @Test func thresholdOfTheRules() throws {
        let levels = RiskLevels(
            moderate: Score(thousandths: 100), high: Score(thousandths: 300),
            critical: Score(thousandths: 900))
        #expect(
            try suggestions(["0.299", "0.300", "0.251", "0.250", "0.300"], levels: levels) == [
                "0.299 - 0", "0.300 open 1", "0.251 open 1", "0.250 - 1", "0.300 open 2",
            ])
    }

    /// Where the threshold is so low that nothing lies below it by 0.05, it is left at 0.
    @Test func lowThreshold() throws {
        func levels(_ high: Int) -> RiskLevels {
            RiskLevels(
                moderate: Score(thousandths: 1), high: Score(thousandths: high),
                critical: Score(thousandths: 900))
        }
        #expect(
            try suggestions(["0.040", "0.001", "0.000", "0.040"], levels: levels(40)) == [
                "0.040 open 1", "0.001 open 1", "0.000 - 1", "0.040 open 2",
            ])
        #expect(
            try suggestions(["0.051", "0.002", "0.001", "0.051"], levels: levels(51)) == [
                "0.051 open 1", "0.002 open 1", "0.001 - 1", "0.051 open 2",
            ])
    }

    /// Once per entry, also where the suggestion itself is gone after an hour.
    @Test func oncePerEntry() throws {
        #expect(
            try suggestions(Array(repeating: "0.700", count: 7) + ["0.100", "0.700"]) == [
                "0.700 open 1", "0.700 open 1", "0.700 open 1", "0.700 open 1", "0.700 - 1",
                "0.700 - 1", "0.700 - 1", "0.100 - 1", "0.700 open 2",
            ])
    }

    @Test func whatItSays() throws {
        var machine = try machine(["0.100", "0.700"])
        machine.advance(.minutes(15))
        let prompt = try #require(machine.prompts(.riskHigh).first)
        #expect(prompt.risk?.score.description == "0.700")
        #expect(prompt.risk?.level == .high)
        #expect(prompt.risk?.factors == ["f1"])
        #expect(try prompt.at == at("2026-11-18T12:15:00+01:00"))
        #expect(prompt.id == machine.history.last { $0.fact.kind == .riskAssessed }?.sequence)
        #expect(machine.engine.end(of: prompt.expires) == machine.watch + .hours(1))
    }

    /// A restart is no entry, and an entry is no news after it.
    @Test func overARestart() throws {
        var machine = try machine(Array(repeating: "0.700", count: 8))
        let id = machine.prompts(.riskHigh).map(\.id)
        #expect(id.count == 1)
        machine.restart(after: .minutes(16))
        #expect(machine.prompts(.riskHigh).map(\.id) == id)
        machine.reboot()
        #expect(machine.prompts(.riskHigh).map(\.id) == id)
        machine.advance(.minutes(50))
        #expect(machine.prompts(.riskHigh).isEmpty)
        machine.restart(after: .minutes(5))
        #expect(machine.prompts(.riskHigh).isEmpty)
    }

    /// Withdrawn as soon as the risk has fallen.
    @Test func withdrawn() throws {
        var machine = try machine(["0.700", "0.200"])
        machine.advance(.minutes(15) - instantly)
        #expect(machine.prompts(.riskHigh).count == 1)
        machine.advance(instantly)
        #expect(machine.prompts(.riskHigh).isEmpty)
    }
}

@testable import Engine
import RuleModel
import Testing

/// Use that other programs measured: in figures of its own, and nowhere else.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct ImportedUses {
    private let source = "activitywatch laptop"

    private func machine() throws -> Machine {
        try Machine(
            at: "2026-11-18T10:00:00+01:00", zone: "Europe/Berlin",
            rules: gated(budgets: [budget("shops", of: "shopping", .minutes(45))]))
    }

    private func days(_ minutes: [Int64], of target: String = "shopping") -> [UseImport.Day] {
        // 2026-11-18 is day 20,775.
        minutes.enumerated().map { index, minutes in
            UseImport.Day(target: target, day: 20_775 - index, time: .minutes(minutes))
        }
    }

    @discardableResult
    private func add(
        _ machine: inout Machine, _ use: [UseImport.Day], from source: String? = nil
    ) throws -> UseImport? {
        let answers = machine.send(.importUse(use, from: source ?? self.source))
        guard case .replied(let news) = answers.first, answers.count == 1 else {
            throw NotAnswered()
        }
        return news
    }

    private func used(_ machine: Machine) -> [String: TimeSpan] {
        let use = machine.engine.state.imported.use(days: 20_000..<20_776)
        return Dictionary(uniqueKeysWithValues: use.map { ($0.target, $0.time) })
    }

    @Test func theSameAgainAddsNothing() throws {
        var machine = try machine()
        let first = try #require(try add(&machine, days([60, 30])))
        #expect(machine.history.last?.sequence == first.id && first.time == .minutes(90))
        let events = machine.history.count
        #expect(try add(&machine, days([60, 30])) == nil)
        #expect(try add(&machine, days([10])) == nil)
        #expect(machine.history.count == events && used(machine) == ["shopping": .minutes(90)])
        #expect(machine.folded == machine.engine.state)
    }

    /// The last day of an export is not over; another computer's use is not the same.
    @Test func moreOfADayAndOfOtherComputersIsAdded() throws {
        var machine = try machine()
        try add(&machine, days([60, 30]))
        let more = try #require(try add(&machine, days([75, 30, 5])))
        #expect(more.use.map(\.time) == [.minutes(15), .minutes(5)])
        try add(&machine, days([75]), from: "activitywatch tower")
        try add(&machine, days([1], of: "games"))
        #expect(used(machine) == ["shopping": .minutes(185), "games": .minutes(1)])
        #expect(machine.folded == machine.engine.state)
    }

    @Test func oneImportIsTakenBack() throws {
        var machine = try machine()
        let first = try #require(try add(&machine, days([60, 30])))
        let second = try #require(try add(&machine, days([75])))
        #expect(machine.send(.removeUseImport(first.id)) == [.replied(Done())])
        #expect(used(machine) == ["shopping": .minutes(15)])
        #expect(
            machine.send(.removeUseImport(first.id)) == [.refused(.noSuchImport(first.id))])
        #expect(machine.engine.state.imported.all.map(\.id) == [second.id])
        #expect(machine.folded == machine.engine.state)
    }

    /// A day of imported use, on the very day: no budget is reached, nothing is decided or
    /// assessed again, and the person's own use is as before.
    @Test func noBudgetAndNoRiskCountsIt() throws {
        var machine = try machine()
        let use = try machine.open()
        machine.keepUsing([use], for: .minutes(10))
        let before = machine.engine
        let told = machine.told.count
        let metrics = before.state.tally.metrics(days: 20_775..<20_776)
        try add(&machine, days([24 * 60]))
        let after = machine.engine
        #expect(
            after.used("shopping", since: after.today)
                == before.used("shopping", since: before.today))
        #expect(after.state.budgets.isEmpty && !machine.isBlocked("shopping"))
        #expect(after.state.risk == before.state.risk && machine.told.count == told)
        #expect(after.state.tally.metrics(days: 20_775..<20_776) == metrics)
        #expect(after.state.usage == before.state.usage)
        machine.keepUsing([use], for: .minutes(30))
        #expect(!machine.isBlocked("shopping"))
        machine.keepUsing([use], for: .minutes(6))
        #expect(machine.isBlocked("shopping"))
    }

    @Test func limits() throws {
        var machine = try machine()
        #expect(
            machine.send(.importUse(days([1], of: "nothing"), from: source))
                == [.refused(.noSuchTarget("nothing"))])
        let most = days(Array(repeating: 1, count: UseImport.most))
        #expect(try add(&machine, most)?.use.count == UseImport.most)
        #expect(
            machine.send(.importUse(days([1], of: "games"), from: source))
                == [.refused(.tooMuch)])
    }

    /// Forgetting removes what a person said; figures stay, and an import can be taken back.
    @Test func forgettingKeepsIt() throws {
        var machine = try machine()
        let first = try #require(try add(&machine, days([60, 30])))
        var state = machine.engine.state
        state.forget(before: 30_000)
        #expect(state.imported == machine.engine.state.imported)
        #expect(state.imported.all.map(\.id) == [first.id])
    }
}

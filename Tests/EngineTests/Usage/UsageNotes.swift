import Engine
import RuleModel
import Testing

/// When use is noted, and for which day it counts.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct UsageNotes {
    private func notes(_ machine: Machine) -> [String] {
        machine.history.compactMap { event in
            guard case .usageNoted(let note) = event.fact else { return nil }
            let uses = note.targets.map { "\($0.target) \($0.active.seconds)s" }
            let since = machine.clockTime(note.since)
            return "\(machine.clockTime(event.at)) since \(since): \(uses.joined(separator: ", "))"
        }
    }

    @Test func atFiveMinuteMarksOnly() throws {
        var machine = try Machine(at: "2026-11-18T10:01:00+01:00", rules: gated())
        try machine.use(for: .seconds(690))
        machine.advance(.hours(1))
        #expect(
            notes(machine) == [
                "10:05:00 since 10:01:00: shopping 240s",
                "10:10:00 since 10:05:00: shopping 300s",
                "10:12:30 since 10:10:00: shopping 150s",
            ])
    }

    /// A note within the day on which its use was: none counts for yesterday.
    @Test func beginsWithItsUse() throws {
        var machine = try Machine(at: "2026-11-18T23:56:00+01:00", rules: gated())
        machine.hasTicks = false
        machine.advance(.minutes(7))
        try machine.use(for: .minutes(1))
        #expect(notes(machine) == ["00:04:00 since 00:03:00: shopping 60s"])
        #expect(try machine.used(since: "2026-11-19T00:00:00+01:00") == .minutes(1))
    }

    @Test func atAStop() throws {
        var machine = try Machine(at: "2026-11-18T10:01:00+01:00", rules: gated())
        let use = try machine.open()
        machine.keepUsing([use], for: .minutes(1))
        machine.restart(after: .seconds(1))
        #expect(notes(machine) == ["10:02:00 since 10:01:00: shopping 60s"])
    }

    /// Nothing is noted where nothing is used, nor where the person is away.
    @Test func nothingToNote() throws {
        var machine = try Machine(at: "2026-11-18T10:00:00+01:00", rules: gated())
        machine.advance(.hours(1))
        let use = try machine.open()
        machine.send(.idle(reporter: 1, isIdle: true, isLocked: false, for: .zero))
        machine.keepUsing([use], for: .minutes(30))
        machine.send(.useClosed(use))
        #expect(notes(machine) == [])
    }

    /// Today begins at local midnight, in the rules' zone or the machine's.
    @Test(
        arguments: [
            ("2026-11-18T23:52:00+01:00", nil), ("2026-11-18T15:52:00+01:00", "Asia/Tokyo"),
            ("2026-11-19T05:52:00+01:00", "America/New_York"),
            ("2026-11-18T19:07:00+01:00", "Asia/Kathmandu"),
        ] as [(String, String?)])
    func midnight(start: String, zone name: String?) throws {
        var rules = try gated()
        rules.timeZone = try name.map { try zone($0) }
        var machine = try Machine(at: start, rules: rules)
        let use = try machine.open()
        machine.keepUsing([use], for: .minutes(20))
        machine.send(.useClosed(use))
        let today = LocalTime(machine.engine.now, offset: machine.engine.offset)
        let midnight = machine.engine.now - .seconds(Int64(today.secondOfDay))
        #expect(machine.engine.state.usage.active("shopping", since: midnight) == .minutes(12))
        let days = today.date.daysSince1970
        let tally = machine.engine.state.tally
        #expect(tally.metrics(days: days..<days + 1).usage.map(\.time) == [.minutes(12)])
        #expect(tally.metrics(days: days - 1..<days).usage.map(\.time) == [.minutes(8)])
    }

    /// Conditions read a target's use today up to the present moment.
    @Test func usageTodayIsUpToNow() throws {
        var machine = try Machine(at: "2026-11-18T23:52:00+01:00", rules: gated())
        let use = try machine.open()
        machine.keepUsing([use], for: .minutes(10))
        let variable = RuleVariable(.usageToday, of: "shopping")
        #expect(
            machine.engine.features(reading: [variable]).ofRules == [
                RuleVariable.Reading(variable, .span(.minutes(2)))
            ])
    }

    /// Use of weeks ago is forgotten; the last eight days are not.
    @Test func window() throws {
        var machine = try Machine(at: "2026-11-02T10:00:00+01:00", rules: gated())
        machine.hasTicks = false
        for _ in 0..<20 {
            try machine.use(for: .minutes(1))
            machine.advance(.days(1) - .minutes(1))
        }
        #expect(try machine.used(since: "2026-11-15T00:00:00+01:00") == .minutes(7))
        #expect(try machine.used(since: "2026-11-13T12:00:00+01:00") == .minutes(8))
    }

    /// The offset of an event is that of the person's zone: the rules', else the machine's.
    @Test func offsetOfTheRulesZone() throws {
        var rules = try gated()
        var machine = try Machine(at: "2026-11-18T10:00:00+01:00", rules: rules)
        #expect(machine.history.allSatisfy { $0.offset == 3600 })
        rules.timeZone = try zone("Asia/Kathmandu")
        rules.sources = [RuleText(path: "/rules/test.yaml", layer: 2, text: "zone")]
        machine.edit(rules)
        let first = machine.history.count
        try machine.use(for: .minutes(1))
        try machine.travel(to: "America/New_York")
        machine.send(.attempt(.site("shopping.example")))
        #expect(machine.history.count > first)
        #expect(machine.history.dropFirst(first).allSatisfy { $0.offset == 20_700 })
        machine.restart(after: .seconds(5))
        machine.send(.addGoal(name: "A", target: try money("1 EUR"), by: nil, isFromKept: false))
        #expect(machine.history.last?.offset == 20_700)
    }
}

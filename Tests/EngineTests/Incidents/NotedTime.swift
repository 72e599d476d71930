import Engine
import RuleModel
import Testing

/// That the daemon runs is noted at a quarter of an hour, where nothing else was for 14 minutes.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct NotedTime {
    private func noted(_ machine: Machine) -> [String] {
        machine.history.filter { $0.fact == .timeNoted }.map { machine.clockTime($0.at) }
    }

    @Test func quiet() throws {
        var machine = try Machine(at: "2026-11-18T12:00:00+01:00", rules: rules([]))
        machine.advance(.minutes(59))
        #expect(noted(machine) == ["12:15:00", "12:30:00", "12:45:00"])
        #expect(machine.history.suffix(3).allSatisfy { $0.fact == .timeNoted })
        #expect(machine.folded == machine.engine.state)
    }

    /// Something was recorded within the 14 minutes before the mark, or just before them.
    @Test(arguments: [("60s", true), ("61s", false), ("5m", false), ("899s", false)])
    func afterSomething(after: String, isNoted: Bool) throws {
        var machine = try Machine(at: "2026-11-18T12:00:00+01:00", rules: rules([]))
        try machine.advance(to: "2026-11-18T12:45:00+01:00")
        machine.advance(try span(after))
        machine.send(.startProtection(target: nil, length: .hours(9), name: "P"))
        try machine.advance(to: "2026-11-18T13:00:00+01:00")
        #expect(noted(machine).contains("13:00:00") == isNoted)
        try machine.advance(to: "2026-11-18T13:15:00+01:00")
        #expect(noted(machine).contains("13:15:00"))
    }

    @Test func notWithoutTicks() throws {
        var machine = try Machine(at: "2026-11-18T12:00:00+01:00", rules: rules([]))
        machine.hasTicks = false
        machine.advance(.hours(5))
        #expect(noted(machine) == [])
    }

    /// A power cut loses a quarter of an hour of what is proved, not more.
    @Test func powerCut() throws {
        var machine = try Machine(at: "2026-11-18T12:00:00+01:00", rules: rules([]))
        try machine.advance(to: "2026-11-18T18:20:00+01:00")
        machine.reboot(clockSetBy: .days(-20), isOrderly: false)
        #expect(machine.clockTime(machine.engine.now) == "18:15:00")
    }
}

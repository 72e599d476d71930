import Engine
import RuleModel
import Testing

/// Inputs that make the engine look at the check-ins on the next date before the 20 hours are over:
/// the question still comes after them, and no date is skipped.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct LookedAtEarly {
    /// Asked at 04:00 in Berlin and answered; then on to Tokyo, where it is the next day's 06:00
    /// 18 hours after the opening.
    @Test(arguments: ["restart", "reboot", "crash", "answer", "edit", "zone", "clock", "nothing"])
    func lookedAt(how: String) throws {
        let evening = try checkIn("evening", opens: "12:00", blocks: ["games"], onNo: [])
        var machine = try Machine(
            at: "2026-11-18T04:00:00+01:00", rules: gated([checkIn(), evening]))
        machine.send(.answerCheckIn("morning", isYes: true))
        machine.advance(.hours(4))
        try machine.travel(to: "Asia/Tokyo")
        machine.advance(.hours(14))
        switch how {
        case "restart": machine.restart(after: .zero)
        case "reboot": machine.reboot(away: .zero)
        case "crash": machine.crash(away: .zero)
        case "answer": machine.send(.answerCheckIn("evening", isYes: true))
        case "edit": machine.edit(try gated([checkIn(reminder: "23:00"), evening]))
        case "zone":
            try machine.travel(to: "Asia/Seoul")
            try machine.travel(to: "Asia/Tokyo")
        case "clock":
            machine.isSynchronised = true
            machine.setClock(by: .seconds(1))
        default: break
        }
        machine.advance(.hours(2) - .seconds(2))
        #expect(machine.openings().count == 1)
        machine.advance(.seconds(2))
        #expect(machine.openings().count == 2)
        #expect(machine.phase() == .asking)
    }

    /// The next opening that is told is the one that comes.
    @Test func nextIsTold() throws {
        var machine = try Machine(at: "2026-11-18T04:00:00+01:00", rules: gated([checkIn()]))
        machine.send(.answerCheckIn("morning", isYes: true))
        machine.advance(.hours(4))
        try machine.travel(to: "Asia/Tokyo")
        let expected = try at("2026-11-19T08:00:00+09:00")
        while machine.watch < expected {
            let next = machine.engine.nextOpening(of: try checkIn())
            #expect(next == expected)
            machine.advance(.hours(1))
        }
        #expect(machine.openings().last == "2026-11-19T08:00:00+09:00")
    }

    /// While an answer is on its way to a slow disk nobody is woken for nothing.
    @Test func wakeWhileUnderWay() throws {
        var machine = try Machine(
            at: "2026-11-18T04:00:00+01:00", rules: gated([checkIn(reminder: "20:00")]))
        try machine.advance(to: "2026-11-18T19:59:50+01:00")
        machine.store = .waits
        machine.send(.answerCheckIn("morning", isYes: true))
        machine.advance(.minutes(5))
        machine.send(.observed)
        if let wake = machine.wake { #expect(wake.elapsed > machine.elapsed) }
        _ = machine.commitWaiting()
        #expect(machine.phase() == .yes && machine.askings() == [])
    }
}

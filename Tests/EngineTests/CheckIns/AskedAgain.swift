import Engine
import RuleModel
import Testing

/// An open question is asked again at every start, resume and unlock, and by its reminder; an
/// answered one never.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct AskedAgain {
    private func asked(reminder: String? = nil) throws -> Machine {
        try Machine(
            at: "2026-11-18T04:00:00+01:00", rules: gated([checkIn(reminder: reminder)]))
    }

    private static func lock(_ isLocked: Bool) -> ReportAbsence {
        .idle(reporter: 1, isIdle: false, isLocked: isLocked, for: .zero)
    }

    @Test(arguments: [true, false])
    func atAStart(isReboot: Bool) throws {
        var machine = try asked()
        machine.advance(.hours(1))
        let first = machine.history.count
        if isReboot { machine.reboot() } else { machine.restart(after: .seconds(5)) }
        #expect(machine.askings(since: first) == [.start])
        #expect(machine.prompts(.checkIn).count == 1)
        #expect(machine.isBlocked("shopping") && machine.phase() == .asking)
        #expect(machine.openings().count == 1)
    }

    @Test(arguments: ["5s", "3h"])
    func atAResume(length: String) throws {
        var machine = try asked()
        machine.advance(.minutes(2))
        let first = machine.history.count
        machine.sleep(try span(length))
        #expect(machine.askings(since: first) == [.resume])
        #expect(machine.engine.state.checkIns["morning"]?.asked == 2)
    }

    @Test func atAnUnlock() throws {
        var machine = try asked()
        let first = machine.history.count
        machine.send(Self.lock(true))
        #expect(machine.askings(since: first) == [])
        machine.advance(.minutes(10))
        machine.send(Self.lock(false))
        #expect(machine.askings(since: first) == [.unlock])
        machine.send(Self.lock(false))
        #expect(machine.askings(since: first) == [.unlock])
    }

    /// The prompt says when it was asked last, so that clients show it again; there is one.
    @Test func samePromptAskedLater() throws {
        var machine = try asked()
        let before = try #require(machine.prompts(.checkIn).first)
        machine.sleep(.minutes(5))
        let after = try #require(machine.prompts(.checkIn).first)
        #expect(machine.prompts(.checkIn).count == 1)
        #expect(before.at < after.at && after.at == machine.engine.now)
        #expect(after.checkIn == "morning" && after.isReminder == nil)
        #expect(machine.refusal(.answerPrompt(after.id, .yes)) == nil)
    }

    @Test(arguments: [true, false])
    func neverOnceAnswered(isYes: Bool) throws {
        var machine = try asked(reminder: "20:00")
        machine.send(.answerCheckIn("morning", isYes: isYes))
        let first = machine.history.count
        machine.sleep(.hours(1))
        machine.restart(after: .seconds(5))
        machine.reboot()
        machine.send(Self.lock(true))
        machine.send(Self.lock(false))
        try machine.advance(to: "2026-11-18T23:00:00+01:00")
        #expect(machine.askings(since: first) == [])
        #expect(machine.prompts(.checkIn).isEmpty && machine.openings().count == 1)
    }

    @Test(arguments: [true, false])
    func reminder(hasTicks: Bool) throws {
        var machine = try asked(reminder: "20:00")
        machine.hasTicks = hasTicks
        try machine.advance(to: "2026-11-18T19:59:59.999+01:00")
        #expect(machine.askings() == [])
        machine.advance(instantly)
        #expect(machine.askings() == [.reminder])
        let prompt = try #require(machine.prompts(.checkIn).first)
        #expect(prompt.isReminder == true && machine.prompts(.checkIn).count == 1)
        // Once a day.
        try machine.advance(to: "2026-11-19T03:59:00+01:00")
        #expect(machine.askings() == [.reminder])
        try machine.advance(to: "2026-11-19T20:00:00+01:00")
        #expect(machine.askings() == [.reminder, .reminder])
    }

    /// A reminder that was missed while the machine was off or asleep comes once, afterwards.
    @Test func reminderMissed() throws {
        var machine = try asked(reminder: "20:00")
        try machine.advance(to: "2026-11-18T19:50:00+01:00")
        machine.sleep(.hours(1))
        machine.advance(.hours(1))
        #expect(machine.askings().count { $0 == .reminder } == 1)
    }

    /// First asked after the reminder's time: it is not a second question at once.
    @Test func reminderGoneBy() throws {
        var machine = try Machine(
            at: "2026-11-18T20:30:00+01:00", rules: gated([checkIn(reminder: "20:00")]))
        machine.advance(.hours(3))
        #expect(machine.askings() == [] && machine.prompts(.checkIn).count == 1)
        #expect(machine.prompts(.checkIn).first?.isReminder == nil)
        try machine.advance(to: "2026-11-19T20:00:00+01:00")
        #expect(machine.askings() == [.reminder])
    }

    /// A reminder before the opening is of the evening's question, on the next morning.
    @Test func reminderAfterMidnight() throws {
        var machine = try Machine(
            at: "2026-11-18T18:00:00+01:00",
            rules: gated([checkIn(opens: "18:00", reminder: "01:00")]))
        try machine.advance(to: "2026-11-19T00:59:00+01:00")
        #expect(machine.askings() == [])
        try machine.advance(to: "2026-11-19T01:00:00+01:00")
        #expect(machine.askings() == [.reminder])
    }
}

import Engine
import RuleModel
import Testing

/// Check-ins are strict unless the rules say otherwise: nothing is unblocked while one holds.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct WhatStrictMeans {
    /// At 03:50, with a permission to use shopping until 04:05:10 through the night's quiet hours.
    private func granted(isStrict: Bool) throws -> Machine {
        var machine = try Machine(
            at: "2026-11-17T04:00:00+01:00",
            rules: gated(
                [checkIn(isStrict: isStrict)],
                schedules: [schedule("nights", ["daily 22:30-06:30"])]))
        machine.send(.answerCheckIn("morning", isYes: true))
        try machine.unblock(at: "2026-11-18T03:50:10+01:00")
        #expect(!machine.isBlocked("shopping"))
        return machine
    }

    @Test func endsGrants() throws {
        var machine = try granted(isStrict: true)
        try machine.advance(to: "2026-11-18T03:59:59+01:00")
        #expect(!machine.isBlocked("shopping"))
        machine.advance(.seconds(1))
        #expect(machine.isBlocked("shopping"))
        #expect(machine.grantEndings == [.strict])
    }

    @Test func otherwiseGrantsRunOn() throws {
        var machine = try granted(isStrict: false)
        try machine.advance(to: "2026-11-18T04:05:00+01:00")
        #expect(!machine.isBlocked("shopping"))
        try machine.advance(to: "2026-11-18T04:05:10+01:00")
        #expect(machine.isBlocked("shopping"))
        #expect(machine.grantEndings == [.time])
    }

    /// A "no" is a strict restriction that begins: what it blocks is closed at once.
    @Test func noEndsGrants() throws {
        var machine = try Machine(
            at: "2026-11-18T04:00:00+01:00",
            rules: gated(
                [checkIn()], schedules: [schedule("all", ["daily 00:00-24:00"], blocks: ["games"])])
        )
        try machine.unblock(.target("games"))
        machine.send(.answerCheckIn("morning", isYes: false))
        #expect(machine.isBlocked("games"))
        #expect(machine.grantEndings == [.strict])
    }

    @Test func cannotBeUnblocked() throws {
        var machine = try Machine(at: "2026-11-18T04:00:00+01:00", rules: gated([checkIn()]))
        let shopping = AskToUnblock.request(.target("shopping"), intent: nil, isPause: false)
        #expect(machine.refusal(shopping) == .strict(until: nil, target: "shopping"))
        let open = machine.engine.strictRestriction(on: "shopping")
        #expect(machine.engine.openCheckIn(of: open) == "morning")
        machine.send(.answerCheckIn("morning", isYes: false))
        let games = AskToUnblock.request(.site("games.example"), intent: nil, isPause: false)
        #expect(
            machine.refusal(games)
                == .strict(until: try at("2026-11-19T04:00:00+01:00"), target: "games"))
        let answered = machine.engine.strictRestriction(on: "games")
        #expect(answered?.kind == .checkIn)
        #expect(machine.engine.openCheckIn(of: answered) == nil)
    }

    @Test func otherwiseItCan() throws {
        var machine = try Machine(
            at: "2026-11-18T04:00:00+01:00", rules: gated([checkIn(isStrict: false)]))
        try machine.unblock()
        #expect(!machine.isBlocked("shopping"))
        machine.advance(.minutes(15))
        #expect(machine.isBlocked("shopping"))
        machine.send(.answerCheckIn("morning", isYes: false))
        try machine.unblock(.target("games"))
        #expect(!machine.isBlocked("games"))
    }
}

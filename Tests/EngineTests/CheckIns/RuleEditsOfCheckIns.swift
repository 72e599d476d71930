import Engine
import RuleModel
import Testing

/// The rules are edited in the middle of a check-in's day. What is strict and holds stays, which
/// `StrictHolds` tests.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct RuleEditsOfCheckIns {
    private func loose(
        _ question: String = "Have you slept on it?", opens: String = "04:00",
        blocks: [String] = ["shopping"], onNo: [String] = ["games"], zone: String? = nil
    ) throws -> CheckIn {
        try checkIn(
            "morning", question, opens: opens, blocks: blocks, onNo: onNo, isStrict: false,
            zone: zone)
    }

    private func asked(_ answer: Bool? = nil) throws -> Machine {
        var machine = try Machine(at: "2026-11-18T04:00:00+01:00", rules: gated([loose()]))
        machine.advance(.hours(1))
        if let answer { machine.send(.answerCheckIn("morning", isYes: answer)) }
        return machine
    }

    @Test(arguments: [nil, true, false])
    func removed(answer: Bool?) throws {
        var machine = try asked(answer)
        machine.edit(try gated())
        #expect(!machine.isBlocked("shopping") && !machine.isBlocked("games"))
        #expect(machine.prompts(.checkIn).isEmpty)
        #expect(
            machine.refusal(.answerCheckIn("morning", isYes: true)) == .noSuchCheckIn("morning"))
        machine.advance(.days(2))
        #expect(machine.openings().count == 1)
        #expect(machine.folded == machine.engine.state)
    }

    /// Taken out and put back on one day: the answer of the day stands.
    @Test(arguments: [nil, true, false])
    func removedAndBack(answer: Bool?) throws {
        var machine = try asked(answer)
        machine.edit(try gated())
        machine.advance(.hours(1))
        machine.edit(try gated([loose()]))
        #expect(machine.isBlocked("shopping") == (answer == nil))
        #expect(machine.isBlocked("games") == (answer == false))
        #expect(machine.prompts(.checkIn).count == (answer == nil ? 1 : 0))
        #expect(machine.openings().count == 1)
    }

    @Test func blocksChanged() throws {
        var machine = try asked()
        machine.edit(try gated([loose(blocks: ["games"])]))
        #expect(!machine.isBlocked("shopping") && machine.isBlocked("games"))
        machine.send(.answerCheckIn("morning", isYes: false))
        machine.edit(try gated([loose(blocks: ["games"], onNo: ["shopping"])]))
        #expect(machine.isBlocked("shopping") && !machine.isBlocked("games"))
        machine.edit(try gated([loose(onNo: [])]))
        #expect(!machine.isBlocked("shopping") && !machine.isBlocked("games"))
        #expect(machine.phase() == .no)
    }

    @Test func questionChanged() throws {
        var machine = try asked()
        machine.edit(try gated([loose("Really?")]))
        #expect(machine.restrictions(.checkIn).map(\.name) == ["Really?"])
        #expect(machine.told.last?.decision.verdict == .update)
        #expect(machine.openings().count == 1 && machine.prompts(.checkIn).count == 1)
        machine.send(.answerCheckIn("morning", isYes: true))
        machine.edit(try gated([loose("Really and truly?")]))
        #expect(machine.phase() == .yes && machine.openings().count == 1)
    }

    @Test func strictChanged() throws {
        var machine = try asked()
        try machine.unblock()
        #expect(!machine.isBlocked("shopping"))
        machine.edit(try gated([checkIn()]))
        #expect(machine.isBlocked("shopping") && machine.grantEndings == [.strict])
    }

    /// The opening is moved at 05:00 on the 18th, after the answer. Never two days in one; a "no"
    /// holds to the next opening, at most 25 hours.
    @Test(arguments: [
        ("03:00", "2026-11-19T03:00", "2026-11-19T03:00"),
        ("00:30", "2026-11-19T00:30", "2026-11-19T00:30"),
        ("00:00", "2026-11-19T00:00", "2026-11-19T00:00"),
        ("04:30", "2026-11-19T04:30", "2026-11-19T04:30"),
        ("06:00", "2026-11-19T06:00", "2026-11-19T05:00"),
        ("22:00", "2026-11-19T22:00", "2026-11-19T05:00"),
    ])
    func openingMoved(opens: String, next: String, end: String) throws {
        var machine = try asked(false)
        machine.edit(try gated([loose(opens: opens)]))
        #expect(machine.openings().count == 1)
        let until = try at(end + ":00+01:00")
        #expect(machine.end("games") == text(until, in: machine.zone))
        machine.advance(until - machine.watch - instantly)
        #expect(machine.isBlocked("games"))
        machine.advance(instantly)
        #expect(!machine.isBlocked("games"))
        machine.advance(try at(next + ":00+01:00") - machine.watch)
        #expect(machine.openings().map { $0.prefix(16) }.last.map(String.init) == next)
        #expect(machine.openings().count == 2)
    }

    @Test func added() throws {
        var machine = try Machine(at: "2026-11-18T15:00:00+01:00", rules: gated())
        machine.edit(try gated([checkIn()]))
        #expect(machine.phase() == .asking && machine.isBlocked("shopping"))
        #expect(machine.told.last?.decision.cause == .rules)
        #expect(machine.prompts(.checkIn).count == 1)
    }

    /// The rules' zone is edited: as a journey.
    @Test func zoneEdited() throws {
        var machine = try asked(true)
        machine.edit(try gated([loose(zone: "Asia/Tokyo")]))
        machine.advance(.days(1))
        // Tokyo's 04:00 was after 16 hours, which is too soon; asked after 20.
        #expect(machine.openings().last == "2026-11-19T00:00:00+01:00")
    }
}

import RuleModel
import Testing

@testable import Engine

/// Answers to check-ins that were given on another device.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct AnswersFromElsewhere {
    private func machine() throws -> Machine {
        try Machine(at: "2026-11-18T12:00:00+01:00", rules: gated([checkIn()]))
    }

    private func answered(_ isYes: Bool, _ date: String = "2026-11-18") throws
        -> SharedFact.Content
    {
        .answered(checkIn: "morning", day: Int64(try day(date)), isYes: isYes)
    }

    private func blocked(_ machine: Machine) -> [String] {
        ["games", "shopping"].filter(machine.isBlocked)
    }

    @Test func aNoHoldsWhatTheQuestionAndTheNoHold() throws {
        var machine = try machine()
        #expect(blocked(machine) == ["shopping"])
        machine.receive(try answered(false))
        #expect(blocked(machine) == ["games", "shopping"])
        machine.send(.answerCheckIn("morning", isYes: false))
        #expect(blocked(machine) == ["games", "shopping"])
        #expect(machine.folded == machine.engine.state)
    }

    @Test func aNoOutweighsAYesHere() throws {
        var machine = try machine()
        machine.send(.answerCheckIn("morning", isYes: true))
        #expect(blocked(machine) == [])
        machine.receive(try answered(false))
        #expect(blocked(machine) == ["games", "shopping"])
        #expect(machine.end() == "2026-11-19T04:00:00+01:00")
        #expect(machine.phase() == .yes)
        // The next day asks again.
        try machine.advance(to: "2026-11-19T04:00:00+01:00")
        #expect(blocked(machine) == ["shopping"])
    }

    @Test(arguments: ["2026-11-17", "2026-11-19"])
    func aNoOfAnotherDayHoldsNothing(date: String) throws {
        var machine = try machine()
        machine.send(.answerCheckIn("morning", isYes: true))
        machine.receive(try answered(false, date))
        #expect(blocked(machine) == [])
    }

    @Test func aYesDoesNothing() throws {
        var machine = try machine()
        machine.receive(try answered(true))
        #expect(blocked(machine) == ["shopping"] && machine.phase() == .asking)
    }

    @Test func aNoOutweighsAYesOfAnyDevice() throws {
        var machine = try machine()
        machine.receive(try answered(true), from: "0b")
        machine.receive(try answered(false), from: "0c")
        machine.receive(try answered(true), id: 2, from: "0d")
        let others = try #require(machine.engine.state.otherDevices)
        #expect(try others.answer(to: "morning", on: day("2026-11-18")) == false)
        #expect(blocked(machine) == ["games", "shopping"])
    }
}

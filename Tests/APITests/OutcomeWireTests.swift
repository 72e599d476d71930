import API
import Testing
import Varlink

/// Outcomes of unblocks, and the prompts about them, in the form of the socket.
@Suite struct OutcomeWireTests {
    @Test func aLoggedOutcome() throws {
        #expect(
            try ReplyText.compact(UnblockAPI.LogOutcome.Reply(outcome: Sample.loggedOutcome)) == """
                {"outcome":{"bought":true,"amount":"12.50","currency":"EUR","regret":3,\
                "at":"2026-11-22T06:30:00+01:00","spending":false}}
                """)
        #expect(
            try ReplyText.compact(Sample.bareOutcome)
                == #"{"bought":false,"at":"2026-11-22T06:30:00+01:00"}"#)
    }

    /// No regret and no answer are two things: 0 is sent, nothing is not.
    @Test func noRegretIsSaid() throws {
        let none = UnblockAPI.LogOutcome.Parameters(request: 41, bought: true, regret: 0)
        #expect(try ReplyText.compact(none) == #"{"request":41,"bought":true,"regret":0}"#)
        let unsaid = UnblockAPI.LogOutcome.Parameters(request: 41, bought: true)
        #expect(try ReplyText.compact(unsaid) == #"{"request":41,"bought":true}"#)
        #expect(try JSON(encoding: none).decode(as: type(of: none)).regret == 0)
        #expect(try JSON(encoding: unsaid).decode(as: type(of: unsaid)).regret == nil)
    }

    @Test(arguments: [
        ["bought": true] as JSON, ["request": 41], ["request": 41, "bought": 1],
        ["request": "41", "bought": true], ["request": 41, "bought": true, "amount": 12.5],
        ["request": 41, "bought": true, "regret": 1.5],
        ["request": 41, "bought": true, "regret": "3"], ["request": 41, "bought": nil],
    ])
    func anOutcomeOfAnotherShapeIsRefused(asked: JSON) {
        #expect(throws: DecodingError.self) {
            try asked.decode(as: UnblockAPI.LogOutcome.Parameters.self)
        }
    }

    @Test func unblocks() throws {
        let unblocks = [Sample.unblocked, Sample.bareUnblocked]
        #expect(
            try ReplyText.compact(UnblockAPI.Unblocks.Reply(unblocks: unblocks)) == """
                {"unblocks":[{"request":41,"targets":["games","shopping"],\
                "at":"2026-11-21T22:30:00+01:00","purpose":"planned","category":"gift",\
                "mood":"happy","estimate":"49.90","currency":"EUR","intendedMinutes":10,\
                "used":true,"usedSeconds":720,"outcome":{"bought":true,"amount":"12.50",\
                "currency":"EUR","regret":3,"at":"2026-11-22T06:30:00+01:00","spending":false},\
                "spending":false},{"request":40,"targets":["social"],"at":"2026-11-21T22:30:00+01:00",\
                "purpose":"impulse","used":false,"usedSeconds":0}]}
                """)
    }

    @Test func refusals() {
        #expect(
            UnblockAPI.NotUnblocked(request: 41, outcome: .kept).varlinkError.description
                == #"org.soteria.unblock.NotUnblocked {"request":41,"outcome":"kept"}"#)
        #expect(
            UnblockAPI.TooLate(request: 41, days: 30).varlinkError.description
                == #"org.soteria.unblock.TooLate {"request":41,"days":30}"#)
        #expect(
            UnblockAPI.InvalidRegret(regret: -1, minimum: 0, maximum: 4).varlinkError.description
                == #"org.soteria.unblock.InvalidRegret {"regret":-1,"minimum":0,"maximum":4}"#)
    }
}

import API
import Testing
import Varlink

/// Check-ins as they stand on the socket.
@Suite struct CheckInWireTests {
    @Test func aCheckInWhoseFirstDayHasNotBegun() throws {
        #expect(
            try ReplyText.compact(Sample.waitingCheckIn) == """
                {"checkIn":"evening","question":"Was it a good day?","phase":"waiting",\
                "opens":"20:30","next":"2026-11-22T06:30:00+01:00","blocks":[],"blocksOnNo":[],\
                "suggestions":[],"streak":0,"longestStreak":0,"strict":false,"answers":[]}
                """)
    }

    @Test func aCheckInThatWasAnsweredWithNo() throws {
        var checkIn = Sample.everyCheckIn
        checkIn.welcome = nil
        #expect(
            try ReplyText.compact(CheckInAPI.Answer.Reply(checkIn: checkIn)) == """
                {"checkIn":{"checkIn":"morning","question":"Did you take time for yourself?",\
                "phase":"no","day":"2026-11-21","opens":"04:00",\
                "next":"2026-11-22T06:30:00+01:00","reminder":"09:00","blocks":["shopping"],\
                "blocksOnNo":["shopping","social"],"heading":"Take time first",\
                "suggestions":["Go for a walk"],"text":"There is no hurry.","streak":0,\
                "longestStreak":9,"strict":true,"until":"2026-11-22T06:30:00+01:00",\
                "answers":[{"day":"2026-11-21","yes":false,"at":"2026-11-21T22:30:00+01:00"}],\
                "dayText":"A list saves a walk.","textAt":"12:00"}}
                """)
    }

    @Test(arguments: zip(CheckInAPI.Phase.allCases, ["asking", "yes", "no", "lapsed", "waiting"]))
    func phasesHaveTheirWords(phase: CheckInAPI.Phase, word: String) throws {
        #expect(phase.rawValue == word)
        let state = CheckInAPI.GetState.Reply(
            phase: phase, streak: 0, longestStreak: 0, answers: 0, asked: 0)
        #expect(
            try ReplyText.compact(state) == """
                {"phase":"\(word)","streak":0,"longestStreak":0,"answers":0,"asked":0}
                """)
    }

    /// An answer is true or false and nothing that looks like one.
    @Test(arguments: [
        ["checkIn": "morning", "yes": "no"] as JSON, ["checkIn": "morning", "yes": 0],
        ["checkIn": "morning"], ["checkIn": "morning", "yes": nil], ["yes": true],
        ["checkIn": 1, "yes": true], [:],
    ])
    func anAnswerOfAnotherShapeIsRefused(asked: JSON) {
        #expect(throws: DecodingError.self) {
            try asked.decode(as: CheckInAPI.Answer.Parameters.self)
        }
    }

    @Test func nobodyEverAnswered() throws {
        #expect(try ReplyText.compact(CheckInAPI.GetLastAnswer.Reply()) == "{}")
        #expect(
            try ([:] as JSON).decode(as: CheckInAPI.GetLastAnswer.Reply.self).answer == nil)
    }

    @Test func refusals() {
        #expect(
            CheckInAPI.NotOpen(checkIn: "evening", next: Sample.later).varlinkError.description
                == """
                org.soteria.checkin.NotOpen {"checkIn":"evening",\
                "next":"2026-11-22T06:30:00+01:00"}
                """)
        #expect(
            CheckInAPI.AlreadyAnswered(checkIn: "morning", yes: true, next: Sample.later)
                .varlinkError.description == """
                    org.soteria.checkin.AlreadyAnswered {"checkIn":"morning","yes":true,\
                    "next":"2026-11-22T06:30:00+01:00"}
                    """)
        #expect(
            CheckInAPI.DebugOff().varlinkError == VarlinkError("org.soteria.checkin.DebugOff"))
    }
}

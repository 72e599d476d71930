import API
import Varlink

extension Example {
    static func checkIns() throws -> [Example] {
        let name = CheckInAPI.interface
        return try [
            Example(
                CheckInAPI.List.self, interface: name, parameters: [.init()],
                replies: [
                    .init(checkIns: [Sample.everyCheckIn, Sample.waitingCheckIn], debug: true),
                    .init(checkIns: [], debug: false),
                ]),
            Example(
                CheckInAPI.Answer.self, interface: name,
                parameters: [.init(checkIn: "morning", yes: false)],
                replies: [
                    .init(checkIn: Sample.everyCheckIn), .init(checkIn: Sample.waitingCheckIn),
                ]),
            Example(
                CheckInAPI.AcknowledgeWelcome.self, interface: name,
                parameters: [.init(checkIn: "morning")],
                replies: [.init(recorded: false), .init()]),
        ] + debugging()
    }

    private static func debugging() throws -> [Example] {
        let name = CheckInAPI.interface
        return try [
            Example(
                CheckInAPI.GetState.self, interface: name, parameters: [.init(checkIn: "morning")],
                replies: [
                    .init(
                        phase: .asking, day: "2026-11-21", openedAt: Sample.now,
                        cap: Sample.later, lastDay: "2026-11-20", streak: 3, longestStreak: 9,
                        answers: 41, asked: 2),
                    .init(phase: .waiting, streak: 0, longestStreak: 0, answers: 0, asked: 0),
                ]),
            Example(
                CheckInAPI.GetLastAnswer.self, interface: name,
                parameters: [.init(checkIn: "morning")],
                replies: [.init(answer: Sample.givenAnswer), .init()]),
            Example(
                CheckInAPI.Reset.self, interface: name, parameters: [.init(checkIn: "morning")],
                replies: [.init(checkIn: Sample.everyCheckIn)]),
            Example(
                CheckInAPI.SimulateNewDay.self, interface: name,
                parameters: [.init(checkIn: "morning")],
                replies: [.init(checkIn: Sample.everyCheckIn)]),
            Example(
                CheckInAPI.Force.self, interface: name, parameters: [.init(checkIn: "morning")],
                replies: [.init(checkIn: Sample.everyCheckIn, recorded: false)]),
        ]
    }
}

extension Sample {
    static let givenAnswer = CheckInAPI.GivenAnswer(day: "2026-11-21", yes: false, at: now)
    /// With every member, as no daemon says it: a greeting comes before the first answer.
    static let everyCheckIn = CheckInAPI.CheckIn(
        checkIn: "morning", question: "Did you take time for yourself?", phase: .no,
        day: "2026-11-21", opens: "04:00", next: later, reminder: "09:00", blocks: ["shopping"],
        blocksOnNo: ["shopping", "social"], heading: "Take time first",
        suggestions: ["Go for a walk"], text: "There is no hurry.", welcome: "Good to see you.",
        streak: 0, longestStreak: 9, strict: true, until: later, answers: [givenAnswer],
        dayText: "A list saves a walk.", textAt: "12:00")
    static let waitingCheckIn = CheckInAPI.CheckIn(
        checkIn: "evening", question: "Was it a good day?", phase: .waiting, opens: "20:30",
        next: later, blocks: [], blocksOnNo: [], suggestions: [], streak: 0, longestStreak: 0,
        strict: false, answers: [])

    /// The errors of `org.soteria.checkin`, in the order of its file.
    static let checkInErrors: [any TypedError] = [
        CheckInAPI.NoSuchCheckIn(checkIn: "mornign"),
        CheckInAPI.NotOpen(checkIn: "evening", next: later),
        CheckInAPI.AlreadyAnswered(checkIn: "morning", yes: true, next: later),
        CheckInAPI.DebugOff(), CheckInAPI.StoreUnavailable(reason: "the disk is full"),
    ]
}

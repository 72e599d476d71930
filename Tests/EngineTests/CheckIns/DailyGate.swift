import Engine
import RuleModel
import Testing

/// The daily gate: asked when its day begins, answered once, asked afresh the next day.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct DailyGate {
    /// It is 04:00 on Wednesday, 2026-11-18 in New York, and the first question is asked.
    private func asked(_ checkIns: [CheckIn]? = nil) throws -> Machine {
        try Machine(
            at: "2026-11-18T04:00:00-05:00", zone: "America/New_York",
            rules: gated(checkIns ?? [checkIn()]))
    }

    private func answer(_ isYes: Bool, _ key: String = "morning") -> AnswerCheckIn {
        .answerCheckIn(key, isYes: isYes)
    }

    @Test func firstQuestion() throws {
        let machine = try asked()
        #expect(machine.openings() == ["2026-11-18T04:00:00-05:00"])
        #expect(machine.phase() == .asking)
        let prompt = try #require(machine.prompts(.checkIn).first)
        #expect(prompt.checkIn == "morning" && prompt.isReminder == nil)
        #expect(prompt.kind.choices == [.yes, .no])
        #expect(machine.isBlocked("shopping") && !machine.isBlocked("games"))
        #expect(
            machine.restrictions(.checkIn) == [
                Restriction(
                    kind: .checkIn, rule: "morning", name: "Have you slept on it?", until: nil,
                    isStrict: true)
            ])
        #expect(machine.told.map(\.decision.target) == ["shopping"])
    }

    /// 03:59:59 and 04:00:00, with ticks and without.
    @Test(arguments: [true, false])
    func opensAtItsTime(hasTicks: Bool) throws {
        var machine = try asked()
        machine.hasTicks = hasTicks
        #expect(machine.send(answer(true)) == [.checkedIn("morning")])
        try machine.advance(to: "2026-11-19T03:59:59.999-05:00")
        #expect(machine.openings().count == 1 && !machine.isBlocked("shopping"))
        machine.advance(instantly)
        #expect(machine.openings().last == "2026-11-19T04:00:00-05:00")
        #expect(machine.phase() == .asking && machine.isBlocked("shopping"))
        #expect(machine.prompts(.checkIn).count == 1)
    }

    @Test func yes() throws {
        var machine = try asked()
        machine.advance(.hours(2))
        #expect(machine.send(answer(true)) == [.checkedIn("morning")])
        #expect(machine.phase() == .yes)
        #expect(!machine.isBlocked("shopping") && !machine.isBlocked("games"))
        #expect(machine.prompts(.checkIn).isEmpty)
        let record = try #require(machine.engine.state.checkIns["morning"])
        let first = try day("2026-11-18")
        #expect(record.day == first)
        #expect(
            record.answers == [
                CheckInAnswer(
                    checkIn: "morning", day: first, isYes: true, at: machine.engine.now)
            ])
        #expect(machine.told.last?.decision.cause == .checkIn)
    }

    /// A "no" opens what the question held, and holds its own targets until the next opening.
    @Test func no() throws {
        var machine = try asked()
        machine.advance(.hours(2))
        #expect(machine.send(answer(false)) == [.checkedIn("morning")])
        #expect(!machine.isBlocked("shopping") && machine.isBlocked("games"))
        #expect(machine.end("games") == "2026-11-19T04:00:00-05:00")
        #expect(machine.restrictions(.checkIn, on: "games").map(\.isStrict) == [true])
        try machine.advance(to: "2026-11-19T03:59:59.999-05:00")
        #expect(machine.isBlocked("games"))
        machine.advance(instantly)
        #expect(!machine.isBlocked("games") && machine.isBlocked("shopping"))
    }

    @Test(arguments: [true, false], [true, false])
    func oneAnswerADay(first: Bool, second: Bool) throws {
        var machine = try asked()
        machine.send(answer(first))
        let before = machine.engine.state
        #expect(machine.refusal(answer(second)) == .alreadyAnswered("morning", isYes: first))
        #expect(machine.engine.state == before)
        try machine.advance(to: "2026-11-19T04:00:00-05:00")
        #expect(machine.refusal(answer(second)) == nil)
    }

    @Test func unknown() throws {
        var machine = try asked()
        let before = machine.engine.state
        #expect(machine.refusal(answer(true, "evening")) == .noSuchCheckIn("evening"))
        #expect(machine.refusal(answer(true, "")) == .noSuchCheckIn(""))
        #expect(machine.engine.state == before)
    }

    /// A new day asks afresh, whatever yesterday's answer was, also where there was none.
    @Test(arguments: [true, false, nil])
    func newDay(yesterday: Bool?) throws {
        var machine = try asked()
        if let yesterday { machine.send(answer(yesterday)) }
        machine.advance(.days(1))
        #expect(machine.phase() == .asking)
        #expect(machine.prompts(.checkIn).count == 1)
        #expect(machine.isBlocked("shopping") && !machine.isBlocked("games"))
        let days = machine.openings().map { $0.prefix(10) }
        #expect(days == ["2026-11-18", "2026-11-19"])
    }

    @Test func answeredByItsPrompt() throws {
        var machine = try asked()
        let prompt = try #require(machine.prompts(.checkIn).first)
        machine.send(.answerPrompt(prompt.id, .no))
        #expect(machine.phase() == .no && machine.isBlocked("games"))
        #expect(machine.prompts(.checkIn).isEmpty)
        #expect(machine.refusal(.answerPrompt(prompt.id, .yes)) == .noSuchPrompt(prompt.id))
    }

    /// Two questions a day, each with its own time, targets and answer.
    @Test func twoADay() throws {
        var machine = try asked([
            checkIn(), checkIn("evening", opens: "18:00", blocks: ["games"], onNo: ["shopping"]),
        ])
        // At its first start the evening's question of the day before is still open.
        machine.send(answer(true, "evening"))
        machine.send(answer(true))
        #expect(!machine.isBlocked("games") && !machine.isBlocked("shopping"))
        try machine.advance(to: "2026-11-19T04:00:00-05:00")
        machine.send(answer(true))
        try machine.advance(to: "2026-11-19T18:00:00-05:00")
        #expect(machine.isBlocked("games") && !machine.isBlocked("shopping"))
        machine.send(answer(false, "evening"))
        #expect(!machine.isBlocked("games") && machine.isBlocked("shopping"))
        try machine.advance(to: "2026-11-20T04:00:00-05:00")
        // The evening's "no" holds on beside the morning's question.
        #expect(machine.restrictions(.checkIn).map(\.rule) == ["evening", "morning"])
        machine.send(answer(true))
        #expect(machine.isBlocked("shopping"))
        try machine.advance(to: "2026-11-20T17:59:00-05:00")
        #expect(machine.isBlocked("shopping"))
        try machine.advance(to: "2026-11-20T18:00:00-05:00")
        #expect(!machine.isBlocked("shopping") && machine.isBlocked("games"))
    }

    /// Decisions brought about by time have the check-in as their cause.
    @Test func causes() throws {
        var machine = try asked()
        machine.send(answer(false))
        try machine.advance(to: "2026-11-19T04:00:00-05:00")
        let causes = machine.told.suffix(2).map(\.decision.cause)
        #expect(causes == [.checkIn, .checkIn])
    }

    /// A first start after 04:00, or a machine that was off then: the next day still begins at
    /// 04:00.
    @Test(arguments: ["12:00", "23:00"])
    func lateOpening(start: String) throws {
        var machine = try Machine(
            at: "2026-11-18T\(start):00-05:00", zone: "America/New_York", rules: gated([checkIn()]))
        machine.send(answer(true))
        try machine.advance(to: "2026-11-19T05:00:00-05:00")
        #expect(
            machine.openings() == [
                "2026-11-18T\(start):00-05:00", "2026-11-19T04:00:00-05:00",
            ])
    }
}

import Engine
import RuleModel
import Testing

/// A check-in's text of the day is sent once on each of its days.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct TextsOfTheDay {
    private func rules(at time: String?, texts: [String] = ["One.", "Two."]) throws -> RuleSet {
        var checkIn = try checkIn()
        checkIn.texts = texts
        checkIn.textAt = time.map(minutes)
        return try gated([checkIn])
    }

    private func machine(at time: String?, from start: String = "04:00") throws -> Machine {
        try Machine(at: "2026-11-18T\(start):00+01:00", rules: rules(at: time))
    }

    private func sent(_ machine: Machine) -> [String] {
        machine.history.compactMap { event -> String? in
            guard case .newsTold(let news) = event.fact, let sent = news.text else { return nil }
            return "\(text(event.at, in: machine.zone)) \(sent.checkIn) \(sent.day)"
        }
    }

    @Test func onceADay() throws {
        var machine = try machine(at: "12:00")
        machine.advance(.hours(7))
        #expect(sent(machine) == [])
        machine.send(.answerCheckIn("morning", isYes: true))
        machine.advance(.hours(40))
        #expect(
            sent(machine) == [
                "2026-11-18T12:00:00+01:00 morning 20775",
                "2026-11-19T12:00:00+01:00 morning 20776",
            ])
        let prompt = try #require(machine.prompts(.checkInText).first)
        #expect(machine.prompts(.checkInText).count == 1 && prompt.checkIn == "morning")
        #expect(prompt.kind.choices == [.dismiss])
        #expect(machine.folded == machine.engine.state)
    }

    /// A time before the opening falls on the next date, and the night belongs to the day before.
    @Test func afterMidnight() throws {
        var machine = try machine(at: "01:30")
        machine.advance(.hours(23))
        #expect(sent(machine) == ["2026-11-19T01:30:00+01:00 morning 20775"])
    }

    /// A text missed while the machine was off is sent later on the same day.
    @Test func late() throws {
        var machine = try machine(at: "12:00", from: "18:00")
        #expect(sent(machine) == ["2026-11-18T18:00:00+01:00 morning 20775"])
        machine.advance(.hours(2))
        machine.restart(after: .minutes(5))
        #expect(sent(machine).count == 1)
    }

    @Test func notWithoutATimeOrTexts() throws {
        var machine = try machine(at: nil)
        machine.advance(.hours(20))
        #expect(sent(machine) == [])
        var empty = try Machine(
            at: "2026-11-18T04:00:00+01:00", rules: rules(at: "12:00", texts: []))
        empty.advance(.hours(20))
        #expect(sent(empty) == [])
    }

    @Test func notIfItIsSwitchedOff() throws {
        var rules = try rules(at: "12:00")
        rules.silenced = [.checkInText]
        var machine = try Machine(at: "2026-11-18T04:00:00+01:00", rules: rules)
        machine.advance(.hours(20))
        #expect(sent(machine) == [])
    }

    /// The question stays open beside the text, and the next day takes the text away.
    @Test func besideTheQuestion() throws {
        var machine = try machine(at: "12:00")
        machine.advance(.hours(9))
        #expect(machine.prompts(.checkIn).count == 1)
        let first = machine.prompts(.checkInText).map(\.id)
        #expect(first.count == 1)
        machine.advance(.hours(15))
        #expect(machine.prompts(.checkInText).isEmpty)
        machine.advance(.hours(9))
        #expect(machine.prompts(.checkInText).map(\.id) != first)
    }

    /// A check-in that is reset, or has a new day, takes the text away; after a reset it is due.
    @Test(arguments: [DebugCheckIn.Action.reset, .newDay])
    func debugged(action: DebugCheckIn.Action) throws {
        var rules = try rules(at: "12:00")
        rules.isDebug = true
        var machine = try Machine(at: "2026-11-18T04:00:00+01:00", rules: rules)
        machine.advance(.hours(9))
        let first = try #require(machine.prompts(.checkInText).first)
        machine.send(.debugCheckIn("morning", action))
        let texts = machine.prompts(.checkInText)
        #expect(!texts.contains(first) && texts.count == (action == .reset ? 1 : 0))
        #expect(machine.folded == machine.engine.state)
    }

    @Test func itIsDismissed() throws {
        var machine = try machine(at: "12:00")
        machine.advance(.hours(9))
        let prompt = try #require(machine.prompts(.checkInText).first)
        machine.send(.answerPrompt(prompt.id, .dismiss))
        machine.advance(.hours(2))
        #expect(machine.prompts(.checkInText).isEmpty && machine.phase() == .asking)
    }
}

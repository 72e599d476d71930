import Engine
import RuleModel
import Testing

/// The days in a row that were answered with yes, and what is remembered of answers.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct Streaks {
    /// A day each: y yes, n no, - not answered. Then the streak as of the last day, once it is
    /// answered, and the longest one.
    static let table = Table(
        """
        # answers     | streak | longest
        y             | 1      | 1
        n             | 0      | 0
        -             | 0      | 0
        y y y         | 3      | 3
        y y n         | 0      | 2
        y y n y       | 1      | 2
        y y -         | 2      | 2
        y y - -       | 0      | 2
        y y - y       | 1      | 2
        n y y y n y y | 2      | 3
        y n y n y     | 1      | 1
        y - y - y y   | 2      | 2
        """)

    /// A machine on the last of the days, an hour after its opening.
    private func after(_ answers: [Substring]) throws -> Machine {
        var machine = try Machine(at: "2026-11-18T04:00:00+01:00", rules: gated([checkIn()]))
        machine.hasTicks = false
        for (number, answer) in answers.enumerated() {
            if number > 0 { machine.advance(.hours(23)) }
            machine.advance(.hours(1))
            if answer != "-" {
                machine.send(.answerCheckIn("morning", isYes: answer == "y"))
            }
        }
        return machine
    }

    @Test(arguments: table.rows)
    func streak(row: String) throws {
        let cells = Table.cells(row)
        let answers = cells[0].split(separator: " ")
        let machine = try after(answers)
        let record = try #require(machine.engine.state.checkIns["morning"])
        let day = try #require(record.day)
        #expect(machine.openings().count == answers.count)
        #expect(String(record.streak(on: day)) == cells[1])
        #expect(String(record.longestStreak) == cells[2])
        let given = answers.filter { $0 != "-" }.map { $0 == "y" }
        #expect(record.answers.map(\.isYes) == given)
        #expect(machine.folded == machine.engine.state)
    }

    /// The machine was off for a day between: not answered.
    @Test func offForADay() throws {
        var machine = try after(["y", "y"])
        machine.reboot(away: .days(2))
        machine.send(.answerCheckIn("morning", isYes: true))
        let record = try #require(machine.engine.state.checkIns["morning"])
        #expect(record.streak == 1 && record.longestStreak == 2)
    }

    @Test func manyAnswers() throws {
        let machine = try after(Array(repeating: "y", count: 90))
        let record = try #require(machine.engine.state.checkIns["morning"])
        #expect(record.streak == 90 && record.longestStreak == 90)
        #expect(record.answers.count == 60)
    }

    /// Yes and no are counted for the figures of their day.
    @Test func figures() throws {
        let machine = try after(["y", "n", "-", "y"])
        let first = try day("2026-11-18")
        let tally = machine.engine.state.tally
        #expect(tally.metrics(days: first..<first + 4).checkInsYes == 2)
        #expect(tally.metrics(days: first..<first + 4).checkInsNo == 1)
        #expect(tally.metrics(days: first + 1..<first + 2).checkInsNo == 1)
    }
}

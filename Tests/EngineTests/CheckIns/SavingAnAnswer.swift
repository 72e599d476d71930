import Engine
import RuleModel
import Testing

/// An answer counts once it is on disk; where it cannot be stored, it is asked again.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct SavingAnAnswer {
    private func asked() throws -> Machine {
        try Machine(at: "2026-11-18T04:00:00+01:00", rules: gated([checkIn()]))
    }

    private static let yes = AnswerCheckIn.answerCheckIn("morning", isYes: true)

    @Test(arguments: [true, false])
    func failed(isYes: Bool) throws {
        var machine = try asked()
        machine.store = .refuses
        let first = machine.history.count
        machine.send(.answerCheckIn("morning", isYes: isYes))
        #expect(machine.phase() == .asking)
        #expect(machine.isBlocked("shopping") && !machine.isBlocked("games"))
        #expect(machine.history[first].fact == .storeFailed(refused: .checkInAnswered))
        #expect(machine.askings(since: first) == [.store])
        #expect(machine.prompts(.checkIn).count == 1)
        #expect(machine.engine.state.checkIns["morning"]?.answers == [])
        #expect(machine.folded == machine.engine.state)
    }

    /// While the store is known to fail nothing is even tried; afterwards it can be answered.
    @Test func storeComesBack() throws {
        var machine = try asked()
        machine.store = .refuses
        machine.send(Self.yes)
        #expect(machine.send(Self.yes) == [.storeUnavailable])
        #expect(machine.isBlocked("shopping"))
        machine.store = .keeps
        machine.send(.storeFailing(false))
        #expect(machine.send(Self.yes) == [.checkedIn("morning")])
        #expect(!machine.isBlocked("shopping"))
    }

    @Test func slow() throws {
        var machine = try asked()
        machine.store = .waits
        #expect(machine.send(Self.yes) == [])
        #expect(machine.phase() == .asking && machine.isBlocked("shopping"))
        for isYes in [true, false] {
            #expect(
                machine.refusal(.answerCheckIn("morning", isYes: isYes))
                    == .alreadyAnswered("morning", isYes: isYes))
        }
        machine.advance(.seconds(20))
        #expect(machine.commitWaiting(of: AnswerCheckIn.self) == [.checkedIn("morning")])
        #expect(machine.phase() == .yes && !machine.isBlocked("shopping"))
        #expect(machine.folded == machine.engine.state)
    }

    /// Given before the day was over, on disk after it: the new day is asked all the same.
    @Test(arguments: [true, false])
    func slowOverTheOpening(isYes: Bool) throws {
        var machine = try asked()
        try machine.advance(to: "2026-11-19T03:59:50+01:00")
        machine.store = .waits
        machine.send(.answerCheckIn("morning", isYes: isYes))
        machine.advance(.seconds(30))
        _ = machine.commitWaiting()
        machine.store = .keeps
        #expect(machine.phase() == .asking)
        #expect(machine.isBlocked("shopping") && !machine.isBlocked("games"))
        let answer = try #require(machine.engine.state.checkIns["morning"]?.answers.last)
        #expect(answer.isYes == isYes)
        #expect(try answer.day == day("2026-11-18"))
        #expect(machine.openings().count == 2)
        #expect(machine.folded == machine.engine.state)
    }

    @Test func slowThenRefused() throws {
        var machine = try asked()
        machine.store = .waits
        machine.send(Self.yes)
        machine.advance(.minutes(2))
        machine.refuseWaiting()
        #expect(machine.phase() == .asking && machine.isBlocked("shopping"))
        #expect(machine.askings() == [.store])
        #expect(machine.folded == machine.engine.state)
    }

    /// The daemon dies when the answer was on disk, and had not been told.
    @Test(arguments: [true, false])
    func dies(isReboot: Bool) throws {
        var machine = try asked()
        machine.store = .waits
        machine.send(Self.yes)
        machine.dieCommitted(isReboot: isReboot)
        #expect(machine.phase() == .yes && !machine.isBlocked("shopping"))
        #expect(machine.refusal(Self.yes) == .alreadyAnswered("morning", isYes: true))
    }

    /// The rules lose the check-in while its answer is on the way.
    @Test func removedMeanwhile() throws {
        var machine = try asked()
        machine.store = .waits
        machine.send(Self.yes)
        machine.edit(try gated())
        _ = machine.commitWaiting()
        #expect(!machine.isBlocked("shopping"))
        #expect(machine.folded == machine.engine.state)
        machine.edit(try gated([checkIn()]))
        #expect(!machine.isBlocked("shopping"), "it was answered today")
    }
}

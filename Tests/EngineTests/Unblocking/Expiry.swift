import Engine
import RuleModel
import Testing

/// A wait cannot be stored up: ten minutes after it is over the request expires, which is neither
/// a protection moment nor an unblock. And what is asked of a request that has ended.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct Expiry {
    @Test(arguments: [(Purpose.planned, Int64(610)), (.impulse, 630)])
    func tenMinutesAfterTheWait(purpose: Purpose, seconds: Int64) throws {
        var machine = try atNight()
        let request = try machine.ask(.target("shopping"), purpose)
        machine.advance(.seconds(seconds) - instantly)
        #expect(machine.isOpen(request))
        let events = machine.history.count
        machine.advance(instantly)
        #expect(machine.outcome(of: request) == .expired)
        #expect(machine.kinds(since: events) == ["requestClosed"])
        #expect(machine.engine.figures.keptToday == 0)
        #expect(machine.engine.figures.unblocksToday == 0)
        #expect(machine.isBlocked("shopping"))
        #expect(machine.refusal(confirming: request) == .requestOver(request.id, .expired))
        #expect(machine.refusal(.keep(request: request.id)) == .requestOver(request.id, .expired))
    }

    /// Confirmed at the last moment, and one millisecond later.
    @Test func atTheEdge() throws {
        var machine = try atNight()
        let request = try machine.ask()
        machine.advance(.seconds(610) - instantly)
        var late = machine
        try machine.granted(request)
        late.hasTicks = false
        late.advance(instantly)
        #expect(late.refusal(confirming: request) == .requestOver(request.id, .expired))
        #expect(late.isBlocked("shopping"))
    }

    /// Where nothing was said, ten minutes after the opening.
    @Test func withoutIntent() throws {
        var machine = try atNight()
        let request = try machine.ask(.target("shopping"), nil as Purpose?)
        machine.advance(.minutes(10) - instantly)
        #expect(machine.isOpen(request))
        machine.advance(instantly)
        #expect(machine.outcome(of: request) == .expired)
    }

    @Test func theIntentBeginsItAnew() throws {
        var machine = try atNight()
        let request = try machine.ask(.target("shopping"), nil as Purpose?)
        machine.advance(.minutes(9))
        try machine.ask(.target("shopping"), .impulse)
        machine.advance(.seconds(630) - instantly)
        #expect(machine.isOpen(request))
        machine.advance(instantly)
        #expect(machine.outcome(of: request) == .expired)
    }

    /// After expiry a new one is another conversation, with the whole wait.
    @Test func newRequestWaitsAgain() throws {
        var machine = try atNight()
        let first = try machine.ask()
        machine.advance(.minutes(11))
        let second = try machine.ask()
        #expect(second.id != first.id)
        #expect(machine.refusal(confirming: second) == .waitNotOver(.seconds(10)))
        #expect(machine.engine.requestsToday == 2)
    }

    @Test(arguments: ["-1h", "1h", "-10d", "10d"], [false, true])
    func clockChangesDoNotMatter(change: String, synchronised: Bool) throws {
        var machine = try atNight(rules([schedule("always", ["daily 00:00-24:00"])]))
        let request = try machine.ask()
        machine.advance(.minutes(5))
        machine.isSynchronised = synchronised
        machine.setClock(by: try span(change))
        machine.advance(.seconds(310) - instantly)
        #expect(machine.isOpen(request))
        machine.advance(instantly)
        #expect(machine.outcome(of: request) == .expired)
    }

    @Test func suspendCounts() throws {
        var machine = try atNight()
        let request = try machine.ask()
        machine.sleep(.seconds(610))
        #expect(machine.refusal(confirming: request) == .requestOver(request.id, .expired))
    }

    @Test func downtimeCounts() throws {
        var machine = try atNight()
        let request = try machine.ask()
        machine.restart(after: .seconds(609))
        #expect(machine.isOpen(request))
        machine.restart(after: .seconds(1))
        #expect(machine.outcome(of: request) == .expired)
    }

    @Test(arguments: [("5m", "0s", true), ("11m", "0s", false), ("5m", "1h", false)])
    func reboot(away: String, change: String, isOpen: Bool) throws {
        var machine = try atNight(rules([schedule("always", ["daily 00:00-24:00"])]))
        let request = try machine.ask()
        machine.advance(.seconds(10))
        machine.reboot(away: try span(away), clockSetBy: try span(change))
        #expect(machine.isOpen(request) == isOpen)
        guard isOpen else { return }
        machine.advance(.minutes(5) - instantly)
        #expect(machine.isOpen(request))
        machine.advance(instantly)
        #expect(machine.outcome(of: request) == .expired)
    }

    // MARK: What is asked of a request that has ended

    @Test func keepIsAtOnce() throws {
        var machine = try atNight()
        let request = try machine.ask(.target("shopping"), nil as Purpose?)
        #expect(machine.send(.keep(request: request.id)) == [.kept])
        #expect(machine.outcome(of: request) == .kept)
        #expect(machine.engine.figures.keptToday == 1)
        #expect(machine.engine.figures.keptThisWeek == 1)
        #expect(machine.engine.figures.unblocksToday == 0)
        #expect(machine.isBlocked("shopping"))
        #expect(machine.told.count == 1)
        #expect(machine.refusal(.keep(request: request.id)) == .requestOver(request.id, .kept))
        #expect(machine.refusal(confirming: request) == .requestOver(request.id, .kept))
        #expect(machine.engine.figures.keptToday == 1)
    }

    @Test func keepDuringAndAfterTheWait() throws {
        var machine = try atNight()
        let first = try machine.ask()
        machine.advance(.seconds(5))
        #expect(machine.send(.keep(request: first.id)) == [.kept])
        let second = try machine.ask()
        machine.advance(.seconds(15))
        #expect(machine.send(.keep(request: second.id)) == [.kept])
        #expect(machine.engine.figures.keptToday == 2)
        #expect(machine.engine.state.grants.isEmpty)
    }

    @Test func confirmedTwice() throws {
        var machine = try atNight()
        let request = try machine.ask()
        machine.advance(.seconds(10))
        try machine.granted(request)
        let events = machine.history.count
        #expect(machine.refusal(confirming: request) == .requestOver(request.id, .unblocked))
        let kept = machine.refusal(.keep(request: request.id))
        #expect(kept == .requestOver(request.id, .unblocked))
        #expect(machine.history.count == events)
        #expect(machine.engine.figures.unblocksToday == 1)
        #expect(machine.engine.figures.keptToday == 0)
        #expect(machine.engine.state.grants.count == 1)
    }

    @Test(arguments: [0, -1, 1, 99, Int64.max, .min])
    func unknownRequest(id: Int64) throws {
        var machine = try atNight()
        let events = machine.history.count
        #expect(machine.refusal(.confirm(request: id)) == .noSuchRequest(id))
        #expect(machine.refusal(.keep(request: id)) == .noSuchRequest(id))
        let protect = ProtectInstead.protectInstead(request: id, length: .hours(1))
        #expect(machine.refusal(protect) == .noSuchRequest(id))
        #expect(machine.history.count == events)
    }

    /// The outcomes of the last 64 requests are remembered; of older ones it is only known that
    /// they are not open.
    @Test func longAgo() throws {
        var machine = try atNight()
        let requests = try (0..<65).map { _ in
            let request = try machine.ask()
            machine.send(.keep(request: request.id))
            return request.id
        }
        #expect(machine.refusal(.confirm(request: requests[0])) == .noSuchRequest(requests[0]))
        #expect(
            machine.refusal(.confirm(request: requests[1])) == .requestOver(requests[1], .kept))
        #expect(
            machine.refusal(.confirm(request: requests[64])) == .requestOver(requests[64], .kept))
        #expect(machine.engine.figures.keptToday == 65)
    }

    /// A restart between the wait and the answers changes none of them.
    @Test func answersAfterARestart() throws {
        var machine = try atNight()
        let kept = try machine.ask()
        machine.send(.keep(request: kept.id))
        let open = try machine.ask()
        machine.restart(after: .seconds(10))
        #expect(machine.refusal(confirming: kept) == .requestOver(kept.id, .kept))
        try machine.granted(open)
        machine.restart(after: .seconds(1))
        #expect(machine.refusal(confirming: open) == .requestOver(open.id, .unblocked))
    }
}

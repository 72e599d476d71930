import Engine
import RuleModel
import Testing

/// Logging the outcome of an unblock, and the refusals.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct Logging {
    private func unblocked() throws -> (Machine, Int64) {
        var machine = try atNight()
        let grant = try machine.unblock()
        return (machine, grant.request)
    }

    private func log(
        _ request: Int64, isBought: Bool = true, _ amount: String? = nil, regret: Int? = nil
    ) throws -> LogOutcome {
        .logOutcome(
            request: request, isBought: isBought, amount: try amount.map { try money($0) },
            regret: regret)
    }

    private func metrics(_ machine: Machine) throws -> Metrics {
        let day = LocalTime(try at("2026-11-18T12:00:00Z"), offset: 0).date.daysSince1970
        return machine.engine.state.tally.metrics(days: day..<day + 1)
    }

    @Test func isKept() throws {
        var (machine, request) = try unblocked()
        machine.advance(.minutes(5))
        let answers = machine.send(try log(request, "49.90 EUR", regret: 3))
        let logged = LoggedOutcome(
            request: request, isBought: true, amount: try money("49.90 EUR"), regret: 3,
            at: machine.engine.now)
        #expect(answers == [.logged(logged)])
        #expect(machine.aftermath(of: request)?.outcome == logged)
        let metrics = try metrics(machine)
        #expect(metrics.outcomes == 1 && metrics.purchaseShare == Share(1, of: 1))
        #expect(metrics.purchases == [Amount(currency: "EUR", thousandths: 49_900)])
        #expect(metrics.meanRegret == Mean(3, of: 1))
        #expect(machine.folded == machine.engine.state)
    }

    @Test func replaces() throws {
        var (machine, request) = try unblocked()
        machine.send(try log(request, "49.90 EUR", regret: 3))
        machine.advance(.days(1))
        machine.send(try log(request, "0.10 USD", regret: 1))
        var figures = try metrics(machine)
        #expect(figures.outcomes == 1)
        #expect(figures.purchases == [Amount(currency: "USD", thousandths: 100)])
        #expect(figures.meanRegret == Mean(1, of: 1))
        machine.send(try log(request, isBought: false))
        figures = try metrics(machine)
        #expect(figures.outcomes == 1 && figures.purchases == [])
        #expect(figures.purchaseShare == Share(0, of: 1) && figures.meanRegret == nil)
    }

    /// An amount was not spent where nothing was bought.
    @Test func amountWithoutBought() throws {
        var (machine, request) = try unblocked()
        guard case .replied(let logged) = machine.send(try log(request, isBought: false, "5"))[0]
        else {
            Issue.record("not logged")
            return
        }
        #expect(logged.amount == nil && !logged.isBought)
        #expect(try metrics(machine).purchases == [])
    }

    @Test(arguments: [0, 4])
    func regretAllowed(regret: Int) throws {
        var (machine, request) = try unblocked()
        #expect(machine.refusal(try log(request, regret: regret)) == nil)
        #expect(machine.aftermath(of: request)?.outcome?.regret == regret)
    }

    @Test(arguments: [-1, 5, .max, .min])
    func regretRefused(regret: Int) throws {
        var (machine, request) = try unblocked()
        let before = machine.engine.state
        #expect(machine.refusal(try log(request, regret: regret)) == .invalidRegret(regret))
        #expect(machine.engine.state == before)
    }

    @Test func unknown() throws {
        var (machine, request) = try unblocked()
        let before = machine.engine.state
        for id in [0, -1, request + 1, .max, .min] {
            #expect(machine.refusal(try log(id)) == .noSuchRequest(id))
        }
        #expect(machine.engine.state == before)
    }

    @Test func notUnblocked() throws {
        var machine = try atNight()
        let open = try machine.ask()
        #expect(machine.refusal(try log(open.id)) == .notUnblocked(open.id, nil))
        machine.send(.keep(request: open.id))
        #expect(machine.refusal(try log(open.id)) == .notUnblocked(open.id, .kept))
        let expired = try machine.ask()
        machine.advance(.minutes(30))
        #expect(machine.refusal(try log(expired.id)) == .notUnblocked(expired.id, .expired))
    }

    @Test func thirtyDays() throws {
        var (machine, request) = try unblocked()
        machine.hasTicks = false
        machine.advance(.days(30))
        #expect(machine.refusal(try log(request, regret: 1)) == nil)
        machine.advance(instantly)
        let before = machine.engine.state
        #expect(machine.refusal(try log(request, regret: 2)) == .tooLate(request))
        #expect(machine.engine.state == before)
        #expect(machine.aftermath(of: request)?.outcome?.regret == 1)
    }

    @Test func sixtyDays() throws {
        var (machine, request) = try unblocked()
        machine.hasTicks = false
        machine.advance(.days(60) - .minutes(1))
        #expect(machine.refusal(try log(request)) == .tooLate(request))
        machine.advance(.minutes(2))
        #expect(machine.refusal(try log(request)) == .noSuchRequest(request))
    }

    /// The early end of a protection is an unblock too.
    @Test func earlyEnd() throws {
        var machine = try Machine(at: "2026-11-18T12:00:00+01:00", rules: gated())
        machine.send(.startProtection(target: "shopping", length: .hours(1), name: "P"))
        let protection = try #require(machine.engine.state.protections.first)
        let request = try machine.ask(.protection(protection.id), .planned)
        machine.advance(.seconds(10))
        #expect(machine.send(.confirm(request: request.id)) == [.released(blocked: [])])
        #expect(machine.refusal(try log(request.id, "3", regret: 1)) == nil)
        #expect(machine.aftermath(of: request.id)?.targets == ["shopping"])
        #expect(try metrics(machine).outcomes == 1)
    }

    /// Of the day of the unblock, though it is said on another one.
    @Test func countsForItsDay() throws {
        var (machine, request) = try unblocked()
        machine.advance(.days(3))
        machine.send(try log(request, "2 EUR"))
        #expect(try metrics(machine).outcomes == 1)
    }
}

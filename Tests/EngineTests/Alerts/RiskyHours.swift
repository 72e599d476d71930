import RuleModel
import Testing

@testable import Engine

/// The predictive alert: told at the start of an hour that has been among the riskiest, at most
/// once a day.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct RiskyHours {
    /// Two unblocks on each Friday at ten past ten in the evening and later, for so many weeks
    /// before Friday, 2026-11-20, and four in other hours, all in UTC.
    private func history(weeks: Int64, at times: [String] = ["22:10", "22:40"]) throws -> State {
        var history = History()
        let friday = try at("2026-11-20T00:00:00Z")
        for week in (1...weeks).reversed() {
            for time in times {
                history.unblock(
                    at: friday - .days(7 * week) + .minutes(Int64(minutes(time))), .impulse)
            }
        }
        for hour: Int64 in [8, 10, 12, 14] {
            history.unblock(at: friday - .days(3) + .hours(hour), .planned)
        }
        return history.state
    }

    private func machine(
        _ state: State, at start: String = "2026-11-20T20:30:00Z", plan: Plan = .premium
    ) throws -> Machine {
        try Machine(at: start, zone: "UTC", rules: gated(plan: plan), continuing: state)
    }

    private func told(_ machine: Machine) -> [String] {
        machine.history.compactMap { event in
            guard case .riskyHourTold(let hour) = event.fact else { return nil }
            return "\(text(event.at, in: .utc)) \(hour.weekday) \(hour.hour): "
                + "\(hour.count) of \(hour.total)"
        }
    }

    @Test func toldAtItsStart() throws {
        var machine = try machine(history(weeks: 8))
        try machine.advance(to: "2026-11-20T21:59:59Z")
        #expect(told(machine) == [])
        machine.advance(.seconds(1))
        #expect(told(machine) == ["2026-11-20T22:00:00Z 5 22: 16 of 20"])
        let prompt = try #require(machine.prompts(.riskyHour).first)
        #expect(prompt.riskyHour == RiskyHour(weekday: 5, hour: 22, count: 16, total: 20))
        #expect(prompt.kind.choices == [.protect, .dismiss])
        machine.advance(.hours(20))
        #expect(told(machine).count == 1)
        #expect(machine.folded.riskyHourToldOn == machine.engine.state.riskyHourToldOn)
    }

    /// Protect for an hour, or not.
    @Test(arguments: [true, false])
    func answered(protects: Bool) throws {
        var machine = try machine(history(weeks: 8))
        try machine.advance(to: "2026-11-20T22:05:00Z")
        let prompt = try #require(machine.prompts(.riskyHour).first)
        machine.send(.answerPrompt(prompt.id, protects ? .protect : .dismiss))
        #expect(machine.isBlocked("shopping") == protects)
        #expect(machine.prompts(.riskyHour).isEmpty)
        if protects { #expect(machine.end() == "2026-11-20T23:05:00Z") }
    }

    @Test func notOnAnotherDay() throws {
        var machine = try machine(history(weeks: 8), at: "2026-11-20T23:30:00Z")
        try machine.advance(to: "2026-11-27T21:59:00Z")
        #expect(told(machine) == [])
        try machine.advance(to: "2026-11-27T22:01:00Z")
        // A week later the first of the eight Fridays is too long ago.
        #expect(told(machine) == [])
    }

    /// Two risky hours follow each other: told of the first one.
    @Test func onceADay() throws {
        let times = ["21:10", "21:40", "22:10", "22:40"]
        var machine = try machine(history(weeks: 8, at: times))
        try machine.advance(to: "2026-11-21T10:00:00Z")
        #expect(told(machine) == ["2026-11-20T21:00:00Z 5 21: 16 of 36"])
    }

    @Test func notOnTheFreePlan() throws {
        let free = Plan(key: "free", entries: 1, schedules: 1, hasPredictiveAlerts: false)
        var machine = try machine(history(weeks: 8), plan: free)
        try machine.advance(to: "2026-11-20T23:00:00Z")
        #expect(told(machine) == [] && machine.prompts(.riskyHour).isEmpty)
    }

    /// Fewer than 20 in all: nothing is said.
    @Test func tooFew() throws {
        var machine = try machine(history(weeks: 7))
        try machine.advance(to: "2026-11-20T23:00:00Z")
        #expect(told(machine) == [])
    }

    /// A start in the middle of the hour tells of it then, once: not again after a restart.
    @Test func startWithinTheHour() throws {
        var machine = try machine(history(weeks: 8), at: "2026-11-20T22:20:30Z")
        machine.advance(.minutes(1))
        #expect(told(machine).count == 1)
    }

    /// A machine that is opened at 22:05 tells of the hour that began while it slept, once.
    @Test func wokenWithinTheHour() throws {
        var machine = try machine(history(weeks: 8))
        machine.sleep(.minutes(95))
        #expect(told(machine) == ["2026-11-20T22:05:00Z 5 22: 16 of 20"])
        machine.advance(.minutes(50))
        #expect(told(machine).count == 1)
    }

    /// The prompt closes by itself; nobody is asked about an hour of days ago.
    @Test func expires() throws {
        var machine = try machine(history(weeks: 8))
        try machine.advance(to: "2026-11-20T23:01:00Z")
        #expect(machine.prompts(.riskyHour).isEmpty)
    }

    /// Hours are those of the rules' zone.
    @Test func inTheRulesZone() throws {
        var rules = try gated()
        rules.timeZone = try zone("Asia/Tokyo")
        var machine = try Machine(
            at: "2026-11-20T05:30:00Z", zone: "UTC", rules: rules, continuing: history(weeks: 8))
        // The history was made in UTC: 22:00 on its clock. In Tokyo it is 22:00 at 13:00Z.
        try machine.advance(to: "2026-11-20T13:00:00Z")
        #expect(told(machine) == ["2026-11-20T13:00:00Z 5 22: 16 of 20"])
    }
}

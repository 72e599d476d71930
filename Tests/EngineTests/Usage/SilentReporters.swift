import Engine
import RuleModel
import Testing

/// A reporter that dies, or says what cannot be: its use ends 90 seconds after its last sign, and
/// nothing else changes.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct SilentReporters {
    private func machine() throws -> Machine {
        try Machine(at: "2026-11-18T10:01:00+01:00", rules: gated())
    }

    @Test(arguments: [true, false])
    func endsAfterItsLastSign(hasTicks: Bool) throws {
        var machine = try machine()
        machine.hasTicks = hasTicks
        let use = try machine.open()
        machine.keepUsing([use], for: TimeSpan(milliseconds: 100_123))
        machine.advance(.seconds(90) - instantly)
        #expect(machine.sessions.isEmpty)
        machine.advance(instantly)
        #expect(machine.stretches == ["shopping 10:01:00–10:04:10.123 190s"])
        #expect(machine.sessions[0].active == TimeSpan(milliseconds: 190_123))
        machine.advance(.minutes(30))
        #expect(machine.sessions.count == 1)
    }

    @Test func neverSeenAgain() throws {
        var machine = try machine()
        try machine.open()
        machine.advance(.hours(1))
        #expect(machine.stretches == ["shopping 10:01:00–10:02:30 90s"])
    }

    /// A late timer changes nothing of what is counted.
    @Test func lateTimer() throws {
        var machine = try machine()
        try machine.open()
        machine.lag(.minutes(20))
        machine.send(.observed)
        #expect(machine.stretches == ["shopping 10:01:00–10:02:30 90s"])
        #expect(machine.folded == machine.engine.state)
    }

    @Test func signAfterTheEndIsUnknown() throws {
        var machine = try machine()
        let use = try machine.open()
        machine.advance(.seconds(90) - instantly)
        #expect(machine.see([use]) == [])
        machine.advance(.seconds(90))
        let before = machine.history.count
        #expect(machine.see([use]) == [use])
        #expect(machine.refusal(.useClosed(use)) == .noSuchUse(use))
        #expect(machine.history.count == before)
        #expect(machine.stretches == ["shopping 10:01:00–10:03:59.999 179s"])
    }

    /// A sign that comes late, before any timer did.
    @Test func lateSign() throws {
        var machine = try machine()
        let use = try machine.open()
        machine.lag(.seconds(91))
        #expect(machine.see([use]) == [use])
        #expect(machine.stretches == ["shopping 10:01:00–10:02:30 90s"])
    }

    /// Known and unknown in one sign: the known ones go on.
    @Test func someUnknown() throws {
        var machine = try machine()
        let use = try machine.open()
        machine.advance(.seconds(60))
        #expect(machine.see([use, 1, use + 99]).sorted() == [1, use + 99].sorted())
        machine.advance(.seconds(60))
        #expect(machine.sessions.isEmpty)
    }

    /// One of two reporters dies.
    @Test func oneOfTwoDies() throws {
        var machine = try machine()
        try machine.open()
        let other = try machine.open(.app("org.example.shopping"))
        machine.keepUsing([other], for: .minutes(10))
        machine.send(.useClosed(other))
        #expect(machine.stretches == ["shopping 10:01:00–10:11:00 600s"])
    }

    @Test(arguments: [
        Place.site("nowhere.example"), .app("org.example.none"), .site(""),
    ])
    func unknownPlaceChangesNothing(place: Place) throws {
        var machine = try machine()
        let before = machine.engine.state
        #expect(machine.send(.useOpened(place)) == [.refused(.notTracked([]))])
        #expect(machine.engine.state == before)
    }

    @Test(arguments: [[7], [], [.max, .min]] as [[Int64]])
    func unknownUseChangesNothing(uses: [Int64]) throws {
        var machine = try machine()
        let before = machine.engine.state
        #expect(machine.send(.usesSeen(uses)) == [.replied(uses)])
        for use in uses { #expect(machine.refusal(.useClosed(use)) == .noSuchUse(use)) }
        #expect(machine.engine.state == before)
    }

    @Test func unmonitoredIsNotTracked() throws {
        var machine = try machine()
        machine.send(.switch(.target("shopping"), isOn: false))
        let before = machine.engine.state
        #expect(
            machine.refusal(.useOpened(.site("shopping.example"))) == .notTracked(["shopping"]))
        #expect(machine.engine.state == before)
    }

    /// Monitoring is switched off while the target is used: it is no longer tracked.
    @Test func unmonitoredInTheMiddle() throws {
        var machine = try machine()
        let use = try machine.open()
        machine.keepUsing([use], for: .minutes(4))
        machine.send(.switch(.target("shopping"), isOn: false))
        for _ in 0..<10 {
            machine.advance(.seconds(30))
            machine.see([use])
        }
        machine.send(.useClosed(use))
        #expect(machine.stretches == ["shopping 10:01:00–10:05:00 240s"])
        #expect(try machine.used(since: "2026-11-18T00:00:00+01:00") == .minutes(4))
    }

    /// The target goes out of the rules while it is used.
    @Test func removedInTheMiddle() throws {
        var machine = try machine()
        let use = try machine.open()
        machine.keepUsing([use], for: .minutes(4))
        machine.edit(try rules([], targets: ["games"]))
        machine.advance(.seconds(30))
        machine.see([use])
        machine.advance(.minutes(3))
        #expect(machine.stretches == ["shopping 10:01:00–10:05:00 240s"])
    }
}

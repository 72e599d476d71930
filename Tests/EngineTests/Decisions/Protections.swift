import Engine
import RuleModel
import Testing

/// Manual protections: a length of elapsed time, whatever becomes of the wall clock.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct Protections {
    /// A machine without schedules at 15:00, a protection of two hours begun.
    private func protected(
        _ name: String = "Europe/Berlin", at start: String = "2026-11-20T15:00:00+01:00"
    )
        throws -> Machine
    {
        var machine = try Machine(at: start, zone: name, rules: rules([]))
        let answers = machine.send(
            .startProtection(target: "shopping", length: .hours(2), name: "Focus"))
        #expect(answers.count == 1)
        return machine
    }

    @Test func blocksForItsLength() throws {
        var machine = try protected()
        machine.advance(.hours(3))
        #expect(
            try machine.decisions() == [
                "2026-11-20T15:00:00+01:00 block shopping until 2026-11-20T17:00:00+01:00",
                "2026-11-20T17:00:00+01:00 unblock shopping",
            ])
        #expect(machine.told.map(\.decision.cause) == [.protection, .protection])
        #expect(
            machine.kinds().filter { $0 != "timeNoted" }.suffix(2) == [
                "protectionEnded", "decided",
            ])
        #expect(machine.engine.state.protections.isEmpty)
    }

    @Test func isAnsweredAndRecorded() throws {
        var machine = try Machine(at: "2026-11-20T15:00:00+01:00", rules: rules([]))
        let answers = machine.send(
            .startProtection(target: "shopping", length: .minutes(1), name: "Focus"))
        let started = machine.history.compactMap { event -> (Int64, Protection)? in
            guard case .protectionStarted(let protection) = event.fact else { return nil }
            return (event.sequence, protection)
        }
        let protection = try #require(started.first?.1)
        #expect(started.count == 1)
        #expect(protection.id == started[0].0)
        #expect(protection.kind == .manualProtection)
        #expect(protection.name == "Focus")
        #expect(protection.targets == ["shopping"])
        #expect(!protection.isStrict)
        #expect(protection.length == .minutes(1))
        #expect(protection.deadline == Deadline(boot: BootID("boot 1"), elapsed: .minutes(181)))
        #expect(
            answers == [.protecting(protection, until: try at("2026-11-20T15:01:00+01:00"))])
        #expect(
            machine.told.last?.decision.restrictions == [
                Restriction(
                    kind: .manualProtection, rule: "\(protection.id)", name: "Focus",
                    until: try at("2026-11-20T15:01:00+01:00"), isStrict: false)
            ])
    }

    @Test(arguments: ["59s", "0s", "-60s", "604801s", "8d"])
    func lengthMustBeSensible(length: String) throws {
        var machine = try Machine(at: "2026-11-20T15:00:00+01:00", rules: rules([]))
        let events = machine.history.count
        let answers = machine.send(
            .startProtection(target: "shopping", length: try span(length), name: ""))
        #expect(answers == [.refused(.invalidLength)])
        #expect(machine.history.count == events)
        #expect(machine.told.isEmpty)
    }

    @Test(arguments: ["60s", "7d"])
    func shortestAndLongest(length: String) throws {
        var machine = try Machine(at: "2026-11-20T15:00:00+01:00", rules: rules([]))
        machine.send(.startProtection(target: nil, length: try span(length), name: ""))
        machine.advance(try span(length) - TimeSpan(milliseconds: 1))
        #expect(machine.isBlocked("shopping"))
        machine.advance(TimeSpan(milliseconds: 1))
        #expect(!machine.isBlocked("shopping"))
    }

    @Test func unknownTarget() throws {
        var machine = try Machine(at: "2026-11-20T15:00:00+01:00", rules: rules([]))
        #expect(
            machine.send(.startProtection(target: "shoping", length: .hours(1), name: ""))
                == [.refused(.noSuchTarget("shoping"))])
    }

    @Test func allTargets() throws {
        var machine = try Machine(
            at: "2026-11-20T15:00:00+01:00", rules: rules([], targets: ["b", "a", "c"]))
        machine.send(.startProtection(target: nil, length: .hours(1), name: "All"))
        #expect(machine.told.map(\.decision.target) == ["a", "b", "c"])
        #expect(machine.engine.state.protections.map(\.targets) == [["a", "b", "c"]])
    }

    /// Daylight-saving changes, sleep and clock jumps within the two hours: two hours of true time.
    @Test func acrossSpringForward() throws {
        var machine = try protected(at: "2026-03-29T01:00:00+01:00")
        #expect(machine.end() == "2026-03-29T04:00:00+02:00")
        machine.advance(.hours(3))
        #expect(
            try machine.decisions().last == "2026-03-29T04:00:00+02:00 unblock shopping")
    }

    @Test func acrossFallBack() throws {
        var machine = try protected(at: "2026-10-25T01:30:00+02:00")
        #expect(machine.end() == "2026-10-25T02:30:00+01:00")
        machine.advance(.hours(3))
        #expect(
            try machine.decisions().last == "2026-10-25T02:30:00+01:00 unblock shopping")
    }

    @Test func suspendCounts() throws {
        var machine = try protected()
        machine.advance(.minutes(30))
        machine.sleep(.hours(1))
        #expect(machine.isBlocked("shopping"))
        machine.advance(.hours(1))
        #expect(
            try machine.decisions().last == "2026-11-20T17:00:00+01:00 unblock shopping")
    }

    @Test func suspendPastTheEnd() throws {
        var machine = try protected()
        machine.sleep(.hours(10))
        #expect(
            try machine.decisions().last == "2026-11-21T01:00:00+01:00 unblock shopping")
    }

    @Test(
        arguments: ["1h", "-1h", "10h", "-10h", "10d", "-10d"], [false, true])
    func clockChangesDoNotMatter(change: String, synchronised: Bool) throws {
        var machine = try protected()
        machine.advance(.minutes(30))
        machine.isSynchronised = synchronised
        machine.setClock(by: try span(change))
        machine.advance(.minutes(89))
        #expect(machine.isBlocked("shopping"))
        machine.advance(.hours(3))
        #expect(
            try machine.decisions().last == "2026-11-20T17:00:00+01:00 unblock shopping")
        #expect(machine.told.count { $0.decision.verdict == .block } == 1)
    }

    @Test func zoneChangesDoNotMatter() throws {
        var machine = try protected()
        try machine.travel(to: "Asia/Tokyo")
        machine.advance(.hours(3))
        #expect(
            try machine.decisions().last == "2026-11-20T17:00:00+01:00 unblock shopping")
    }

    /// A reboot: the rest that was left, less the wall time away; never longer than the rest.
    @Test(arguments: [
        // Set by, away, the true minute of the end; the rest at the stop was 90 minutes.
        ("0s", "10m", "2026-11-20T17:00:00+01:00"),
        ("0s", "3h", "2026-11-20T18:30:00+01:00"),
        // A clock set back while away: no wall time went by, the whole rest is left.
        ("-10h", "10m", "2026-11-20T17:10:00+01:00"),
        // A clock set forward past the end ends it; the start says that nothing proves it.
        ("10h", "10m", "2026-11-20T15:40:00+01:00"),
        ("1h", "10m", "2026-11-20T16:00:00+01:00"),
    ])
    func overAReboot(change: String, away: String, end: String) throws {
        var machine = try protected()
        machine.advance(.minutes(30))
        machine.reboot(away: try span(away), clockSetBy: try span(change))
        machine.advance(.hours(3))
        #expect(try machine.decisions().last == "\(end) unblock shopping")
        #expect(machine.told.count { $0.decision.verdict == .block } == 1)
    }

    @Test func overARestart() throws {
        var machine = try protected()
        machine.restart(after: .minutes(45))
        machine.advance(.hours(3))
        #expect(
            try machine.decisions().last == "2026-11-20T17:00:00+01:00 unblock shopping")
        #expect(machine.told.count == 2)
    }

    /// A longer protection takes the place of one that it covers: one reason, the later end.
    @Test func twoProtections() throws {
        var machine = try protected()
        machine.advance(.minutes(60))
        machine.send(.startProtection(target: nil, length: .hours(2), name: "More"))
        machine.advance(.hours(4))
        #expect(
            try machine.decisions() == [
                "2026-11-20T15:00:00+01:00 block shopping until 2026-11-20T17:00:00+01:00",
                "2026-11-20T16:00:00+01:00 update shopping until 2026-11-20T18:00:00+01:00",
                "2026-11-20T18:00:00+01:00 unblock shopping",
            ])
        #expect(machine.told.map(\.decision.restrictions.count) == [1, 1, 0])
    }

    /// One that a running one covers adds nothing; the answer is what runs.
    @Test func aShorterProtection() throws {
        var machine = try protected()
        machine.advance(.minutes(60))
        let answers = machine.send(
            .startProtection(target: "shopping", length: .minutes(30), name: "Less"))
        let running = try #require(machine.engine.state.protections.first)
        #expect(machine.engine.state.protections.count == 1)
        let until = try #require(Instant(rfc3339: "2026-11-20T17:00:00+01:00"))
        #expect(answers == [.protecting(running, until: until)])
        machine.advance(.hours(4))
        #expect(
            try machine.decisions() == [
                "2026-11-20T15:00:00+01:00 block shopping until 2026-11-20T17:00:00+01:00",
                "2026-11-20T17:00:00+01:00 unblock shopping",
            ])
    }

    /// A protection into the night: the end said is the night's, as long as nothing changes.
    @Test func protectionIntoANight() throws {
        var machine = try Machine(at: "2026-11-20T21:00:00+01:00", rules: everyNight())
        machine.send(.startProtection(target: "shopping", length: .hours(2), name: "Focus"))
        machine.advance(.hours(12))
        #expect(
            try machine.decisions() == [
                "2026-11-20T21:00:00+01:00 block shopping until 2026-11-21T06:30:00+01:00",
                "2026-11-20T22:30:00+01:00 update shopping until 2026-11-21T06:30:00+01:00",
                "2026-11-20T23:00:00+01:00 update shopping until 2026-11-21T06:30:00+01:00",
                "2026-11-21T06:30:00+01:00 unblock shopping",
            ])
        #expect(
            machine.told.map { $0.decision.restrictions.map(\.kind) } == [
                [.manualProtection],
                [.manualProtection, .quietHours].sorted { $0.rawValue < $1.rawValue },
                [.quietHours], [],
            ])
    }

    /// The wall clock gains half a second a minute: still two hours of elapsed time, told once.
    @Test func driftTellsNothing() throws {
        var machine = try protected()
        machine.drift = 500
        machine.advance(.hours(3))
        #expect(machine.told.count == 2)
        #expect(
            try machine.decisions().last == "2026-11-20T17:00:00+01:00 unblock shopping")
    }

    @Test func targetRemovedMeanwhile() throws {
        var machine = try protected()
        machine.edit(try rules([], targets: []))
        #expect(!machine.isBlocked("shopping"))
        machine.edit(try rules([]))
        #expect(machine.end() == "2026-11-20T17:00:00+01:00")
        machine.advance(.hours(3))
        #expect(!machine.isBlocked("shopping"))
    }
}

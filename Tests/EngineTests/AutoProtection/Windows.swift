import Engine
import RuleModel
import Testing

/// The window of an auto-protection: two hours of elapsed time, whatever becomes of clocks, sleep
/// and daemon.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct Windows {
    /// A machine whose auto-protection of two hours begins five minutes after the start.
    private func protected(
        at start: String = "2026-11-18T15:00:00+01:00", isStrict: Bool = false
    ) throws -> Machine {
        let begins = try LocalTime(at(start) + .minutes(5), in: zone("Europe/Berlin"))
        let rule = try auto(
            when: "local.day == \(begins.date.day) && local.hour == \(begins.hour) "
                + "&& local.minute == \(begins.minute) && unblocks.last_30_days == 0",
            isStrict: isStrict)
        var machine = try Machine(at: start, rules: rules([], auto: [rule]))
        machine.advance(.minutes(5))
        #expect(machine.autoProtections.count == 1)
        return machine
    }

    private func lastDecision(_ machine: Machine) throws -> String? {
        try machine.decisions().last
    }

    @Test func blocksWithoutQuietHours() throws {
        var machine = try protected()
        #expect(
            machine.told.last?.decision.restrictions == [
                Restriction(
                    kind: .autoProtection,
                    rule: "\(machine.autoProtections[0].protection.id)",
                    name: "Auto-Protection: High Risk Detected",
                    until: try at("2026-11-18T17:05:00+01:00"), isStrict: false)
            ])
        #expect(machine.told.last?.decision.cause == .protection)
        machine.advance(.hours(2) - instantly)
        #expect(machine.isBlocked("shopping"))
        machine.advance(instantly)
        #expect(
            try machine.decisions() == [
                "2026-11-18T15:05:00+01:00 block shopping until 2026-11-18T17:05:00+01:00",
                "2026-11-18T17:05:00+01:00 unblock shopping",
            ])
        #expect(machine.kinds().suffix(2) == ["protectionEnded", "decided"])
    }

    @Test func isRecorded() throws {
        let machine = try protected()
        let started = machine.history.first { $0.fact.kind == .protectionStarted }
        let protection = machine.autoProtections[0].protection
        #expect(started?.fact == .protectionStarted(protection))
        #expect(protection.id == started?.sequence)
        #expect(protection.rule == "high_risk")
        #expect(protection.targets == ["shopping"])
        #expect(protection.length == .hours(2))
        #expect(!protection.isStrict)
        #expect(
            protection.deadline
                == Deadline(boot: BootID("boot 1"), elapsed: .hours(5) + .minutes(5)))
        #expect(machine.engine.runs(of: "high_risk") == [protection])
        #expect(machine.engine.isAutoProtected(["shopping"]))
        #expect(!machine.engine.isAutoProtected(["games"]))
    }

    @Test(arguments: [
        // Begun at 01:05 before spring's gap, and at 01:35 summer time before autumn's hour.
        ("2026-03-29T01:00:00+01:00", "2026-03-29T04:05:00+02:00"),
        ("2026-10-25T01:30:00+02:00", "2026-10-25T02:35:00+01:00"),
    ])
    func clockChangesOfTheYear(start: String, end: String) throws {
        var machine = try protected(at: start)
        #expect(machine.end() == end)
        machine.advance(.hours(4))
        #expect(try lastDecision(machine) == "\(end) unblock shopping")
        #expect(machine.told.count == 2)
    }

    @Test func suspendCounts() throws {
        var machine = try protected()
        machine.advance(.minutes(30))
        machine.sleep(.minutes(89))
        #expect(machine.isBlocked("shopping"))
        machine.advance(.minutes(1) - instantly)
        #expect(machine.isBlocked("shopping"))
        machine.advance(instantly)
        #expect(!machine.isBlocked("shopping"))
    }

    @Test(arguments: ["-10d", "-1h", "1h", "3h", "10d"], [false, true])
    func clockChangesDoNotMatter(change: String, synchronised: Bool) throws {
        var machine = try protected()
        machine.advance(.minutes(30))
        machine.isSynchronised = synchronised
        machine.setClock(by: try span(change))
        machine.advance(.minutes(90) - instantly)
        #expect(machine.isBlocked("shopping"))
        machine.advance(instantly)
        #expect(!machine.isBlocked("shopping"))
        #expect(machine.autoProtections.count == 1)
        #expect(machine.told.count { $0.decision.verdict != .update } == 2)
    }

    @Test func zoneChangesDoNotMatter() throws {
        var machine = try protected()
        try machine.travel(to: "Asia/Tokyo")
        machine.advance(.hours(3))
        #expect(try lastDecision(machine) == "2026-11-18T17:05:00+01:00 unblock shopping")
    }

    /// Orderly, or by `kill -9`: it goes on with its right end, in one window.
    @Test func restart() throws {
        var machine = try protected()
        machine.advance(.minutes(20))
        machine.restart(after: .minutes(40))
        #expect(machine.isBlocked("shopping"))
        #expect(machine.engine.isAutoProtected(["shopping"]))
        #expect(machine.end() == "2026-11-18T17:05:00+01:00")
        machine.advance(.hours(3))
        #expect(try lastDecision(machine) == "2026-11-18T17:05:00+01:00 unblock shopping")
        #expect(machine.told.count == 2)
        #expect(machine.autoProtections.count == 1)
    }

    @Test func overWhileAway() throws {
        var machine = try protected()
        machine.restart(after: .hours(3))
        #expect(!machine.isBlocked("shopping"))
        #expect(machine.engine.state.protections.isEmpty)
        #expect(machine.prompts(.autoProtection).isEmpty)
    }

    /// Over a reboot: the rest, less the wall time away, never longer than the rest.
    @Test(arguments: [
        ("0s", "10m", "2026-11-18T17:05:00+01:00"), ("0s", "3h", "2026-11-18T18:35:00+01:00"),
        ("-10h", "10m", "2026-11-18T17:15:00+01:00"), ("10h", "10m", "2026-11-18T15:45:00+01:00"),
        ("1h", "10m", "2026-11-18T16:05:00+01:00"),
    ])
    func reboot(change: String, away: String, end: String) throws {
        for isOrderly in [false, true] {
            var machine = try protected()
            machine.advance(.minutes(30))
            // The last event on disk is a moment old, even after a power cut.
            machine.send(.attempt(.site("shopping.example")))
            machine.reboot(
                away: try span(away), clockSetBy: try span(change), isOrderly: isOrderly)
            machine.advance(.hours(3))
            let opened = machine.told.last { $0.decision.verdict == .unblock }
            #expect(opened?.at == (try at(end)))
            #expect(machine.told.count { $0.decision.verdict == .block } == 1)
        }
    }

    @Test func strictOne() throws {
        var machine = try protected(isStrict: true)
        let until = try at("2026-11-18T17:05:00+01:00")
        let input = AskToUnblock.request(.target("shopping"), intent: nil, isPause: false)
        #expect(machine.refusal(input) == .strict(until: until, target: "shopping"))
        #expect(
            machine.refusal(.switch(.target("shopping"), isOn: false)) == .strict(until: until))
        #expect(machine.told.last?.decision.restrictions.first?.isStrict == true)
        machine.advance(.hours(2))
        #expect(!machine.isBlocked("shopping"))
    }

    /// Beside a manual protection each has its own end.
    @Test func besideAManualOne() throws {
        var machine = try protected()
        machine.send(.startProtection(target: nil, length: .hours(3), name: "Focus"))
        #expect(machine.engine.state.protections.count == 2)
        machine.advance(.hours(2))
        #expect(machine.isBlocked("shopping"))
        #expect(machine.end() == "2026-11-18T18:05:00+01:00")
        #expect(!machine.engine.isAutoProtected(["shopping"]))
        machine.advance(.hours(1))
        #expect(!machine.isBlocked("shopping"))
    }

    /// Ending the manual one early leaves the other.
    @Test func manualOneEndedEarly() throws {
        var machine = try protected()
        machine.send(.startProtection(target: nil, length: .hours(3), name: "Focus"))
        let id = try #require(
            machine.engine.state.protections.first { $0.kind == .manualProtection }?.id)
        let request = try machine.ask(.protection(id), .planned)
        machine.advance(.seconds(30))
        #expect(
            machine.send(.confirm(request: request.id)) == [.released(blocked: ["shopping"])])
        #expect(machine.isBlocked("shopping"))
        #expect(machine.end() == "2026-11-18T17:05:00+01:00")
    }
}

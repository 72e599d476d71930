import Engine
import RuleModel
import SeededRandom
import Testing

/// If weaker edits wait, a change of the machine's zone opens nothing until the delay is over.
@Suite("Both zones hold")
struct ZoneHolds {
    private static let evening = "2026-11-18T20:00:00+01:00"
    private static let berlin = "Europe/Berlin"

    private func machine(_ rules: RuleSet? = nil) throws -> Machine {
        try Machine(
            at: Self.evening, zone: Self.berlin, rules: rules ?? waitingNights(),
            isSynchronised: true)
    }

    /// New York's night is from 04:30 to 12:30 in Berlin.
    @Test("A night that has not begun is held in the former zone, beside the new one")
    func bothNights() throws {
        var machine = try machine()
        try machine.travel(to: "America/New_York")
        #expect(machine.pending == ["quiet_hours.nights in 1440m"])
        #expect(machine.engine.state.pendingEdits.map(\.zone) == [Self.berlin])
        let expected = [
            ("18T22:29", false), ("18T22:30", true), ("19T06:31", true), ("19T12:29", true),
            ("19T12:30", false), ("19T20:00", false), ("19T22:45", false), ("20T04:30", true),
        ]
        for (time, isBlocked) in expected {
            try machine.advance(to: "2026-11-\(time):00+01:00")
            #expect(machine.isBlocked("shopping") == isBlocked, "\(time)")
        }
        #expect(machine.pending.isEmpty)
        #expect(machine.editFacts() == ["waits", "over"])
        #expect(machine.folded == machine.engine.state)
    }

    /// Berlin's night from 22:30 on is held until 23:00 only; in Tokyo it is morning then.
    @Test("A reload does not give a former zone's night to the present zone")
    func reloaded() throws {
        let ranges = ["daily 22:30-06:30"]
        var machine = try machine(waitingNights(ranges, .hours(27)))
        try machine.travel(to: "Asia/Tokyo")
        try machine.advance(to: "2026-11-19T22:45:00+01:00")
        #expect(machine.isBlocked("shopping"))
        machine.edit(try waitingNights(ranges, .hours(27), note: "the same"))
        #expect(machine.isBlocked("shopping"))
        try machine.advance(to: "2026-11-19T23:00:00+01:00")
        #expect(machine.pending.isEmpty && !machine.isBlocked("shopping"))
        #expect(machine.folded == machine.engine.state)
    }

    @Test("A former zone whose file is gone ends its hold, which is an incident")
    func zoneFileGone() throws {
        var machine = try machine()
        try machine.travel(to: "Asia/Tokyo")
        machine.lostZones = [Self.berlin]
        machine.restart(after: .minutes(20))
        #expect(machine.editFacts() == ["waits", "unreadable", "weakened"])
        #expect(machine.incidents.last == .rulesWeakened)
        #expect(machine.engine.state.incidents.last?.what == ["quiet_hours.nights"])
        try machine.advance(to: "2026-11-18T22:45:00+01:00")
        #expect(!machine.isBlocked("shopping"))
    }

    @Test("The status has the change as an incident, with a delay or without one")
    func incident() throws {
        for delay in [TimeSpan.zero, .days(1)] {
            var machine = try machine(waitingNights(["daily 22:30-06:30"], delay))
            try machine.travel(to: "Asia/Tokyo")
            let incident = try #require(machine.engine.state.incidents.last)
            #expect(incident.kind == .zoneChanged)
            #expect(incident.what == [Self.berlin, "Asia/Tokyo"])
            #expect(machine.pending.isEmpty == (delay == .zero))
        }
    }

    @Test(
        "A zone that changed while no daemon ran is held as well",
        arguments: ["stop", "kill", "off"])
    func whileAway(how: String) throws {
        var machine = try machine()
        try machine.move(to: "Asia/Tokyo")
        switch how {
        case "stop": machine.restart(after: .minutes(20))
        case "kill": machine.crash(away: .minutes(20))
        default: machine.reboot(away: .minutes(20))
        }
        #expect(machine.pending == ["quiet_hours.nights in 1440m"])
        machine.restart(after: .minutes(10))
        #expect(machine.pending == ["quiet_hours.nights in 1430m"])
        try machine.advance(to: "2026-11-18T22:30:00+01:00")
        #expect(machine.isBlocked("shopping"))
        machine.crash(away: .hours(1))
        #expect(machine.isBlocked("shopping"))
        #expect(machine.folded == machine.engine.state)
    }

    @Test("Times in a zone that the rules name, and rules without a delay, are not held")
    func nothingToHold() throws {
        let nights = try schedule("nights", ["daily 22:30-06:30"], zone: Self.berlin)
        for rules in [
            try waiting([nights]), try waitingNothing(),
            try waitingNights(["daily 22:30-06:30"], .zero),
            try waiting([schedule("nights", ["daily 22:30-06:30"])], zone: Self.berlin),
        ] {
            var machine = try machine(rules)
            try machine.travel(to: "Asia/Tokyo")
            #expect(machine.pending.isEmpty)
        }
    }

    @Test("A return soon after undoes the change in full, later ones included")
    func young() throws {
        var machine = try machine()
        try machine.travel(to: "Asia/Tokyo")
        machine.advance(.seconds(1))
        try machine.travel(to: "America/New_York")
        #expect(machine.engine.state.pendingEdits.map(\.zone) == [Self.berlin, "Asia/Tokyo"])
        machine.advance(RuleSet.revocability - .seconds(2))
        try machine.travel(to: Self.berlin)
        #expect(machine.pending.isEmpty)
        #expect(machine.editFacts() == ["waits", "waits", "restored", "restored"])
    }

    @Test("After that, a return holds the zone that was left, and no longer the one that is back")
    func thereAndBack() throws {
        var machine = try machine()
        try machine.travel(to: "America/New_York")
        machine.advance(.hours(1))
        try machine.travel(to: Self.berlin)
        #expect(machine.engine.state.pendingEdits.map(\.zone) == ["America/New_York"])
        #expect(machine.pending == ["quiet_hours.nights in 1440m"])
        try machine.advance(to: "2026-11-19T12:00:00+01:00")
        #expect(machine.isBlocked("shopping"))
        try machine.advance(to: "2026-11-20T12:00:00+01:00")
        #expect(!machine.isBlocked("shopping"))
    }

    /// In New York for a moment, which is undone: Berlin, left long ago, is held as it was.
    @Test("What a change cancelled that is undone goes on")
    func undone() throws {
        var machine = try machine()
        try machine.travel(to: "Asia/Tokyo")
        machine.advance(.hours(1))
        try machine.travel(to: Self.berlin)
        machine.advance(.minutes(1))
        try machine.travel(to: "America/New_York")
        machine.advance(.minutes(1))
        try machine.travel(to: "Asia/Tokyo")
        #expect(machine.engine.state.pendingEdits.map(\.zone) == [Self.berlin])
        #expect(machine.pending == ["quiet_hours.nights in 1378m"])
        machine.restart(after: .minutes(2))
        #expect(machine.pending == ["quiet_hours.nights in 1376m"])
        try machine.advance(to: "2026-11-18T22:30:00+01:00")
        #expect(machine.isBlocked("shopping"))
        #expect(machine.folded == machine.engine.state)
    }

    @Test("Every zone that was left holds for its own delay; a ninth is not entered before")
    func manyZones() throws {
        var machine = try machine()
        let zones = [
            "UTC", "Asia/Tokyo", "America/New_York", "Europe/London", "Asia/Kolkata",
            "Australia/Lord_Howe", "Pacific/Apia", "America/Sao_Paulo", "Asia/Kathmandu",
        ]
        for zone in zones {
            machine.advance(.minutes(1))
            try machine.travel(to: zone)
        }
        let held = machine.engine.state.pendingEdits
        #expect(held.compactMap(\.zone) == [Self.berlin] + zones.prefix(7))
        #expect(machine.engine.zone.name == "America/Sao_Paulo")
        machine.restart(after: .minutes(1))
        #expect(machine.engine.zone.name == "America/Sao_Paulo")
        try machine.advance(to: "2026-11-19T20:01:00+01:00")
        try machine.travel(to: "Asia/Kathmandu")
        #expect(machine.engine.zone.name == "Asia/Kathmandu")
    }

    @Test("An edit that waits is held in both zones for the rest of its own delay")
    func withAnEdit() throws {
        var machine = try machine()
        machine.edit(try waitingNothing())
        machine.advance(.hours(1))
        try machine.travel(to: "America/New_York")
        #expect(
            machine.pending == ["quiet_hours.nights in 1380m", "quiet_hours.nights in 1380m"])
        try machine.advance(to: "2026-11-18T22:30:00+01:00")
        #expect(machine.isBlocked("shopping"))
        machine.restart(after: .minutes(5))
        #expect(machine.isBlocked("shopping"))
        try machine.advance(to: "2026-11-19T20:01:00+01:00")
        #expect(machine.pending.isEmpty)
    }

    @Test("Rules that name the former zone end its hold, and rules without the schedule do not")
    func edited() throws {
        for (rules, isHeld) in [
            (try waiting([schedule("nights", ["daily 22:30-06:30"])], zone: Self.berlin), false),
            (try waitingNothing(), true),
        ] {
            var machine = try machine()
            try machine.travel(to: "America/New_York")
            machine.advance(.minutes(20))
            machine.edit(rules)
            #expect(
                machine.engine.state.pendingEdits.contains { $0.zone == Self.berlin } == isHeld)
            try machine.advance(to: "2026-11-18T22:30:00+01:00")
            #expect(machine.isBlocked("shopping"))
        }
    }

    @Test("A strict night of the former zone runs to its end after the delay")
    func strict() throws {
        let nights = try schedule("nights", ["daily 22:30-06:30"], isStrict: true)
        var machine = try machine(waiting([nights]))
        machine.advance(.hours(4))
        try machine.travel(to: "Asia/Tokyo")
        // The zone was changed at 00:00 in Berlin, so the delay ends within the next night.
        try machine.advance(to: "2026-11-20T00:30:00+01:00")
        #expect(machine.isBlocked("shopping"))
        machine.restart(after: .hours(1))
        #expect(machine.isBlocked("shopping"))
        try machine.advance(to: "2026-11-20T06:29:00+01:00")
        #expect(machine.isBlocked("shopping"))
        try machine.advance(to: "2026-11-20T06:31:00+01:00")
        #expect(!machine.isBlocked("shopping") && machine.pending.isEmpty)
        #expect(machine.folded == machine.engine.state)
    }

    /// The delay ends at 00:00 in Berlin, in the nights of both zones; Lisbon's lasts until 07:30.
    @Test("A strict night of the former zone is held to its own end, not to the new zone's")
    func strictInBothZones() throws {
        let nights = try schedule("nights", ["daily 22:30-06:30"], isStrict: true)
        var machine = try machine(waiting([nights]))
        try machine.advance(to: "2026-11-19T00:00:00+01:00")
        try machine.travel(to: "Europe/Lisbon")
        machine.advance(.days(1))
        #expect(machine.engine.state.pendingEdits.map(\.zone) == [Self.berlin])
        #expect(machine.pending == ["time_zone in 390m"])
    }

    @Test("A budget is used up by what was used in either zone's day, across a restart")
    func budgets() throws {
        let rules = try waiting([], budgets: [budget("social", of: "shopping", .minutes(45))])
        var machine = try Machine(
            at: "2026-11-18T19:00:00+01:00", zone: Self.berlin, rules: rules)
        try machine.use(for: .minutes(40))
        try machine.move(to: "Asia/Tokyo")
        machine.restart(after: .minutes(40))
        // 04:20 in Tokyo, whose day has just begun.
        try machine.use(for: .minutes(6))
        #expect(machine.isBlocked("shopping"))
    }

    @Test("A switch-off that waited long enough holds in both zones")
    func switchedOff() throws {
        var machine = try machine()
        machine.send(.switch(.schedule("nights"), isOn: false))
        machine.advance(.hours(23))
        try machine.travel(to: "America/New_York")
        try machine.advance(to: "2026-11-19T22:45:00+01:00")
        #expect(!machine.isBlocked("shopping"))
    }

    @Test("A strict night of the former zone refuses to be switched off")
    func strictSwitch() throws {
        let nights = try schedule("nights", ["daily 22:30-06:30"], isStrict: true)
        var machine = try machine(waiting([nights]))
        try machine.travel(to: "America/New_York")
        try machine.advance(to: "2026-11-18T23:00:00+01:00")
        let end = try at("2026-11-19T06:30:00+01:00")
        #expect(
            machine.send(.switch(.schedule("nights"), isOn: false)) == [
                .refused(.strict(until: end))
            ])
    }

    @Test("A restored record of another zone does not hide the change", arguments: [false, true])
    func restored(isOfNewZone: Bool) throws {
        var machine = try machine()
        var events = machine.history.count
        if isOfNewZone {
            try machine.travel(to: "Asia/Tokyo")
            events = machine.history.count
            machine.advance(.minutes(1))
            try machine.travel(to: Self.berlin)
        }
        machine.advance(.days(3))
        try machine.move(to: "Asia/Tokyo")
        machine.restore(
            StoreRestored(source: "b.sqlite", keptAside: "a.sqlite"), events: events,
            away: .minutes(1), isCarrying: true)
        #expect(machine.engine.state.pendingEdits.last?.zone == Self.berlin)
        #expect(machine.pending.last == "quiet_hours.nights in 1440m")
        #expect(machine.folded == machine.engine.state)
    }

    @Test("Until the delay is over nothing is open that would be blocked at home")
    func neverLess() throws {
        let seed = SeededGenerator.seed()
        let zones = ["UTC", "Asia/Tokyo", "America/New_York", "Pacific/Apia", Self.berlin]
        for round in 0..<12 {
            var random = SeededGenerator(seed: seed &+ UInt64(round))
            let hours = (0..<3).map { _ in Int.random(in: 0...23, using: &random) }
            let rules = try waiting([
                schedule("a", ["daily \(hours[0]):00-\((hours[0] + 5) % 24):30"]),
                schedule("b", ["fri-sun \(hours[1]):15-\((hours[1] + 2) % 24):00"]),
                schedule("c", ["daily \(hours[2]):00-\((hours[2] + 1) % 24):00"], isStrict: true),
            ])
            var home = try machine(rules)
            var away = home
            // The delay of the first change counts; later ones only add to it.
            var left = TimeSpan.hours(23)
            while left > .zero {
                try away.move(to: zones.randomElement(using: &random) ?? "UTC")
                if Bool.random(using: &random) {
                    away.restart(after: .seconds(1))
                    home.advance(.seconds(1))
                } else {
                    away.send(.zone(away.zone))
                }
                let most: Int64 = Bool.random(using: &random) ? 8 : 300
                let step = TimeSpan.minutes(Int64.random(in: 1...most, using: &random))
                let end = away.elapsed + min(step, left)
                while away.elapsed < end {
                    away.advance(min(.minutes(7), end - away.elapsed))
                    home.advance(away.elapsed - home.elapsed)
                    #expect(
                        away.isBlocked("shopping") || !home.isBlocked("shopping"),
                        "seed \(seed) + \(round): open at \(text(away.watch, in: home.zone))")
                }
                left = left - step
            }
            #expect(away.folded == away.engine.state, "seed \(seed) + \(round)")
        }
    }
}

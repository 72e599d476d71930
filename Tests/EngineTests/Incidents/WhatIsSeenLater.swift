import Engine
import RuleModel
import Testing

/// Gaps, crashes, stops, clock jumps, weakened rules and switch-offs: what the person sees later.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct WhatIsSeenLater {
    private func machine() throws -> Machine {
        var machine = try Machine(at: "2026-11-18T20:00:00+01:00", rules: everyNight())
        machine.advance(.minutes(30))
        return machine
    }

    @Test func nothing() throws {
        var machine = try machine()
        machine.advance(.days(2))
        machine.sleep(.hours(8))
        machine.advance(.hours(1))
        #expect(machine.incidents == [])
    }

    @Test func stop() throws {
        var machine = try machine()
        machine.restart(after: .seconds(59))
        #expect(machine.incidents == [.stop])
        #expect(
            text(machine.engine.state.incidents[0].at, in: machine.zone)
                == "2026-11-18T20:30:00+01:00")
        #expect(machine.folded == machine.engine.state)
    }

    @Test(arguments: ["60s", "3h"])
    func gap(away: String) throws {
        var machine = try machine()
        machine.restart(after: try span(away))
        #expect(machine.incidents == [.stop, .gap])
        let gap = try #require(machine.engine.state.incidents.last)
        #expect(try gap.span == span(away))
    }

    @Test func crash() throws {
        var machine = try machine()
        machine.crash(away: .seconds(5))
        #expect(machine.incidents == [.crash])
    }

    @Test func crashWithAGap() throws {
        var machine = try machine()
        machine.crash(away: .minutes(10))
        #expect(Set(machine.incidents) == [.crash, .gap])
        let gap = machine.engine.state.incidents.first { $0.kind == .gap }
        #expect(gap?.span == .minutes(10))
    }

    /// While the machine was off no daemon could run.
    @Test(arguments: [true, false])
    func noGapOverAReboot(isOrderly: Bool) throws {
        var machine = try machine()
        machine.reboot(away: .hours(9), isOrderly: isOrderly)
        #expect(!machine.incidents.contains(.gap))
    }

    @Test func clockJump() throws {
        var machine = try machine()
        machine.setClock(by: .hours(-3))
        #expect(machine.incidents == [.clockJump])
        #expect(machine.engine.state.incidents[0].span == .hours(-3))
    }

    @Test func switchedOff() throws {
        var machine = try machine()
        machine.send(.switch(.schedule("nights"), isOn: false))
        #expect(machine.incidents == [.switchedOff])
        #expect(machine.engine.state.incidents[0].what.joined().contains("nights"))
        machine.send(.switch(.schedule("nights"), isOn: true))
        #expect(machine.incidents == [.switchedOff])
        machine.send(.switch(.target("shopping"), isOn: false))
        #expect(machine.incidents == [.switchedOff, .switchedOff])
        #expect(machine.engine.state.incidents[1].what.joined().contains("shopping"))
    }

    @Test func weakened() throws {
        var machine = try machine()
        machine.send(.rules(try rules([]), weakened: ["quiet_hours.nights"]))
        #expect(machine.incidents == [.rulesWeakened])
        #expect(machine.engine.state.incidents[0].what == ["quiet_hours.nights"])
        #expect(machine.kinds().suffix(5).contains("rulesLoaded"))
        machine.send(.rules(try everyNight(), weakened: []))
        #expect(machine.incidents == [.rulesWeakened])
    }

    @Test func weakenedWhileAway() throws {
        let machine = try machine()
        var engine = Engine(continuing: machine.folded, at: machine.reading)
        _ = engine.handle(
            .started(
                version: "2", rules: try rules([]), weakened: ["quiet_hours.nights", "plan"],
                zone: machine.zone), at: machine.reading)
        let weakened = engine.state.incidents.first { $0.kind == .rulesWeakened }
        #expect(weakened?.what == ["quiet_hours.nights", "plan"])
    }

    @Test func storeReplaced() throws {
        var machine = try machine()
        machine.send(.storeReplaced(setAside: "damaged.sqlite"))
        #expect(machine.incidents == [.storeReplaced])
        #expect(machine.engine.state.incidents[0].what.joined().contains("damaged.sqlite"))
    }

    /// How a record ended that was restored says nothing of the daemon: no crash, no gap.
    @Test func restored() throws {
        var machine = try machine()
        let events = machine.history.count
        machine.advance(.hours(3))
        machine.restore(
            StoreRestored(source: "b.sqlite", keptAside: "a.sqlite"), events: events,
            away: .minutes(5))
        #expect(machine.incidents == [.restored])
        #expect(machine.engine.state.incidents[0].what.joined().contains("b.sqlite"))
        #expect(machine.kinds(since: events).prefix(2) == ["storeRestored", "daemonStarted"])
        guard case .daemonStarted(let start) = machine.history[events + 1].fact else { return }
        #expect(start.away == nil && start.wasStopped == nil)
        #expect(machine.folded == machine.engine.state)
    }

    /// Removal by retention is not an incident, and changes nothing that is known.
    @Test func retained() throws {
        var machine = try machine()
        machine.send(.retained(Retention(through: 2, removed: 2, hash: "00")))
        #expect(machine.incidents == [])
        #expect(machine.history.last?.fact.kind == .retained)
    }

    /// Many stops do not push out what matters more.
    @Test func notFlushed() throws {
        var machine = try machine()
        machine.send(.rules(try rules([]), weakened: ["quiet_hours.nights"]))
        for _ in 0..<25 { machine.restart(after: .seconds(5)) }
        #expect(machine.incidents.contains(.rulesWeakened))
        #expect(machine.incidents.count { $0 == .stop } == 5)
    }

    /// The last five of each kind are remembered.
    @Test func fiveOfEachKind() throws {
        var machine = try machine()
        for number in 1...25 {
            machine.send(.storeReplaced(setAside: "\(number)"))
        }
        #expect(
            machine.engine.state.incidents.map { $0.what.joined() } == [
                "21", "22", "23", "24", "25",
            ])
    }

    @Test func survivesAReboot() throws {
        var machine = try machine()
        machine.setClock(by: .hours(1))
        let before = machine.engine.state.incidents
        machine.reboot(clockSetBy: .hours(-1))
        #expect(machine.engine.state.incidents.first == before.first)
        #expect(machine.folded == machine.engine.state)
    }
}

import Engine
import RuleModel
import Testing

/// A strict protection by hand can be taken back in its first minute: a typo is no sentence.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct TakenBackProtections {
    private static let week = TimeSpan.days(7)

    private func machine() throws -> Machine {
        try Machine(at: "2026-11-20T15:00:00+01:00", rules: rules([]))
    }

    /// A strict protection of shopping; its number.
    @discardableResult
    private func protect(_ machine: inout Machine, for length: TimeSpan = week) throws -> Int64 {
        let answers = machine.send(
            .startProtection(target: "shopping", length: length, name: "", isStrict: true))
        guard case .replied(let reply) = answers.first else { throw NotAnswered() }
        return reply.protection.id
    }

    private func takeBack(_ machine: inout Machine, _ id: Int64? = nil) throws -> Int64 {
        let answers = machine.send(.takeBack(protection: id))
        guard case .replied(let reply) = answers.first else { throw NotAnswered() }
        return reply.protection
    }

    @Test(arguments: [TimeSpan.zero, .minutes(1) - instantly])
    func inTheFirstMinute(age: TimeSpan) throws {
        var machine = try machine()
        let id = try protect(&machine)
        machine.advance(age)
        #expect(machine.isBlocked("shopping"))
        #expect(try takeBack(&machine) == id)
        #expect(!machine.isBlocked("shopping"))
        #expect(machine.engine.state.protections.isEmpty)
        #expect(machine.told.last?.at == machine.watch)
        #expect(machine.told.last?.decision.cause == .protection)
        #expect(
            machine.history.contains { $0.fact == .protectionEnded(id: id, isTakenBack: true) })
        #expect(machine.folded == machine.engine.state)
    }

    /// Also when midnight is in between.
    @Test(arguments: ["2026-11-20T15:00:00+01:00", "2026-11-20T23:59:40+01:00"])
    func itCountsAsNone(start: String) throws {
        var machine = try Machine(at: start, rules: rules([]))
        let before = machine.engine.state.tally
        try protect(&machine)
        #expect(machine.engine.state.tally != before)
        machine.advance(.seconds(30))
        _ = try takeBack(&machine)
        #expect(machine.engine.state.tally == before)
        #expect(machine.folded == machine.engine.state)
    }

    /// A protection does not end while its taking back is being written, so that the order in which
    /// the events reach the disk makes no difference.
    @Test(arguments: [false, true])
    func slowDisk(isWritten: Bool) throws {
        var machine = try Machine(
            at: "2026-11-20T15:00:00+01:00", rules: rules([], targets: ["games", "shopping"]))
        let before = machine.engine.state.tally
        let id = try protect(&machine, for: .minutes(1))
        machine.advance(.seconds(50))
        machine.store = .waits
        machine.send(.takeBack(protection: id))
        machine.advance(.minutes(5))
        #expect(machine.isBlocked("shopping"))
        if isWritten {
            _ = machine.commitWaiting()
            #expect(machine.engine.state.tally == before)
        } else {
            machine.refuseWaiting()
        }
        #expect(!machine.isBlocked("shopping"))
        #expect(machine.engine.state.protections.isEmpty)
        #expect(machine.folded == machine.engine.state)
    }

    /// A protection that begins meanwhile does not rely on the one that goes away.
    @Test func anotherOneDuringASlowDisk() throws {
        var machine = try machine()
        let id = try protect(&machine)
        machine.advance(.seconds(50))
        machine.store = .waits
        machine.send(.takeBack(protection: id))
        machine.advance(.seconds(20))
        machine.send(
            .startProtection(target: "shopping", length: .hours(1), name: "", isStrict: true))
        _ = machine.commitWaiting()
        #expect(machine.isBlocked("shopping"))
        #expect(machine.engine.state.protections.map(\.length) == [.hours(1)])
        #expect(machine.folded == machine.engine.state)
    }

    @Test func afterIt() throws {
        var machine = try machine()
        let id = try protect(&machine)
        machine.advance(.minutes(1))
        for asked in [nil, id] {
            #expect(machine.refusal(.takeBack(protection: asked)) == .tooLate(id))
        }
        #expect(machine.isBlocked("shopping"))
    }

    /// A shorter one that could not be left out, since the longer one could still be taken back,
    /// ends with the next protection, of whatever targets.
    @Test func aCoveredOneIsNoReasonOnceItHasEnded() throws {
        var machine = try Machine(
            at: "2026-11-20T15:00:00+01:00", rules: rules([], targets: ["games", "shopping"]))
        let longer = try protect(&machine)
        try protect(&machine, for: .hours(1))
        machine.advance(.minutes(2))
        machine.send(.startProtection(target: "games", length: .minutes(5), name: ""))
        let running = machine.engine.state.protections.filter { $0.targets == ["shopping"] }
        #expect(running.map(\.id) == [longer])
        let told = machine.engine.state.decisions["shopping"]?.decision.restrictions.map(\.rule)
        #expect(told == ["\(longer)"])
        #expect(machine.folded == machine.engine.state)
    }

    @Test func otherProtections() throws {
        var machine = try Machine(
            at: "2026-11-20T15:00:00+01:00",
            rules: rules(
                [], targets: ["games", "shopping"],
                auto: [auto(when: "local.minute == 5", blocks: ["games"], isStrict: true)]))
        #expect(machine.refusal(.takeBack(protection: nil)) == .noSuchProtection(nil))
        machine.send(.startProtection(target: "shopping", length: .hours(1), name: ""))
        let own = try #require(machine.engine.state.protections.last?.id)
        #expect(machine.refusal(.takeBack(protection: nil)) == .noSuchProtection(nil))
        #expect(machine.refusal(.takeBack(protection: own)) == .notStrict(own))
        #expect(machine.refusal(.takeBack(protection: 999)) == .noSuchProtection(999))
        machine.advance(.minutes(5))
        let automatic = try #require(machine.autoProtections.first?.protection.id)
        #expect(
            machine.refusal(.takeBack(protection: automatic)) == .noSuchProtection(automatic))
        #expect(machine.isBlocked("games") && machine.isBlocked("shopping"))
    }

    /// A longer one replaces no earlier one as long as it can be taken back itself.
    @Test func earlierOnesStay() throws {
        var machine = try machine()
        let hour = try protect(&machine, for: .hours(1))
        machine.advance(.minutes(10))
        try protect(&machine)
        _ = try takeBack(&machine)
        #expect(machine.engine.state.protections.map(\.id) == [hour])
        #expect(machine.end() == "2026-11-20T16:00:00+01:00")
        #expect(machine.refusal(.takeBack(protection: nil)) == .tooLate(hour))
        machine.advance(.hours(1))
        #expect(!machine.isBlocked("shopping"))
    }

    /// Whoever corrects the typo first keeps the correction.
    @Test func aCorrectionStays() throws {
        var machine = try machine()
        let typo = try protect(&machine)
        machine.advance(.seconds(20))
        let hour = try protect(&machine, for: .hours(1))
        #expect(hour != typo)
        #expect(try takeBack(&machine, typo) == typo)
        #expect(machine.engine.state.protections.map(\.id) == [hour])
        #expect(machine.end() == "2026-11-20T16:00:20+01:00")
    }

    /// Those that a lasting one covers are ended by the next: reasons do not gather.
    @Test func coveredOnesAreEndedLater() throws {
        var machine = try machine()
        var ids: [Int64] = []
        for hours in Int64(1)...4 {
            ids.append(try protect(&machine, for: .hours(hours)))
            machine.advance(.minutes(5))
        }
        #expect(machine.engine.state.protections.map(\.id) == [ids[2], ids[3]])
        #expect(try protect(&machine, for: .hours(1)) == ids[3])
        machine.advance(.hours(5))
        #expect(
            try machine.decisions().last == "2026-11-20T19:15:00+01:00 unblock shopping")
    }

    /// It weakens: it counts once it is on disk, and not if that fails.
    @Test func onceItIsOnDisk() throws {
        var machine = try machine()
        let id = try protect(&machine)
        machine.store = .waits
        #expect(machine.send(.takeBack(protection: nil)) == [])
        #expect(machine.isBlocked("shopping"))
        _ = machine.commitWaiting()
        #expect(!machine.isBlocked("shopping"))
        machine.store = .keeps
        try protect(&machine)
        machine.store = .refuses
        machine.send(.takeBack(protection: nil))
        #expect(machine.isBlocked("shopping"))
        #expect(machine.send(.takeBack(protection: nil)) == [.storeUnavailable])
        #expect(machine.engine.state.protections.allSatisfy { $0.id != id })
        #expect(machine.folded == machine.engine.state)
    }

    @Test(arguments: [("20s", true), ("2m", false)])
    func overARestart(away: String, isPossible: Bool) throws {
        var machine = try machine()
        let id = try protect(&machine)
        machine.advance(.seconds(30))
        machine.restart(after: try span(away))
        if isPossible {
            #expect(try takeBack(&machine) == id)
        } else {
            #expect(machine.refusal(.takeBack(protection: nil)) == .tooLate(id))
        }
        #expect(machine.isBlocked("shopping") == !isPossible)
    }

    /// A simulation of what was takes it back as well.
    @Test func replayed() throws {
        let from = try at("2026-11-23T12:00:00+01:00")
        let rules = try rules([])
        var simulation = Simulation(
            rules, zone: try zone("Europe/Berlin"), from: from, details: .record)
        simulation.add([
            SimulatedAction(
                at: from + .minutes(5), id: 7,
                .protect(target: "shopping", length: Self.week, name: "", isStrict: true)),
            SimulatedAction(at: from + .minutes(5) + .seconds(40), id: 8, .takeBack(protection: 7)),
        ])
        var replay = ReplayedRecord(from: from, to: from + .days(1))
        for case .recorded(let event) in simulation.advance(to: from + .days(1)).map(\.kind) {
            replay.apply(event)
        }
        var again = Simulation(
            rules, zone: try zone("Europe/Berlin"), from: from, continuing: replay.state)
        again.add(replay.happenings)
        _ = again.advance(to: from + .days(1))
        let blocked = again.totals.counted(to: from + .days(1)).targets["shopping"]
        #expect(blocked?.length == .seconds(40) && blocked?.since == nil)
    }
}

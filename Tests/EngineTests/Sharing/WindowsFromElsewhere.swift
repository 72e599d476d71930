import RuleModel
import Testing

@testable import Engine

/// Protections that began on another device.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct WindowsFromElsewhere {
    private func machine(auto: [AutoProtection] = []) throws -> Machine {
        try Machine(
            at: "2026-11-18T12:00:00+01:00",
            rules: rules([], targets: ["games", "shopping"], auto: auto))
    }

    private func window(
        _ length: TimeSpan, _ targets: [String] = ["shopping"], isAutomatic: Bool = false
    ) -> SharedFact.Content {
        .protected(targets: targets, length: length, isAutomatic: isAutomatic)
    }

    @Test func runsForTheRestOfItsLength() throws {
        var machine = try machine()
        machine.receive(window(.hours(1)), ago: .minutes(20))
        #expect(machine.isBlocked("shopping") && !machine.isBlocked("games"))
        #expect(machine.end() == "2026-11-18T12:40:00+01:00")
        #expect(machine.windows.map(\.kind) == [.manualProtection])
        machine.advance(.minutes(40) - instantly)
        #expect(machine.isBlocked("shopping"))
        machine.advance(instantly)
        #expect(!machine.isBlocked("shopping"))
        #expect(machine.folded == machine.engine.state)
    }

    /// A clock that is ahead does not lengthen it, one that is behind shortens it.
    @Test func neverLastsLongerThanItsLengthSinceItWasSeen() throws {
        var machine = try machine()
        machine.receive(window(.hours(1)), ago: -.hours(30))
        #expect(machine.end() == "2026-11-18T13:00:00+01:00")
        machine.receive(window(.hours(1), ["games"]), id: 2, ago: .hours(1), from: "0b")
        #expect(!machine.isBlocked("games"))
    }

    @Test func aWindowThatComesTwiceBeginsOnce() throws {
        var machine = try machine()
        machine.receive(window(.hours(1)))
        machine.receive(window(.hours(1)))
        machine.receive(window(.hours(1)), from: "0b")
        #expect(machine.windows.count == 1)
        machine.advance(.minutes(61))
        machine.receive(window(.hours(1)), from: "0c")
        #expect(machine.windows.isEmpty && !machine.isBlocked("shopping"))
    }

    @Test func isHeldToTheLimitsOfThisDevice() throws {
        var machine = try machine(auto: [
            auto(blocks: ["games"], for: .minutes(20), isStrict: true)
        ])
        machine.receive(window(.days(30)))
        machine.receive(window(.hours(9), ["games", "shopping"], isAutomatic: true), id: 2)
        let ends = machine.windows.map { "\($0.targets) \($0.length.seconds) \($0.isStrict)" }
        #expect(
            ends.sorted() == [
                #"["games"] 1200 true"#, #"["shopping"] 604800 false"#, #"["shopping"] 7200 false"#,
            ])
    }

    @Test func endsGrantsAndNoRequest() throws {
        var machine = try atNight()
        let grant = try machine.unblock()
        #expect(!machine.isBlocked("shopping"))
        machine.receive(window(.hours(1)))
        #expect(machine.isBlocked("shopping") && machine.grantEndings == [.manualProtection])
        #expect(grant.targets == ["shopping"])
        let request = try machine.ask()
        machine.receive(window(.hours(2)), id: 2)
        #expect(machine.isOpen(request))
    }

    @Test func aRequestEndsAManualOneHere() throws {
        var machine = try machine()
        machine.receive(window(.hours(1)))
        let id = try #require(machine.windows.first?.id)
        let request = try machine.ask(.protection(id))
        machine.advance(.minutes(1))
        #expect(machine.send(.confirm(request: request.id)) == [.released(blocked: [])])
        #expect(!machine.isBlocked("shopping") && machine.folded == machine.engine.state)
    }

    @Test func aRequestOpensAnAutomaticOneForAGrant() throws {
        var machine = try machine()
        machine.receive(window(.hours(2), isAutomatic: true))
        #expect(machine.engine.isAutoProtected("shopping"))
        try machine.unblock()
        #expect(!machine.isBlocked("shopping") && machine.windows.count == 1)
    }

    /// One's own protections begin as if it were not there, and rest as if it had not been.
    @Test func neitherRunsNorEndsForOnesOwn() throws {
        let often = try auto(when: "unblocks.last_hour >= 1", for: .minutes(10))
        var machine = try Machine(
            at: "2026-11-18T12:00:00+01:00",
            rules: rules([schedule("noon", ["daily 11:00-13:00"])], auto: [often]))
        machine.receive(window(.minutes(1), isAutomatic: true))
        machine.advance(.minutes(2))
        try machine.unblock()
        machine.receive(window(.minutes(3), isAutomatic: true), id: 2)
        machine.advance(.minutes(5))
        #expect(machine.autoProtections.map(\.protection.elsewhere).last == .some(nil))
        #expect(machine.engine.state.autoProtectionEnds.isEmpty)
        // A manual one is neither covered by it nor covers it.
        machine.receive(window(.hours(5)), id: 3)
        machine.send(.startProtection(target: nil, length: .hours(1), name: "P"))
        machine.send(.startProtection(target: nil, length: .hours(9), name: "P"))
        let manual = machine.engine.state.protections.filter { $0.kind == .manualProtection }
        #expect(manual.count == 2 && machine.windows.count == 1)
    }

    @Test func isInNoFigureAndRaisesNoPrompt() throws {
        var machine = try machine()
        let before = machine.engine.state.tally
        machine.receive(window(.hours(1), isAutomatic: true))
        machine.receive(window(.hours(1)), id: 2)
        #expect(machine.engine.state.tally == before && machine.engine.state.prompts.isEmpty)
    }

    @Test func goesOnAfterAReboot() throws {
        var machine = try machine()
        machine.receive(window(.hours(1)))
        machine.reboot(away: .minutes(10))
        #expect(machine.end() == "2026-11-18T13:00:00+01:00")
        #expect(machine.windows.count == 1)
    }

    /// The daemon died after the fact was on disk and before the protection was.
    @Test func beginsAfterACrash() throws {
        var machine = try machine()
        machine.receive(window(.hours(1)))
        var state = State()
        for event in machine.history.prefix(while: { $0.fact.kind != .protectionStarted }) {
            state.evolve(event)
        }
        let reading = machine.reading
        var engine = Engine(continuing: state, at: reading)
        _ = engine.handle(
            .started(version: "1", rules: machine.rules, zone: machine.zone), at: reading)
        #expect(engine.state.protections.map(\.targets) == [["shopping"]])
    }

    @Test func targetsThatAreNotHereAreLeftOut() throws {
        var machine = try machine()
        machine.receive(window(.hours(1), ["movies", "games"]))
        #expect(machine.windows.map(\.targets) == [["games"]])
    }
}

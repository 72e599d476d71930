import Engine
import RuleModel
import Testing

/// A person's own names for apps and sites.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct Names {
    private let site = Place.site("shopping.example")
    private let app = Place.app("org.example.shopping")

    @Test func givenAndForgotten() throws {
        var machine = try Machine(at: "2026-11-18T10:00:00+01:00", rules: gated())
        #expect(machine.send(.name(site, "The shop")) == [.changed])
        #expect(machine.send(.name(app, "Its app")) == [.changed])
        #expect(machine.engine.state.names == [site: "The shop", app: "Its app"])
        #expect(machine.send(.name(site, "Shop")) == [.changed])
        #expect(machine.send(.name(site, nil)) == [.changed])
        #expect(machine.engine.state.names == [app: "Its app"])
        #expect(machine.folded == machine.engine.state)
        machine.reboot()
        #expect(machine.engine.state.names == [app: "Its app"])
    }

    @Test func nothingToChange() throws {
        var machine = try Machine(at: "2026-11-18T10:00:00+01:00", rules: gated())
        machine.send(.name(site, "Shop"))
        let before = machine.engine.state
        #expect(machine.send(.name(site, "Shop")) == [.changed])
        #expect(machine.send(.name(app, nil)) == [.changed])
        #expect(machine.engine.state == before)
    }

    @Test(arguments: [Place.site("nowhere.example"), .app("org.example.none"), .site("")])
    func unknownPlace(place: Place) throws {
        var machine = try Machine(at: "2026-11-18T10:00:00+01:00", rules: gated())
        let before = machine.engine.state
        #expect(machine.refusal(.name(place, "A")) == .noSuchPlace(place))
        #expect(machine.engine.state == before)
    }

    /// A name outlives the entry in the rules.
    @Test func outlivesAnEdit() throws {
        var machine = try Machine(at: "2026-11-18T10:00:00+01:00", rules: gated())
        machine.send(.name(site, "Shop"))
        machine.edit(try rules([], targets: []))
        machine.edit(try gated())
        #expect(machine.engine.state.names == [site: "Shop"])
    }
}

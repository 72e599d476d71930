import Engine
import RuleModel
import Testing

/// Which rules bear on a target, now and at a later moment.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct Explanations {
    /// Nights from 22:30 to 06:30, strict, and noons; at 23:00 on a Friday.
    private func machine() throws -> Machine {
        var machine = try Machine(
            at: "2026-11-20T22:00:00+01:00",
            rules: rules([
                schedule("nights", ["daily 22:30-06:30"], isStrict: true),
                schedule("noons", ["weekdays 12:00-13:00"]),
                schedule("others", ["daily 00:00-24:00"], blocks: ["games"]),
            ]))
        machine.advance(.hours(1))
        return machine
    }

    /// One line each: rule, in force or not, from, until.
    private func explain(
        _ machine: Machine, at instant: String, target: String = "shopping"
    ) throws -> [String] {
        machine.engine.explain(target, at: try at(instant)).map { found in
            let from = text(found.from, in: machine.zone)
            let until = text(found.restriction.until, in: machine.zone)
            let state = found.isInForce ? "holds" : found.isEnabled ? "waits" : "off"
            return "\(found.restriction.rule) \(state) \(from) \(until)"
        }
    }

    @Test func now() throws {
        let machine = try machine()
        #expect(
            try explain(machine, at: "2026-11-20T23:00:00+01:00") == [
                "nights holds 2026-11-20T22:30:00+01:00 2026-11-21T06:30:00+01:00",
                "noons waits 2026-11-23T12:00:00+01:00 2026-11-23T13:00:00+01:00",
            ])
        let found = machine.engine.explain("shopping", at: machine.engine.now)
        #expect(found.map(\.restriction.isStrict) == [true, false])
        #expect(found.map(\.restriction.kind) == [.quietHours, .quietHours])
        #expect(machine.engine.explain("unknown", at: machine.engine.now).isEmpty)
    }

    @Test(arguments: [
        ("2026-11-21T06:29:59+01:00", "nights holds 2026-11-20T22:30:00+01:00"),
        ("2026-11-21T06:30:00+01:00", "nights waits 2026-11-21T22:30:00+01:00"),
        ("2026-11-21T22:30:00+01:00", "nights holds 2026-11-21T22:30:00+01:00"),
        ("2026-11-23T12:30:00+01:00", "noons holds 2026-11-23T12:00:00+01:00"),
        ("2026-11-23T13:00:00+01:00", "nights waits 2026-11-23T22:30:00+01:00"),
    ])
    func later(instant: String, first: String) throws {
        #expect(try explain(machine(), at: instant).first?.hasPrefix(first) == true)
    }

    @Test func protection() throws {
        var machine = try machine()
        machine.send(.startProtection(target: "shopping", length: .hours(2), name: "Focus"))
        let number = try #require(machine.engine.state.protections.first?.id)
        #expect(
            try explain(machine, at: "2026-11-21T00:59:59+01:00").contains(
                "\(number) holds 2026-11-20T23:00:00+01:00 2026-11-21T01:00:00+01:00"))
        #expect(try explain(machine, at: "2026-11-21T01:00:00+01:00").count == 2)
    }

    @Test func switchedOff() throws {
        var machine = try machine()
        machine.send(.switch(.schedule("noons"), isOn: false))
        #expect(
            try explain(machine, at: "2026-11-23T12:30:00+01:00").contains(
                "noons off 2026-11-23T12:00:00+01:00 2026-11-23T13:00:00+01:00"))
    }

    @Test func nextChange() throws {
        var machine = try machine()
        #expect(machine.engine.nextChange == (try at("2026-11-21T06:30:00+01:00")))
        machine.send(.startProtection(target: nil, length: .minutes(30), name: ""))
        #expect(machine.engine.nextChange == (try at("2026-11-20T23:30:00+01:00")))
        machine.edit(try rules([]))
        // The strict night runs to its end, whatever the files say.
        machine.advance(.hours(8))
        #expect(machine.engine.nextChange == nil)
    }

    @Test func occurrencesInTheirOrder() throws {
        let machine = try machine()
        let rules = machine.engine.rules.quietHours
        func next(_ key: String, _ count: Int) throws -> [String] {
            let schedule = try #require(rules.first { $0.key == key })
            return machine.engine.occurrences(
                of: schedule, from: machine.engine.now, count: count
            ).map { "\(text($0.start, in: machine.zone)) \(text($0.end, in: machine.zone))" }
        }
        #expect(
            try next("nights", 2) == [
                "2026-11-20T22:30:00+01:00 2026-11-21T06:30:00+01:00",
                "2026-11-21T22:30:00+01:00 2026-11-22T06:30:00+01:00",
            ])
        #expect(
            try next("noons", 2) == [
                "2026-11-23T12:00:00+01:00 2026-11-23T13:00:00+01:00",
                "2026-11-24T12:00:00+01:00 2026-11-24T13:00:00+01:00",
            ])
        #expect(try next("others", 3).count == 1)
        #expect(try next("nights", 0).isEmpty)
    }
}

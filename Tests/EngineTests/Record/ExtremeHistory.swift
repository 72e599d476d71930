import Foundation
import RuleModel
import Testing

@testable import Engine

/// A history at the ends of the years 1 to 9999, as only a damaged store can hold: the engine
/// starts on it, decides, and finds back to the present. Nothing traps.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct ExtremeHistory {
    static let extremes: [Int64] = [
        -62_135_596_800_000, -1, 0, 1_795_210_200_000, 253_402_300_799_999,
    ]

    private func state(at instant: Int64, elapsed: Int64, boot: String) -> State {
        let protection = Protection(
            id: 2, kind: .manualProtection, name: "", targets: ["shopping"], isStrict: false,
            length: TimeSpan(milliseconds: elapsed),
            deadline: Deadline(boot: BootID(boot), elapsed: TimeSpan(milliseconds: instant)))
        let run = QuietRun(
            schedule: "nights", start: Instant(milliseconds: instant),
            end: Instant(milliseconds: elapsed), fingerprint: "x")
        let facts: [Fact] =
            [
                .clockJumped(size: TimeSpan(milliseconds: instant)), .protectionStarted(protection),
                .quietHoursBegan(run),
            ] + conversation(at: instant, elapsed: elapsed, boot: boot)
        var state = State()
        for (index, fact) in facts.enumerated() {
            state.evolve(
                Event(
                    sequence: Int64(index + 1), at: Instant(milliseconds: instant), offset: 0,
                    elapsed: TimeSpan(milliseconds: elapsed), boot: BootID(boot), fact: fact))
        }
        return state
    }

    /// Requests, grants, prompts and an auto-protection at the same ends.
    private func conversation(at instant: Int64, elapsed: Int64, boot: String) -> [Fact] {
        let time = Countdown(
            length: TimeSpan(milliseconds: elapsed),
            deadline: Deadline(boot: BootID(boot), elapsed: TimeSpan(milliseconds: instant)))
        var request = UnblockRequest(
            id: 4, place: .target("shopping"), targets: ["shopping"], isPause: false,
            at: Instant(milliseconds: instant),
            intent: Intent(purpose: .impulse, amount: Money(thousandths: Money.limit)),
            wait: time, expires: time,
            circumstances: UnblockRequest.Circumstances(
                hour: .max, weekday: .min, requestsToday: .max, requestsThisWeek: .max,
                unblocksToday: .max, unblocksThisWeek: .max,
                sinceLastUnblock: TimeSpan(milliseconds: elapsed), quietHours: true))
        let grant = Grant(
            id: 5, request: 4, targets: ["shopping"], purpose: .impulse,
            at: Instant(milliseconds: instant), time: time)
        let auto = Protection(
            id: 6, kind: .autoProtection, name: "", targets: ["shopping"], isStrict: true,
            length: time.length, deadline: time.deadline, rule: "high_risk")
        let facts: [Fact] = [
            .unblockRequested(request), .unblocked(grant), .protectionStarted(auto),
            .protectionEnded(id: 6), .protectionStarted(auto),
            .attempted(Attempt(place: .site("shopping.example"), targets: ["shopping"])),
        ]
        request.id = 10
        return facts + [.intentGiven(request), .blockKept(request: 99), .intentGiven(request)]
    }

    @Test(arguments: extremes, ["boot 1", "boot 0"])
    func engineStartsOnIt(instant: Int64, boot: String) throws {
        for elapsed in Self.extremes {
            var machine = try Machine(
                at: "2026-11-20T23:00:00+01:00",
                rules: rules(
                    [schedule("nights", ["daily 22:30-06:30"])], risk: defaultRisk(),
                    auto: [auto(when: "risk.automatic >= 0.0", for: .minutes(5))]),
                continuing: state(at: instant, elapsed: elapsed, boot: boot))
            machine.advance(.minutes(3))
            machine.send(.startProtection(target: nil, length: .minutes(2), name: ""))
            machine.send(.attempt(.site("shopping.example")))
            for request in machine.engine.state.requests {
                machine.send(.request(request.place, intent: nil, isPause: false))
                machine.send(.confirm(request: request.id))
            }
            machine.isSynchronised = true
            machine.setClock(by: .zero)
            #expect((machine.engine.now - machine.wall).magnitude <= .minutes(1))
            machine.advance(.hours(1))
            #expect(machine.isBlocked("shopping"), "\(instant) \(elapsed)")
        }
    }

    @Test(
        "What facts lead to at the ends of time can be written and read",
        arguments: extremes, [-172_800, 0, 172_800])
    func isKept(instant: Int64, offset: Int) throws {
        let longest = TimeSpan(milliseconds: TimeSpan.recordable.upperBound)
        for elapsed in [.hours(1), longest] {
            var state = State()
            for row in FactNames.rows {
                state.evolve(
                    Event(
                        sequence: state.lastSequence + 1, at: Instant(milliseconds: instant),
                        offset: offset, elapsed: elapsed, boot: BootID("boot 1"), fact: row.fact))
                let written = try JSONEncoder().encode(state)
                let again = try JSONDecoder().decode(State.self, from: written)
                #expect(again == state, "\(row.json) after \(elapsed)")
            }
        }
    }

    /// An auto-protection that ended ten thousand years ago, which is before the year 1.
    @Test func endedBeforeTheYearOne() throws {
        let boot = BootID("boot 1")
        let auto = Protection(
            id: 7, kind: .autoProtection, name: "", targets: ["shopping"], isStrict: true,
            length: .hours(2), deadline: Deadline(boot: boot, elapsed: .hours(2)),
            rule: "high_risk")
        var state = State()
        for fact in [Fact.protectionStarted(auto), .protectionEnded(id: 7)] {
            state.evolve(
                Event(
                    sequence: state.lastSequence + 1,
                    at: Instant(milliseconds: Instant.recordable.upperBound), offset: 0,
                    elapsed: TimeSpan(milliseconds: TimeSpan.recordable.upperBound), boot: boot,
                    fact: fact))
        }
        let again = try JSONDecoder().decode(State.self, from: JSONEncoder().encode(state))
        #expect(again == state)
    }

    @Test(arguments: extremes)
    func textsAndLocalTimes(number: Int64) throws {
        let berlin = try zone("Europe/Berlin")
        let instant = Instant(milliseconds: number)
        #expect(!text(instant, in: berlin).isEmpty)
        #expect(!text(instant, in: .utc).isEmpty)
        #expect(berlin.instants(ofLocal: instant.seconds).first >= instant - .days(2))
        let calendar = try calendar(["daily 22:30-06:30"], in: "Europe/Berlin")
        let stretch = calendar.stretch(holding: instant)
        #expect(stretch.map { $0.start <= instant } ?? true)
        #expect(calendar.nextStart(after: instant).map { $0 > instant } ?? true)
    }
}

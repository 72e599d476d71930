import Engine
import Foundation
import RuleModel
import Testing

@testable import Demo
@testable import soteria

/// Made-up lives for tests, at instants of the test's own.
enum DemoHistories {
    /// 2026-11-22T11:20:13Z, a Sunday.
    static let end = Instant(seconds: 1_795_346_413)

    /// A life that was lived, with its events and the engine as it ended.
    struct Lived: Sendable {
        var events: [Event]
        var state: State
        var from: Instant
        var zone: TimeZoneRules
    }

    static func live(
        days: Int, seed: UInt64 = 7, busy: Int = 1, to end: Instant = end,
        zone name: String = "Europe/Berlin"
    ) throws -> Lived {
        let (rules, zone) = try DemoRules.year.load(["TZ": name])
        try #require(zone.name == name)
        var person = SimulatedPerson(
            rules: rules, zone: zone, seed: seed, busy: busy, days: days, to: end)
        var events: [Event] = []
        person.run { events += $0 }
        return Lived(
            events: events, state: person.engine.state, from: person.from, zone: zone)
    }

    /// One year that all tests look at, and that of somebody else.
    static let year = Result { try live(days: 365) }
    private static let other = Result { try live(days: 365, seed: otherSeed) }
    static let otherSeed: UInt64 = 31_337

    /// The year of a seed, lived once.
    static func year(of seed: UInt64) throws -> Lived {
        try seed == otherSeed ? other.get() : year.get()
    }
}

extension DemoHistories.Lived {
    /// How many events there are of each kind.
    var counts: [Fact.Kind: Int] {
        events.reduce(into: [:]) { $0[$1.fact.kind, default: 0] += 1 }
    }

    /// The figures of all its days, by the real fold.
    var metrics: Metrics {
        let days = events.map { LocalTime($0.at, offset: $0.offset).daysSince1970 }
        return state.tally.metrics(days: (days.min() ?? 0)..<(days.max() ?? 0) + 1)
    }

    /// The requests that ended so: kept and unblocked, of a part of its events.
    func endings(_ part: Range<Double>) -> (kept: Int, unblocked: Int) {
        let count = Double(events.count)
        let slice = events[Int(count * part.lowerBound)..<Int(count * part.upperBound)]
        return (
            slice.count { $0.fact.kind == .blockKept }, slice.count { $0.fact.kind == .unblocked }
        )
    }
}

/// CommandContext with a clock of the test's own.
final class DemoSurroundings: Sendable {
    let person: Person
    private let texts = Texts()

    private final class Texts: @unchecked Sendable {
        private let lock = NSLock()
        private var pieces: [(isError: Bool, text: String)] = []
        func add(_ text: String, isError: Bool) {
            lock.withLock { pieces.append((isError, text)) }
        }
        func all(_ isError: Bool) -> String {
            lock.withLock { pieces.filter { $0.isError == isError }.map(\.text).joined() }
        }
    }

    init(_ person: Person = .nobody) { self.person = person }

    var output: String { texts.all(false) }
    var error: String { texts.all(true) }

    func make(
        now: Instant = DemoHistories.end, style: Style = Style(width: 100),
        isTerminal: Bool = false, environment: [String: String] = [:], executable: String? = nil
    ) -> CommandContext {
        let texts = texts
        let person = person
        var all = ["TZ": "Europe/Berlin", "LANG": "C.UTF-8"]
        all.merge(environment) { $1 }
        var context = CommandContext(
            output: { texts.add($0, isError: false) }, error: { texts.add($0, isError: true) },
            style: style, isTerminal: isTerminal, canAsk: person.isAtTerminal, environment: all,
            executable: executable, run: { _, _ in ProgramResult(status: nil, output: "") })
        context.now = { now }
        context.elapsed = { person.elapsed }
        context.listen = { _ in person }
        context.wait = { _ in }
        return context
    }
}

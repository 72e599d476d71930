import Engine
import Foundation
import RuleModel
import SeededRandom
import Testing

/// A simulation that stops at changes alone says what one says that stops at every minute.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct SameAsEveryMinute {
    /// The outcomes, with protections numbered in order: more stops record more events, and all
    /// events share one numbering.
    private struct Told {
        private(set) var lines: [String] = []
        private var numbers: [String: Int] = [:]

        mutating func append(_ outcomes: [Simulation.Outcome]) {
            for outcome in outcomes {
                guard let words = words(outcome.kind) else { continue }
                lines.append("\(outcome.at.milliseconds) \(outcome.happening ?? -1) \(words)")
            }
        }

        private mutating func words(_ kind: Simulation.Kind) -> String? {
            switch kind {
            case .decided(let decision):
                let reasons = decision.restrictions.map {
                    let rule = numbers[$0.rule].map { "protection \($0)" } ?? $0.rule
                    return "\($0.kind) \(rule) \(String(describing: $0.until)) \($0.isStrict)"
                }
                return "\(decision.verdict) \(decision.target) \(reasons) "
                    + "\(String(describing: decision.until)) \(decision.cause) "
                    + "\(String(describing: decision.grantedUntil))"
            case .assessed(let assessment): return "assessed \(assessment.record)"
            case .protected(let protection):
                return "protected \(protection.targets) \(protection.length)"
            case .answered(let reaction): return "answered \(Self.first(reaction))"
            case .evaluated: return nil
            case .recorded(let event):
                if case .protectionStarted(let protection) = event.fact {
                    numbers[String(protection.id)] = numbers.count
                }
                // How often time and use are noted is what differs.
                let isNote = event.fact.kind == .timeNoted || event.fact.kind == .usageNoted
                return isNote ? nil : "recorded \(event.fact.kind)"
            }
        }

        /// The answer without the numbers in it.
        private static func first(_ reaction: Simulation.Reaction) -> String {
            switch reaction {
            case .request(.refused(.strict(let until, let target))),
                .confirm(.refused(.strict(let until, let target))):
                "strict \(String(describing: until)) \(target)"
            case .confirm(.replied(.granted(let grant, let until))):
                "granted \(grant.targets) \(until)"
            default: reaction.words.prefix { $0 != "(" }.description
            }
        }
    }

    private func told(
        _ rules: RuleSet, _ zone: TimeZoneRules, from: Instant, days: Int64,
        _ happenings: [SimulatedAction], pace: Simulation.Pace, piece: TimeSpan,
        continuing state: State = State()
    ) -> [String] {
        var simulation = Simulation(
            rules, zone: zone, from: from, continuing: state, pace: pace, details: .record)
        simulation.add(happenings)
        var told = Told()
        var until = from
        while until < from + .days(days) {
            until = min(until + piece, from + .days(days))
            told.append(simulation.advance(to: until))
        }
        return told.lines
    }

    private func expectSame(_ sparse: [String], _ full: [String], _ what: String) {
        if sparse == full { return }
        let place = zip(sparse, full).enumerated().first { $0.element.0 != $0.element.1 }?.offset
        let index = place ?? min(sparse.count, full.count)
        let before = full[max(0, index - 3)..<index].joined(separator: "\n  ")
        Issue.record(
            """
            \(what): line \(index) of \(sparse.count) and \(full.count)
              \(before)
            changes: \(sparse.indices.contains(index) ? sparse[index] : "nothing more")
            minutes: \(full.indices.contains(index) ? full[index] : "nothing more")
            """)
    }

    /// Around the changes of the clock, and in zones whose offsets are no whole hours.
    private static let lives = [
        ("Europe/Berlin", "2026-03-26T00:00:00+01:00"), ("Europe/Berlin", "2026-10-22T17:03:00Z"),
        ("Asia/Kathmandu", "2026-06-01T00:00:00Z"), ("America/St_Johns", "2026-10-30T00:00:00Z"),
        ("Australia/Lord_Howe", "2026-04-02T00:00:00Z"), ("UTC", "2026-12-29T12:00:00Z"),
    ]

    @Test(arguments: lives)
    func randomRulesAndDays(name: String, start: String) throws {
        let seed = SeededGenerator.seed()
        let zone = try zone(name)
        let from = try at(start)
        for round in UInt64(0)..<2 {
            var life = MadeUpLife(seed: seed &+ round)
            let rules = try life.rules()
            let happenings = life.happenings(from: from, days: 5)
            let full = told(
                rules, zone, from: from, days: 5, happenings, pace: .minutes, piece: .days(5))
            let sparse = told(
                rules, zone, from: from, days: 5, happenings, pace: .changes, piece: .days(5))
            expectSame(sparse, full, "\(name), seed \(seed), round \(round)")
            #expect(full.count > 50, "seed \(seed): hardly anything happened")
        }
    }

    @Test func whateverThePieces() throws {
        let seed = SeededGenerator.seed()
        let zone = try zone("Europe/Berlin")
        let from = try at("2026-03-27T08:10:00Z")
        var life = MadeUpLife(seed: seed)
        let rules = try life.rules()
        let happenings = life.happenings(from: from, days: 6)
        let whole = told(
            rules, zone, from: from, days: 6, happenings, pace: .changes, piece: .days(6))
        for piece in [TimeSpan.minutes(5), .seconds(3601), .hours(24)] {
            let pieces = told(
                rules, zone, from: from, days: 6, happenings, pace: .changes, piece: piece)
            expectSame(pieces, whole, "seed \(seed), pieces of \(piece.seconds) s")
        }
    }

    @Test func afterAHistory() throws {
        let seed = SeededGenerator.seed()
        let zone = try zone("Europe/Berlin")
        let from = try at("2026-05-04T00:00:00Z")
        for round in UInt64(0)..<3 {
            var life = MadeUpLife(seed: seed &+ round)
            var before = Simulation(try life.rules(), zone: zone, from: from)
            before.add(life.happenings(from: from, days: 4))
            _ = before.advance(to: from + .days(4))
            let rules = try life.rules()
            let happenings = life.happenings(from: before.now, days: 3)
            func after(_ pace: Simulation.Pace) -> [String] {
                told(
                    rules, zone, from: before.now, days: 3, happenings, pace: pace,
                    piece: .days(3), continuing: before.engine.state)
            }
            expectSame(after(.changes), after(.minutes), "seed \(seed), round \(round)")
        }
    }

    @Test func tellsOfTheRiskyHoursOfWeeksOfHabit() throws {
        let zone = try zone("Asia/Kathmandu")
        let from = try at("2026-01-05T00:00:00Z")
        let rules = try rules([schedule("always", ["daily 0:0-24:0"])], risk: defaultRisk())
        var happenings: [SimulatedAction] = []
        for number in Int64(0)..<50 {
            let moment = from + .days(number) + .hours(number % 3 == 0 ? 14 : 15)
            happenings.append(
                SimulatedAction(
                    at: moment,
                    .request(number, .target("shopping"), intent: Intent(purpose: .impulse))))
            happenings.append(SimulatedAction(at: moment, .confirm(number)))
        }
        let sparse = told(
            rules, zone, from: from, days: 50, happenings, pace: .changes, piece: .days(50))
        let full = told(
            rules, zone, from: from, days: 50, happenings, pace: .minutes, piece: .days(50))
        expectSame(sparse, full, "habits")
        #expect(full.contains { $0.contains("riskyHourTold") })
    }
}

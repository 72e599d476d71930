import Engine
import Foundation
import RuleFiles

/// A year gone through by the shipped rules: one hundred requests a day, each kept or opened; by
/// stopping at changes, and by stopping at every minute as the daemon does.
enum SimulationBenchmarks {
    static func rows() throws -> [Row] {
        let data = try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/Europe/Berlin"))
        let zone = try TimeZoneRules(name: "Europe/Berlin", tzif: Array(data))
        let rules = try rules()
        let from = Instant(seconds: 1_795_014_000)
        var rows: [Row] = []
        for (every, what) in [(0, "all kept"), (10, "every tenth opened")] {
            let happenings = year(from, unblocking: every)
            let sparse = milliseconds(runs: 5) {
                run(rules, zone, from, happenings, .changes)
            }
            let full = milliseconds(runs: 1) { run(rules, zone, from, happenings, .minutes) }
            let ratio = (full / sparse * 10).rounded() / 10
            rows.append(
                Row(
                    work: "a year with 100 requests a day, \(what)",
                    figure: Measure.text(sparse * 1e6), bar: "100 ms",
                    note: "minute by minute: \(Measure.text(full * 1e6)), \(ratio) ×"))
        }
        let nobody = milliseconds(runs: 5) { run(rules, zone, from, [], .changes) }
        rows.append(
            Row(
                work: "a year in which nobody does a thing", figure: Measure.text(nobody * 1e6),
                bar: ""))
        return rows
    }

    private static func milliseconds(runs: Int, _ body: () -> Void) -> Double {
        Measure.nanoseconds(runs: runs, count: 1, body) / 1e6
    }

    private static func run(
        _ rules: RuleSet, _ zone: TimeZoneRules, _ from: Instant, _ happenings: [Happening],
        _ pace: Simulation.Pace
    ) {
        var simulation = Simulation(rules, zone: zone, from: from, pace: pace)
        simulation.add(happenings)
        var count = 0
        for day in 1...365 { count += simulation.advance(to: from + .days(Int64(day))).count }
        consume(count)
    }

    /// The shipped risk and auto-protection, and a target that is blocked nearly all day.
    private static func rules() throws -> RuleSet {
        let loader = RuleLoader(zones: ZoneSource(environment: [:]))
        guard var rules = loader.load(RuleDirectories(overriding: [])).ruleSet else {
            fatalError("the shipped rules have errors")
        }
        rules.targets = [
            Target(
                key: "shopping", name: "Shopping", sites: ["amazon.com"], apps: [], fingerprint: "")
        ]
        rules.quietHours = [
            QuietHours(
                key: "days", name: "Days", targets: ["shopping"],
                ranges: [
                    DailyRange(days: .daily, start: 0, end: 720),
                    DailyRange(days: .daily, start: 780, end: 1440),
                ], timeZone: nil, isEnabled: true, isStrict: false, fingerprint: "days")
        ]
        return rules
    }

    /// A request every 14.4 minutes, with its end.
    private static func year(_ from: Instant, unblocking every: Int) -> [Happening] {
        (0..<36_500).flatMap { number in
            let at = from + TimeSpan(milliseconds: Int64(number) * 864_000)
            let purpose = number % 2 == 0 ? Purpose.impulse : .planned
            let isOpened = every > 0 && number % every == 0
            return [
                Happening(
                    at: at, id: number,
                    .request(
                        Int64(number), .target("shopping"), intent: Intent(purpose: purpose))),
                Happening(
                    at: at + .seconds(isOpened ? 31 : 20), id: number,
                    isOpened ? .confirm(Int64(number)) : .keep(Int64(number))),
            ]
        }
    }
}

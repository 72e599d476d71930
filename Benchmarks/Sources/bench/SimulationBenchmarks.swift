import Engine
import Foundation
import RuleFiles
import RuleModel

/// A year gone through by the shipped rules: one hundred requests a day, each kept or opened; by
/// stopping at changes, and by stopping at every minute as the daemon does; beside it a calendar
/// asked at every minute.
enum SimulationBenchmarks {
    static func rows() throws -> [Row] {
        let zone = try berlin()
        let rules = try rules()
        let from = Instant(seconds: 1_795_014_000)
        let calendar = milliseconds(runs: 1) { askCalendar(from) }
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
                    note: "our engine at each minute: \(Measure.text(full * 1e6)), \(ratio) ×; "
                        + Peer.text(
                            "Foundation's Calendar at each minute, and nothing else",
                            calendar * 1e6, ours: sparse * 1e6)))
        }
        let nobody = milliseconds(runs: 5) { run(rules, zone, from, [], .changes) }
        rows.append(
            Row(
                work: "a year in which nobody does a thing", figure: Measure.text(nobody * 1e6),
                bar: ""))
        return rows
    }

    /// The year with every tenth request opened, once, for a profiler.
    static func runOnce() throws {
        let from = Instant(seconds: 1_795_014_000)
        run(try rules(), try berlin(), from, year(from, unblocking: 10), .changes)
    }

    /// Whether either of two daily ranges holds, asked of a calendar at each minute of the year.
    private static func askCalendar(_ from: Instant) {
        var calendar = Calendar(identifier: .gregorian)
        guard let zone = TimeZone(identifier: "Europe/Berlin") else { fatalError("no zones") }
        calendar.timeZone = zone
        var held = 0
        for minute in 0..<365 * 1440 {
            let date = Date(timeIntervalSince1970: Double(from.seconds + Int64(minute) * 60))
            let local = calendar.dateComponents([.weekday, .hour, .minute], from: date)
            let time = (local.hour ?? 0) * 60 + (local.minute ?? 0)
            if local.weekday != nil, time < 720 || time >= 780 { held += 1 }
        }
        consume(held)
    }

    static func berlin() throws -> TimeZoneRules {
        let data = try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/Europe/Berlin"))
        return try TimeZoneRules(name: "Europe/Berlin", tzif: Array(data))
    }

    private static func milliseconds(runs: Int, _ body: () -> Void) -> Double {
        Measure.nanoseconds(runs: runs, count: 1, body) / 1e6
    }

    private static func run(
        _ rules: RuleSet, _ zone: TimeZoneRules, _ from: Instant, _ happenings: [SimulatedAction],
        _ pace: Simulation.Pace
    ) {
        var simulation = Simulation(rules, zone: zone, from: from, pace: pace)
        simulation.add(happenings)
        var count = 0
        for day in 1...365 { count += simulation.advance(to: from + .days(Int64(day))).count }
        consume(count)
    }

    /// The shipped risk and auto-protection, and a target that is blocked nearly all day.
    static func rules() throws -> RuleSet {
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
    private static func year(_ from: Instant, unblocking every: Int) -> [SimulatedAction] {
        (0..<36_500).flatMap { number in
            let at = from + TimeSpan(milliseconds: Int64(number) * 864_000)
            return request(number, at: at, isOpened: every > 0 && number % every == 0)
        }
    }

    /// A request that is kept after 20 seconds, or opened after its wait.
    static func request(_ number: Int, at: Instant, isOpened: Bool) -> [SimulatedAction] {
        let intent = Intent(purpose: number % 2 == 0 ? .impulse : .planned)
        return [
            SimulatedAction(
                at: at, id: number, .request(Int64(number), .target("shopping"), intent: intent)),
            SimulatedAction(
                at: at + .seconds(isOpened ? 31 : 20), id: number,
                isOpened ? .confirm(Int64(number)) : .keep(Int64(number))),
        ]
    }
}

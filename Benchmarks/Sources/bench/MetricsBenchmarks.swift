import Engine
import Foundation
import RuleModel

/// Figures of ten years in which every day holds everything: as many days as anybody has, so that
/// a million events or ten million behind them cost the same.
enum MetricsBenchmarks {
    private static let days = 3650
    private static let first = 17_000

    static func rows() throws -> [Row] {
        var tally = Tally()
        for day in first..<first + days { fill(day, of: &tally) }
        let all = first..<first + days
        let metrics = Measure.nanoseconds(count: 20) { consume(tally.metrics(days: all)) }
        let insights = Measure.nanoseconds(count: 20) { consume(tally.insights(days: all)) }
        let risky = Measure.nanoseconds(count: 1000) {
            consume(tally.riskyHour(weekday: 5, hour: 22, today: first + days))
        }
        let data = try JSONEncoder().encode(tally)
        let encoding = Measure.nanoseconds(runs: 5, count: 1) {
            consume(try? JSONEncoder().encode(tally))
        }
        let decoding = Measure.nanoseconds(runs: 5, count: 1) {
            consume(try? JSONDecoder().decode(Tally.self, from: data))
        }
        let size = "\(data.count / days) bytes a day"
        return [
            Row(
                work: "metrics of all time, 3,650 days with every figure",
                figure: Measure.text(metrics), bar: "50 ms",
                note: "however many events stand behind them"),
            Row(
                work: "insights of all time, the same days", figure: Measure.text(insights),
                bar: "50 ms"),
            Row(work: "whether an hour is risky, 8 weeks", figure: Measure.text(risky), bar: ""),
            Row(
                work: "an unblock summed up", figure: Measure.text(folding()), bar: "",
                note: "request, unblock and use"),
            Row(
                work: "3,650 such days to JSON", figure: Measure.text(encoding), bar: "",
                note: size),
            Row(work: "3,650 such days from JSON", figure: Measure.text(decoding), bar: "100 ms"),
        ]
    }

    /// One more unblock on the last of many days, with all that is said of it.
    private static func folding() -> Double {
        var tally = Tally()
        for day in first..<first + days { fill(day, of: &tally) }
        var count = 0
        return Measure.nanoseconds(count: 10_000) {
            count += 1
            unblock(first + days - 1, hour: count % 24, number: count, of: &tally)
        }
    }

    private static func unblock(_ day: Int, hour: Int, number: Int, of tally: inout Tally) {
        let categories = UnblockRules.standard.categories
        let moods = UnblockRules.standard.moods
        let amount = Money(thousandths: 49_900, currency: ["EUR", "USD", "GBP"][number % 3])
        let purpose: Purpose = number % 2 == 0 ? .impulse : .planned
        tally.request(day: day, hour: hour, isQuiet: number % 2 == 0, isPause: number % 5 == 0)
        tally.unblock(
            day: day, hour: hour, at: Instant(seconds: Int64(day * 86_400 + hour * 3600)),
            purpose: purpose, category: categories[number % categories.count],
            mood: moods[number % moods.count], isQuiet: number % 2 == 0, intendedMinutes: 10,
            amount: amount)
        tally.use(day: day, from: .zero, to: .minutes(7), intendedMinutes: 10)
    }

    private static func fill(_ day: Int, of tally: inout Tally) {
        let categories = UnblockRules.standard.categories
        let moods = UnblockRules.standard.moods
        for hour in 0..<24 {
            unblock(day, hour: hour, number: hour, of: &tally)
            tally.keep(
                day: day, hour: hour, purpose: .impulse,
                category: categories[hour % categories.count], mood: moods[hour % moods.count],
                amount: Money(thousandths: 5_000, currency: ["EUR", "USD", "GBP"][hour % 3]))
            tally.logged(
                day: day, isBought: true,
                amount: Money(thousandths: 9_990, currency: ["EUR", "USD", "GBP"][hour % 3]),
                regret: hour % 5)
        }
        for outcome in UnblockRequest.Ending.allCases { tally.closed(day: day, outcome: outcome) }
        for number in 0..<10 {
            tally.usage(day: day, target: "target-\(number)", active: .minutes(12))
        }
        for isYes in [false, true] {
            tally.attempt(day: day)
            tally.protection(day: day, isAuto: isYes)
            tally.checkIn(day: day, isYes: isYes)
        }
    }
}

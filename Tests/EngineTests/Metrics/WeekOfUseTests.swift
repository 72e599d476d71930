import RuleModel
import Testing

@testable import Engine

/// A week of use: Friday nights, 70% impulse, stressed most common, used after 40% of unblocks.
struct WeekOfUseTests {
    /// Twenty unblocks and five kept blocks of one week.
    private var week: Tally {
        var tally = Tally()
        for number in 0..<20 { unblock(number, of: &tally) }
        for day in 0..<5 {
            tally.request(day: monday + day, hour: 8, isQuiet: false, isPause: true)
            let intent = Intent(
                purpose: .impulse, mood: day < 2 ? "stressed" : nil,
                amount: Money(thousandths: 25_000, currency: "EUR"))
            tally.count(Deed(day: monday + day, hour: 8, what: .keep(intent)))
        }
        return tally
    }

    /// The first nine on Friday night, six of them before midnight; the others on other days.
    private func unblock(_ number: Int, of tally: inout Tally) {
        let (day, hour) = [(4, 23), (5, 1), (number % 4, 9 + number % 3)][
            number < 6 ? 0 : number < 9 ? 1 : 2]
        let isImpulse = number < 14
        let intent = Intent(
            purpose: isImpulse ? .impulse : .planned, category: isImpulse ? nil : "gift",
            mood: isImpulse ? (number < 7 ? "stressed" : ["bored", "tired"][number % 2]) : nil,
            minutes: 10)
        tally.request(day: monday + day, hour: hour, isQuiet: number < 9, isPause: false)
        tally.count(
            Deed(day: monday + day, hour: hour, what: .unblock(intent, isQuiet: number < 9)))
        guard number % 5 < 2 else { return }
        let use = Deed.What.use(from: .zero, to: .minutes(30), minutes: 10)
        tally.count(Deed(day: monday + day, hour: hour, what: use))
        tally.logged(
            day: monday + day, isBought: number % 5 == 0,
            amount: Money(thousandths: 19_990, currency: "EUR"), regret: 3)
    }

    @Test func insights() {
        #expect(
            week.insights(days: monday..<monday + 7).map(\.text) == [
                "Busiest: Friday nights (22:00 to 05:00), 9 of 20 unblocks (45%).",
                "Your request was an impulse on 76% of occasions: 19 of 25.",
                "Stressed is the most common mood: 9 of 16.",
                "Gift is the most common category: 6 of 6.",
                "A target was used after 40% of unblocks: 8 of 20.",
                "45% of unblocks were during quiet hours: 9 of 20.",
                "You kept the block on 20% of occasions: 5 of 25.",
                "Average regret: 3.0 out of 4, logged 8 times.",
                "On average, you wanted 10 minutes and used 12 (on 20 occasions).",
            ])
    }

    @Test func figures() {
        let metrics = week.metrics(days: monday..<monday + 7)
        #expect(metrics.total == Cell(requests: 25, unblocks: 20, kept: 5))
        #expect(metrics.pauses == 5)
        #expect(metrics.impulseShare == Share(14, of: 20))
        #expect(metrics.useShare == Share(8, of: 20))
        #expect(metrics.meanUse == Mean(8 * 30 * 60_000, of: 8))
        #expect(metrics.quietUnblocks == Share(9, of: 20))
        #expect(metrics.mostActiveHour == 23)
        #expect(metrics.mostActiveWeekday == 5)
        #expect(metrics.commonMood == "stressed")
        #expect(metrics.moods.first == NameCount(name: "stressed", unblocks: 7, kept: 2))
        #expect(metrics.purchaseShare == Share(4, of: 8))
        #expect(metrics.purchases.map(\.decimal) == ["79.96"])
        #expect(metrics.keptAmounts.map(\.decimal) == ["125.00"])
        #expect(metrics.previous == Cell())
    }

    /// The next week has nothing yet but says by how much less was asked for.
    @Test func theWeekAfter() {
        #expect(
            week.insights(days: monday + 7..<monday + 14).map(\.text) == [
                "Requests are down 100%: 0, compared with 25 in the period before."
            ])
    }
}

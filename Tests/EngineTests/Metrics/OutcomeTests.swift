import RuleModel
import Testing

@testable import Engine

/// The outcomes of unblocks: use against intention, and logged outcomes.
struct OutcomeTests {
    private let week = monday..<monday + 7

    private func tally(unblocks: Int, minutes: [Int] = []) -> Tally {
        var tally = Tally()
        tally.unblocks(unblocks, day: monday, hour: 20)
        for minutes in minutes {
            let intent = Intent(purpose: .planned, minutes: minutes)
            tally.count(Deed(day: monday, hour: 20, what: .unblock(intent, isQuiet: false)))
        }
        return tally
    }

    // MARK: Use

    /// Used after two of five; the means are over the used ones, and over those that said minutes.
    @Test func useAgainstIntention() {
        var tally = tally(unblocks: 3, minutes: [10, 5])
        tally.use(day: monday, from: .zero, to: .minutes(20), intendedMinutes: nil)
        tally.use(day: monday, from: .zero, to: .minutes(12), intendedMinutes: 10)
        let metrics = tally.metrics(days: week)
        #expect(metrics.useShare == Share(2, of: 5))
        #expect(metrics.meanUse == Mean(32 * 60_000, of: 2))
        #expect(metrics.meanIntended == Mean(15, of: 2))
        // The one that was not used counts as no minutes used.
        #expect(metrics.meanUseOfIntended == Mean(12 * 60_000, of: 2))
    }

    /// Use goes on in parts, and an unblock is used once.
    @Test func useInParts() {
        var tally = tally(unblocks: 1)
        tally.use(day: monday, from: .zero, to: .minutes(5), intendedMinutes: nil)
        tally.use(day: monday, from: .minutes(5), to: .minutes(8), intendedMinutes: nil)
        tally.use(day: monday, from: .minutes(8), to: .minutes(8), intendedMinutes: nil)
        #expect(tally.metrics(days: week).useShare == Share(1, of: 1))
        #expect(tally.metrics(days: week).meanUse == Mean(8 * 60_000, of: 1))
    }

    /// Idle time that is seen too late takes use back, down to none.
    @Test func useTakenBack() {
        var tally = tally(unblocks: 0, minutes: [10])
        let unused = tally
        tally.use(day: monday, from: .zero, to: .minutes(5), intendedMinutes: 10)
        tally.use(day: monday, from: .minutes(5), to: .minutes(2), intendedMinutes: 10)
        #expect(tally.metrics(days: week).meanUseOfIntended == Mean(120_000, of: 1))
        tally.use(day: monday, from: .minutes(2), to: .zero, intendedMinutes: 10)
        #expect(tally == unused)
        tally.usage(day: monday, target: "news", active: .seconds(1))
        #expect(tally.metrics(days: week).useShare == Share(0, of: 1))
        tally.use(day: monday, from: .zero, to: .seconds(1), intendedMinutes: 10)
        #expect(tally.metrics(days: week).useShare == Share(1, of: 1))
    }

    /// An unblock from before the first figure: a part is never more than its whole.
    @Test func useOfAnUncountedUnblock() {
        var tally = Tally()
        tally.use(day: monday, from: .zero, to: .minutes(5), intendedMinutes: nil)
        #expect(tally.metrics(days: week).useShare == nil)
        tally.unblocks(1, day: monday, hour: 9)
        tally.use(day: monday, from: .zero, to: .minutes(5), intendedMinutes: nil)
        #expect(tally.metrics(days: week).useShare == Share(1, of: 1))
        #expect(tally.metrics(days: week).meanUse == Mean(600_000, of: 2))
    }

    /// Without a report of any use, nothing is known of the use after an unblock.
    @Test func noShareWithoutAReport() {
        var tally = tally(unblocks: 3, minutes: [10])
        #expect(tally.metrics(days: week).useShare == nil)
        #expect(tally.metrics(days: week).meanUseOfIntended == nil)
        // A report of another week shows that programs do report.
        tally.usage(day: monday - 9, target: "news", active: .minutes(1))
        #expect(tally.metrics(days: week).useShare == Share(0, of: 4))
        #expect(tally.metrics(days: week).meanUseOfIntended == Mean(0, of: 1))
    }

    /// A grant that runs may still be used; it counts once it is over.
    @Test func runningGrantsAreLeftOut() {
        var tally = tally(unblocks: 3)
        tally.use(day: monday, from: .zero, to: .minutes(1), intendedMinutes: nil)
        func running(_ day: Int, used: TimeSpan) -> UnblockOutcome {
            var outcome = UnblockOutcome(
                request: 1, targets: ["news"], at: Instant(seconds: 0), day: day,
                intent: Intent(purpose: .planned))
            outcome.used = used
            return outcome
        }
        func share(_ running: UnblockOutcome...) -> Share? {
            tally.metrics(days: week, running: running).useShare
        }
        #expect(share() == Share(1, of: 3))
        #expect(share(running(monday, used: .zero)) == Share(1, of: 2))
        #expect(share(running(monday, used: .minutes(1))) == Share(0, of: 2))
        #expect(share(running(monday - 1, used: .zero)) == Share(1, of: 3))
    }

    @Test func usageTakenBack() {
        var tally = Tally()
        tally.usage(day: monday, target: "news", active: .minutes(5))
        tally.usage(day: monday, target: "news", active: -.minutes(2))
        tally.usage(day: monday, target: "games", active: -.minutes(2))
        #expect(
            tally.metrics(days: week).usage == [TargetUse(target: "news", time: .minutes(3))])
        tally.usage(day: monday, target: "news", active: -.minutes(9))
        #expect(tally.metrics(days: week).usage == [])
    }

    // MARK: Logs

    @Test func logs() {
        var tally = Tally()
        let amount = Money(thousandths: 19_990, currency: "EUR")
        tally.logged(day: monday, isBought: true, amount: amount, regret: 4)
        tally.logged(day: monday + 1, isBought: true, amount: nil, regret: nil)
        tally.logged(day: monday + 1, isBought: false, amount: amount, regret: 0)
        let metrics = tally.metrics(days: week)
        #expect(metrics.outcomes == 3)
        #expect(metrics.purchaseShare == Share(2, of: 3))
        // Without a purchase nothing was spent; no regret is a regret of 0.
        #expect(metrics.purchases == [Amount(currency: "EUR", thousandths: 19_990)])
        #expect(metrics.meanRegret == Mean(4, of: 2))
    }

    @Test(arguments: [(-1, 0), (Int.min, 0), (0, 0), (3, 3), (4, 4), (5, 4), (Int.max, 4)])
    func regretIsZeroToFour(said: Int, counted: Int) {
        var tally = Tally()
        tally.logged(day: monday, isBought: false, amount: nil, regret: said)
        #expect(tally.metrics(days: week).meanRegret == Mean(Int64(counted), of: 1))
        tally.unlogged(day: monday, isBought: false, amount: nil, regret: said)
        #expect(tally == Tally())
    }

    /// A log that is replaced leaves nothing behind, whatever it said.
    @Test(arguments: [true, false], [nil, 0, 3] as [Int?])
    func replacedLog(isBought: Bool, regret: Int?) {
        for amount in [nil, Money(thousandths: 5000), Money(thousandths: 7, currency: "USD")] {
            var tally = tally(unblocks: 2)
            tally.logged(
                day: monday, isBought: true, amount: Money(thousandths: 1, currency: "USD"),
                regret: 1)
            let before = tally
            tally.logged(day: monday, isBought: isBought, amount: amount, regret: regret)
            #expect(tally != before)
            tally.unlogged(day: monday, isBought: isBought, amount: amount, regret: regret)
            #expect(tally == before)
            #expect(tally.hashValue == before.hashValue)
        }
    }

    /// Numbers stop at zero.
    @Test func nothingToTakeBack() {
        var tally = tally(unblocks: 1)
        let before = tally
        for day in [monday - 1, monday, monday + 1] {
            tally.unlogged(
                day: day, isBought: true, amount: Money(thousandths: 5, currency: "EUR"),
                regret: 2)
        }
        #expect(tally == before)
    }
}

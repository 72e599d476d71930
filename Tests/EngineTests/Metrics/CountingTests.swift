import RuleModel
import Testing

@testable import Engine

/// Each thing that happens, and all the figures that it is counted in.
struct CountingTests {
    /// Expects the change that deeds make to empty figures by request.
    private func expect(
        _ what: Deed.What..., hour: Int = 21, location: SourceLocation = #_sourceLocation,
        change: (inout Metrics) -> Void
    ) {
        let days = monday..<monday + 7
        var expected = Tally().metrics(days: days)
        change(&expected)
        let deeds = what.map { Deed(day: monday + 4, hour: hour, what: $0) }
        let metrics = Tally(deeds).metrics(days: days)
        // Those have tests of their own.
        expected.episodes = metrics.episodes
        #expect(metrics == expected, sourceLocation: location)
    }

    /// Sets one number of Friday, 21 o'clock.
    private func atNine(
        _ metrics: inout Metrics, _ figure: WritableKeyPath<Cell, Int>, _ count: Int
    ) {
        metrics.total[keyPath: figure] = count
        metrics.hours[21][keyPath: figure] = count
        metrics.weekdays[4][keyPath: figure] = count
        metrics.hoursOfWeek[4 * 24 + 21][keyPath: figure] = count
    }

    @Test func requests() {
        expect(
            .request(isQuiet: false, isPause: false), .request(isQuiet: true, isPause: false),
            .request(isQuiet: false, isPause: true)
        ) {
            atNine(&$0, \.requests, 3)
            $0.pauses = 1
            $0.quietRequests = Share(1, of: 3)
        }
    }

    @Test func attemptsAreNoRequests() {
        expect(.attempt, .attempt) { $0.attempts = 2 }
    }

    /// A block may be kept before anything is said.
    @Test func keptBlocks() {
        expect(.keep(nil)) {
            atNine(&$0, \.kept, 1)
            $0.keptShare = Share(1, of: 1)
        }
        let planned = Intent(
            purpose: .planned, category: "gift", mood: "happy",
            amount: Money(thousandths: 5000, currency: "EUR"), minutes: 5)
        // A kept planned purchase is not a saving on an impulse: its amount does not count.
        expect(.keep(planned)) {
            atNine(&$0, \.kept, 1)
            $0.keptShare = Share(1, of: 1)
            $0.keptPlanned = 1
            $0.categories = [NameCount(name: "gift", unblocks: 0, kept: 1)]
            $0.commonCategory = "gift"
            $0.moods = [NameCount(name: "happy", unblocks: 0, kept: 1)]
            $0.commonMood = "happy"
        }
        var impulse = planned
        impulse.purpose = .impulse
        impulse.category = nil
        expect(.keep(impulse)) {
            atNine(&$0, \.kept, 1)
            $0.keptShare = Share(1, of: 1)
            $0.keptImpulse = 1
            $0.moods = [NameCount(name: "happy", unblocks: 0, kept: 1)]
            $0.commonMood = "happy"
            $0.keptAmounts = [Amount(currency: "EUR", thousandths: 5000)]
        }
    }

    @Test func unblocks() {
        let bare = Intent(purpose: .planned)
        expect(.unblock(bare, isQuiet: false)) {
            atNine(&$0, \.unblocks, 1)
            $0.planned = 1
            $0.plannedShare = Share(1, of: 1)
            $0.impulseShare = Share(0, of: 1)
            $0.keptShare = Share(0, of: 1)
            $0.quietUnblocks = Share(0, of: 1)
            $0.mostActiveHour = 21
            $0.mostActiveWeekday = 5
        }
        let full = Intent(
            purpose: .impulse, category: "treat", mood: "bored",
            amount: Money(thousandths: 1, currency: nil), minutes: 25)
        expect(.unblock(full, isQuiet: true)) {
            atNine(&$0, \.unblocks, 1)
            $0.impulse = 1
            $0.plannedShare = Share(0, of: 1)
            $0.impulseShare = Share(1, of: 1)
            $0.keptShare = Share(0, of: 1)
            $0.quietUnblocks = Share(1, of: 1)
            $0.meanIntended = Mean(25, of: 1)
            $0.mostActiveHour = 21
            $0.mostActiveWeekday = 5
            $0.categories = [NameCount(name: "treat", unblocks: 1, kept: 0)]
            $0.commonCategory = "treat"
            $0.moods = [NameCount(name: "bored", unblocks: 1, kept: 0)]
            $0.commonMood = "bored"
            $0.estimates = [Amount(currency: nil, thousandths: 1)]
        }
    }

    /// Kept blocks and unblocks are told by calls of their own.
    @Test func otherEndings() {
        expect(
            .closed(.expired), .closed(.expired), .closed(.lapsed), .closed(.protected),
            .closed(.kept), .closed(.unblocked)
        ) {
            $0.expired = 2
            $0.lapsed = 1
            $0.protectedInstead = 1
        }
    }

    @Test func protectionsAndCheckIns() {
        expect(
            .protection(isAuto: true), .protection(isAuto: false), .protection(isAuto: false),
            .checkIn(isYes: true), .checkIn(isYes: true), .checkIn(isYes: true),
            .checkIn(isYes: false)
        ) {
            $0.autoProtections = 1
            $0.manualProtections = 2
            $0.checkInsYes = 3
            $0.checkInsNo = 1
        }
    }

    /// The longest first, then by key; what is used on two days is one sum.
    @Test func usageByTarget() {
        expect(
            .usage("news", .minutes(5)), .usage("games", .minutes(7)), .usage("news", .minutes(3)),
            .usage("arts", .minutes(7)), .usage("none", .zero)
        ) {
            $0.usage = [
                TargetUse(target: "news", time: .minutes(8)),
                TargetUse(target: "arts", time: .minutes(7)),
                TargetUse(target: "games", time: .minutes(7)),
            ]
        }
    }
}

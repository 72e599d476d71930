import Engine
import RuleModel
import Testing

/// Insights that are given, and insights that are not because too few events support them.
struct InsightTests {
    private let week = monday..<monday + 7

    private func insight(_ kind: Insight.Kind, _ tally: Tally) -> Insight? {
        tally.insights(days: week).first { $0.kind == kind }
    }

    private func tally(_ whats: [(Int, Deed.What)], day: Int = monday, hour: Int = 12) -> Tally {
        var tally = Tally()
        for (count, what) in whats {
            for _ in 0..<count { tally.count(Deed(day: day, hour: hour, what: what)) }
        }
        return tally
    }

    private func unblock(_ purpose: Purpose = .impulse, mood: String? = nil, isQuiet: Bool = false)
        -> Deed.What
    {
        .unblock(Intent(purpose: purpose, mood: mood), isQuiet: isQuiet)
    }

    @Test func nothingIsSaidOfNothing() {
        #expect(Tally().insights(days: week) == [])
        #expect(tally([(100, .attempt), (100, .closed(.expired))]).insights(days: week) == [])
    }

    // MARK: At least five below the line

    @Test(arguments: [(4, 0, false), (2, 2, false), (5, 0, true), (3, 2, true), (0, 5, true)])
    func impulseShare(impulses: Int, planned: Int, isSaid: Bool) {
        let tally = tally([(impulses, unblock()), (planned, unblock(.planned))])
        let said = insight(.impulseShare, tally)
        #expect((said != nil) == isSaid)
        if isSaid {
            #expect(said?.count == impulses)
            #expect(said?.of == impulses + planned)
        }
    }

    @Test(arguments: [(4, 0, false), (0, 4, false), (2, 3, true), (5, 0, true), (0, 5, true)])
    func keptShare(kept: Int, unblocks: Int, isSaid: Bool) {
        let said = insight(.keptShare, tally([(kept, .keep(nil)), (unblocks, unblock())]))
        #expect((said != nil) == isSaid)
        #expect(said?.count == (isSaid ? kept : nil))
    }

    /// No unblock in quiet hours may mean that there are no quiet hours: nothing is said.
    @Test(arguments: [(0, 9, false), (1, 3, false), (1, 4, true), (5, 0, true)])
    func quietShare(quiet: Int, others: Int, isSaid: Bool) {
        let tally = tally([(quiet, unblock(isQuiet: true)), (others, unblock())])
        #expect((insight(.quietShare, tally) != nil) == isSaid)
    }

    /// No use at all may mean that nobody reports it.
    @Test(arguments: [(0, 9, false), (1, 4, false), (1, 5, true), (5, 5, true)])
    func useRate(used: Int, unblocks: Int, isSaid: Bool) {
        let use = Deed.What.use(from: .zero, to: .seconds(1), minutes: nil)
        let tally = tally([(unblocks, unblock()), (used, use)])
        #expect((insight(.useRate, tally) != nil) == isSaid)
    }

    @Test(arguments: [(4, 9, false), (5, 0, true), (5, 3, true)])
    func meanRegret(regrets: Int, others: Int, isSaid: Bool) {
        let tally = tally([
            (regrets, .logged(isBought: true, nil, regret: 3)),
            (others, .logged(isBought: true, nil, regret: nil)),
        ])
        #expect(
            insight(.meanRegret, tally) == (isSaid ? Mean(15, of: 5).map(Insight.meanRegret) : nil))
    }

    @Test(arguments: [(4, 9, 1, false), (5, 0, 0, false), (5, 0, 1, true), (9, 9, 9, true)])
    func minutesUsed(intended: Int, others: Int, used: Int, isSaid: Bool) throws {
        let tally = tally([
            (intended, .unblock(Intent(purpose: .planned, minutes: 10), isQuiet: false)),
            (others, unblock()),
            (used, .use(from: .zero, to: .seconds(90), minutes: 10)),
        ])
        let said = insight(.minutesUsed, tally)
        #expect((said != nil) == isSaid)
        #expect(said?.of == (isSaid ? intended * 10 : nil))
        // A minute and a half each, in whole minutes.
        #expect(said?.count == (isSaid ? (used * 90 + 30) / 60 : nil))
    }

    // MARK: A clear lead of at least three

    /// How often three moods were said, and whether the first is called the most common.
    @Test(arguments: [
        (2, 1, 1, false), (3, 1, 1, true), (3, 1, 0, false), (3, 2, 0, true), (3, 3, 0, false),
        (2, 2, 1, false), (4, 0, 0, false), (5, 0, 0, true), (4, 3, 4, false), (5, 4, 4, true),
    ])
    func mostCommon(first: Int, second: Int, third: Int, isSaid: Bool) {
        let moods = ["tired", "bored", "sad"]
        let counts = zip([first, second, third], moods).map { ($0, unblock(mood: $1)) }
        // Those that say none are not below the line.
        let said = insight(.commonMood, tally(counts + [(20, unblock())]))
        #expect((said != nil) == isSaid)
        guard isSaid else { return }
        #expect(said?.value == "tired")
        #expect(said?.count == first)
        #expect(said?.of == first + second + third)
    }

    @Test func categoriesLikeMoods() {
        let gift = Intent(purpose: .planned, category: "gift")
        let treat = Intent(purpose: .impulse, category: "treat")
        let tally = tally([
            (2, .unblock(gift, isQuiet: false)), (1, .keep(gift)), (2, .keep(treat)),
        ])
        let said = insight(.commonCategory, tally)
        #expect(said == Share(3, of: 5).map { .commonCategory("gift", $0) })
        #expect(insight(.commonMood, tally) == nil)
    }

    // MARK: The trend

    /// Requests of this week and the week before, and whether a trend is told of.
    @Test(arguments: [
        (5, 4, false), (9, 4, false), (5, 5, false), (6, 5, false), (7, 5, true), (4, 5, false),
        (3, 5, true), (0, 5, true), (5, 8, true), (10, 8, true), (9, 8, false), (7, 8, false),
        (6, 8, true), (0, 0, false), (15, 10, true), (12, 10, false), (13, 10, true),
    ])
    func trend(now: Int, before: Int, isTold: Bool) {
        let request = Deed.What.request(isQuiet: false, isPause: false)
        var tally = tally([(now, request)], day: monday + 6)
        for _ in 0..<before { tally.count(Deed(day: monday - 7, hour: 0, what: request)) }
        let told = insight(.trend, tally)
        #expect(told == (isTold ? .trend(requests: now, before: before) : nil))
    }
}

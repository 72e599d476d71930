import Engine
import Foundation
import RuleModel
import Testing

@testable import Demo
@testable import soteria

/// A made-up year is one that a daemon could have recorded.
@Suite struct DemoPersonTests {
    private func year() throws -> DemoHistories.Lived { try DemoHistories.year.get() }

    // MARK: A record

    @Test func eventsAreNumberedAndNeverGoBackInTime() throws {
        let events = try year().events
        #expect(events.count > 15_000)
        #expect(events.map(\.sequence) == (1...Int64(events.count)).map(\.self))
        let isAscending = zip(events, events.dropFirst()).allSatisfy { before, after in
            before.at <= after.at && before.elapsed <= after.elapsed
        }
        #expect(isAscending)
        // Nothing was jumped over, although most of it lies before the year of the program.
        let clocks: [Fact.Kind] = [.clockJumped, .clockAdopted, .clockReturned]
        #expect(!events.contains { clocks.contains($0.fact.kind) })
    }

    @Test func nothingLiesInTheFutureAndTheLastWordIsTheStop() throws {
        let year = try year()
        #expect(year.events.allSatisfy { $0.at <= DemoHistories.end })
        #expect(year.events.last?.fact == .daemonStopped)
        #expect(year.events.last?.at == DemoHistories.end)
        // From ten in the morning a year before; the installation comes just before it.
        let first = try #require(year.events.first)
        #expect(LocalTime(year.from, in: year.zone).hour == 10)
        #expect(year.from - first.at == .minutes(2))
        #expect((DemoHistories.end - first.at).seconds / 86_400 == 365)
    }

    @Test func theStateIsTheFoldOfTheEvents() throws {
        let year = try year()
        var state = State()
        for event in year.events { state.evolve(event) }
        #expect(state == year.state)
    }

    @Test func everyEventDecodesToItself() throws {
        let encoder = JSONEncoder()
        let decoder = JSONDecoder()
        for event in try year().events {
            let data = try encoder.encode(event.fact)
            #expect(try decoder.decode(Fact.self, from: data) == event.fact)
        }
    }

    @Test func offsetsAreThoseOfTheZone() throws {
        let year = try year()
        #expect(year.events.allSatisfy { $0.offset == year.zone.offset(at: $0.at) })
        #expect(Set(year.events.map(\.offset)) == [3600, 7200])
    }

    // MARK: The seed

    @Test func theSameSeedAndDayGiveTheSameEvents() throws {
        let first = try DemoHistories.live(days: 40, seed: 99)
        let second = try DemoHistories.live(days: 40, seed: 99)
        #expect(first.events == second.events && first.events.count > 1000)
        let other = try DemoHistories.live(days: 40, seed: 100)
        #expect(other.events != first.events)
    }

    @Test(arguments: [UInt64(1), 2])
    func anEarlierHourOfTheLastDayHasTheSameBeginning(seed: UInt64) throws {
        let whole = try DemoHistories.live(days: 70, seed: seed)
        let early = try DemoHistories.live(
            days: 70, seed: seed, to: DemoHistories.end - .hours(7))
        // The last events are those of the end: what was used then, and the stop.
        let common = early.events.filter { $0.at < DemoHistories.end - .hours(7) }
        #expect(common.count > 1500 && common.count < whole.events.count)
        #expect(Array(whole.events.prefix(common.count)) == common, "seed \(seed)")
    }

    @Test func aBusyPersonDoesSoManyTimesAsMuch() throws {
        let usual = try DemoHistories.live(days: 25)
        let busy = try DemoHistories.live(days: 25, busy: 4)
        let sessions =
            Double(busy.counts[.usageBegan] ?? 0) / Double(usual.counts[.usageBegan] ?? 1)
        let attempts = Double(busy.counts[.attempted] ?? 0) / Double(usual.counts[.attempted] ?? 1)
        #expect((1.5...5).contains(sessions) && (2.5...6).contains(attempts))
    }

    // MARK: Plausible figures

    @Test(arguments: [UInt64(7), DemoHistories.otherSeed])
    func theFiguresOfAYearAreThoseOfAPerson(seed: UInt64) throws {
        let year = try DemoHistories.year(of: seed)
        let metrics = year.metrics
        let comment = Comment(rawValue: "seed \(seed)")
        #expect((400...1400).contains(metrics.total.requests), comment)
        #expect((120...600).contains(metrics.total.unblocks), comment)
        #expect((150...800).contains(metrics.total.kept), comment)
        let impulse = Double(metrics.impulse) / Double(metrics.total.unblocks)
        #expect((0.55...0.9).contains(impulse), comment)
        let used = try #require(metrics.useShare)
        #expect((70...99).contains(used.percent), comment)
        let bought = try #require(metrics.purchaseShare)
        #expect((25...70).contains(bought.percent), comment)
        let regret = try #require(metrics.meanRegret)
        #expect((5...30).contains(regret.total * 10 / Int64(regret.of)), comment)
        #expect((3...80).contains(metrics.autoProtections), comment)
        #expect(metrics.checkInsYes > metrics.checkInsNo * 3 && metrics.checkInsNo > 10, comment)
        #expect(metrics.categories.count == 5 && metrics.moods.count >= 7, comment)
        #expect(metrics.usage.count == 3 && metrics.purchases.map(\.currency) == ["EUR"], comment)
        #expect(metrics.pauses > 8 && metrics.manualProtections > 15, comment)
    }

    @Test func theFoldCountsWhatIsRecorded() throws {
        let year = try year()
        let counts = year.counts
        let metrics = year.metrics
        #expect(metrics.total.requests == counts[.unblockRequested])
        let releases = counts[.protectionReleased] ?? 0
        #expect(metrics.total.unblocks == (counts[.unblocked] ?? 0) + releases)
        #expect(metrics.total.kept == counts[.blockKept])
        #expect(metrics.attempts == counts[.attempted])
        #expect(metrics.planned + metrics.impulse == metrics.total.unblocks)
        #expect(metrics.outcomes == counts[.outcomeLogged])
        let closed = metrics.expired + metrics.lapsed + metrics.protectedInstead
        #expect(closed == counts[.requestClosed])
        #expect(metrics.checkInsYes + metrics.checkInsNo == counts[.checkInAnswered])
        #expect(metrics.hours.map(\.unblocks).reduce(0, +) == metrics.total.unblocks)
    }

    @Test func wishesComeAtNightAndMostOnTheWeekend() throws {
        let metrics = try year().metrics
        let night = metrics.hours[21...].map(\.requests) + metrics.hours[..<2].map(\.requests)
        #expect(night.reduce(0, +) * 2 > metrics.total.requests)
        let weekdays = metrics.weekdays.map(\.requests)
        let quiet = weekdays[0..<4].reduce(0, +) / 4
        let weekend = weekdays[4..<7].reduce(0, +) / 3
        #expect(weekend * 10 > quiet * 12)
        #expect(metrics.hours[3..<7].allSatisfy { $0.requests == 0 })
    }

    @Test(arguments: [UInt64(7), DemoHistories.otherSeed])
    func moreBlocksAreKeptAsTheYearGoesOn(seed: UInt64) throws {
        let year = try DemoHistories.year(of: seed)
        func share(_ part: Range<Double>) -> Double {
            let (kept, unblocked) = year.endings(part)
            return Double(kept) / Double(max(1, kept + unblocked))
        }
        #expect(share(0..<0.25) + 0.08 < share(0.65..<1), "seed \(seed)")
    }

    @Test func insightsAndRiskyHoursCanBeTold() throws {
        let year = try year()
        #expect(year.metrics.insights.count >= 4)
        #expect((year.counts[.riskyHourTold] ?? 0) > 3)
    }

    // MARK: What a year has in it

    @Test func everythingThatAPersonDoesComesUp() throws {
        let counts = try year().counts
        for kind in [
            Fact.Kind.rulesLoaded, .quietHoursBegan, .quietHoursEnded, .protectionStarted,
            .protectionEnded, .switched, .decided, .riskAssessed, .attempted, .unblockRequested,
            .blockKept, .unblocked, .requestClosed, .grantEnded, .promptClosed, .outcomeLogged,
            .usageBegan, .usageNoted, .usageEnded, .checkInOpened, .checkInAsked,
            .checkInAnswered, .budgetReached, .budgetReset, .goalAdded, .goalContributed,
        ] {
            #expect(counts[kind, default: 0] > 0, "\(kind)")
        }
        #expect(counts[.goalAdded] == Profile.goals.count)
        // A switch-off is undone in the morning.
        #expect((counts[.switched] ?? 0) >= 4)
    }

    @Test func aHolidayAndACrashLeaveGaps() throws {
        let year = try year()
        let incidents = year.state.incidents
        let gaps = incidents.filter { $0.kind == .gap }.compactMap(\.span)
        #expect(gaps.contains { (8...15).contains($0.seconds / 86_400) })
        #expect(gaps.contains { $0 < .days(1) && $0 > .hours(12) })
        #expect(incidents.contains { $0.kind == .crash })
        #expect(year.counts[.daemonStarted] == 4)
        // Nothing happened while nobody ran.
        let longest = zip(year.events, year.events.dropFirst()).map { $1.at - $0.at }.max()
        #expect(longest == gaps.max())
        let month = try DemoHistories.live(days: 30)
        #expect(month.counts[.daemonStarted] == 2)
    }

    @Test func nothingIsUsedWhileItIsBlocked() throws {
        let year = try year()
        var blocked: [String: Instant] = [:]
        var late = 0
        for event in year.events {
            switch event.fact {
            case .decided(let decision):
                blocked[decision.target] =
                    decision.isBlocked ? blocked[decision.target] ?? event.at : nil
            case .usageBegan(let session):
                #expect(blocked[session.target] == nil, "\(event.at)")
            case .usageNoted(let note):
                for use in note.targets {
                    // Use noted at the very moment of a block took place before the block.
                    if let since = blocked[use.target], event.at - since > .seconds(2) { late += 1 }
                }
            default: break
            }
        }
        #expect(late == 0)
    }

    // MARK: Zones and lengths

    @Test(arguments: [
        ("Europe/Berlin", Int64(1_792_915_200)), ("Europe/Berlin", 1_774_861_200),
        ("America/Sao_Paulo", 1_550_480_400), ("America/Sao_Paulo", 1_541_343_600),
        ("Australia/Lord_Howe", 1_775_300_000), ("Pacific/Apia", 1_325_300_000),
        ("Asia/Kathmandu", 1_795_346_413), ("UTC", 1_795_346_413),
    ])
    func aMonthAroundAChangeOfOffset(zone: String, end: Int64) throws {
        let end = Instant(seconds: end) + .days(10)
        let month = try DemoHistories.live(days: 30, to: end, zone: zone)
        #expect(month.events.count > 800)
        #expect(month.events.allSatisfy { $0.at <= end })
        #expect(month.events.allSatisfy { $0.offset == month.zone.offset(at: $0.at) })
        #expect(month.events.map(\.sequence) == (1...Int64(month.events.count)).map(\.self))
        var state = State()
        for event in month.events { state.evolve(event) }
        #expect(state == month.state)
        // One question a day, no more and no less.
        let days = month.events.compactMap { event -> Int? in
            if case .checkInOpened(let opening) = event.fact { opening.day } else { nil }
        }
        #expect(days == Array(Set(days)).sorted() && (29...31).contains(days.count))
    }

    @Test(arguments: [1, 2, 7])
    func shortHistoriesHaveTheirDays(days: Int) throws {
        let life = try DemoHistories.live(days: days)
        let told = Set(
            life.events.map { LocalTime($0.at, in: life.zone).daysSince1970 })
        #expect(told.count == days + 1)
        #expect(life.events.last?.at == DemoHistories.end)
    }

    @Test func aDayThatHasJustBegunIsNoTrouble() throws {
        // Half past midnight in Berlin.
        let end = Instant(seconds: 1_795_303_800)
        let life = try DemoHistories.live(days: 1, to: end)
        #expect(life.events.last?.at == end && life.events.count > 10)
    }
}

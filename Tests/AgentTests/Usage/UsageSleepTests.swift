import API
import Testing

@testable import soteria_agent

/// The machine's sleep, which is held up until what is open is closed.
struct UsageSleepTests {
    typealias Bench = UsageTrackerTests.Bench

    /// A bench on which one unit is used, and the machine's sleep is held up.
    private func using(replies: Bool = true) -> Bench {
        var bench = Bench()
        bench.handle(.logindCame)
        bench.run(UsageTrackerTests.unit("shop"))
        bench.pass(.seconds(5), busy: ["shop": .seconds(1)])
        #expect(bench.news() == [.delaySleep, .open(token: 1, app: "shop")])
        bench.replies = replies
        return bench
    }

    @Test func closesFirstAndThenSleeps() {
        var bench = using(replies: false)
        bench.handle(.sleeping)
        #expect(bench.news() == [.close(use: 1)])
        #expect(bench.tracking.deadline == bench.now + .seconds(3))
        bench.handle(.closed)
        #expect(bench.news() == [.letSleep])
        #expect(bench.tracking.deadline == nil)
        bench.handle(.sleeping)
        #expect(bench.news() == [], "said twice")
    }

    @Test func sleepsAtOnceWhereNothingIsOpen() {
        var bench = Bench()
        bench.handle(.sleeping)
        #expect(bench.news() == [.letSleep])
        bench.handle(.woke)
        #expect(bench.news() == [.delaySleep])
    }

    @Test func sleepsAfterThreeSecondsWhateverTheDaemonSays() {
        var bench = using(replies: false)
        bench.handle(.sleeping)
        _ = bench.news()
        bench.pass(.seconds(3))
        #expect(bench.news() == [.letSleep])
        bench.handle(.closed)
        #expect(bench.news() == [], "once is enough")
    }

    @Test func waitsForWhatIsBeingOpened() {
        var bench = Bench()
        bench.replies = false
        bench.run(UsageTrackerTests.unit("shop"))
        bench.pass(.seconds(5), busy: ["shop": .seconds(1)])
        _ = bench.news()
        bench.handle(.sleeping)
        #expect(bench.news() == [])
        bench.handle(.opened(token: 1, .success(4)))
        #expect(bench.news() == [.close(use: 4)])
        bench.handle(.closed)
        #expect(bench.news() == [.letSleep])
    }

    @Test func opensAgainWhenItWakes() {
        var bench = using()
        bench.handle(.sleeping)
        #expect(bench.news() == [.close(use: 1), .letSleep])
        bench.now += .seconds(8 * 3600)
        bench.times["shop"] = .seconds(9999)
        bench.handle(.woke)
        #expect(bench.news() == [.open(token: 2, app: "shop"), .delaySleep])
        bench.pass(.seconds(30))
        #expect(bench.news() == [.see([2])], "what happened in the sleep does not count")
        bench.pass(.seconds(120))
        #expect(bench.news().contains(.close(use: 2)), "nobody came back to it")
    }

    @Test func whatEndsDuringTheSleepIsNotOpened() {
        var bench = using()
        bench.handle(.sleeping)
        bench.run()
        bench.handle(.woke)
        #expect(bench.open == [])
        #expect(bench.tracking.deadline == nil)
    }

    @Test func whatIsFoundDuringTheSleepIsLookedAtAfterwards() {
        var bench = Bench()
        bench.handle(.sleeping)
        bench.run(UsageTrackerTests.unit("shop"))
        #expect(bench.tracking.deadline == nil)
        bench.handle(.woke)
        _ = bench.news()
        bench.pass(.seconds(30), busy: ["shop": .seconds(5)])
        #expect(bench.news().first == .open(token: 1, app: "shop"))
    }

    @Test func goesOnWhereLogindDiesInTheSleep() {
        var bench = using()
        bench.handle(.presence(Presence(isIdle: true, isLocked: true)))
        bench.handle(.sleeping)
        _ = bench.news()
        bench.handle(.logindWentAway)
        #expect(
            bench.news() == [
                .setIdle(isIdle: false, isLocked: false, seconds: 0),
                .open(token: 2, app: "shop"),
            ])
        bench.handle(.logindWentAway)
        #expect(bench.news() == [])
        bench.handle(.logindCame)
        #expect(bench.news() == [.delaySleep])
    }

    @Test func sleepsWithoutTheDaemon() {
        var bench = using(replies: false)
        bench.handle(.daemonWentAway)
        bench.handle(.sleeping)
        #expect(bench.news() == [.letSleep])
        bench.handle(.woke)
        #expect(bench.news() == [.delaySleep])
        bench.handle(.daemonCame)
        #expect(bench.news() == [.open(token: 2, app: "shop")])
    }
}

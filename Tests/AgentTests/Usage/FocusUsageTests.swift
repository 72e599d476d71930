import API
import Testing

@testable import soteria_agent

/// Uses of a desktop that tells which window is in front.
struct FocusUsageTests {
    typealias Bench = UsageTrackerTests.Bench

    static let abilities = FocusAbilities(
        reportsFront: true, reportsIdle: true, limitsInhibitors: true, putsAway: true)
    static let shop = UsageTrackerTests.unit("shop")
    static let game = UsageTrackerTests.unit("game", apps: ["game", "/usr/bin/game"])

    /// A bench on which two units run, and a desktop tells what is in front.
    static func bench(_ abilities: FocusAbilities = abilities) -> Bench {
        var bench = Bench()
        bench.run(shop, game)
        bench.handle(.abilities(abilities))
        _ = bench.news()
        return bench
    }

    private func using(_ abilities: FocusAbilities = abilities) -> Bench {
        var bench = Self.bench(abilities)
        bench.handle(.front(Self.shop))
        return bench
    }

    @Test func nothingWaitsWhileNothingIsInFront() {
        var bench = Self.bench()
        #expect(bench.tracking.deadline == nil)
        bench.pass(.seconds(600), busy: ["shop": .seconds(300)])
        #expect(bench.news() == [])
        bench.handle(.front(nil))
        bench.handle(.windowChanged)
        #expect(bench.tracking.deadline == nil)
    }

    @Test func aUnitIsUsedAtOnceWhileItIsInFrontHoweverStill() {
        var bench = using()
        #expect(bench.news() == [.open(token: 1, app: "shop")])
        bench.pass(.seconds(65))
        #expect(bench.news() == [.see([1]), .see([1])])
        bench.handle(.front(nil))
        bench.pass(UsageTracker.glanceLimit)
        #expect(bench.news().last == .close(use: 1))
        #expect(bench.tracking.deadline == nil)
    }

    @Test func noCPUIsSampled() {
        var tracking = UsageTracker()
        _ = tracking.handle(.daemonCame, at: .zero)
        _ = tracking.handle(.abilities(Self.abilities), at: .zero)
        var actions = tracking.handle(.units([Self.shop, Self.game]), at: .zero)
        actions += tracking.handle(.front(Self.shop), at: .zero)
        while let deadline = tracking.deadline, deadline < .seconds(100) {
            actions += tracking.handle(.due, at: deadline)
        }
        #expect(actions.allSatisfy { if case .look = $0 { false } else { true } })
    }

    @Test func aGlanceAtAnotherWindowDoesNotEndAUse() {
        var bench = using()
        bench.handle(.front(Self.game))
        bench.pass(UsageTracker.glanceLimit - .milliseconds(100))
        bench.handle(.front(Self.shop))
        bench.pass(UsageTracker.glanceLimit / 2)
        #expect(
            bench.news().prefix(3) == [
                .open(token: 1, app: "shop"), .open(token: 2, app: "/usr/bin/game"),
                .open(token: 3, app: "game"),
            ])
        #expect(bench.open == [1, 2, 3], "the daemon hears of no end")
        bench.pass(UsageTracker.glanceLimit / 2)
        #expect(bench.news().suffix(2) == [.close(use: 2), .close(use: 3)])
        #expect(bench.open == [1])
    }

    @Test func severalWindowsOfOneAppAreOneUse() {
        var bench = using()
        bench.handle(.windowChanged)
        bench.handle(.front(Self.shop))
        #expect(bench.news() == [.open(token: 1, app: "shop")])
    }

    @Test func whatEndsOrIsFrozenIsClosedAtOnce() {
        var bench = using()
        bench.run(Self.game)
        bench.handle(.front(nil))
        #expect(bench.news() == [.open(token: 1, app: "shop"), .close(use: 1)])
        #expect(bench.tracking.deadline == nil)
        bench.run(Self.game, Self.shop)
        bench.handle(.front(Self.shop))
        bench.handle(.front(Self.game))
        bench.run(Self.game)
        #expect(bench.open == [3, 4], "even within the glance limit")
    }

    @Test func aWindowWithoutAUnitIsUsedToo() {
        var bench = Self.bench()
        bench.handle(.front(UsageTrackerTests.unit("window")))
        bench.run(Self.game)
        bench.pass(.seconds(10))
        #expect(bench.news() == [.open(token: 1, app: "window")])
    }

    @Test func otherNamesAreAnotherUse() {
        var bench = using()
        bench.handle(.front(UsageTrackerTests.unit("shop", apps: ["store"])))
        #expect(
            bench.news() == [
                .open(token: 1, app: "shop"), .close(use: 1), .open(token: 2, app: "store"),
            ])
    }

    @Test func aUseThatCouldNotBeOpenedIsTriedAgain() {
        var bench = Self.bench()
        bench.replies = false
        bench.handle(.front(Self.shop))
        bench.handle(.opened(token: 1, .failure(.timedOut)))
        bench.pass(.seconds(30))
        #expect(bench.news() == [.open(token: 1, app: "shop"), .open(token: 2, app: "shop")])
        bench.handle(.opened(token: 2, .failure(.refused(UsageAPI.NotTracked(targets: [])))))
        #expect(bench.tracking.deadline == nil, "no sign of life for what is not tracked")
    }

    @Test func aSourceThatIsLostMeansThatUsesAreGuessedAgain() {
        var bench = using()
        bench.handle(.abilities(FocusAbilities()))
        #expect(bench.news() == [.open(token: 1, app: "shop"), .close(use: 1)])
        bench.handle(.front(Self.shop))
        #expect(bench.news() == [], "of no source")
        bench.pass(.seconds(5), busy: ["game": .seconds(1)])
        #expect(bench.open.count == 2)
        bench.handle(.abilities(Self.abilities))
        #expect(bench.open == [])
        #expect(bench.tracking.deadline == nil)
    }

    // MARK: The person

    @Test func whoIsAwayUsesNothingAndTheMinutesBeforeAreTakenBack() {
        var bench = using()
        bench.pass(.seconds(200))
        _ = bench.news()
        bench.handle(.idle(true))
        #expect(
            bench.news() == [
                .setIdle(isIdle: true, isLocked: false, seconds: 180), .close(use: 1),
            ])
        #expect(bench.tracking.deadline == nil)
        bench.handle(.front(Self.game))
        #expect(bench.news() == [], "a window that opens by itself")
        bench.handle(.idle(false))
        #expect(
            bench.news() == [
                .setIdle(isIdle: false, isLocked: false, seconds: 0),
                .open(token: 2, app: "/usr/bin/game"), .open(token: 3, app: "game"),
            ])
    }

    @Test func theRulesSayAfterHowLong() {
        var bench = using()
        bench.handle(.idleLimit(.seconds(60)))
        bench.handle(.idle(true))
        #expect(bench.news().contains(.setIdle(isIdle: true, isLocked: false, seconds: 60)))
    }

    @Test func aLockedScreenIsAnAbsence() {
        var bench = using()
        bench.handle(.presence(Presence(isIdle: true, isLocked: false)))
        _ = bench.news()
        #expect(bench.open == [1], "the desktop knows better than logind's hint")
        bench.handle(.presence(Presence(isIdle: true, isLocked: true)))
        #expect(
            bench.news() == [.setIdle(isIdle: false, isLocked: true, seconds: 0), .close(use: 1)])
        bench.handle(.presence(.present))
        #expect(bench.open == [2])
    }

    @Test func withoutReportsOfInputLogindsHintCounts() {
        var bench = using(FocusAbilities(reportsFront: true))
        _ = bench.news()
        bench.handle(.presence(Presence(isIdle: true, isLocked: false, idleSince: .seconds(40))))
        #expect(
            bench.news() == [.setIdle(isIdle: true, isLocked: false, seconds: 60), .close(use: 1)])
        bench.handle(.presence(nil))
        #expect(bench.open == [2])
    }

    @Test func anInhibitorStandsForInputForAnHourAtMost() {
        var bench = using(FocusAbilities(reportsFront: true, reportsIdle: true))
        bench.pass(.seconds(600))
        bench.handle(.windowChanged)
        bench.pass(.seconds(3599))
        #expect(bench.open == [1])
        bench.pass(.seconds(1))
        #expect(
            bench.news().suffix(2) == [
                .setIdle(isIdle: true, isLocked: false, seconds: 0), .close(use: 1),
            ])
        bench.handle(.idle(true))
        #expect(bench.news() == [], "the time that the inhibitor stood for is not taken back")
        bench.handle(.idle(false))
        #expect(bench.open == [2])
        bench.pass(.seconds(3600))
        bench.handle(.windowChanged)
        #expect(bench.open == [3], "somebody changed the window")
        bench.handle(.abilities(Self.abilities))
        bench.pass(.seconds(7200))
        #expect(bench.open == [3], "this source minds the hour itself")
    }

    @Test func theEndOfAPauseIsASignOfThePersonAsAnotherWindowIs() {
        var bench = using(FocusAbilities(reportsFront: true, reportsIdle: true))
        for _ in 0..<3 {
            bench.pass(.seconds(3599))
            bench.handle(.idle(false))
        }
        #expect(bench.open == [1])
        bench.pass(.seconds(3600))
        #expect(bench.open == [])
    }

    @Test func aDesktopThatTellsTheLastInputIsAskedWhenTheHourIsOver() {
        var bench = using(
            FocusAbilities(reportsFront: true, reportsIdle: true, tellsInput: true))
        bench.pass(.seconds(3599))
        #expect(!bench.news().contains(.askForInput))
        bench.pass(.seconds(1))
        #expect(bench.news().contains(.askForInput))
        bench.pass(.seconds(5000))
        #expect(!bench.news().contains(.askForInput), "the answer is awaited")
        bench.handle(.touched(ago: .seconds(600)))
        #expect(bench.open == [1])
        bench.pass(.seconds(2999))
        #expect(!bench.news().contains(.askForInput))
        bench.pass(.seconds(1))
        #expect(bench.news().contains(.askForInput), "an hour after the last input")
        bench.handle(.idle(true))
        #expect(bench.open == [])
        bench.handle(.idle(false))
        #expect(bench.open == [2])
    }

    @Test func sleepEndsAUseAndWakingBeginsItAgain() {
        var bench = using()
        bench.handle(.front(Self.game))
        _ = bench.news()
        bench.handle(.sleeping)
        #expect(bench.open == [])
        bench.handle(.front(Self.shop))
        bench.now += .seconds(3600)
        bench.handle(.woke)
        #expect(bench.tracking.units.keys.sorted() == ["shop"])
        #expect(bench.open.count == 1)
    }

    @Test func aDaemonThatIsBackHearsOfWhatIsInFrontAlone() {
        var bench = using()
        bench.handle(.daemonWentAway)
        bench.open = []
        bench.handle(.front(Self.game))
        #expect(bench.tracking.deadline == nil)
        _ = bench.news()
        bench.handle(.daemonCame)
        #expect(
            bench.news().filter { if case .setIdle = $0 { false } else { true } } == [
                .open(token: 2, app: "/usr/bin/game"), .open(token: 3, app: "game"),
            ])
    }
}

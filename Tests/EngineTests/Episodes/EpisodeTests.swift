import RuleModel
import Testing

@testable import Engine

/// Episodes in hand-made nights: what counts, on which day, and with which words.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct EpisodeTests {
    /// `all opened kept` of all days.
    private func counts(_ machine: Machine) -> [Int] {
        let episodes = machine.episodes
        return [episodes.all, episodes.opened, episodes.kept]
    }

    private func keep(
        _ machine: inout Machine, _ intent: Intent? = Intent(purpose: .impulse),
        _ place: Place = .target("shopping")
    ) throws {
        let request = try machine.ask(place, intent)
        #expect(machine.send(.keep(request: request.id)) == [.kept])
    }

    private func unblock(
        _ machine: inout Machine, _ intent: Intent = Intent(purpose: .impulse),
        _ place: Place = .target("shopping")
    ) throws {
        let request = try machine.ask(place, intent)
        machine.advance(.seconds(30))
        try machine.granted(request)
    }

    // MARK: Outcomes

    /// Keep, ask, keep, ask, open: one opened episode, and no protection moment.
    @Test func keptTwiceThenOpened() throws {
        var machine = try atNight()
        try keep(&machine)
        // Told at once.
        #expect(counts(machine) == [1, 0, 1])
        machine.advance(.minutes(20))
        try keep(&machine)
        #expect(counts(machine) == [1, 0, 1])
        machine.advance(.minutes(20))
        try unblock(&machine)
        #expect(counts(machine) == [1, 1, 0])
        #expect(machine.episodes.keptShare == Share(0, of: 1))
        // Requests are counted as before, and so are the values of conditions.
        #expect(machine.metrics.total == Cell(requests: 3, unblocks: 1, kept: 2))
        #expect(machine.engine.figures.keptToday == 2)
        // A block that is kept later in the same episode changes nothing.
        machine.advance(.minutes(20))
        try keep(&machine)
        #expect(counts(machine) == [1, 1, 0])
        #expect(machine.folded == machine.engine.state)
    }

    @Test func expired() throws {
        var machine = try atNight()
        try machine.ask()
        machine.advance(.hours(3))
        #expect(counts(machine) == [1, 0, 0])
        #expect(machine.episodes.keptShare == nil && machine.episodes.impulseShare == nil)
        #expect(machine.engine.state.episodes.all.isEmpty)
    }

    @Test func endedWithAProtection() throws {
        var machine = try atNight()
        let request = try machine.ask()
        machine.send(.protectInstead(request: request.id, length: .hours(1)))
        #expect(machine.outcome(of: request) == .protected)
        #expect(counts(machine) == [1, 0, 1])
    }

    /// A strict protection that is taken back in its first minute kept nothing; what was kept
    /// before it stays kept.
    @Test(arguments: [false, true], [false, true])
    func takenBackProtection(isKeptBefore: Bool, isKeptAfter: Bool) throws {
        var machine = try atNight()
        machine.send(
            .addGoal(name: "Bicycle", target: try money("900 EUR"), by: nil, isFromKept: true))
        if isKeptBefore { try keep(&machine) }
        let wish = Intent(purpose: .impulse, amount: try money("20"))
        let request = try machine.ask(.target("shopping"), wish)
        machine.send(
            .startProtection(
                target: "shopping", length: .hours(4), name: "Mistake", isStrict: true))
        #expect(machine.outcome(of: request) == .protected)
        #expect(counts(machine) == [1, 0, 1])
        machine.advance(.seconds(50))
        machine.send(.takeBack(protection: nil))
        #expect(counts(machine) == [1, 0, isKeptBefore ? 1 : 0])
        if isKeptAfter { try keep(&machine, nil) }
        let isKept = isKeptBefore || isKeptAfter
        #expect(counts(machine) == [1, 0, isKept ? 1 : 0])
        machine.advance(.hours(3))
        #expect(machine.engine.state.goals.map(\.saved) == [isKept ? 20_000 : 0])
        #expect(machine.engine.state.episodes.all.isEmpty)
        #expect(machine.folded == machine.engine.state)
    }

    /// One of two strict protections is taken back: the request ended with the other.
    @Test func takenBackAfterAnother() throws {
        var machine = try atNight()
        try machine.ask()
        for _ in 0..<2 {
            machine.send(
                .startProtection(
                    target: "shopping", length: .hours(4), name: "", isStrict: true))
        }
        machine.send(.takeBack(protection: nil))
        #expect(counts(machine) == [1, 0, 1])
        machine.send(.takeBack(protection: nil))
        #expect(counts(machine) == [1, 0, 0])
        #expect(machine.folded == machine.engine.state)
    }

    @Test func earlyEndOfAProtection() throws {
        var machine = try atNight(try rules([], targets: ["shopping"]))
        machine.send(.startProtection(target: "shopping", length: .hours(2), name: "Focus"))
        let protection = try #require(machine.engine.state.protections.first)
        let request = try machine.ask(
            .protection(protection.id), Intent(purpose: .impulse, minutes: 5))
        machine.advance(.seconds(30))
        machine.send(.confirm(request: request.id))
        #expect(machine.outcome(of: request) == .unblocked)
        #expect(counts(machine) == [1, 1, 0])
        // Without a grant there is no use to compare with.
        #expect(machine.episodes.meanIntended == nil)
    }

    // MARK: Beginning and end

    /// 2 h are half open.
    @Test(arguments: [(7140, 1), (7199, 1), (7200, 2), (7260, 2)])
    func anotherRequest(after seconds: Int64, episodes: Int) throws {
        var machine = try atNight()
        try keep(&machine)
        machine.advance(.seconds(seconds))
        try keep(&machine)
        #expect(counts(machine) == [episodes, 0, episodes])
    }

    /// A request that is open when the 2 h are over, and its grant, belong to the episode.
    @Test func openAtTwoHours() throws {
        var machine = try atNight()
        try keep(&machine)
        machine.advance(.minutes(119))
        let late = try machine.ask(.target("shopping"), .impulse)
        machine.advance(.minutes(5))
        #expect(machine.isOpen(late))
        try machine.granted(late)
        #expect(counts(machine) == [1, 1, 0])
        // It is over now.
        machine.advance(.minutes(20))
        try keep(&machine)
        #expect(counts(machine) == [2, 1, 1])
    }

    @Test func clockSetBack() throws {
        var machine = try atNight()
        try keep(&machine)
        machine.setClock(by: .hours(-5))
        machine.advance(.minutes(119))
        try keep(&machine)
        #expect(counts(machine) == [1, 0, 1])
        machine.advance(.minutes(1))
        try keep(&machine)
        #expect(counts(machine) == [2, 0, 2])
    }

    @Test func suspendCounts() throws {
        var machine = try atNight()
        try keep(&machine)
        machine.sleep(.hours(2))
        try keep(&machine)
        #expect(counts(machine) == [2, 0, 2])
    }

    @Test(arguments: [(50, 1), (70, 2)])
    func restartsAndReboots(minutes: Int64, episodes: Int) throws {
        var machine = try atNight()
        try keep(&machine)
        machine.restart(after: .minutes(minutes))
        machine.reboot(away: .minutes(minutes))
        try unblock(&machine)
        #expect(counts(machine) == [episodes, 1, episodes - 1])
        #expect(machine.folded == machine.engine.state)
    }

    /// An episode counts on the day and in the hour of its first request.
    @Test func overMidnight() throws {
        var machine = try atNight()
        try machine.ask()
        machine.advance(.minutes(70))
        try keep(&machine)
        let wednesday = machine.metrics(of: monday + 2..<monday + 3).episodes
        #expect(wednesday.kept == 1 && wednesday.hours[23] == 1 && wednesday.weekdays[2] == 1)
        let thursday = machine.metrics(of: monday + 3..<monday + 4)
        #expect(thursday.episodes.all == 0 && thursday.episodes.keptBefore == 1)
        #expect(thursday.total.kept == 1)
    }

    // MARK: Several targets

    /// Episodes that share a request are one, opened if one is.
    @Test func sharedRequest() throws {
        let hours = ["daily 22:30-06:30"]
        var machine = try atNight(try sharedSite(games: hours, shopping: hours))
        try keep(&machine, .bareImpulse, .target("games"))
        machine.advance(.minutes(10))
        try keep(&machine, .bareImpulse, .target("shopping"))
        #expect(counts(machine) == [2, 0, 2])
        machine.advance(.minutes(10))
        try keep(&machine, Intent(purpose: .planned), .site("mall.example"))
        #expect(counts(machine) == [1, 0, 1])
        #expect(machine.episodes.plannedShare == Share(1, of: 1))
        machine.advance(.minutes(10))
        try unblock(&machine, .bareImpulse, .target("games"))
        #expect(counts(machine) == [1, 1, 0])
        #expect(machine.engine.state.episodes.all.map(\.outcome) == [.opened, .kept])
        #expect(machine.folded == machine.engine.state)
    }

    /// A request about two targets of which one is blocked is about that one, yet it opens both:
    /// the open episode of the other is opened too.
    @Test func openedBesideAnother() throws {
        var machine = try atNight(
            try sharedSite(games: ["daily 22:30-23:10"], shopping: ["daily 22:30-06:30"]))
        try keep(&machine, .bareImpulse, .target("games"))
        machine.advance(.minutes(20))
        #expect(!machine.isBlocked("games"))
        try unblock(&machine, .bareImpulse, .site("mall.example"))
        #expect(machine.engine.state.episodes.all.map(\.target) == ["games", "shopping"])
        #expect(counts(machine) == [2, 2, 0])
        #expect(machine.folded == machine.engine.state)
    }

    // MARK: Words

    /// Each part of the intent counts as it was said last; a category only for a planned purpose.
    @Test func saidLast() throws {
        var machine = try atNight()
        let first = Intent(
            purpose: .planned, category: "gift", mood: "sad", amount: try money("40 EUR"))
        try keep(&machine, first)
        #expect(machine.episodes.categories == [NameCount(name: "gift", kept: 1)])
        // Planned ones count too.
        #expect(machine.episodes.keptAmounts.map(\.decimal) == ["40.00"])
        machine.advance(.minutes(10))
        try keep(&machine, Intent(purpose: .impulse, amount: try money("25 EUR")))
        #expect(machine.episodes.categories == [])
        #expect(machine.episodes.moods == [NameCount(name: "sad", kept: 1)])
        #expect(machine.episodes.impulseShare == Share(1, of: 1))
        #expect(machine.episodes.keptAmounts.map(\.decimal) == ["25.00"])
        // What was kept is not kept once the target is opened.
        machine.advance(.minutes(10))
        try unblock(&machine, Intent(purpose: .planned))
        #expect(machine.episodes.keptAmounts == [])
        #expect(machine.episodes.categories == [NameCount(name: "gift", unblocks: 1)])
        #expect(machine.episodes.plannedShare == Share(1, of: 1))
    }

    // MARK: Goals

    /// The amount said last is credited when the episode is over, once.
    @Test func creditedAtTheEnd() throws {
        var machine = try atNight()
        machine.send(
            .addGoal(name: "Bicycle", target: try money("100 EUR"), by: nil, isFromKept: true))
        try keep(&machine, Intent(purpose: .impulse, amount: try money("40 EUR")))
        machine.advance(.minutes(60))
        try keep(&machine, Intent(purpose: .impulse, amount: try money("25 EUR")))
        machine.advance(.minutes(59))
        #expect(machine.engine.state.goals.map(\.saved) == [0])
        machine.advance(.minutes(1))
        #expect(machine.engine.state.goals.map(\.saved) == [25_000])
        machine.advance(.hours(10))
        #expect(machine.engine.state.goals.map(\.contributions) == [1])
        #expect(machine.folded == machine.engine.state)
    }

    /// An answer within 10 minutes of the end of the last request still counts.
    @Test func creditedAfterTheAfterword() throws {
        var machine = try atNight()
        machine.send(
            .addGoal(name: "Bicycle", target: try money("100 EUR"), by: nil, isFromKept: true))
        machine.advance(.minutes(1))
        try keep(&machine, Intent(purpose: .impulse, amount: try money("40 EUR")))
        machine.advance(.minutes(118))
        try keep(&machine, Intent(purpose: .impulse))
        machine.advance(.seconds(599))
        #expect(machine.engine.state.goals.map(\.saved) == [0])
        machine.advance(.seconds(1))
        #expect(machine.engine.state.goals.map(\.saved) == [40_000])
    }

    @Test func notCreditedIfOpenedOrPlanned() throws {
        var machine = try atNight()
        machine.send(
            .addGoal(name: "Bicycle", target: try money("100 EUR"), by: nil, isFromKept: true))
        let intent = Intent(purpose: .impulse, amount: try money("40 EUR"))
        try keep(&machine, intent)
        machine.advance(.minutes(30))
        try unblock(&machine)
        machine.advance(.hours(2))
        try keep(&machine, intent)
        machine.advance(.minutes(5))
        try keep(&machine, Intent(purpose: .planned))
        machine.advance(.hours(3))
        #expect(machine.engine.state.goals.map(\.saved) == [0])
    }

    /// Several targets that were asked for at once are credited once.
    @Test func sharedRequestIsCreditedOnce() throws {
        let hours = ["daily 22:30-06:30"]
        var machine = try atNight(try sharedSite(games: hours, shopping: hours))
        machine.send(
            .addGoal(name: "Bicycle", target: try money("100 EUR"), by: nil, isFromKept: true))
        let intent = Intent(purpose: .impulse, amount: try money("40 EUR"))
        try keep(&machine, intent, .site("mall.example"))
        machine.advance(.hours(2))
        #expect(machine.engine.state.goals.map(\.saved) == [40_000])
        // While the machine was off, the next one went by.
        try keep(&machine, intent, .site("mall.example"))
        machine.reboot(away: .hours(9))
        #expect(machine.engine.state.goals.map(\.saved) == [80_000])
        #expect(machine.folded == machine.engine.state)
    }

    // MARK: Earlier versions

    /// A request that was open in a state without episodes is kept by the next version.
    @Test func openInAnEarlierState() throws {
        var machine = try atNight()
        let request = try machine.ask()
        var state = machine.engine.state
        state.episodes = Episodes()
        state.tally = Tally()
        let (day, hour) = (monday + 2, 23)
        state.tally.request(day: day, hour: hour, isQuiet: true, isPause: false)
        state.tally.keep(
            day: day - 1, hour: 9, purpose: .impulse, category: nil, mood: "sad",
            amount: try money("3 EUR"))
        state.deriveEpisodes()
        let event = try #require(machine.history.last)
        state.evolve(event.replacing(fact: .blockKept(request: request.id)))
        var metrics = state.tally.metrics(days: day..<day + 1)
        #expect([metrics.episodes.all, metrics.episodes.kept] == [1, 1])
        #expect(metrics.episodes.countsRequests && metrics.episodes.hours[23] == 1)
        metrics = state.tally.metrics(days: day - 1..<day)
        #expect(metrics.episodes.kept == 1 && metrics.episodes.impulseShare == Share(1, of: 1))
        #expect(metrics.episodes.moods == [NameCount(name: "sad", kept: 1)])
        #expect(metrics.episodes.keptAmounts.map(\.decimal) == ["3.00"])
        metrics = state.tally.metrics(days: day + 2..<day + 3)
        #expect(!metrics.episodes.countsRequests)
    }

    // MARK: Minutes

    /// Two grants of one episode with 59 s of use each, 5 minutes meant: 118 s.
    @Test func useUnderTwoGrants() throws {
        var machine = try atNight()
        for _ in 0..<2 {
            try unblock(&machine, Intent(purpose: .planned, minutes: 5))
            try machine.use(for: .seconds(59))
            machine.advance(.minutes(10))
        }
        #expect(machine.episodes.meanIntended == Mean(5, of: 1))
        #expect(machine.episodes.meanUseOfIntended == Mean(118_000, of: 1))
        #expect(machine.metrics.meanUseOfIntended == Mean(118_000, of: 2))
    }

    /// The minutes of the first grant count, and use after the episode is over.
    @Test func useAfterTheEnd() throws {
        var machine = try atNight()
        try unblock(&machine, Intent(purpose: .planned, minutes: 5))
        machine.advance(.minutes(118))
        try unblock(&machine, Intent(purpose: .planned, minutes: 15))
        machine.advance(.minutes(12))
        try machine.use(for: .seconds(90))
        machine.advance(.minutes(5))
        #expect(machine.engine.state.episodes.all.isEmpty)
        #expect(machine.episodes.meanIntended == Mean(5, of: 1))
        #expect(machine.episodes.meanUseOfIntended == Mean(90_000, of: 1))
        #expect(machine.folded == machine.engine.state)
    }

    /// Time under two grants of one target at once counts once.
    @Test func overlappingGrants() throws {
        let hours = ["daily 22:30-06:30"]
        var machine = try atNight(try sharedSite(games: hours, shopping: hours))
        try unblock(&machine, Intent(purpose: .planned, minutes: 10), .target("games"))
        try unblock(&machine, Intent(purpose: .planned, minutes: 10), .site("mall.example"))
        try machine.use(.site("mall.example"), for: .seconds(60))
        machine.advance(.minutes(1))
        // The second request is about shopping alone, and opened games once more.
        let shares = machine.engine.state.episodes.groups().map(\.figures.used)
        #expect(shares == [.seconds(60), .seconds(60)])
        #expect(machine.engine.state.aftermaths.map(\.usedAlone) == [.seconds(60), .zero])
        #expect(machine.engine.state.aftermaths.map(\.used) == [.seconds(60), .seconds(60)])
    }
}

extension Machine {
    /// The figures of some days; of all by default.
    func metrics(of days: Range<Int>) -> Metrics { engine.state.tally.metrics(days: days) }

    var metrics: Metrics { metrics(of: monday - 1000..<monday + 1000) }
    var episodes: EpisodeMetrics { metrics.episodes }
}

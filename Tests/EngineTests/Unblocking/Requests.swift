import RuleModel
import Testing

@testable import Engine

/// Who may ask for what: one open request per target, shared sites, strict restrictions, and what
/// is no answer to the questions.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct Requests {
    private let mall = Place.site("mall.example")

    @Test func circumstancesAreRecorded() throws {
        var machine = try atNight()
        try machine.unblock(at: "2026-11-18T23:10:00+01:00", .impulse)
        try machine.advance(to: "2026-11-19T00:30:00+01:00")
        let request = try machine.ask(.site("www.shopping.example"), nil as Purpose?)
        #expect(
            request.circumstances
                == UnblockRequest.Circumstances(
                    hour: 0, weekday: 4, requestsToday: 1, requestsThisWeek: 2,
                    unblocksToday: 0, unblocksThisWeek: 1, sinceLastUnblock: .minutes(80),
                    quietHours: true))
        #expect(try request.at == at("2026-11-19T00:30:00+01:00"))
        #expect(request.place == .site("www.shopping.example"))
        #expect(!request.isPause)
        let recorded = machine.history.last { $0.fact.kind == .unblockRequested }
        #expect(recorded?.fact == .unblockRequested(request))
        #expect(recorded?.sequence == request.id)
    }

    @Test func firstOfAll() throws {
        var machine = try Machine(at: "2026-11-17T15:00:00+01:00", rules: rules([]))
        machine.send(.startProtection(target: "shopping", length: .hours(1), name: ""))
        let request = try machine.ask(.app("org.example.shopping"), .planned)
        #expect(request.circumstances.sinceLastUnblock == nil)
        #expect(request.circumstances.requestsToday == 1)
        #expect(!request.circumstances.quietHours)
        #expect(request.circumstances.hour == 15 && request.circumstances.weekday == 2)
    }

    // MARK: One open request per target

    /// The same target by another name is the same conversation.
    @Test func onePerTarget() throws {
        var machine = try atNight()
        let request = try machine.ask()
        machine.advance(.seconds(4))
        let again = try machine.ask(.site("shopping.example"), .planned)
        #expect(again == request)
        #expect(machine.engine.state.requests == [request])
        #expect(machine.engine.requestsToday == 1)
        machine.send(.keep(request: request.id))
        let next = try machine.ask(.site("shopping.example"), .planned)
        #expect(next.id != request.id)
    }

    @Test func targetsApart() throws {
        var machine = try atNight(
            sharedSite(games: ["daily 22:00-06:30"], shopping: ["daily 22:30-06:30"]))
        let games = try machine.ask(.target("games"), .impulse)
        let shopping = try machine.ask(.target("shopping"), .planned)
        #expect(machine.engine.state.requests == [games, shopping])
        let both = AskToUnblock.request(mall, intent: nil, isPause: false)
        #expect(machine.refusal(both) == .alreadyOpen(games.id))
        machine.advance(.seconds(10))
        try machine.granted(shopping)
        #expect(machine.isBlocked("games"))
        #expect(!machine.isBlocked("shopping"))
        machine.advance(.seconds(20))
        try machine.granted(games)
        #expect(!machine.isBlocked("games"))
    }

    // MARK: Two targets that share a site

    @Test func opensBoth() throws {
        var machine = try atNight(
            sharedSite(games: ["daily 22:00-06:30"], shopping: ["daily 22:30-06:30"]))
        let request = try machine.ask(.site("www.mall.example"), .planned)
        #expect(request.targets == ["games", "shopping"])
        machine.advance(.seconds(10))
        let grant = try machine.granted(request)
        #expect(grant.targets == ["games", "shopping"])
        #expect(!machine.isBlocked("games") && !machine.isBlocked("shopping"))
        #expect(machine.engine.figures.unblocksToday == 1)
        machine.advance(.minutes(15))
        #expect(machine.isBlocked("games") && machine.isBlocked("shopping"))
    }

    /// Refused with the reason of the first that refuses.
    @Test(arguments: ["games", "shopping"])
    func refusedByTheStrictOne(strict: String) throws {
        var machine = try atNight(
            sharedSite(
                games: ["daily 22:00-05:00"], shopping: ["daily 22:30-06:30"], strict: strict))
        let end = strict == "games" ? "05:00" : "06:30"
        let refusal = machine.refusal(
            .request(mall, intent: Intent(purpose: .planned), isPause: false))
        let until = try at("2026-11-19T\(end):00+01:00")
        #expect(refusal == .strict(until: until, target: strict))
        #expect(machine.engine.state.requests.isEmpty)
        // The other one alone can be opened; its shared site stays blocked by the strict one.
        let other = strict == "games" ? "shopping" : "games"
        try machine.unblock(.target(other))
        #expect(!machine.isBlocked(other))
        #expect(machine.isBlocked(strict))
    }

    /// One of the two is not blocked yet when it is asked for, but is when it is confirmed: a
    /// request that names the site opens all of them together.
    @Test func secondBeginsMeanwhile() throws {
        var machine = try atNight(
            sharedSite(games: ["daily 22:00-06:30"], shopping: ["daily 23:05-06:30"]))
        try machine.advance(to: "2026-11-18T23:04:55+01:00")
        let request = try machine.ask(mall, .planned)
        machine.advance(.seconds(10))
        #expect(machine.isBlocked("shopping"))
        try machine.granted(request)
        #expect(!machine.isBlocked("games"))
        #expect(!machine.isBlocked("shopping"))
    }

    /// The same, with a strict one: refused with its reason.
    @Test func strictSecondBeginsMeanwhile() throws {
        var machine = try atNight(
            sharedSite(
                games: ["daily 22:00-06:30"], shopping: ["daily 23:05-05:00"], strict: "shopping"))
        try machine.advance(to: "2026-11-18T23:04:55+01:00")
        let request = try machine.ask(mall, .planned)
        machine.advance(.seconds(10))
        let until = try at("2026-11-19T05:00:00+01:00")
        #expect(
            machine.refusal(confirming: request) == .strict(until: until, target: "shopping"))
        #expect(machine.isBlocked("games") && machine.isBlocked("shopping"))
        #expect(machine.engine.state.grants.isEmpty)
    }

    /// One that is open already stays so with the other.
    @Test func oneIsGrantedAlready() throws {
        var machine = try atNight(
            sharedSite(games: ["daily 22:00-06:30"], shopping: ["daily 22:30-06:30"]))
        try machine.unblock(.target("games"))
        machine.advance(.minutes(10))
        try machine.unblock(mall)
        let end = machine.watch + .minutes(15)
        #expect(machine.engine.grantEnd(of: "games") == end)
        #expect(machine.engine.grantEnd(of: "shopping") == end)
        machine.advance(.minutes(15) - instantly)
        #expect(!machine.isBlocked("games") && !machine.isBlocked("shopping"))
        machine.advance(instantly)
        #expect(machine.isBlocked("games") && machine.isBlocked("shopping"))
    }

    // MARK: Strict

    @Test func strictSaysUntilWhen() throws {
        var machine = try atNight(everyNight(isStrict: true))
        let events = machine.history.count
        let until = try at("2026-11-19T06:30:00+01:00")
        for place in [Place.target("shopping"), .site("shopping.example")] {
            let input = AskToUnblock.request(
                place, intent: Intent(purpose: .planned), isPause: false)
            #expect(machine.refusal(input) == .strict(until: until, target: "shopping"))
        }
        #expect(machine.history.count == events)
        try machine.advance(to: "2026-11-19T06:30:00+01:00")
        let input = AskToUnblock.request(.target("shopping"), intent: nil, isPause: false)
        #expect(machine.refusal(input) == .notBlocked(["shopping"]))
    }

    /// The end is that of what is strict, not of what can be unblocked beside it.
    @Test func endOfTheStrictOne() throws {
        let set = try rules([
            schedule("hard", ["daily 22:00-02:00"], isStrict: true),
            schedule("soft", ["daily 22:30-06:30"]),
        ])
        var machine = try atNight(set)
        let input = AskToUnblock.request(.target("shopping"), intent: nil, isPause: false)
        let until = try at("2026-11-19T02:00:00+01:00")
        #expect(machine.refusal(input) == .strict(until: until, target: "shopping"))
        try machine.advance(to: "2026-11-19T02:00:00+01:00")
        try machine.unblock()
    }

    /// A strict restriction that begins after the request refuses its confirmation.
    @Test func strictBeginsMeanwhile() throws {
        var machine = try atNight(
            rules([
                schedule("late", ["daily 23:01-23:05"], isStrict: true),
                schedule("nights", ["daily 22:30-06:30"]),
            ]))
        let request = try machine.ask()
        machine.advance(.minutes(1))
        let until = try at("2026-11-18T23:05:00+01:00")
        #expect(
            machine.refusal(confirming: request) == .strict(until: until, target: "shopping"))
        // When it is over the request is still open, and can be confirmed.
        machine.advance(.minutes(4))
        try machine.granted(request)
    }

    // MARK: No answers

    @Test func unknownAndUnblocked() throws {
        var machine = try Machine(
            at: "2026-11-18T15:00:00+01:00", rules: rules([], targets: ["games", "shopping"]))
        let events = machine.history.count
        func refusal(_ place: Place) -> AskToUnblock.Refusal? {
            machine.refusal(.request(place, intent: nil, isPause: false))
        }
        #expect(refusal(.target("shoping")) == .noSuchTarget("shoping"))
        #expect(refusal(.target("")) == .noSuchTarget(""))
        #expect(refusal(.target("shopping")) == .notBlocked(["shopping"]))
        #expect(refusal(.site("nowhere.example")) == .notBlocked([]))
        #expect(refusal(.site("")) == .notBlocked([]))
        #expect(refusal(.app("org.example.games")) == .notBlocked(["games"]))
        #expect(refusal(.protection(3)) == .noSuchProtection(3))
        #expect(refusal(.everything) == .notBlocked(["games", "shopping"]))
        #expect(machine.history.count == events)
    }

    @Test func notMonitored() throws {
        var machine = try atNight()
        machine.send(.switch(.target("shopping"), isOn: false))
        let input = AskToUnblock.request(.target("shopping"), intent: nil, isPause: false)
        #expect(machine.refusal(input) == .notMonitored("shopping"))
    }

    @Test func unknownWords() throws {
        var machine = try atNight()
        let events = machine.history.count
        let intents: [(Intent, AskToUnblock.Refusal)] = [
            (Intent(purpose: .planned, category: "whim"), .unknownCategory("whim")),
            (Intent(purpose: .planned, category: ""), .unknownCategory("")),
            (Intent(purpose: .impulse, mood: "Bored"), .unknownMood("Bored")),
            (Intent(purpose: .planned, mood: "hungry"), .unknownMood("hungry")),
            (Intent(purpose: .planned, minutes: 0), .invalidMinutes(0)),
            (Intent(purpose: .planned, minutes: -5), .invalidMinutes(-5)),
            (Intent(purpose: .planned, minutes: 1441), .invalidMinutes(1441)),
            (Intent(purpose: .planned, minutes: .max), .invalidMinutes(.max)),
        ]
        for (intent, refusal) in intents {
            let input = AskToUnblock.request(.target("shopping"), intent: intent, isPause: false)
            #expect(machine.refusal(input) == refusal)
        }
        #expect(machine.history.count == events)
        // Nor may they be said later; what was said stays.
        let request = try machine.ask()
        for (intent, refusal) in intents {
            let input = AskToUnblock.request(.target("shopping"), intent: intent, isPause: false)
            #expect(machine.refusal(input) == refusal)
        }
        #expect(machine.engine.state.requests == [request])
    }

    /// Every default category and mood; a mood may be given with a planned purchase too.
    @Test func knownWords() throws {
        let rules = UnblockRules.tested
        #expect(rules.categories == ["necessity", "gift", "replacement", "treat", "other"])
        #expect(
            rules.moods == [
                "lonely", "bored", "stressed", "tired", "sad", "anxious", "happy", "other",
            ])
        var machine = try atNight()
        for category in rules.categories {
            for mood in rules.moods {
                let request = try machine.ask(
                    .target("shopping"),
                    Intent(
                        purpose: .planned, category: category, mood: mood,
                        amount: Money(decimal: "49.90", currency: "EUR"), minutes: 1440))
                #expect(request.intent?.category == category && request.intent?.mood == mood)
            }
        }
        #expect(machine.engine.figures.lastMood == "other")
    }

    @Test func wordsOfTheRules() throws {
        var set = try everyNight()
        set.unblock.categories = ["books"]
        set.unblock.moods = ["calm"]
        var machine = try atNight(set)
        let old = AskToUnblock.request(
            .target("shopping"), intent: Intent(purpose: .planned, category: "gift"),
            isPause: false)
        #expect(machine.refusal(old) == .unknownCategory("gift"))
        try machine.ask(
            .target("shopping"), Intent(purpose: .impulse, category: "books", mood: "calm"))
    }
}

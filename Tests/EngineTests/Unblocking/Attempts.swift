import Engine
import RuleModel
import Testing

/// Openings of what is blocked are counted apart from requests.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct Attempts {
    private let shop = Place.site("shopping.example")

    @Test func countedApart() throws {
        var machine = try atNight()
        #expect(machine.send(.attempt(shop)) == [.attempted(["shopping"])])
        let recorded = machine.history.last { $0.fact.kind == .attempted }?.fact
        #expect(recorded == .attempted(Attempt(place: shop, targets: ["shopping"])))
        #expect(machine.engine.figures.attemptsLastHour == 1)
        #expect(machine.engine.requestsToday == 0)
        #expect(machine.engine.figures.keptToday == 0)
        #expect(machine.engine.state.requests.isEmpty)
        #expect(machine.isBlocked("shopping"))
    }

    /// Reloads within a second count once.
    @Test func withinASecondOnce() throws {
        var machine = try atNight()
        machine.hasTicks = false
        let events = machine.history.count
        machine.send(.attempt(shop))
        machine.advance(.seconds(1) - instantly)
        #expect(machine.send(.attempt(shop)) == [.attempted(["shopping"])])
        #expect(machine.engine.figures.attemptsLastHour == 1)
        #expect(machine.kinds(since: events) == ["attempted"])
        machine.advance(instantly)
        machine.send(.attempt(shop))
        #expect(machine.engine.figures.attemptsLastHour == 2)
        machine.advance(.seconds(1))
        machine.send(.attempt(shop))
        #expect(machine.engine.figures.attemptsLastHour == 3)
    }

    /// Two entries of the rules at once are two attempts; a hundred hosts below one domain, such as
    /// a page that loads from them, are one.
    @Test func placesApart() throws {
        var machine = try atNight()
        machine.send(.attempt(shop))
        machine.send(.attempt(.app("org.example.shopping")))
        #expect(machine.engine.figures.attemptsLastHour == 2)
        for number in 0..<100 {
            machine.send(.attempt(.site("host\(number).shopping.example")))
        }
        #expect(machine.engine.figures.attemptsLastHour == 2)
        machine.advance(.seconds(1))
        machine.send(.attempt(.site("www.shopping.example")))
        #expect(machine.engine.figures.attemptsLastHour == 3)
    }

    @Test func nothingThatIsOpen() throws {
        var machine = try atNight()
        let events = machine.history.count
        for place in [Place.site("news.example"), .app("org.example.mail"), .site(""), .app("")] {
            #expect(machine.send(.attempt(place)) == [.attempted([])])
        }
        #expect(machine.history.count == events)
        try machine.unblock()
        let granted = machine.history.count
        #expect(machine.send(.attempt(shop)) == [.attempted([])])
        #expect(machine.history.count == granted)
        machine.advance(.minutes(15))
        #expect(machine.send(.attempt(shop)) == [.attempted(["shopping"])])
    }

    /// Of a shared site's targets, those that are blocked.
    @Test func sharedSite() throws {
        var machine = try atNight(EngineTests.sharedSite(games: ["daily 22:30-06:30"]))
        #expect(machine.send(.attempt(.site("mall.example"))) == [.attempted(["games"])])
        machine.send(.startProtection(target: "shopping", length: .hours(1), name: ""))
        machine.advance(.seconds(1))
        #expect(
            machine.send(.attempt(.site("mall.example"))) == [.attempted(["games", "shopping"])])
        #expect(machine.engine.figures.attemptsLastHour == 2)
    }

    /// Strict or not, an attempt is one.
    @Test func strictCountsToo() throws {
        var machine = try atNight(everyNight(isStrict: true))
        #expect(machine.send(.attempt(shop)) == [.attempted(["shopping"])])
        #expect(machine.engine.figures.attemptsLastHour == 1)
    }

    /// A second after the clock was set back and believed is a second.
    @Test(arguments: ["-1h", "-10d", "1h"])
    func clockSetAndBelieved(change: String) throws {
        var machine = try atNight(rules([schedule("always", ["daily 00:00-24:00"])]))
        machine.send(.attempt(shop))
        machine.isSynchronised = true
        machine.setClock(by: try span(change))
        machine.advance(.seconds(5))
        let before = machine.history.count { $0.fact.kind == .attempted }
        machine.send(.attempt(shop))
        #expect(machine.history.count { $0.fact.kind == .attempted } == before + 1)
    }

    /// The second is not kept over a restart: it keeps a page from flooding the record, no more.
    @Test func restartForgetsTheSecond() throws {
        var machine = try atNight()
        machine.send(.attempt(shop))
        machine.restart(after: TimeSpan(milliseconds: 500))
        machine.send(.attempt(shop))
        #expect(machine.engine.figures.attemptsLastHour == 2)
        machine.advance(TimeSpan(milliseconds: 500))
        machine.send(.attempt(shop))
        #expect(machine.engine.figures.attemptsLastHour == 2)
    }
}

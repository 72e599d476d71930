import Engine
import RuleModel
import Testing

/// A pause in which nobody has said a word asks nothing, and stands in nobody's way.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct SilentPauses {
    private let shop = Place.site("shopping.example")

    /// 23:00, games and shopping blocked, a pause about everything open.
    private func paused(_ place: Place = .everything) throws -> (Machine, UnblockRequest) {
        var machine = try atNight(
            sharedSite(games: ["daily 22:30-06:30"], shopping: ["daily 22:30-06:30"]))
        let pause = try machine.ask(place, nil as Purpose?, isPause: true)
        return (machine, pause)
    }

    @Test func anAttemptIsAsked() throws {
        var (machine, pause) = try paused()
        #expect(machine.send(.attempt(shop)) == [.attempted(["shopping"])])
        #expect(machine.prompts(.blockedOpened).map(\.targets) == [["shopping"]])
        #expect(machine.isOpen(pause))
        // Once something is said in it, the person is being asked already.
        try machine.ask(.everything, .planned, isPause: true)
        #expect(machine.prompts(.blockedOpened).isEmpty)
        machine.advance(.seconds(2))
        machine.send(.attempt(shop))
        #expect(machine.prompts(.blockedOpened).isEmpty)
        #expect(machine.folded == machine.engine.state)
    }

    @Test func aRequestTakesItsPlace() throws {
        var (machine, pause) = try paused()
        let request = try machine.ask(.target("shopping"), .planned)
        #expect(request.id != pause.id)
        #expect(machine.outcome(of: pause) == .lapsed)
        #expect(machine.engine.state.requests == [request])
        machine.advance(.seconds(10))
        #expect(try machine.granted(request).targets == ["shopping"])
        #expect(!machine.isBlocked("shopping") && machine.isBlocked("games"))
        #expect(machine.engine.figures.keptToday == 0)
        #expect(machine.folded == machine.engine.state)
    }

    /// A pause in which something was said is gone on with, or ended first.
    @Test func aSpokenOneStays() throws {
        var (machine, pause) = try paused()
        try machine.ask(.everything, .impulse, isPause: true)
        let other = AskToUnblock.request(
            .target("shopping"), intent: Intent(purpose: .planned), isPause: false)
        #expect(machine.refusal(other) == .alreadyOpen(pause.id))
        #expect(machine.isOpen(pause))
    }

    /// A request for the same targets under another name continues the open one.
    @Test func theSameByAnotherName() throws {
        var (machine, pause) = try paused(.target("shopping"))
        let request = try machine.ask(shop, .planned)
        #expect(request.id == pause.id)
        #expect(machine.engine.state.requests.count == 1)
        machine.advance(.seconds(10))
        try machine.granted(request)
        #expect(!machine.isBlocked("shopping"))
    }

    /// Prompt about shopping, pause about everything or about shopping itself: keeping keeps.
    @Test(arguments: [Place.everything, .target("shopping"), .site("shopping.example")])
    func keptFromThePrompt(place: Place) throws {
        var (machine, _) = try paused(place)
        machine.send(.attempt(shop))
        let prompt = try #require(machine.prompts(.blockedOpened).first)
        #expect(machine.send(.answerPrompt(prompt.id, .keep)) == [.kept])
        #expect(machine.prompts(.blockedOpened).isEmpty)
        #expect(machine.engine.state.requests.isEmpty)
        #expect(machine.engine.figures.keptToday == 1)
        #expect(machine.isBlocked("shopping"))
        #expect(machine.folded == machine.engine.state)
    }

    /// Another request is open for one of the place's targets, though not for what was opened.
    @Test func keptBesideAnotherRequest() throws {
        var machine = try atNight(sharedSite(shopping: ["daily 22:30-06:30"]))
        let pause = try machine.ask(.target("games"), .impulse, isPause: true)
        machine.send(.attempt(.site("mall.example")))
        let prompt = try #require(machine.prompts(.blockedOpened).first)
        #expect(machine.send(.answerPrompt(prompt.id, .keep)) == [.kept])
        #expect(machine.outcome(of: pause) == .kept)
        #expect(machine.prompts(.blockedOpened).isEmpty)
        #expect(machine.isBlocked("shopping"))
    }

    /// Under what is strict as well.
    @Test func keptUnderAStrictOne() throws {
        var machine = try atNight(everyNight(isStrict: true))
        let pause = try machine.ask(.everything, nil as Purpose?, isPause: true)
        machine.send(.attempt(shop))
        let prompt = try #require(machine.prompts(.blockedOpened).first)
        #expect(machine.send(.answerPrompt(prompt.id, .keep)) == [.kept])
        #expect(machine.outcome(of: pause) == .kept)
        #expect(machine.isBlocked("shopping"))
    }
}

import API
import Testing

@testable import Dashboard

/// Logging the outcome of an unblock on the page.
@Suite struct PauseOutcomeTests {
    let site: Site

    init() throws { site = try Site.forTests() }

    private var world: PauseWorld {
        var world = PauseWorld()
        world.unblocks = [PauseWorld.unblocked(8)]
        return world
    }

    @Test func whatWasOpenedIsAskedAbout() throws {
        let page = try site.look("pause", world.daemon)
        #expect(page.has("How did it go?"))
        #expect(page.has("Shopping (planned), opened 20:05."))
        #expect(page.has("Used for 12 min. You intended 10 min."))
        #expect(page.has("action=\"/s-1/pause/8/log\""))
        #expect(page.tag(with: "id=\"currency-8\"").contains("value=\"CHF\""))
        #expect(page.has("4, very much"))
        #expect(!page.has("aria-invalid"))
    }

    @Test func whatCostsNoMoneyIsAskedForRegretAlone() throws {
        var world = world
        world.unblocks[0].spending = false
        let daemon = world.daemon
        daemon.on(UnblockAPI.LogOutcome.self) { _ throws(CallFailure) in
            .init(outcome: .init(bought: false, at: PauseWorld.now))
        }
        let page = try site.look("pause", daemon)
        #expect(page.has("How much do you regret it?"))
        #expect(!page.has("Did you buy something?") && !page.has("name=\"amount\""))
        let again = try site.send("pause/8/log", ["spending": "no", "regret": ""], daemon)
        #expect(again.has("Choose how much you regret it."))
        #expect(daemon.calls(of: UnblockAPI.LogOutcome.self).isEmpty)
        let path = site.follow("pause/8/log", ["spending": "no", "regret": "3"], daemon)
        #expect(path == "pause?done=logged")
        #expect(
            daemon.calls(of: UnblockAPI.LogOutcome.self)
                == [.init(request: 8, bought: false, regret: 3)])
    }

    @Test func whatWasNotUsedIsSaidToBeSo() throws {
        var world = world
        world.unblocks = [
            PauseWorld.unblocked(8, used: false), PauseWorld.unblocked(9, intended: nil),
        ]
        let page = try site.look("pause", world.daemon)
        #expect(page.has("Not used."))
        #expect(page.has("Used for 12 min.<"))
    }

    /// A running unblock has no outcome yet.
    @Test func runningPermissionsAreNotAskedAbout() throws {
        var world = world
        world.grants = [PauseWorld.grant(8)]
        let daemon = world.daemon
        #expect(!(try site.look("pause", daemon)).has("How did it go?"))
        #expect(
            daemon.calls(of: UnblockAPI.Unblocks.self) == [.init(limit: 4, unlogged: true)])
    }

    @Test func atMostThreeAreAskedAboutAtOnce() throws {
        var world = world
        world.unblocks = (1...6).map { PauseWorld.unblocked($0) }
        let page = try site.look("pause", world.daemon)
        #expect(page.count("How did it go?") == 3)
        #expect(page.count("id=\"amount-") == 3)
    }

    // MARK: Logging

    private func log(_ form: [String: String], languages: [String] = ["en-GB"]) -> (
        CannedDaemon, String?
    ) {
        let daemon = world.daemon
        daemon.on(UnblockAPI.LogOutcome.self) { _ throws(CallFailure) in
            .init(outcome: .init(bought: true, at: PauseWorld.now))
        }
        return (daemon, site.follow("pause/8/log", form, daemon, languages: languages))
    }

    @Test func allThatIsSaidIsLogged() throws {
        let (daemon, path) = log(
            ["bought": "yes", "amount": "49,90", "currency": "eur", "regret": "3"],
            languages: ["de-DE"])
        #expect(path == "pause?done=logged")
        #expect(
            daemon.calls(of: UnblockAPI.LogOutcome.self) == [
                .init(request: 8, bought: true, amount: "49.90", currency: "EUR", regret: 3)
            ])
    }

    /// The currency stands in the form already, and means nothing without an amount.
    @Test(arguments: ["yes", "no"])
    func onlyWhetherSomethingWasBoughtIsNeeded(bought: String) throws {
        let (daemon, path) = log(["bought": bought, "currency": "CHF", "amount": "", "regret": ""])
        #expect(path == "pause?done=logged")
        #expect(
            daemon.calls(of: UnblockAPI.LogOutcome.self) == [
                .init(request: 8, bought: bought == "yes")
            ])
    }

    @Test(arguments: [
        (["amount": "5"], "bought-yes-8", "Choose whether you bought something."),
        (["bought": "yes", "amount": "much"], "amount-8", "Enter the amount in digits"),
        (["bought": "yes", "amount": "49,90"], "amount-8", "such as 49.90."),
        (["bought": "yes", "amount": "5", "currency": "?"], "currency-8", "three letters"),
        (["bought": "no", "amount": "5"], "amount-8", "leave the amount empty"),
    ])
    func whatIsWrongStandsAtItsField(
        form: [String: String], id: String, words: String
    ) throws {
        let daemon = world.daemon
        let page = try site.send("pause/8/log", form, daemon)
        #expect(page.status == 422)
        #expect(page.tag(with: "id=\"\(id)\"").contains("aria-invalid=\"true\""))
        #expect(page.tag(with: "id=\"\(id)\"").contains(" autofocus"))
        #expect(page.has(words))
        #expect(page.tag(with: "id=\"amount-8\"").contains("value=\"\(form["amount"] ?? "")\""))
        if let bought = form["bought"] {
            #expect(page.tag(with: "id=\"bought-\(bought)-8\"").contains(" checked"))
        }
        #expect(daemon.calls(of: UnblockAPI.LogOutcome.self).isEmpty)
    }

    @Test(arguments: [
        (
            UnblockAPI.InvalidAmount(amount: "5", problem: "it is enormous") as any TypedError,
            "amount-8", "it is enormous"
        ),
        (UnblockAPI.InvalidRegret(regret: 9, minimum: 0, maximum: 4), "regret-8", "from 0 to 4"),
    ])
    func whatTheDaemonDoesNotTakeStandsAtItsField(
        error: any TypedError, id: String, words: String
    ) throws {
        let daemon = world.daemon
        daemon.on(UnblockAPI.LogOutcome.self) { _ throws(CallFailure) in throw .refused(error) }
        let page = try site.send("pause/8/log", ["bought": "yes", "regret": "9"], daemon)
        #expect(page.status == 422)
        #expect(page.tag(with: "id=\"\(id)\"").contains("aria-invalid=\"true\""))
        #expect(page.has(words))
        #expect(!page.has("role=\"alert\""))
    }

    @Test(arguments: [
        (UnblockAPI.TooLate(request: 8, days: 30) as any TypedError, "for 30 days"),
        (UnblockAPI.NotUnblocked(request: 8, outcome: .kept), "the block was kept"),
        (UnblockAPI.NoSuchRequest(request: 8), "That request has ended"),
        (UnblockAPI.StoreUnavailable(reason: "disk full"), "disk full"),
    ])
    func otherRefusalsStandAboveThePage(error: any TypedError, words: String) throws {
        let daemon = world.daemon
        daemon.on(UnblockAPI.LogOutcome.self) { _ throws(CallFailure) in throw .refused(error) }
        let page = try site.send("pause/8/log", ["bought": "no"], daemon)
        #expect(page.status == 422)
        #expect(page.has(inOrder: "role=\"alert\"", words))
    }

    /// A form of an unblock that is not among the newest any more keeps what was typed.
    @Test func anOlderFormIsShownFirst() throws {
        var world = world
        world.unblocks = (1...6).map { PauseWorld.unblocked($0) }
        let page = try site.send("pause/6/log", ["amount": "17"], world.daemon)
        #expect(page.has(inOrder: "id=\"log-6\"", "id=\"log-1\"", "id=\"log-2\""))
        #expect(page.tag(with: "id=\"amount-6\"").contains("value=\"17\""))
        #expect(page.count("How did it go?") == 3)
    }
}

import API
import Testing

@testable import Dashboard

/// The person's answers in the conversation, and the daemon's reactions.
@Suite struct PauseAnswerTests {
    let site: Site

    init() throws { site = try Site.forTests() }

    private let asked = PauseWorld().asking(PauseWorld.request())

    // MARK: Keeping

    @Test func keepingNeedsNothingElse() throws {
        let daemon = asked.daemon
        daemon.on(UnblockAPI.Keep.self) { _ throws(CallFailure) in .init(today: 3) }
        #expect(site.follow("pause/12/keep", [:], daemon) == "pause?done=kept")
        #expect(daemon.calls(of: UnblockAPI.Keep.self) == [.init(request: 12)])
        #expect(daemon.asked.count == 1)
    }

    /// A goal is credited with the amount of a kept impulse, so the amount must not be lost.
    @Test func keepingCarriesWhatWasFilledIn() throws {
        let daemon = asked.daemon
        daemon.on(UnblockAPI.Request.self) { _ throws(CallFailure) in
            .init(request: PauseWorld.request(wait: 10))
        }
        daemon.on(UnblockAPI.Keep.self) { _ throws(CallFailure) in .init(today: 3) }
        let path = site.follow(
            "pause/12/keep", ["purpose": "impulse", "mood": "tired", "amount": "49.90"], daemon)
        #expect(path == "pause?done=kept")
        let said = try #require(daemon.calls(of: UnblockAPI.Request.self).first?.intent)
        #expect(said.purpose == .impulse && said.mood == "tired" && said.amount == "49.90")
        #expect(daemon.calls(of: UnblockAPI.Keep.self) == [.init(request: 12)])
    }

    /// Nothing keeps a block from being kept: neither an amount that cannot be read, nor a refusal
    /// of the intent.
    @Test(arguments: [true, false])
    func keepingIsNeverRefusedForWhatWasFilledIn(isRefused: Bool) throws {
        let daemon = asked.daemon
        daemon.on(UnblockAPI.Request.self) { _ throws(CallFailure) in
            if isRefused { throw .refused(UnblockAPI.Strict(target: "shopping")) }
            return .init(request: PauseWorld.request(wait: 10))
        }
        daemon.on(UnblockAPI.Keep.self) { _ throws(CallFailure) in .init(today: 3) }
        let form = ["purpose": "impulse", "mood": "tired", "amount": "much"]
        #expect(site.follow("pause/12/keep", form, daemon) == "pause?done=kept")
        let said = try #require(daemon.calls(of: UnblockAPI.Request.self).first?.intent)
        #expect(said.mood == "tired" && said.amount == nil)
        #expect(daemon.calls(of: UnblockAPI.Keep.self) == [.init(request: 12)])
    }

    @Test func keepingWhatHasEndedSaysHow() throws {
        let daemon = PauseWorld().daemon
        daemon.on(UnblockAPI.Keep.self) { _ throws(CallFailure) in
            throw .refused(UnblockAPI.RequestOver(request: 12, outcome: .unblocked))
        }
        let page = try site.send("pause/12/keep", [:], daemon)
        #expect(page.status == 422)
        #expect(page.has("That request has ended: the target was unblocked."))
        #expect(page.has("role=\"alert\""))
        #expect(page.has("Pause before you go on"))
    }

    @Test func whatCannotBeRecordedIsSaidWhereItWasAsked() throws {
        let daemon = asked.daemon
        daemon.on(UnblockAPI.Keep.self) { _ throws(CallFailure) in
            throw .refused(UnblockAPI.StoreUnavailable(reason: "disk full"))
        }
        let page = try site.send("pause/12/keep", [:], daemon)
        #expect(page.status == 422)
        #expect(page.has("disk full"))
        #expect(page.has("id=\"pause-heading\""))
    }

    // MARK: Protecting

    @Test(arguments: [("7200", 7200), ("", 3600), ("soon", 3600)])
    func aProtectionLastsAsLongAsChosen(typed: String, seconds: Int) throws {
        let daemon = asked.daemon
        daemon.on(UnblockAPI.Protect.self) { _ throws(CallFailure) in
            .init(protection: 3, targets: ["shopping"], until: PauseWorld.now)
        }
        let path = site.follow("pause/12/protect", ["seconds": typed], daemon)
        #expect(path == "pause?done=protected")
        #expect(
            daemon.calls(of: UnblockAPI.Protect.self) == [.init(request: 12, seconds: seconds)])
    }

    @Test func aLengthThatIsNotPossibleStandsAtItsField() throws {
        let daemon = asked.daemon
        daemon.on(UnblockAPI.Protect.self) { _ throws(CallFailure) in
            throw .refused(UnblockAPI.InvalidDuration(seconds: 5, minimum: 60, maximum: 604_800))
        }
        let page = try site.send("pause/12/protect", ["seconds": "5"], daemon)
        #expect(page.status == 422)
        #expect(page.has("Choose a duration between 1 min and 7 d."))
        let select = page.tag(with: "id=\"seconds\"")
        #expect(select.contains("aria-invalid=\"true\""))
        #expect(select.contains("aria-describedby=\"seconds-error\""))
        #expect(select.contains(" autofocus"))
    }

    // MARK: Saying what is behind it

    private func saying(_ form: [String: String]) -> (CannedDaemon, String?) {
        let daemon = asked.daemon
        daemon.on(UnblockAPI.Request.self) { _ throws(CallFailure) in
            .init(request: PauseWorld.request(wait: 10))
        }
        return (daemon, site.follow("pause/12/intent", form, daemon, languages: ["de-DE"]))
    }

    @Test func allThatIsSaidIsTold() throws {
        let (daemon, path) = saying([
            "purpose": "planned", "category": "gift", "mood": "tired", "amount": "1.249,90",
            "currency": "eur", "minutes": " 12 ",
        ])
        #expect(path == "pause/12")
        #expect(
            daemon.calls(of: UnblockAPI.Request.self) == [
                .init(
                    place: .init(target: "shopping"),
                    intent: .init(
                        purpose: .planned, category: "gift", mood: "tired", amount: "1249.90",
                        currency: "EUR", minutes: 12), pause: true)
            ])
    }

    @Test func everythingButThePurposeMayBeLeftOut() throws {
        let (daemon, path) = saying(["purpose": "impulse", "currency": "EUR", "category": "gift"])
        #expect(path == "pause/12")
        #expect(
            daemon.calls(of: UnblockAPI.Request.self).map(\.intent) == [.init(purpose: .impulse)])
    }

    /// Going on with a request that began at a block makes no pause of it.
    @Test func aRequestThatIsNoPauseStaysNone() throws {
        let request = PauseWorld.request(place: .init(site: "shop.example"), pause: false)
        let daemon = PauseWorld().asking(request).daemon
        daemon.on(UnblockAPI.Request.self) { _ throws(CallFailure) in
            .init(request: PauseWorld.request(wait: 10))
        }
        #expect(site.follow("pause/12/intent", ["purpose": "planned"], daemon) == "pause/12")
        #expect(
            daemon.calls(of: UnblockAPI.Request.self) == [
                .init(place: .init(site: "shop.example"), intent: .init(purpose: .planned))
            ])
    }

    @Test(arguments: [
        (["amount": "much"], "amount", "Enter the amount in digits"),
        (["amount": "5", "currency": "EURO"], "currency", "three letters"),
        (["minutes": "ten"], "minutes", "whole number of minutes"),
        (["minutes": "1.5"], "minutes", "whole number of minutes"),
    ])
    func whatCannotBeReadStandsAtItsField(
        typed: [String: String], field: String, words: String
    ) throws {
        let daemon = asked.daemon
        let form = typed.merging(["purpose": "planned", "category": "gift"]) { $1 }
        let page = try site.send("pause/12/intent", form, daemon)
        #expect(page.status == 422)
        let input = page.tag(with: "id=\"\(field)\"")
        #expect(input.contains("aria-invalid=\"true\""))
        #expect(input.contains(" autofocus"))
        #expect(input.contains("aria-describedby=\"\(field)-hint \(field)-error\""))
        #expect(page.has(inOrder: "id=\"\(field)-error\"", words))
        for (name, value) in typed {
            #expect(page.tag(with: "id=\"\(name)\"").contains("value=\"\(value)\""))
        }
        #expect(page.tag(with: "value=\"gift\"").contains(" checked"))
        #expect(page.count(" autofocus") == 1)
        #expect(daemon.calls(of: UnblockAPI.Request.self).isEmpty)
    }

    /// An amount is money: where a point is written between thousands, as decimals are in another
    /// country, nothing is guessed.
    @Test func anAmountOfTwoMeaningsIsAskedForAgain() throws {
        let daemon = asked.daemon
        let form = ["purpose": "planned", "amount": "1.234", "currency": "EUR"]
        let page = try site.send("pause/12/intent", form, daemon, languages: ["de-DE"])
        #expect(page.status == 422)
        #expect(page.tag(with: "id=\"amount\"").contains(" autofocus"))
        #expect(page.tag(with: "id=\"amount\"").contains("value=\"1.234\""))
        #expect(page.has(inOrder: "id=\"amount-error\"", "in two ways", "such as 49,90."))
        #expect(daemon.calls(of: UnblockAPI.Request.self).isEmpty)
    }

    /// All that is wrong is said at once, and the first of it has the focus.
    @Test func everyMistakeIsShown() throws {
        let page = try site.send(
            "pause/12/intent", ["purpose": "planned", "amount": "x", "minutes": "y"], asked.daemon)
        #expect(page.count("aria-invalid=\"true\"") == 2)
        #expect(page.tag(with: "id=\"amount\"").contains(" autofocus"))
        #expect(!page.tag(with: "id=\"minutes\"").contains(" autofocus"))
    }

    @Test(arguments: [
        (UnblockAPI.UnknownCategory(category: "gift", known: []) as any TypedError, "category-0"),
        (UnblockAPI.UnknownMood(mood: "odd", known: []), "mood"),
        (UnblockAPI.InvalidAmount(amount: "5", problem: "negative"), "amount"),
        (UnblockAPI.InvalidMinutes(minutes: 0, minimum: 1, maximum: 1440), "minutes"),
    ])
    func whatTheDaemonDoesNotTakeStandsAtItsField(error: any TypedError, id: String) throws {
        let daemon = asked.daemon
        daemon.on(UnblockAPI.Request.self) { _ throws(CallFailure) in throw .refused(error) }
        let page = try site.send(
            "pause/12/intent", ["purpose": "planned", "amount": "5", "minutes": "0"], daemon)
        #expect(page.status == 422)
        #expect(page.tag(with: "id=\"\(id)\"").contains("aria-invalid=\"true\""))
        #expect(page.has("class=\"field-error\""))
        #expect(!page.has("role=\"alert\""))
    }

    @Test func theMinutesThatArePossibleAreSaid() throws {
        let daemon = asked.daemon
        daemon.on(UnblockAPI.Request.self) { _ throws(CallFailure) in
            throw .refused(UnblockAPI.InvalidMinutes(minutes: 0, minimum: 1, maximum: 1440))
        }
        let page = try site.send(
            "pause/12/intent", ["purpose": "impulse", "minutes": "0"], daemon)
        #expect(page.has("Enter 1 to 1,440 minutes."))
    }

    @Test(arguments: [
        (
            UnblockAPI.Strict(target: "shopping", until: "2026-11-22T06:30:00+01:00")
                as any TypedError,
            "06:30"
        ),
        (UnblockAPI.NotBlocked(targets: ["shopping"]), "Nothing here is blocked now"),
        (UnblockAPI.StoreUnavailable(reason: "disk full"), "disk full"),
        (UnblockAPI.BeingConfirmed(request: 12), "You have already confirmed this request"),
    ])
    func otherRefusalsStandAboveThePage(error: any TypedError, words: String) throws {
        let daemon = asked.daemon
        daemon.on(UnblockAPI.Request.self) { _ throws(CallFailure) in throw .refused(error) }
        let page = try site.send("pause/12/intent", ["purpose": "planned"], daemon)
        #expect(page.status == 422)
        #expect(page.has(inOrder: "role=\"alert\"", words, "id=\"pause-heading\""))
    }

    @Test func withoutAPurposeNothingIsTold() throws {
        let daemon = asked.daemon
        let page = try site.send("pause/12/intent", ["mood": "tired"], daemon)
        #expect(page.status == 422)
        #expect(page.has("First say whether it was planned or is an impulse."))
        #expect(daemon.calls(of: UnblockAPI.Request.self).isEmpty)
    }

    @Test func whatIsNotOpenAnyMoreIsNotGoneOnWith() throws {
        let daemon = PauseWorld().daemon
        let page = try site.send("pause/12/intent", ["purpose": "planned"], daemon)
        #expect(page.status == 422)
        #expect(page.has("That request has ended. You can start a new one."))
        #expect(daemon.calls(of: UnblockAPI.Request.self).isEmpty)
    }

    // MARK: Ending a permission

    @Test(arguments: [(["games"], "ended"), ([], "endedOpen")])
    func aPermissionIsEndedWhereItIsShown(blocked: [String], key: String) throws {
        var world = PauseWorld()
        world.grants = [PauseWorld.grant()]
        let daemon = world.daemon
        daemon.on(UnblockAPI.EndGrants.self) { _ throws(CallFailure) in
            .init(grants: [4], targets: ["games"], blocked: blocked)
        }
        let page = try site.look("pause", daemon)
        #expect(page.has("action=\"/s-1/pause/end\""))
        #expect(page.tag(with: "name=\"target\"").contains("value=\"games\""))
        #expect(page.has("End now"))
        #expect(site.follow("pause/end", ["target": "games"], daemon) == "pause?done=\(key)")
        #expect(
            daemon.calls(of: UnblockAPI.EndGrants.self)
                == [.init(place: .init(target: "games"))])
        let after = try site.look("pause?done=\(key)", PauseWorld().daemon)
        #expect(after.has(try Texts.english()("pause.\(key)")))
        #expect(!after.has("End now"))
    }

    @Test func whatCannotBeEndedIsSaid() throws {
        let daemon = PauseWorld().daemon
        daemon.on(UnblockAPI.EndGrants.self) { _ throws(CallFailure) in
            throw .refused(UnblockAPI.NoSuchTarget(target: "gone"))
        }
        let page = try site.send("pause/end", ["target": "gone"], daemon)
        #expect(page.status == 422)
        #expect(page.has("role=\"alert\"") && page.has("gone"))
    }

    // MARK: Opening

    @Test(arguments: [
        (UnblockAPI.Confirm.Reply(grant: PauseWorld.grant(), blocked: []), "opened"),
        (UnblockAPI.Confirm.Reply(grant: PauseWorld.grant(), blocked: ["news"]), "openedInPart"),
        (UnblockAPI.Confirm.Reply(blocked: []), "protectionEnded"),
    ])
    func openingLeadsToWhatIsOpen(reply: UnblockAPI.Confirm.Reply, key: String) throws {
        let daemon = asked.daemon
        daemon.on(UnblockAPI.Confirm.self) { _ throws(CallFailure) in reply }
        #expect(site.follow("pause/12/open", [:], daemon) == "pause?done=\(key)")
        #expect(daemon.calls(of: UnblockAPI.Confirm.self) == [.init(request: 12)])
        let page = try site.look("pause?done=\(key)", PauseWorld().daemon)
        #expect(page.has(try Texts.english()("pause.\(key)")))
    }

    @Test func beforeTheWaitIsOverNothingOpens() throws {
        let intent = UnblockAPI.Intent(purpose: .impulse)
        let daemon = PauseWorld().asking(PauseWorld.request(intent: intent, wait: 17)).daemon
        daemon.on(UnblockAPI.Confirm.self) { _ throws(CallFailure) in
            throw .refused(UnblockAPI.WaitNotOver(remainingSeconds: 17))
        }
        let page = try site.send("pause/12/open", [:], daemon)
        #expect(page.status == 422)
        #expect(page.has("notice-info"))
        #expect(page.has("The wait is not over yet: 17 s left."))
        #expect(page.has("data-countdown=\"17\""))
    }

    @Test func openingNeedsThePurpose() throws {
        let daemon = asked.daemon
        daemon.on(UnblockAPI.Confirm.self) { _ throws(CallFailure) in
            throw .refused(UnblockAPI.IntentNeeded(request: 12))
        }
        let page = try site.send("pause/12/open", [:], daemon)
        #expect(page.status == 422)
        #expect(page.has("First say whether"))
        #expect(page.has("purpose=planned"))
    }

    @Test(arguments: ["keep", "protect", "intent", "open", "log"])
    func answersAreAboutANumber(answer: String) throws {
        #expect(try site.send("pause/twelve/\(answer)", [:], PauseWorld().daemon).status == 404)
        let get = try site.look("pause/12/\(answer)", PauseWorld().daemon)
        #expect(get.status == 405)
    }
}

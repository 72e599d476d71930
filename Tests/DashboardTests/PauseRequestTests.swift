import API
import Testing

@testable import Dashboard

/// The page of one request at each of its steps.
@Suite struct PauseRequestTests {
    let site: Site

    init() throws { site = try Site.forTests() }

    private func page(_ request: UnblockAPI.OpenRequest, query: String = "") throws -> ShownPage {
        try site.look(
            "pause/\(request.request)\(query)", PauseWorld().asking(request).daemon)
    }

    @Test func itSaysWhatIsBlockedAndWhy() throws {
        let page = try page(PauseWorld.request())
        #expect(page.status == 200)
        #expect(page.has("<h2 id=\"pause-heading\">Shopping</h2>"))
        #expect(page.has("badge-blocked\">blocked until 06:30"))
        #expect(page.has("Night hours (quiet hours)"))
        // The name in the heading is not repeated beside the badge.
        #expect(!page.has("<strong>Shopping</strong>"))
        #expect(
            page.has(
                """
                This is request 3 today. You unblocked something once today. \
                Your last unblock was 2 h ago. Quiet hours are active.
                """))
    }

    @Test func whatThereIsNothingToSayOfIsLeftOut() throws {
        let page = try page(
            PauseWorld.request(
                requestsToday: 1, unblocksToday: 0, sinceLastUnblock: nil, quietHours: false))
        #expect(page.has("<p class=\"muted\">This is request 1 today.</p>"))
    }

    @Test func manyUnblocksAreCounted() throws {
        let page = try page(PauseWorld.request(unblocksToday: 4))
        #expect(page.has("You unblocked something 4 times today."))
    }

    @Test(arguments: [
        (UnblockAPI.Place(everything: true), "Everything"),
        (UnblockAPI.Place(site: "shop.example"), "shop.example (Shopping)"),
        (UnblockAPI.Place(app: "org.example.Shop"), "org.example.Shop (Shopping)"),
        (UnblockAPI.Place(protection: 7), "Your protection 7"),
        (UnblockAPI.Place(target: "shopping"), "Shopping"),
    ])
    func itIsCalledWhatItIsAbout(place: UnblockAPI.Place, name: String) throws {
        let page = try page(PauseWorld.request(place: place))
        #expect(page.has("<h2 id=\"pause-heading\">\(name)</h2>"))
    }

    // MARK: The first step

    @Test func keepingThenProtectingThenOpening() throws {
        let page = try page(PauseWorld.request())
        #expect(
            page.has(
                inOrder: "button-primary\">Keep the block", "Start a protection",
                "Open it for a while", "It was planned", "It is an impulse"))
        expectNoWait(on: page)
        #expect(page.count("button-primary") == 1)
        #expect(page.has(#"href="/s-1/pause/12?purpose=planned""#))
        #expect(page.has(#"href="/s-1/pause/12?purpose=impulse""#))
        #expect(page.tag(with: #"value="3600""#).contains(" selected"))
        #expect(!page.has("data-countdown"))
    }

    @Test func somethingStrictIsSaidWithItsEndAndCannotBeOpened() throws {
        let request = PauseWorld.request(12, ["shopping", "news"], place: .init(everything: true))
        let page = try page(request)
        #expect(page.has("News: blocked by a strict rule until 07:00."))
        #expect(page.has("Keep the block"))
        #expect(page.has("Start a protection"))
        #expect(!page.has("purpose="))
        #expect(page.has("(check-in, strict)"))
        #expect(page.has(inOrder: "<strong>Shopping</strong>", "<strong>News</strong>"))
    }

    @Test func somethingStrictWithoutAKnownEndOutlastsTheOthers() throws {
        var world = PauseWorld().asking(PauseWorld.request(12, ["news", "more"]))
        world.targets.append(PauseWorld.target("more", "More", until: nil, strict: true))
        let page = try site.look("pause/12", world.daemon)
        #expect(page.has("News, More: blocked by a strict rule with no known end."))
    }

    /// The address of the form is no way around a strict rule.
    @Test(arguments: ["?purpose=planned", "?purpose=impulse"])
    func whatIsStrictHasNoFormToOpenIt(query: String) throws {
        let page = try page(PauseWorld.request(12, ["news"]), query: query)
        #expect(!page.has("/intent\""))
        #expect(page.has("blocked by a strict rule"))
    }

    @Test func whereNothingIsBlockedThereIsNothingToOpen() throws {
        let page = try page(PauseWorld.request(12, ["games"]))
        #expect(page.has("Stay away from it"))
        #expect(page.has("there is nothing to open"))
        #expect(!page.has("purpose="))
        #expect(page.has("Start a protection"))
    }

    /// A protection can be ended early also where a permission keeps its targets open.
    @Test func aProtectionCanBeEndedWhileItsTargetsAreOpen() throws {
        let page = try page(PauseWorld.request(12, ["games"], place: .init(protection: 3)))
        #expect(page.has("purpose=planned"))
    }

    // MARK: What is behind it

    @Test func whatWasPlannedIsAskedWhatItIsFor() throws {
        let page = try page(PauseWorld.request(), query: "?purpose=planned")
        #expect(
            page.has(
                inOrder: "button-primary\">Keep the block", "What is it for?", "No answer",
                "necessity", "gift", "Amount", "Currency", "Minutes", "How do you feel? (optional)",
                "bored",
                "Begin the wait", "It is an impulse"))
        expectNoWait(on: page)
        #expect(page.has(#"name="category""#))
        #expect(page.has(#"<select class="select" id="mood" name="mood""#))
        #expect(page.tag(with: #"id="currency""#).contains(#"value="GBP""#))
        #expect(page.has(#"aria-describedby="amount-hint""#))
        #expect(!page.has("aria-invalid"))
    }

    @Test func anImpulseIsAskedHowThePersonFeels() throws {
        let page = try page(PauseWorld.request(), query: "?purpose=impulse")
        #expect(page.has(inOrder: "How do you feel?", "bored", "Begin the wait"))
        expectNoWait(on: page)
        #expect(!page.has(#"name="category""#))
        #expect(!page.has("<select class=\"select\" id=\"mood\""))
    }

    @Test func whatCostsNoMoneyIsNotAskedForAnAmount() throws {
        var request = PauseWorld.request()
        request.spending = false
        let page = try page(request, query: "?purpose=planned")
        #expect(page.has(inOrder: "What is it for?", "Minutes", "Begin the wait"))
        #expect(!page.has("name=\"amount\"") && !page.has("name=\"currency\""))
    }

    /// No wait is named before the purpose is said: the answer would have a price on it.
    private func expectNoWait(on page: ShownPage) {
        #expect(!page.has("10 s") && !page.has("30 s"))
    }

    @Test func whatWasSaidBeforeStandsInTheForm() throws {
        let intent = UnblockAPI.Intent(
            purpose: .planned, category: "gift", mood: "tired", amount: "49.90", currency: "CHF",
            minutes: 12)
        let world = PauseWorld().asking(PauseWorld.request(intent: intent, wait: 5))
        let page = try site.look(
            "pause/12?purpose=planned", world.daemon, languages: ["de-DE"])
        #expect(page.tag(with: #"value="gift""#).contains(" checked"))
        #expect(page.tag(with: #"value="tired""#).contains(" selected"))
        #expect(page.tag(with: #"id="amount""#).contains(#"value="49,90""#))
        #expect(page.tag(with: #"id="currency""#).contains(#"value="CHF""#))
        #expect(page.tag(with: #"id="minutes""#).contains(#"value="12""#))
    }

    /// A list of the rules may have lost what was said before.
    @Test func whatIsNoAnswerAnyMoreCountsAsNone() throws {
        let intent = UnblockAPI.Intent(purpose: .impulse, mood: "gone")
        let page = try page(PauseWorld.request(intent: intent), query: "?purpose=impulse")
        #expect(page.tag(with: #"id="mood-0""#).contains(" checked"))
        #expect(page.count(" checked") == 1)
    }

    @Test func anUnknownPurposeIsNoPurpose() throws {
        let page = try page(PauseWorld.request(), query: "?purpose=%3Cb%3E")
        #expect(page.has("Open it for a while"))
    }

    // MARK: The wait

    @Test func theWaitIsCountedDown() throws {
        let intent = UnblockAPI.Intent(
            purpose: .impulse, mood: "bored", amount: "49.90", currency: "EUR", minutes: 10)
        var request = PauseWorld.request(intent: intent, wait: 25)
        request.grantSeconds = 600
        let page = try page(request)
        #expect(
            page.has(
                inOrder: "A moment to think", "data-countdown=\"25\"", ">25 s</time>",
                "It is an impulse · bored · €49.90 · 10 min", "open it for 10 min",
                "button-primary\">Keep the block", "id=\"open\"", "Start a protection"))
        #expect(page.tag(with: "data-countdown").contains(##"data-enables="#open""##))
        // Without a script the button can be pressed, and the daemon says how long is left.
        #expect(!page.tag(with: "id=\"open\"").contains("disabled"))
        #expect(page.has("<noscript><p><a href=\"/s-1/pause/12\">Check how much"))
        #expect(page.has("href=\"/s-1/pause/12?purpose=impulse\""))
        #expect(!page.has("Open it for a while"))
    }

    @Test func afterTheWaitItCanBeOpened() throws {
        let page = try page(
            PauseWorld.request(intent: UnblockAPI.Intent(purpose: .planned), wait: 0))
        #expect(
            page.has(
                inOrder: "The wait is over", "It was planned", "You have until 23:28 to decide",
                "button-primary\">Keep the block", "Open it"))
        #expect(!page.has("data-countdown"))
        #expect(!page.has("<noscript>"))
    }

    @Test func theEndOfAProtectionIsCalledThat() throws {
        let page = try page(
            PauseWorld.request(
                12, ["shopping"], place: .init(protection: 3),
                intent: UnblockAPI.Intent(purpose: .planned), wait: 4))
        #expect(page.has("After the wait, you can end the protection."))
    }

    /// Something strict may have begun during the wait.
    @Test func aStrictRuleEndsTheWait() throws {
        let page = try page(
            PauseWorld.request(12, ["news"], intent: UnblockAPI.Intent(purpose: .planned), wait: 4))
        #expect(!page.has("data-countdown"))
        #expect(page.has("blocked by a strict rule until 07:00"))
    }

    // MARK: Requests that are not open

    @Test(arguments: [
        (UnblockAPI.Outcome.kept, "the block was kept"), (.unblocked, "the target was unblocked"),
        (.expired, "it ran out of time"), (.lapsed, "nothing was blocked any more"),
        (.protected, "a protection was started instead"),
    ])
    func whatBecameOfAnEarlierOneIsSaid(outcome: UnblockAPI.Outcome, words: String) throws {
        var world = PauseWorld()
        world.outcomes = [12: outcome]
        let page = try site.look("pause/12", world.daemon)
        #expect(page.status == 200)
        #expect(page.has(words))
        #expect(page.has("Pause before you go on"))
    }

    @Test(arguments: ["12", "0", "-3", "twelve", "99999999999999999999", "1e3"])
    func whatNeverWasIsNotFound(number: String) throws {
        #expect(try site.look("pause/\(number)", PauseWorld().daemon).status == 404)
    }

    @Test func nothingThatIsSaidElsewhereBecomesMarkup() throws {
        let hostile = #""><script>alert(1)</script>"#
        var world = PauseWorld()
        world.targets = [PauseWorld.target(hostile, hostile, until: hostile, rule: hostile)]
        let intent = UnblockAPI.Intent(
            purpose: .planned, category: hostile, mood: hostile, amount: hostile,
            currency: hostile, minutes: 5)
        world.requests = [
            PauseWorld.request(1, [hostile], place: .init(app: hostile), intent: intent, wait: 3)
        ]
        for query in ["", "?purpose=planned", "?purpose=impulse"] {
            let page = try site.look("pause/1\(query)", world.daemon)
            #expect(!page.has("<script>alert"))
            #expect(!page.has(#"=""><"#))
            #expect(page.has("&lt;script&gt;"))
        }
    }

    @Test func everyStepIsWhollyInTheCatalogue() throws {
        let site = try Site.forTests(texts: Texts.english().pseudo)
        let intent = UnblockAPI.Intent(purpose: .planned)
        let asked = PauseWorld().asking(PauseWorld.request())
        let waiting = PauseWorld().asking(PauseWorld.request(intent: intent, wait: 4))
        for (path, world) in [
            ("pause/12", asked), ("pause/12?purpose=planned", asked),
            ("pause/12?purpose=impulse", asked), ("pause/12", waiting),
        ] {
            let page = try site.look(path, world.daemon)
            for english in ["Keep", "Protect", "Open", "Amount", "What", "How", "This", "It was"] {
                #expect(!page.has(">\(english)"), "\(english)")
            }
        }
    }
}

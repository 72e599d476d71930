import API
import Testing

@testable import soteria_agent

/// The daemon's prompts and messages: the rows of the notification table, and their opening and
/// closing.
struct NoticeControllerTests {
    struct Row: Sendable {
        var prompt: PromptsAPI.Prompt
        var labels: [String]
        var stays: Bool
        var command: String
    }

    static let rows: [Row] = [
        Row(
            prompt: .blocked(), labels: ["Keep the block", "Planned", "Impulse"], stays: true,
            command: "soteria unblock shopping"),
        Row(
            prompt: .other(.logOutcome, request: 12),
            labels: ["Bought", "Nothing bought", "Later"], stays: true,
            command: "soteria log 12"),
        Row(
            prompt: .other(.riskHigh), labels: ["Protect for 1 h", "Not now"], stays: true,
            command: "soteria protect --for 1h"),
        Row(
            prompt: .other(.autoProtection), labels: ["Show why", "Dismiss"], stays: false,
            command: "soteria prompts answer 5 why"),
        Row(
            prompt: .other(.checkIn, checkIn: "morning"), labels: ["Yes", "No"], stays: true,
            command: "soteria checkin morning"),
        Row(
            prompt: .other(.riskyHour), labels: ["Protect for 1 h", "Not now"], stays: false,
            command: "soteria protect --for 1h"),
        Row(
            prompt: .other(.closing), labels: ["End now", "Fine"], stays: false,
            command: "soteria prompts answer 5 end"),
        Row(prompt: .other(.checkInText), labels: ["Dismiss"], stays: false, command: ""),
    ]

    /// A schedule that is switched off can be switched on by its name.
    @Test func namesTheScheduleToSwitchOn() throws {
        var desktop = Desktop()
        var prompt = PromptsAPI.Prompt.other(.riskHigh)
        prompt.choices = [.protect, .switchOn, .dismiss]
        (prompt.schedule, prompt.scheduleName) = ("nights", "Quiet nights")
        _ = desktop.handle(.opened(prompt))
        #expect(
            try #require(desktop[5]).labels
                == ["Protect for 1 h", "Switch on Quiet nights", "Not now"])
        #expect(
            desktop.press("switch_on", .prompt(5))
                == [.answer(prompt: 5, .switchOn, schedule: "nights")])
    }

    @Test func everyKindHasARow() {
        #expect(Set(Self.rows.map(\.prompt.kind)) == Set(PromptsAPI.Kind.allCases))
    }

    @Test(arguments: rows)
    func showsEachRowWithItsButtons(row: Row) throws {
        var desktop = Desktop()
        #expect(desktop.handle(.opened(row.prompt)) == [])
        let form = try #require(desktop[5])
        #expect(form.summary == row.prompt.title)
        #expect(form.body == row.prompt.text)
        #expect(form.labels == row.labels)
        #expect(form.keys == row.prompt.choices.map(\.rawValue))
        #expect(form.timeout == (row.stays ? 0 : -1))
    }

    @Test(arguments: rows)
    func saysWhatToRunWhereThereAreNoButtons(row: Row) throws {
        var desktop = Desktop()
        desktop.capabilities = Capabilities(["body"])
        _ = desktop.handle(.opened(row.prompt))
        let form = try #require(desktop[5])
        #expect(form.actions == [])
        let run = row.command.isEmpty ? "" : "\nRun: " + row.command
        #expect(form.body == row.prompt.text + run)
    }

    @Test(arguments: [
        (PromptsAPI.Prompt.blocked(targets: ["a", "b"]), "soteria unblock --app com.example.Shop"),
        (
            .blocked(targets: ["a", "b"], site: "shop.example", app: nil),
            "soteria unblock --site shop.example"
        ),
        (.blocked(targets: ["a b"]), "soteria unblock 'a b'"),
        (.other(.logOutcome), "soteria log"), (.other(.checkIn), "soteria checkin"),
    ])
    func namesWhatToRun(prompt: PromptsAPI.Prompt, command: String) {
        let notice = NoticeWording.question(PromptState(prompt: prompt))
        #expect(notice.command == command)
    }

    @Test func offersNothingToRunWhereNothingOpensIt() throws {
        var desktop = Desktop()
        desktop.capabilities = Capabilities(["body"])
        _ = desktop.handle(.opened(.blocked(choices: [.keep])))
        #expect(try #require(desktop[5]).body == PromptsAPI.Prompt.blocked().text)
    }

    @Test func greetsBeforeTheFirstQuestion() throws {
        var desktop = Desktop()
        _ = desktop.handle(.opened(.other(.checkIn, welcome: "Good morning!", text: "Slept well?")))
        #expect(try #require(desktop[5]).body == "Good morning!\nSlept well?")
    }

    @Test func aGreetingThatIsShownIsAcknowledgedOnce() {
        let greeting = PromptsAPI.Prompt.other(.checkIn, checkIn: "morning", welcome: "Hello!")
        var desktop = Desktop()
        #expect(desktop.handle(.opened(greeting)) == [.acknowledgeWelcome(checkIn: "morning")])
        #expect(desktop.handle(.opened(greeting)) == [])
        var later = Desktop()
        _ = later.serve(false)
        #expect(later.handle(.opened(greeting)) == [], "nothing shows it")
        #expect(later.serve(true) == [.acknowledgeWelcome(checkIn: "morning")])
    }

    @Test func neverShowsMarkupOfARuleFile() throws {
        var desktop = Desktop()
        desktop.capabilities = Capabilities(["actions", "body", "body-markup"])
        _ = desktop.handle(.opened(.other(.checkIn, text: "<a href='x'>Really</a> & now?\0")))
        let body = try #require(desktop[5]).body
        #expect(body == "&lt;a href=&#39;x&#39;&gt;Really&lt;/a&gt; &amp; now?\u{FFFD}")
    }

    // MARK: Opening and closing

    @Test func takesAwayWhatTheDaemonCloses() {
        var desktop = Desktop()
        _ = desktop.handle(.prompts([.blocked(5), .other(.checkIn, 6)]))
        #expect(Set(desktop.seen.values.map(\.place)) == [.prompt(5), .prompt(6)])
        #expect(desktop.handle(.closed(5)) == [])
        #expect(desktop[5] == nil)
        #expect(desktop.handle(.closed(5)) == [], "twice")
        #expect(desktop.handle(.closed(77)) == [], "unknown")
        #expect(desktop[6] != nil)
    }

    @Test func whatIsClosedUnansweredIsNoAnswerAndComesBackOnlyWhenRaisedAnew() {
        var desktop = Desktop()
        _ = desktop.handle(.opened(.blocked()))
        #expect(desktop.close(.prompt(5)) == [])
        #expect(desktop.handle(.prompts([.blocked()])) == [], "the daemon was restarted")
        #expect(desktop[5] == nil)
        #expect(desktop.serve(false) == [])
        #expect(desktop.serve(true) == [])
        #expect(desktop[5] == nil)
        #expect(desktop.handle(.opened(.blocked())) == [])
        #expect(desktop[5] != nil)
    }

    @Test func whatIsRaisedAnewIsBroughtForward() {
        var desktop = Desktop()
        _ = desktop.handle(.opened(.blocked()))
        let number = desktop.number(of: .prompt(5))
        _ = desktop.handle(.opened(.blocked()))
        #expect(desktop.shown.count == 2)
        #expect(desktop.number(of: .prompt(5)) == number, "in its own place")
    }

    @Test func aRestartOfTheDaemonChangesWhatHasChanged() {
        var desktop = Desktop()
        _ = desktop.handle(.prompts([.blocked(5), .other(.riskHigh, 6), .other(.checkIn, 7)]))
        var later = PromptsAPI.Prompt.other(.checkIn, 7, text: "Another question?")
        later.until = "2026-11-23T04:00:00+01:00"
        var same = PromptsAPI.Prompt.blocked(5)
        same.until = "2026-11-22T22:20:01+01:00"
        _ = desktop.handle(.prompts([same, later, .other(.logOutcome, 8)]))
        #expect(desktop.shown.count == 5, "the one that changed and the one that came")
        #expect(desktop[6] == nil)
        #expect(desktop[7]?.body == "Another question?")
        #expect(desktop[8] != nil)
    }

    @Test func showsWhatIsOpenAgainWhenTheServiceIsStartedAnew() {
        var desktop = Desktop()
        _ = desktop.handle(.prompts([.blocked(5), .other(.autoProtection, 6)]))
        _ = desktop.serve(false)
        #expect(desktop.desk.isBlind)
        _ = desktop.serve(true)
        #expect(desktop[5] != nil && desktop[6] != nil)
        #expect(!desktop.desk.isBlind)
        #expect(desktop.press("keep", .prompt(5)) == [.answer(prompt: 5, .keep)])
    }

    // MARK: Notices of the agent

    @Test func tellsOfAnAppAndOffersToUnblockIt() throws {
        var desktop = Desktop()
        let place = NoticeDisplay.Place.information("steam")
        let information = Information(
            id: "steam", title: "Steam is paused", text: "Until 23:13.", unblocks: "steam")
        _ = desktop.handle(.inform(information))
        #expect(try #require(desktop[place]).labels == ["Unblock…"])
        #expect(desktop.press("nonsense", place) == [])
        _ = desktop.handle(.inform(information))
        #expect(
            desktop.press("unblock", place)
                == [.attempt(information: "steam", app: "steam")])
        #expect(desktop.press("unblock", place) == [], "it is closed")
    }

    @Test func replacesAndWithdrawsWhatTheAgentTold() {
        var desktop = Desktop()
        let place = NoticeDisplay.Place.information("steam")
        _ = desktop.handle(.inform(Information(id: "steam", title: "one", text: "")))
        _ = desktop.handle(.inform(Information(id: "steam", title: "two", text: "")))
        #expect(desktop.seen.count == 1)
        #expect(desktop[place]?.summary == "two")
        #expect(desktop.handle(.withdraw("steam")) == [])
        #expect(desktop.handle(.withdraw("unknown")) == [])
        #expect(desktop.seen.isEmpty)
    }

    @Test func anAttemptShowsTheQuestionThatIsOpenAlready() {
        var desktop = Desktop()
        _ = desktop.handle(.opened(.blocked()))
        _ = desktop.close(.prompt(5))
        _ = desktop.handle(
            .inform(Information(id: "a", title: "paused", text: "", unblocks: "com.example.Shop")))
        _ = desktop.press("unblock", .information("a"))
        let reply = UnblockAPI.Attempt.Reply(blocked: true, targets: ["shopping"])
        _ = desktop.handle(.attempted(information: "a", .success(reply)))
        #expect(desktop[5] != nil)
        #expect(desktop[.information("a")] == nil)
    }

    @Test func saysWhatBecameOfAnAttempt() {
        var desktop = Desktop()
        let information = Information(id: "a", title: "paused", text: "", unblocks: "shop")
        _ = desktop.handle(.inform(information))
        _ = desktop.press("unblock", .information("a"))
        _ = desktop.handle(.attempted(information: "a", .failure(.notRunning(path: "/run/x"))))
        #expect(
            desktop[.information("a")]?.body
                == "Soteria is not responding and did not receive your answer.")
        #expect(desktop[.information("a")]?.labels == ["Unblock…"])
        _ = desktop.press("unblock", .information("a"))
        let reply = UnblockAPI.Attempt.Reply(blocked: false, targets: [])
        _ = desktop.handle(.attempted(information: "a", .success(reply)))
        #expect(desktop[.information("a")]?.body == "The app is no longer blocked.")
        #expect(desktop[.information("a")]?.labels == [])
        _ = desktop.handle(.attempted(information: "b", .success(reply)))
        #expect(desktop.seen.count == 1, "nobody asked")
    }

    @Test func takesEverythingAwayAtItsEnd() {
        var desktop = Desktop()
        _ = desktop.handle(.prompts([.blocked(5), .other(.checkIn, 6)]))
        _ = desktop.handle(.inform(Information(id: "a", title: "t", text: "", unblocks: "x")))
        _ = desktop.handle(.inform(Information(id: "b", title: "t", text: "")))
        let closed = desktop.desk.clear()
        #expect(closed.count == 4)
        #expect(Set(closed) == Set(desktop.seen.keys.map { .service(.close($0)) }))
    }
}

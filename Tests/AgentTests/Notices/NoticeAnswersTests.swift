import API
import Testing

@testable import soteria_agent

/// Pressed buttons and their results.
struct NoticeAnswersTests {
    typealias Choice = PromptsAPI.Choice

    /// A desktop that shows a prompt.
    static func showing(_ prompt: PromptsAPI.Prompt) -> Desktop {
        var desktop = Desktop()
        _ = desktop.handle(.opened(prompt))
        return desktop
    }

    /// A desktop on which a prompt was answered, and the daemon has said something to it.
    static func answered(
        _ prompt: PromptsAPI.Prompt, _ choice: Choice,
        _ result: Result<PromptsAPI.Result, CallFailure>
    ) -> Desktop {
        var desktop = showing(prompt)
        #expect(
            desktop.press(choice.rawValue, .prompt(prompt.prompt))
                == [.answer(prompt: prompt.prompt, choice)])
        _ = desktop.handle(.answered(prompt: prompt.prompt, choice, result))
        return desktop
    }

    @Test(arguments: NoticeControllerTests.rows)
    func everyButtonGivesItsAnswer(row: NoticeControllerTests.Row) {
        for choice in row.prompt.choices {
            var desktop = Self.showing(row.prompt)
            #expect(
                desktop.press(choice.rawValue, .prompt(5))
                    == [.answer(prompt: 5, choice)])
            #expect(desktop.handle(.opened(row.prompt)) == [], "told while it is on its way")
            #expect(desktop[5] == nil)
        }
    }

    @Test func whatIsNotOfferedIsNoAnswer() {
        var desktop = Self.showing(.blocked(choices: [.keep, .planned]))
        for key in ["default", "impulse", "yes", "Keep", "", "keep\0", "unblock"] {
            #expect(desktop.handle(.pressed(1, key: key)) == [], "\(key)")
        }
        for number: UInt32 in [0, 2, 77, .max] {
            #expect(desktop.handle(.pressed(number, key: "keep")) == [], "\(number)")
        }
        _ = desktop.close(.prompt(5))
        #expect(desktop.handle(.pressed(1, key: "keep")) == [], "it is closed")
    }

    @Test func whatIsPressedTwiceIsAnsweredOnce() {
        var desktop = Self.showing(.blocked())
        #expect(desktop.handle(.pressed(1, key: "keep")).count == 1)
        #expect(desktop.handle(.pressed(1, key: "keep")) == [])
        #expect(desktop.handle(.pressed(1, key: "impulse")) == [])
    }

    // MARK: What an answer leads to

    @Test func aKeptBlockIsCounted() throws {
        var desktop = Self.showing(.blocked())
        _ = desktop.press("keep", .prompt(5))
        #expect(
            desktop.handle(.answered(prompt: 5, .keep, .success(.init()))) == [.count(prompt: 5)])
        #expect(desktop.handle(.closed(5)) == [])
        #expect(desktop.handle(.counted(prompt: 5, moments: 3)) == [])
        let form = try #require(desktop[5])
        #expect(form.body == "You kept the block. Today so far: 3 protection moments.")
        #expect(form.actions == [])
        #expect(form.timeout == -1)
        #expect(desktop.handle(.counted(prompt: 5, moments: 4)) == [], "nobody asks any more")
        #expect(desktop.handle(.closed(5)) == [])
        #expect(desktop[5] != nil, "what was told is the service's to take away")
    }

    @Test func aKeptBlockIsToldAlsoWhereNobodyCounts() {
        var desktop = Self.answered(.blocked(), .keep, .success(.init()))
        _ = desktop.handle(.counted(prompt: 5, moments: nil))
        #expect(desktop[5]?.body == "You kept the block.")
    }

    @Test func showsWhyAndGoesOnAsking() throws {
        var desktop = Self.answered(
            .other(.autoProtection), .why, .success(.init(text: "The score was 0.9.")))
        let form = try #require(desktop[5])
        #expect(form.body == "The score was 0.9.")
        #expect(form.labels == ["Dismiss"])
        #expect(desktop.press("dismiss", .prompt(5)) == [.answer(prompt: 5, .dismiss)])
        _ = desktop.handle(.answered(prompt: 5, .dismiss, .success(.init())))
        #expect(desktop.seen.isEmpty)
    }

    @Test func whyOfWhatIsOverIsOnlyTold() {
        var desktop = Self.showing(.other(.autoProtection))
        _ = desktop.press("why", .prompt(5))
        _ = desktop.handle(.closed(5))
        _ = desktop.handle(.answered(prompt: 5, .why, .success(.init(text: "So it was."))))
        #expect(desktop[5]?.body == "So it was.")
        #expect(desktop[5]?.actions == [])
    }

    @Test func aNoShowsWhatCouldBeDoneInstead() throws {
        let desktop = Self.answered(
            .other(.checkIn, checkIn: "morning"), .no,
            .success(
                .init(
                    until: "2026-11-23T04:00:00+01:00", text: "Rest is work too.",
                    checkIn: "morning", heading: "Take it slowly",
                    suggestions: ["A walk", "A call"])))
        let form = try #require(desktop[5])
        #expect(
            form.body == """
                Blocked until 04:00 on 23 Nov.
                Take it slowly
                • A walk
                • A call
                Rest is work too.
                """)
    }

    @Test(arguments: [
        (
            PromptsAPI.Kind.riskHigh, Choice.protect,
            PromptsAPI.Result(protection: 3, until: "2026-11-22T23:13:00+01:00"),
            "Protected until 23:13."
        ),
        (.riskyHour, .protect, .init(protection: 3), "Protected."),
        (
            .closing, .end, .init(protection: 3, until: "2026-11-22T22:30:00+01:00"),
            "Closed until 22:30."
        ),
        (.closing, .end, .init(), "Closed."),
        (
            .logOutcome, .bought, .init(request: 12),
            "Purchase logged. To add the price and how you feel about it, run: soteria log 12"
        ),
        (.logOutcome, .nothingBought, .init(request: 12), "Logged that you bought nothing."),
        (
            .logOutcome, .later, .init(),
            "To log later whether you bought anything, run: soteria log 9"
        ),
        (.checkIn, .no, .init(), ""),
        (.checkIn, .yes, .init(text: "Sleep on it."), "Sleep on it."),
    ])
    func tellsWhatCameOfIt(
        kind: PromptsAPI.Kind, choice: Choice, result: PromptsAPI.Result, text: String
    ) {
        let desktop = Self.answered(
            .other(kind, request: kind == .logOutcome ? 9 : nil), choice, .success(result))
        #expect(desktop[5]?.body == text)
        #expect(desktop.desk.states.isEmpty)
    }

    @Test(arguments: [
        (Choice.worthIt, "Logged that it was worth it."),
        (.notWorthIt, "Logged that it was not worth it."),
        (.later, "To log later whether it was worth it, run: soteria log 12"),
    ])
    func ofWhatCostsNoMoneyItTellsIfItWasWorthIt(choice: Choice, text: String) {
        var prompt = PromptsAPI.Prompt.other(.logOutcome, request: 12)
        prompt.choices = [.worthIt, .notWorthIt, .later]
        #expect(Self.showing(prompt)[5]?.labels == ["Worth it", "Not worth it", "Later"])
        let desktop = Self.answered(prompt, choice, .success(.init(request: 12)))
        #expect(desktop[5]?.body == text)
    }

    @Test(arguments: [
        (PromptsAPI.Kind.riskHigh, Choice.dismiss), (.checkIn, .yes), (.autoProtection, .dismiss),
    ])
    func someAnswersLeaveNothing(kind: PromptsAPI.Kind, choice: Choice) {
        let desktop = Self.answered(.other(kind), choice, .success(.init()))
        #expect(desktop.seen.isEmpty)
        #expect(desktop.desk.states.isEmpty)
    }

    // MARK: What an answer does not lead to

    @Test func asksAgainWhereTheDaemonDoesNotAnswer() {
        let lost: [CallFailure] = [.notRunning(path: "/x"), .disconnected, .timedOut]
        for failure in lost {
            var desktop = Self.answered(.blocked(), .planned, .failure(failure))
            #expect(
                desktop[5]?.body.hasSuffix("\n" + PromptsAPI.Prompt.blocked().text) == true)
            #expect(desktop[5]?.body.hasPrefix("Soteria did") == (desktop.lostInTime(failure)))
            #expect(desktop[5]?.labels.count == 3)
            #expect(desktop.press("impulse", .prompt(5)) == [.answer(prompt: 5, .impulse)])
        }
    }

    @Test func onlyTellsWhereThePromptClosedWhileItsAnswerGotLost() {
        var desktop = Self.showing(.blocked())
        _ = desktop.press("planned", .prompt(5))
        _ = desktop.handle(.closed(5))
        _ = desktop.handle(.answered(prompt: 5, .planned, .failure(.timedOut)))
        #expect(desktop[5]?.body == "Soteria did not respond in time.")
        #expect(desktop[5]?.actions == [])
    }

    @Test func offersWhatIsLeftToBeAnswered() {
        let strict = Self.answered(
            .blocked(), .impulse,
            .failure(
                .refused(
                    PromptsAPI.Strict(target: "shopping", until: "2026-11-23T06:30:00+01:00"))))
        #expect(strict[5]?.labels == ["Keep the block"])
        #expect(
            strict[5]?.body.hasPrefix(
                "The block on shopping is strict and cannot be ended before 06:30 on 23 Nov.\n")
                == true)
        let other = Self.answered(
            .blocked(), .impulse,
            .failure(.refused(PromptsAPI.NotAChoice(prompt: 5, choices: [.keep, .planned]))))
        #expect(other[5]?.labels == ["Keep the block", "Planned"])
        let full = Self.answered(
            .blocked(), .keep,
            .failure(.refused(PromptsAPI.StoreUnavailable(reason: "the disk is full"))))
        #expect(full[5]?.labels.count == 3)
        #expect(
            full[5]?.body.hasPrefix("Soteria could not record your answer (the disk is full)")
                == true)
    }

    @Test(arguments: NoticeAnswersTests.refusals)
    func saysWhyNothingCameOfIt(refusal: Refusal) {
        let desktop = Self.answered(.blocked(), .planned, .failure(.refused(refusal.error)))
        #expect(desktop[5]?.body == refusal.text)
        #expect(desktop[5]?.actions == [])
        #expect(desktop.desk.states.isEmpty)
    }

    struct Refusal: Sendable {
        var error: any TypedError
        var text: String
    }

    static let refusals = [
        Refusal(
            error: PromptsAPI.NoSuchPrompt(prompt: 5),
            text: "This question was already answered elsewhere, or it has expired."),
        Refusal(
            error: PromptsAPI.NotOpen(checkIn: "a", next: "2026-11-23T04:00:00+01:00"),
            text: "You can no longer answer this question. Soteria will ask it again at 04:00 on "
                + "23 Nov."),
        Refusal(
            error: PromptsAPI.AlreadyAnswered(
                checkIn: "a", yes: false, next: "2026-11-22T23:00:00+01:00"),
            text: "This question was already answered: no. Soteria will ask it again at 23:00."),
        Refusal(
            error: PromptsAPI.TooLate(request: 5, days: 30),
            text: "You can log the outcome of an unblock for 30 days. This unblock is older than "
                + "that."),
        Refusal(
            error: PromptsAPI.NotPossible(reason: "this site or app is no longer blocked"),
            text: "This site or app is no longer blocked."),
    ]

    @Test func repliesThatNobodyWaitsForAreIgnored() {
        var desktop = Self.showing(.blocked())
        let before = desktop.shown
        #expect(desktop.handle(.answered(prompt: 5, .planned, .success(.init(request: 1)))) == [])
        #expect(desktop.handle(.answered(prompt: 9, .keep, .failure(.timedOut))) == [])
        #expect(desktop.handle(.confirmed(prompt: 5, .failure(.timedOut))) == [])
        #expect(desktop.handle(.kept(prompt: 5, .success(.init(today: 1)))) == [])
        #expect(desktop.shown == before)
    }
}

extension Desktop {
    fileprivate func lostInTime(_ failure: CallFailure) -> Bool {
        if case .timedOut = failure { true } else { false }
    }
}

import API
import Testing

@testable import soteria_agent

/// The wait between "planned" or "impulse" and the opening.
struct NoticeWaitingTests {
    static let grant = UnblockAPI.Grant(
        grant: 1, request: 40, targets: ["shopping"], purpose: .planned,
        at: "2026-11-22T22:11:00+01:00", until: "2026-11-22T22:26:00+01:00", seconds: 900)

    /// A desktop on which a wait of some seconds runs for request 40.
    static func waiting(seconds: Int = 10) -> Desktop {
        var desktop = NoticeAnswersTests.showing(.blocked())
        _ = desktop.press("planned", .prompt(5))
        let told = desktop.handle(
            .answered(
                prompt: 5, .planned,
                .success(
                    .init(
                        request: 40, waitEnds: "2026-11-22T22:10:40+01:00", waitSeconds: seconds))))
        #expect(told.contains(.learnNames))
        _ = desktop.handle(.named(["shopping": "Shopping"]))
        _ = desktop.handle(.closed(5))
        return desktop
    }

    /// A desktop on which the wait is over and the daemon is being asked to open.
    static func confirming() -> Desktop {
        var desktop = waiting()
        #expect(desktop.wait(.seconds(10)) == [.confirm(prompt: 5, request: 40)])
        return desktop
    }

    @Test func showsTheWaitWithOneButton() throws {
        let desktop = Self.waiting()
        let form = try #require(desktop[5])
        #expect(form.summary == "Wait 10 s")
        #expect(form.body == "Shopping opens at 22:10:40 unless you keep the block.")
        #expect(form.labels == ["Keep the block"])
        #expect(form.timeout == 0)
        #expect(desktop.desk.deadline == .seconds(1010))
    }

    @Test func saysWhatToRunWithoutButtons() {
        var desktop = Desktop()
        desktop.capabilities = Capabilities(["body"])
        _ = desktop.handle(.opened(.blocked()))
        // Answered by the command line, another client goes on with it.
        _ = desktop.handle(.closed(5))
        #expect(desktop.seen.isEmpty)
        let wait = PromptState.Wait(request: 40, until: .zero, seconds: 30)
        let notice = NoticeWording.waiting(.blocked(targets: ["a", "b"]), wait, ["a": "Apples"])
        #expect(notice.text == "Apples and b open unless you keep the block.")
        #expect(notice.command == "soteria keep 40")
    }

    @Test func opensWhenTheWaitIsOverAndSaysUntilWhen() throws {
        var desktop = Self.waiting()
        #expect(desktop.wait(.milliseconds(9999)) == [])
        #expect(desktop.wait(.milliseconds(1)) == [.confirm(prompt: 5, request: 40)])
        #expect(desktop.wait(.seconds(5)) == [], "it is asked once")
        #expect(desktop.desk.deadline == nil)
        _ = desktop.handle(
            .confirmed(prompt: 5, .success(.init(grant: Self.grant, blocked: ["games"]))))
        let form = try #require(desktop[5])
        #expect(form.summary == "Shopping is open")
        #expect(form.body == "Until 22:26, for 15 min.\ngames stays blocked.")
        #expect(form.timeout == -1)
        #expect(desktop.desk.states.isEmpty)
    }

    @Test func aWaitOfNothingIsConfirmedAtOnce() {
        var desktop = NoticeAnswersTests.showing(.blocked())
        _ = desktop.press("planned", .prompt(5))
        let told = desktop.handle(
            .answered(prompt: 5, .planned, .success(.init(request: 40, waitSeconds: 0))))
        #expect(told == [.learnNames, .confirm(prompt: 5, request: 40)])
    }

    @Test func anAnswerThatOpenedNoRequestLeavesNothing() {
        var desktop = NoticeAnswersTests.showing(.blocked())
        _ = desktop.press("planned", .prompt(5))
        #expect(desktop.handle(.answered(prompt: 5, .planned, .success(.init()))) == [])
        #expect(desktop.seen.isEmpty)
    }

    @Test func closingTheNoticeIsNoAnswer() {
        var desktop = Self.waiting()
        #expect(desktop.close(.prompt(5)) == [])
        #expect(desktop.wait(.seconds(10)) == [.confirm(prompt: 5, request: 40)])
        _ = desktop.handle(.confirmed(prompt: 5, .success(.init(grant: Self.grant, blocked: []))))
        #expect(desktop[5]?.summary == "Shopping is open", "it is told all the same")
    }

    @Test func keepsTheBlockDuringTheWait() {
        var desktop = Self.waiting()
        #expect(desktop.press("planned", .prompt(5)) == [], "only one button is there")
        #expect(desktop.handle(.opened(.blocked())) == [], "an attempt meanwhile asks nothing")
        var other = Self.waiting()
        #expect(other.press("keep", .prompt(5)) == [.keep(prompt: 5, request: 40)])
        #expect(other.wait(.seconds(60)) == [], "nothing is confirmed any more")
        _ = other.handle(.kept(prompt: 5, .success(.init(today: 2))))
        #expect(other[5]?.body == "You kept the block. Today so far: 2 protection moments.")
        _ = desktop
    }

    @Test func isShownAgainWhenTheServiceIsStartedAnew() {
        var desktop = Self.waiting()
        _ = desktop.serve(false)
        _ = desktop.serve(true)
        #expect(desktop[5]?.summary == "Wait 10 s")
        #expect(desktop.press("keep", .prompt(5)) == [.keep(prompt: 5, request: 40)])
    }

    // MARK: Waits that end otherwise

    @Test func waitsLongerWhereTheDaemonSaysSo() {
        var desktop = Self.confirming()
        let refusal = CallFailure.refused(UnblockAPI.WaitNotOver(remainingSeconds: 20))
        #expect(desktop.handle(.confirmed(prompt: 5, .failure(refusal))) == [])
        #expect(desktop[5]?.summary == "Wait 20 s")
        #expect(desktop[5]?.body == "Shopping opens unless you keep the block.")
        #expect(desktop.wait(.seconds(19)) == [])
        #expect(desktop.wait(.seconds(1)) == [.confirm(prompt: 5, request: 40)])
    }

    @Test func asksAgainWhileAnotherClientConfirms() {
        var desktop = Self.confirming()
        let refusal = CallFailure.refused(UnblockAPI.BeingConfirmed(request: 40))
        for _ in 0..<10 {
            #expect(desktop.handle(.confirmed(prompt: 5, .failure(refusal))) == [])
            #expect(desktop.wait(.seconds(1)) == [.confirm(prompt: 5, request: 40)])
        }
        _ = desktop.handle(.confirmed(prompt: 5, .failure(refusal)))
        #expect(
            desktop[5]?.body
                == "This request was already confirmed elsewhere and is about to take effect.")
        #expect(desktop.desk.deadline == nil)
    }

    @Test(arguments: [
        (UnblockAPI.Outcome.kept, "You already kept the block."),
        (.unblocked, "This site or app is already unblocked."),
        (.expired, "The request has expired. The block stays in place."),
        (.lapsed, "This site or app is no longer blocked."),
        (.protected, "You started a protection instead of opening anything."),
        (.open, "The request is still open."),
    ])
    func saysWhatBecameOfTheRequest(outcome: UnblockAPI.Outcome, words: String) {
        var desktop = Self.confirming()
        let refusal = UnblockAPI.RequestOver(request: 40, outcome: outcome)
        _ = desktop.handle(.confirmed(prompt: 5, .failure(.refused(refusal))))
        #expect(desktop[5]?.body == words)
        #expect(desktop.desk.states.isEmpty)
    }

    struct Refusal: Sendable {
        var error: any TypedError
        var text: String
    }

    static let refusals = [
        Refusal(
            error: UnblockAPI.Strict(target: "shopping", until: "2026-11-22T23:00:00+01:00"),
            text: "The block on Shopping is strict and cannot be ended before 23:00."),
        Refusal(
            error: UnblockAPI.Strict(target: "shopping"),
            text: "The block on Shopping is strict and cannot be ended early."),
        Refusal(
            error: UnblockAPI.Strict(
                target: "shopping",
                emergency: .init(count: 1, per: .month, used: 0, waitSeconds: 900)),
            text:
                "The block on Shopping is strict and cannot be ended early. In an emergency, run: "
                + "soteria unblock shopping --emergency"),
        Refusal(
            error: UnblockAPI.EmergencyUsed(
                target: "shopping",
                emergency: .init(
                    count: 1, per: .month, used: 1, next: "2026-12-01T00:00:00+01:00",
                    waitSeconds: 900)),
            text: "You have no emergencies left this month. The next one is possible from 00:00 on "
                + "1 Dec."),
        Refusal(
            error: UnblockAPI.Strict(
                target: "shopping", restriction: "Movement", checkIn: "move"),
            text: "Shopping is blocked until you answer the check-in “Movement”."),
        Refusal(
            error: UnblockAPI.NoSuchRequest(request: 40),
            text: "The request has ended. The block stays in place."),
        Refusal(
            error: UnblockAPI.NotMonitored(target: "shopping"),
            text: "Shopping is no longer monitored."),
        Refusal(
            error: UnblockAPI.NoSuchTarget(target: "shopping"),
            text: "The target shopping is no longer in the rules."),
        Refusal(
            error: UnblockAPI.StoreUnavailable(reason: "the disk is full"),
            text: "Soteria could not record your answer (the disk is full). All blocks stay in "
                + "place."),
        Refusal(
            error: UnblockAPI.NotBlocked(targets: []),
            text: "This site or app is no longer blocked."),
        Refusal(
            error: UnblockAPI.NoSuchProtection(protection: 1),
            text: "This protection has already ended."),
    ]

    @Test(arguments: refusals)
    func saysWhyItIsNotOpened(refusal: Refusal) {
        var desktop = Self.confirming()
        _ = desktop.handle(.confirmed(prompt: 5, .failure(.refused(refusal.error))))
        #expect(desktop[5]?.body == refusal.text)
        #expect(desktop[5]?.actions == [])
    }

    @Test func otherFailuresAreToldAsTheyAre() {
        let since = PromptsAPI.Prompt.at
        #expect(
            RefusalText.text(.invalidParameter("request"), since: since, [:])
                == "The daemon does not accept the value of request.")
        #expect(RefusalText.text(.broken("it broke"), since: since, [:]) == "It broke.")
        let odd = RefusalText.text(
            .refused(UnblockAPI.IntentNeeded(request: 1)), since: since, [:])
        #expect(odd.hasSuffix(".") && !odd.isEmpty)
    }

    // MARK: A daemon that is gone

    @Test func saysThatTheDaemonDoesNotAnswerAndGoesOnWhenItIsBack() throws {
        var desktop = Self.confirming()
        #expect(desktop.handle(.confirmed(prompt: 5, .failure(.notRunning(path: "/x")))) == [])
        let form = try #require(desktop[5])
        #expect(form.body.hasPrefix("The wait is over, but Soteria is not responding"))
        #expect(form.labels == ["Keep the block"])
        #expect(desktop.handle(.prompts([])) == [.confirm(prompt: 5, request: 40)])
        _ = desktop.handle(.confirmed(prompt: 5, .success(.init(grant: Self.grant, blocked: []))))
        #expect(desktop[5]?.summary == "Shopping is open")
    }

    @Test func asksADaemonThatHangsAgainUntilTheRequestMustHaveExpired() {
        var desktop = Self.confirming()
        for _ in 0..<20 {
            _ = desktop.handle(.confirmed(prompt: 5, .failure(.timedOut)))
            #expect(desktop.wait(.seconds(29)) == [])
            #expect(desktop.wait(.seconds(1)) == [.confirm(prompt: 5, request: 40)])
        }
        // Ten minutes are over.
        _ = desktop.handle(.confirmed(prompt: 5, .failure(.timedOut)))
        #expect(desktop[5]?.body == NoticeWording.expiredWithoutDaemon)
        #expect(desktop.desk.states.isEmpty)
    }

    @Test func keepsTheBlockAlsoWithoutTheDaemon() {
        var desktop = Self.confirming()
        _ = desktop.handle(.confirmed(prompt: 5, .failure(.disconnected)))
        #expect(desktop.press("keep", .prompt(5)) == [.keep(prompt: 5, request: 40)])
        _ = desktop.handle(.kept(prompt: 5, .failure(.disconnected)))
        #expect(desktop[5]?.body == NoticeWording.keptWithoutDaemon)
        #expect(desktop.handle(.prompts([])) == [], "nothing is confirmed behind their back")
    }

    @Test func saysWhyTheBlockCouldNotBeKept() {
        var desktop = Self.waiting()
        _ = desktop.press("keep", .prompt(5))
        let refusal = UnblockAPI.RequestOver(request: 40, outcome: .unblocked)
        _ = desktop.handle(.kept(prompt: 5, .failure(.refused(refusal))))
        #expect(desktop[5]?.body == "This site or app is already unblocked.")
    }

    @Test func theEarlyEndOfAProtectionIsTold() {
        var desktop = Self.confirming()
        _ = desktop.handle(
            .confirmed(prompt: 5, .success(.init(grant: nil, blocked: ["shopping", "games"]))))
        #expect(desktop[5]?.summary == "The protection has ended")
        #expect(desktop[5]?.body == "Shopping and games stay blocked.")
    }
}

import API
import RuleFiles
import Testing

@testable import Dashboard

/// The pages of the question that is asked once a day.
@Suite struct CheckInTests {
    let site: Site

    init() throws { site = try Site.forTests() }

    /// A check-in that waits for its answer.
    private static func checkIn(
        _ phase: CheckInAPI.Phase = .asking, key: String = "morning", welcome: String? = nil
    ) -> CheckInAPI.CheckIn {
        CheckInAPI.CheckIn(
            checkIn: key, question: "Did you plan what to buy today?", phase: phase,
            day: "2026-11-21", opens: "04:00", next: "2026-11-22T04:00:00+01:00",
            blocks: ["shopping"], blocksOnNo: ["shopping", "gone"], heading: "Plan first",
            suggestions: ["Write the list.", "Sleep on it."],
            text: "A want passes in a day.\nIt always did.\n", welcome: welcome, streak: 4,
            longestStreak: 12, strict: true, until: "2026-11-22T04:00:00+01:00",
            answers: [
                .init(day: "2026-11-20", yes: true, at: "2026-11-20T08:12:00+01:00"),
                .init(day: "2026-11-19", yes: false, at: "2026-11-19T08:12:00+01:00"),
            ])
    }

    private func daemon(_ checkIns: CheckInAPI.CheckIn...) -> CannedDaemon {
        let daemon = PauseWorld().daemon
        daemon.on(CheckInAPI.List.self) { _ throws(CallFailure) in
            .init(checkIns: checkIns, debug: false)
        }
        return daemon
    }

    // MARK: All of them

    @Test func withoutOneThePageSaysHowToAddOne() throws {
        let page = try site.look("check-in", daemon())
        #expect(page.status == 200)
        #expect(page.has("No check-ins yet"))
        #expect(page.has("/nonexistent/.config/soteria/rules.d/20-check-in.yaml"))
        #expect(page.has("check_ins:\n  morning:"))
    }

    /// The loader of rule files accepts the text to copy.
    @Test func theRuleToCopyIsOne() throws {
        let example = try Texts.english()("checkIn.example")
        let targets = "targets: {shopping: {sites: [shop.example]}}\n"
        let loading = RuleLoader(zones: ZoneSource(environment: [:])).load(sources: [
            .init(path: "targets.yaml", layer: 2, text: targets),
            .init(path: "20-check-in.yaml", layer: 2, text: example),
        ])
        #expect(loading.rendered(color: false) == "")
        #expect(loading.ruleSet?.checkIns.map(\.key) == ["morning"])
    }

    @Test func theOnlyOneIsShownAtOnce() throws {
        let page = try site.look("check-in", daemon(Self.checkIn()))
        #expect(page.has("action=\"/s-1/check-in/morning/answer\""))
    }

    @Test func severalAreListedWithHowTheyStand() throws {
        let page = try site.look(
            "check-in",
            daemon(
                Self.checkIn(.no, key: "evening"), Self.checkIn(),
                Self.checkIn(.lapsed, key: "a b/c")))
        #expect(
            page.has(
                inOrder: "answered no",
                "Blocked until 04:00: Shopping, gone.", "href=\"/s-1/check-in/evening\"",
                "waiting for your answer", "Blocked until you answer: Shopping.",
                "href=\"/s-1/check-in/morning\"", "Answer", "not answered in time",
                "href=\"/s-1/check-in/a%20b%2Fc\"", "View"))
    }

    // MARK: Welcome and question

    @Test func theWelcomeComesBeforeTheVeryFirstQuestion() throws {
        let first = Self.checkIn(welcome: "Good morning.\n\nOne question a day.")
        let page = try site.look("check-in/morning", daemon(first))
        #expect(
            page.has(
                inOrder: "rise-card", "Before you answer", "Good morning.",
                "One question a day.", "rise-buttons", "Go to the question"))
        #expect(!page.has("value=\"yes\""))
        #expect(page.has("action=\"/s-1/check-in/morning/welcomed\""))
        let question = try site.look("check-in/morning?question=1", daemon(first))
        #expect(question.has("Did you plan what to buy today?"))
        #expect(!question.has("Good morning."))
    }

    @Test func goingOnFromTheWelcomeTellsTheDaemon() throws {
        let daemon = daemon(Self.checkIn(welcome: "Good morning."))
        daemon.on(CheckInAPI.AcknowledgeWelcome.self) { _ throws(CallFailure) in .init() }
        let path = site.follow("check-in/morning/welcomed", [:], daemon)
        #expect(path == "check-in/morning?question=1")
        #expect(
            daemon.calls(of: CheckInAPI.AcknowledgeWelcome.self) == [.init(checkIn: "morning")])
    }

    @Test func theQuestionRisesAndThenItsButtons() throws {
        let page = try site.look("check-in/morning", daemon(Self.checkIn()))
        #expect(page.status == 200)
        #expect(
            page.has(
                inOrder: "rise-card", "Did you plan what to buy today?",
                "Blocked until you answer: Shopping.", "rise-buttons",
                "name=\"answer\" value=\"yes\"", "name=\"answer\" value=\"no\""))
        #expect(page.has("Next check-in: 04:00."))
        #expect(page.has("name=\"csrf\" value=\"token\""))
        #expect(!page.has("class=\"pulse\""))
    }

    @Test func earlierDaysAreShownWithTheStreak() throws {
        let page = try site.look("check-in/morning", daemon(Self.checkIn()))
        #expect(
            page.has(inOrder: "Yes answers in a row", ">4<", "Most yes answers in a row", ">12<"))
        #expect(page.has(inOrder: "Friday 20 November", ">Yes<", "Thursday 19 November", ">No<"))
        var new = Self.checkIn()
        new.answers = []
        #expect(
            try site.look("check-in/morning", daemon(new)).has("No answers yet."))
    }

    // MARK: After the answer

    @Test func afterAYesThereIsAQuietThanks() throws {
        let page = try site.look(
            "check-in/morning?done=thanks", daemon(Self.checkIn(.yes)))
        #expect(page.has("Thank you. Your answer is saved."))
        #expect(page.has("You have answered yes 4 days in a row."))
        #expect(!page.has("name=\"answer\""))
        #expect(!page.has("class=\"pulse\""))
        #expect(!page.has("Blocked"))
    }

    /// The text of the day is shown after a yes too.
    @Test func afterAYesThereIsTheTextOfTheDay() throws {
        var checkIn = Self.checkIn(.yes)
        checkIn.dayText = "A list\nsaves <a> walk."
        let page = try site.look("check-in/morning", daemon(checkIn))
        #expect(page.has(inOrder: "4 days in a row", "A list", "saves &lt;a&gt; walk."))
    }

    @Test func oneDayIsNoRow() throws {
        var checkIn = Self.checkIn(.yes)
        checkIn.streak = 1
        #expect(try site.look("check-in/morning", daemon(checkIn)).has("You answered yes today."))
    }

    @Test func afterANoThereIsSomethingElseToDo() throws {
        let page = try site.look("check-in/morning", daemon(Self.checkIn(.no)))
        #expect(
            page.has(
                inOrder: "class=\"pulse\" aria-hidden=\"true\"", "Plan first", "rise-text",
                "A want passes in a day.", "It always did.", "rise-suggestions", "Write the list.",
                "Sleep on it.", "Blocked until 04:00: Shopping, gone."))
        #expect(page.count("<span></span>") == 3)
        #expect(!page.has("name=\"answer\""))
    }

    @Test func aNoWithoutAnythingToShowIsCalmAllTheSame() throws {
        var checkIn = Self.checkIn(.no)
        (checkIn.heading, checkIn.text, checkIn.suggestions) = (nil, nil, [])
        checkIn.blocksOnNo = []
        let page = try site.look("check-in/morning", daemon(checkIn))
        #expect(page.has("Try something else first"))
        #expect(page.has("class=\"pulse\""))
        #expect(!page.has("What you could do instead"))
        #expect(!page.has("Blocked"))
    }

    @Test func aBlockWithoutAKnownEndNamesNone() throws {
        var checkIn = Self.checkIn(.no)
        checkIn.until = nil
        let page = try site.look("check-in/morning", daemon(checkIn))
        #expect(page.has("Blocked: Shopping, gone."))
    }

    @Test(arguments: [
        (CheckInAPI.Phase.lapsed, "The day passed without an answer."),
        (.waiting, "This check-in has not started yet."),
    ])
    func whereNothingIsAskedThatIsSaid(phase: CheckInAPI.Phase, words: String) throws {
        let page = try site.look("check-in/morning", daemon(Self.checkIn(phase)))
        #expect(page.has("No question right now"))
        #expect(page.has(words))
        #expect(page.has("Next check-in: 04:00."))
        #expect(!page.has("<form"))
    }

    @Test(arguments: ["evening", "%2E%2E", "", "morning%20"])
    func whatTheRulesDoNotHaveIsNotFound(key: String) throws {
        let path = key.isEmpty ? "check-in/ /answer" : "check-in/\(key)"
        let status =
            key.isEmpty
            ? try site.send(path, ["answer": "maybe"], daemon(Self.checkIn())).status
            : try site.look(path, daemon(Self.checkIn())).status
        #expect(status == 404)
    }

    // MARK: Answering

    @Test(arguments: [("yes", true, "thanks"), ("no", false, "noted")])
    func answersAreTold(answer: String, yes: Bool, key: String) throws {
        let daemon = daemon(Self.checkIn(key: "a b"))
        daemon.on(CheckInAPI.Answer.self) { _ throws(CallFailure) in
            .init(checkIn: Self.checkIn(yes ? .yes : .no))
        }
        let path = site.follow("check-in/a b/answer", ["answer": answer], daemon)
        #expect(path == "check-in/a%20b?done=\(key)")
        #expect(
            daemon.calls(of: CheckInAPI.Answer.self) == [.init(checkIn: "a b", yes: yes)])
    }

    @Test(arguments: ["", "maybe", "YES"])
    func onlyYesAndNoAreAnswers(answer: String) throws {
        let daemon = daemon(Self.checkIn(welcome: "Good morning."))
        let page = try site.send("check-in/morning/answer", ["answer": answer], daemon)
        #expect(page.status == 422)
        #expect(page.has("Choose yes or no."))
        #expect(page.has("Did you plan"))
        #expect(daemon.calls(of: CheckInAPI.Answer.self).isEmpty)
    }

    @Test(arguments: [
        (
            CheckInAPI.AlreadyAnswered(
                checkIn: "morning", yes: true, next: "2026-11-22T04:00:00+01:00") as any TypedError,
            "You have already answered yes. Next check-in: 04:00."
        ),
        (
            CheckInAPI.AlreadyAnswered(
                checkIn: "morning", yes: false, next: "2026-11-22T04:00:00+01:00"),
            "You have already answered no."
        ),
        (
            CheckInAPI.NotOpen(checkIn: "morning", next: "2026-11-22T04:00:00+01:00"),
            "This check-in is not open now. Next check-in: 04:00."
        ),
        (
            CheckInAPI.StoreUnavailable(reason: "disk full"),
            "Your answer could not be recorded, so it does not count: disk full."
        ),
        (CheckInAPI.DebugOff(), "org.soteria.checkin.DebugOff"),
    ])
    func refusalsAreSaid(error: any TypedError, words: String) throws {
        let daemon = daemon(Self.checkIn())
        daemon.on(CheckInAPI.Answer.self) { _ throws(CallFailure) in throw .refused(error) }
        let page = try site.send("check-in/morning/answer", ["answer": "yes"], daemon)
        #expect(page.status == 422)
        #expect(page.has(inOrder: "role=\"alert\"", words))
    }

    @Test func oneThatWasTakenOutOfTheRulesIsNotFound() throws {
        let daemon = daemon(Self.checkIn())
        daemon.on(CheckInAPI.Answer.self) { _ throws(CallFailure) in
            throw .refused(CheckInAPI.NoSuchCheckIn(checkIn: "morning"))
        }
        let page = try site.send("check-in/morning/answer", ["answer": "yes"], daemon)
        #expect(page.status == 404)
    }

    // MARK: All of it

    @Test(arguments: CheckInAPI.Phase.allCases)
    func nothingOfTheRulesBecomesMarkup(phase: CheckInAPI.Phase) throws {
        let hostile = #""><script>alert(1)</script>"#
        var checkIn = Self.checkIn(phase, key: hostile, welcome: hostile)
        checkIn.question = hostile
        checkIn.heading = hostile
        checkIn.suggestions = [hostile]
        checkIn.text = hostile
        checkIn.blocks = [hostile]
        checkIn.blocksOnNo = [hostile]
        checkIn.next = hostile
        checkIn.until = hostile
        checkIn.answers = [.init(day: hostile, yes: true, at: hostile)]
        for path in ["check-in", "check-in?question=1"] {
            for daemon in [daemon(checkIn), daemon(checkIn, checkIn)] {
                let page = try site.look(path, daemon)
                #expect(!page.has("<script>alert"))
                #expect(!page.has(#"=""><"#))
                #expect(page.has("&lt;script&gt;"))
            }
        }
    }

    @Test(arguments: CheckInAPI.Phase.allCases)
    func everyPhaseIsWhollyInTheCatalogue(phase: CheckInAPI.Phase) throws {
        let site = try Site.forTests(texts: Texts.english().pseudo)
        for path in ["check-in", "check-in?question=1"] {
            let page = try site.look(path, daemon(Self.checkIn(phase, welcome: "w")))
            for english in ["Your", "Blocked", "Recent", "days", "Thank", "Before", "What"] {
                #expect(!page.has(">\(english)"), "\(english)")
            }
        }
        #expect(!(try site.look("check-in", daemon())).has(">No check-ins"))
    }
}

import API
import Testing

@testable import Dashboard

/// The page of goals as it is looked at, and the one that asks before a goal is removed.
@Suite struct GoalsPagesTests {
    private func page(
        _ path: [String], _ daemon: CannedDaemon, texts: Texts? = nil,
        languages: [String] = ["en-GB"]
    ) throws -> FiguresPage {
        try FiguresPage(
            PageRequest(path: path, base: "/s-1", csrf: "token", languages: languages), daemon,
            texts: texts)
    }

    private func page(
        _ daemon: CannedDaemon, texts: Texts? = nil, languages: [String] = ["en-GB"]
    ) throws -> FiguresPage {
        try page(["goals"], daemon, texts: texts, languages: languages)
    }

    @Test func goalsAreShownWithTheirProgress() throws {
        let html = try page(CannedDaemon.goals(GoalsSamples.several)).html
        for text in [
            "A bicycle", "€120.00 of €600.00 saved", "€480.00 left", "20%",
            "You plan to reach this goal by 1 May 2027", "3 contributions", "1 contribution<",
            "Later than planned", "You planned to reach this goal by 1 November 2026",
            "Reached on 20 November 2026", "100%",
            "Money you did not spend on impulses is added automatically",
            "CHF", "0 contributions",
        ] {
            #expect(html.contains(text), "\(text)")
        }
        #expect(!html.contains("goals."), "a text is missing")
        #expect(html.components(of: "<svg") == 4 * 2)
    }

    @Test func whatIsReachedComesLastAndTakesNoMore() throws {
        let html = try page(CannedDaemon.goals(GoalsSamples.several)).html
        let reached = try #require(html.range(of: "A journey")).lowerBound
        let other = try #require(html.range(of: "Piano")).lowerBound
        #expect(other < reached)
        #expect(html.contains("action=\"/s-1/goals/4/contribute\""))
        #expect(!html.contains("action=\"/s-1/goals/3/contribute\""))
        #expect(html.contains("href=\"/s-1/goals/3/remove\""))
    }

    @Test func withoutGoalsThereAreWordsAndTheForm() throws {
        let page = try page(CannedDaemon.goals([]))
        #expect(page.status == 200)
        #expect(page.html.contains("No goals yet"))
        #expect(page.html.contains("action=\"/s-1/goals\""))
        #expect(!page.html.contains("autofocus"))
        #expect(!page.html.contains("<svg"))
    }

    @Test(arguments: [(["de-DE"], "EUR"), (["en-US"], "USD"), (["de-CH", "en"], "CHF")])
    func theCurrencyIsThatOfTheRegion(languages: [String], currency: String) throws {
        let field = "name=\"currency\" value=\"\(currency)\""
        #expect(
            try page(CannedDaemon.goals([]), languages: languages).html.contains(field))
        let newest = try page(CannedDaemon.goals(GoalsSamples.several), languages: languages)
        #expect(newest.html.contains("name=\"currency\" value=\"CHF\""))
    }

    @Test func everyFormHasTheToken() throws {
        let html = try page(CannedDaemon.goals(GoalsSamples.several)).html
        let token = "<input type=\"hidden\" name=\"csrf\" value=\"token\">"
        #expect(html.components(of: token) == html.components(of: "method=\"post\""))
        let removal = try page(["goals", "4", "remove"], CannedDaemon.goals(GoalsSamples.several))
        #expect(removal.html.components(of: token) == 1)
    }

    @Test func everyFieldHasALabel() throws {
        let html = try page(CannedDaemon.goals(GoalsSamples.several)).html
        for id in ["name", "amount", "currency", "by", "contribute-4", "contribute-9"] {
            #expect(html.components(of: "<label for=\"\(id)\">") == 1, "\(id)")
            #expect(html.components(of: " id=\"\(id)\"") == 1, "\(id)")
        }
    }

    @Test func namesAreNeverMarkup() throws {
        let hostile = MetricsSamples.hostile
        let daemon = CannedDaemon.goals([
            GoalsSamples.goal(
                1, hostile, saved: hostile, left: hostile, thousandths: .max, by: hostile,
                late: true, contributions: .min, currency: hostile)
        ])
        for path in [["goals"], ["goals", "1", "remove"]] {
            let html = try page(path, daemon).html
            #expect(!html.contains("<script>"))
            #expect(!html.contains("<img src=x"))
            #expect(html.contains("&lt;script&gt;"))
        }
    }

    @Test func everyWordIsInTheCatalogue() throws {
        let texts = try Texts.english().pseudo
        let known: Set = ["Soteria", "EUR", "CHF", "bicycle", "A", "New", "glasses", "journey"]
        let daemon = CannedDaemon.goals(GoalsSamples.several)
        for path in [["goals"], ["goals", "4", "remove"]] {
            let words = try page(path, daemon, texts: texts).readWords
            #expect(words.subtracting(known.union(["Piano"])) == [])
        }
        #expect(try page(CannedDaemon.goals([]), texts: texts).readWords.subtracting(known) == [])
    }

    // MARK: Removal

    @Test func removalIsAskedForOnAPageOfItsOwn() throws {
        let daemon = CannedDaemon.goals(GoalsSamples.several)
        let page = try page(["goals", "4", "remove"], daemon)
        #expect(page.status == 200)
        #expect(page.html.contains("Remove “A bicycle”?"))
        #expect(page.html.contains("€120.00 of €600.00 saved"))
        #expect(page.html.contains("href=\"/s-1/goals\">Keep the goal"))
        #expect(daemon.calls(of: GoalsAPI.Remove.self).isEmpty)
    }

    @Test(arguments: ["77", "x", "", "99999999999999999999", "-1"])
    func aGoalThatIsNotThereIsNotFound(number: String) throws {
        let daemon = CannedDaemon.goals(GoalsSamples.several)
        for method in [PageRequest.Method.get, .post] {
            let shown = try FiguresPage(
                PageRequest(method, path: ["goals", number, "remove"]), daemon)
            #expect(shown.status == 404)
        }
        #expect(daemon.calls(of: GoalsAPI.Remove.self).isEmpty)
        let shown = try FiguresPage(
            PageRequest(.post, path: ["goals", number, "contribute"], form: ["amount": [""]]),
            daemon)
        #expect(shown.status == 404)
    }

    @Test func aGoalIsRemoved() throws {
        let daemon = CannedDaemon.goals(GoalsSamples.several)
        let answer = try Site.forTests().respond(
            PageRequest(.post, path: ["goals", "4", "remove"]), daemon)
        guard case .redirect("goals?done=removed") = answer else { throw SiteTests.Unexpected() }
        #expect(daemon.calls(of: GoalsAPI.Remove.self) == [.init(goal: 4)])
        let toast = try FiguresPage(
            PageRequest(path: ["goals"], query: ["done": "removed"]), daemon)
        #expect(toast.status == 200)
        #expect(Site.routes.contains { $0.openPart(of: ["goals", "4", "remove"]) != nil })
    }

    @Test func whatCannotBeRecordedIsNotRemoved() throws {
        let daemon = CannedDaemon.goals(GoalsSamples.several)
            .on(GoalsAPI.Remove.self) { _ throws(CallFailure) in
                throw .refused(GoalsAPI.StoreUnavailable(reason: "the disk is full"))
            }
        let page = try FiguresPage(
            PageRequest(.post, path: ["goals", "4", "remove"], csrf: "token"), daemon)
        #expect(page.status == 422)
        #expect(page.html.contains("could not be recorded: the disk is full"))
        #expect(page.html.contains("Remove “A bicycle”?"))
        daemon.on(GoalsAPI.Remove.self) { asked throws(CallFailure) in
            throw .refused(GoalsAPI.NoSuchGoal(goal: asked.goal))
        }
        let gone = try FiguresPage(PageRequest(.post, path: ["goals", "4", "remove"]), daemon)
        #expect(gone.status == 404)
    }

    @Test func theFormsAddressLeadsBackWhereItIsOpened() throws {
        let answer = try Site.forTests().respond(
            PageRequest(path: ["goals", "4", "contribute"]), CannedDaemon())
        guard case .redirect("goals") = answer else { throw SiteTests.Unexpected() }
    }
}

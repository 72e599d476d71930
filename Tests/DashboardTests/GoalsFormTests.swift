import API
import Testing

@testable import Dashboard

/// Goals that are added, and what is put aside for them.
@Suite struct GoalsFormTests {
    private static let good = [
        "name": ["A bicycle"], "amount": ["600"], "currency": ["EUR"], "by": ["2027-05-01"],
        "kept": ["yes"],
    ]

    private func send(
        _ form: [String: [String]], to path: [String] = ["goals"], _ daemon: CannedDaemon,
        languages: [String] = ["en-GB"]
    ) throws -> PageResponse {
        try Site.forTests().respond(
            PageRequest(
                .post, path: path, form: form, base: "/s-1", csrf: "token", languages: languages),
            daemon)
    }

    private func refused(
        _ form: [String: [String]], to path: [String] = ["goals"], _ daemon: CannedDaemon,
        languages: [String] = ["en-GB"]
    ) throws -> String {
        guard
            case .page(let status, let html) = try send(
                form, to: path, daemon, languages: languages)
        else { throw SiteTests.Unexpected() }
        #expect(status == 422)
        return html
    }

    private func expectRedirect(_ answer: PageResponse, _ place: String) {
        guard case .redirect(place) = answer else {
            Issue.record("\(answer) is no redirect to \(place)")
            return
        }
    }

    // MARK: Adding

    @Test func aGoalIsAdded() throws {
        let daemon = CannedDaemon.goals([])
        expectRedirect(try send(Self.good, daemon), "goals?done=added")
        #expect(
            daemon.calls(of: GoalsAPI.Add.self) == [
                .init(
                    name: "A bicycle", target: "600", currency: "EUR", by: "2027-05-01",
                    fromKept: true)
            ])
    }

    @Test func whatIsTypedIsTidied() throws {
        let daemon = CannedDaemon.goals([])
        let form = [
            "name": ["  A bicycle "], "amount": [" 1.234,50 "], "currency": [" eur "], "by": [""],
        ]
        expectRedirect(try send(form, daemon, languages: ["de-DE"]), "goals?done=added")
        #expect(
            daemon.calls(of: GoalsAPI.Add.self) == [
                .init(name: "A bicycle", target: "1234.50", currency: "EUR", fromKept: false)
            ])
    }

    @Test(arguments: [
        ("name", "", "Say what you are saving for."),
        ("name", " \t", "Say what you are saving for."),
        ("amount", "", "Enter an amount, such as 49.90."),
        ("amount", "a lot", "This is not an amount. Enter a number such as 49.90"),
        ("amount", "49,90", "This is not an amount."),
        ("currency", "", "Enter a currency as three letters"),
        ("currency", "euro", "Enter a currency as three letters"),
        ("currency", "€", "Enter a currency as three letters"),
        ("by", "soon", "This is not a valid date."),
        ("by", "2027-02-29", "This is not a valid date."),
    ])
    func anErrorStandsAtItsField(field: String, typed: String, words: String) throws {
        let daemon = CannedDaemon.goals([])
        var form = Self.good
        form[field] = [typed]
        let html = try refused(form, daemon)
        #expect(html.contains("<div id=\"\(field)-error\"><p class=\"field-error\">\(words)"))
        #expect(html.components(of: "aria-invalid=\"true\"") == 1)
        #expect(html.components(of: " autofocus") == 1)
        #expect(html.contains("name=\"\(field)\""))
        #expect(html.contains("\(field)-error\""))
        for (name, values) in form where name != "kept" {
            let value = try #require(values.first)
            #expect(html.contains("value=\"\(HTML.escaped(value))\""), "\(name) is not kept")
        }
        #expect(html.contains(" checked"))
        #expect(daemon.calls(of: GoalsAPI.Add.self).isEmpty)
    }

    @Test func everyFieldAtFaultIsSaidAtOnceAndTheFirstIsGoneOnWith() throws {
        let html = try refused([:], CannedDaemon.goals([]))
        #expect(html.components(of: "aria-invalid=\"true\"") == 3)
        #expect(html.components(of: " autofocus") == 1)
        let field = try #require(html.range(of: "id=\"name\""))
        #expect(html[field.upperBound...].prefix { $0 != ">" }.contains("autofocus"))
    }

    @Test func anAmountWithTwoMeaningsIsRefusedInWords() throws {
        var form = Self.good
        form["amount"] = ["1.234"]
        let html = try refused(form, CannedDaemon.goals([]), languages: ["de-DE"])
        #expect(html.contains("This amount can be read in two ways."))
        #expect(html.contains("such as 49,90."))
        #expect(html.contains("value=\"1.234\""))
    }

    @Test(arguments: [
        (
            GoalsAPI.InvalidName(name: "x", problem: "a name has at most 200 characters")
                as any TypedError, "name", "A name has at most 200 characters."
        ),
        (
            GoalsAPI.InvalidAmount(amount: "0", problem: "an amount is more than 0"), "amount",
            "An amount is more than 0."
        ),
        (
            GoalsAPI.InvalidDate(date: "2020-01-01", problem: "that day has gone by"), "by",
            "That day has gone by."
        ),
    ])
    func whatTheDaemonRefusesStandsAtItsField(
        error: any TypedError, field: String, words: String
    ) throws {
        let daemon = CannedDaemon.goals([]).on(GoalsAPI.Add.self) { _ throws(CallFailure) in
            throw .refused(error)
        }
        let html = try refused(Self.good, daemon)
        #expect(html.contains("<div id=\"\(field)-error\"><p class=\"field-error\">\(words)</p>"))
        #expect(html.components(of: " autofocus") == 1)
    }

    @Test(arguments: ["name", "target", "amount", "currency", "by"])
    func whatTheDaemonDoesNotTakeAtAllStandsThereToo(parameter: String) throws {
        let daemon = CannedDaemon.goals([]).on(GoalsAPI.Add.self) { _ throws(CallFailure) in
            throw .invalidParameter(parameter)
        }
        let html = try refused(Self.good, daemon)
        let field = parameter == "target" ? "amount" : parameter
        #expect(
            html.contains(
                "<div id=\"\(field)-error\"><p class=\"field-error\">Soteria does not accept this"))
    }

    @Test func tooManyAndAFullDiskAreSaidAboveTheForm() throws {
        let daemon = CannedDaemon.goals([]).on(GoalsAPI.Add.self) { _ throws(CallFailure) in
            throw .refused(GoalsAPI.TooMany(maximum: 100))
        }
        let many = try refused(Self.good, daemon)
        #expect(many.contains("You already have 100 goals, which is the most you can have."))
        #expect(many.contains("role=\"alert\""))
        #expect(!many.contains("aria-invalid"))
        daemon.on(GoalsAPI.Add.self) { _ throws(CallFailure) in
            throw .refused(GoalsAPI.StoreUnavailable(reason: "the disk is full"))
        }
        let full = try refused(Self.good, daemon)
        #expect(full.contains("could not be recorded: the disk is full"))
        #expect(full.contains("value=\"A bicycle\""))
    }

    @Test func aNameWithoutEndIsRefusedAndKept() throws {
        let name = String(repeating: "<b>\"", count: 2500)
        let daemon = CannedDaemon.goals([]).on(GoalsAPI.Add.self) { asked throws(CallFailure) in
            throw .refused(
                GoalsAPI.InvalidName(name: asked.name, problem: "a name has at most 200 characters")
            )
        }
        var form = Self.good
        form["name"] = [name]
        let html = try refused(form, daemon)
        #expect(html.contains("A name has at most 200 characters."))
        #expect(html.contains("value=\"\(HTML.escaped(name))\""))
        #expect(!html.contains("<b>"))
        #expect(daemon.calls(of: GoalsAPI.Add.self).map(\.name) == [name])
    }

    @Test func whatIsNobodysFaultHasItsPage() throws {
        let daemon = CannedDaemon.goals([]).on(GoalsAPI.Add.self) { _ throws(CallFailure) in
            throw .timedOut
        }
        guard case .page(let status, let html) = try send(Self.good, daemon) else {
            throw SiteTests.Unexpected()
        }
        #expect(status == 503)
        #expect(html.contains("Soteria is not responding"))
    }

    // MARK: Putting aside

    private let path = ["goals", "4", "contribute"]

    @Test func anAmountIsPutAside() throws {
        let daemon = CannedDaemon.goals(GoalsSamples.several)
        let form = ["amount": ["49,90"]]
        expectRedirect(
            try send(form, to: path, daemon, languages: ["de-AT"]), "goals?done=saved")
        #expect(
            daemon.calls(of: GoalsAPI.Contribute.self) == [.init(goal: 4, amount: "49.90")])
        daemon.on(GoalsAPI.Contribute.self) { asked in
            .init(
                goal: GoalsSamples.goal(asked.goal, reachedAt: "2026-11-22T21:00:00+01:00"))
        }
        expectRedirect(
            try send(["amount": ["5"]], to: path, daemon), "goals?done=wasReached")
    }

    @Test(arguments: [
        ("", "Enter an amount"), ("much", "This is not an amount"),
        ("1..", "This is not an amount"),
    ])
    func whatIsNoAmountStandsAtTheGoal(typed: String, words: String) throws {
        let daemon = CannedDaemon.goals(GoalsSamples.several)
        let html = try refused(["amount": [typed]], to: path, daemon)
        #expect(
            html.contains(
                "<div id=\"contribute-4-error\"><p class=\"field-error\">\(words)"))
        #expect(html.components(of: "aria-invalid=\"true\"") == 1)
        #expect(html.components(of: " autofocus") == 1)
        #expect(daemon.calls(of: GoalsAPI.Contribute.self).isEmpty)
    }

    @Test func theDaemonsWordsStandAtTheGoal() throws {
        let daemon = CannedDaemon.goals(GoalsSamples.several)
            .on(GoalsAPI.Contribute.self) { asked throws(CallFailure) in
                throw .refused(
                    GoalsAPI.InvalidAmount(
                        amount: asked.amount, problem: "an amount is at most 1000000000"))
            }
        let html = try refused(["amount": ["1000000001"]], to: path, daemon)
        #expect(html.contains("<p class=\"field-error\">An amount is at most 1000000000.</p>"))
        #expect(html.contains("value=\"1000000001\""))
        daemon.on(GoalsAPI.Contribute.self) { _ throws(CallFailure) in
            throw .refused(GoalsAPI.StoreUnavailable(reason: "the disk is full"))
        }
        let full = try refused(["amount": ["5"]], to: path, daemon)
        #expect(full.contains("could not be recorded: the disk is full"))
        daemon.on(GoalsAPI.Contribute.self) { _ throws(CallFailure) in
            throw .invalidParameter("amount")
        }
        #expect(
            try refused(["amount": ["5"]], to: path, daemon).contains("does not accept this"))
    }

    @Test func aGoalThatWasReachedMeanwhileStillShowsWhatWasTyped() throws {
        let daemon = CannedDaemon.goals(GoalsSamples.several)
        let html = try refused(["amount": ["x"]], to: ["goals", "3", "contribute"], daemon)
        #expect(html.contains("id=\"contribute-3-error\""))
    }

    @Test func aGoalThatIsGoneIsNotFound() throws {
        let daemon = CannedDaemon.goals(GoalsSamples.several)
            .on(GoalsAPI.Contribute.self) { asked throws(CallFailure) in
                throw .refused(GoalsAPI.NoSuchGoal(goal: asked.goal))
            }
        guard case .page(let status, _) = try send(["amount": ["5"]], to: path, daemon) else {
            throw SiteTests.Unexpected()
        }
        #expect(status == 404)
    }
}

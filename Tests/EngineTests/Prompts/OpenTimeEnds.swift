import Engine
import RuleModel
import Testing

/// Each target in use that closes soon is told, once.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct OpenTimeEnds {
    private func evening(_ rules: RuleSet? = nil, at time: String = "22:00") throws -> Machine {
        try Machine(at: "2026-11-18T\(time):00+01:00", rules: rules ?? everyNight())
    }

    /// The news told: `when targets cause rule closes`, in the zone.
    private func told(_ machine: Machine) -> [String] {
        machine.history.compactMap { event in
            guard case .newsTold(let news) = event.fact, let end = news.openTimeEnd else {
                return nil
            }
            return "\(machine.clockTime(event.at)) \(end.targets.joined(separator: "+")) "
                + "\(end.cause.rawValue) \(machine.clockTime(end.at))"
        }
    }

    // MARK: When

    @Test func fiveMinutesBeforeQuietHours() throws {
        var machine = try evening()
        let use = try machine.open()
        machine.keepUsing([use], for: .minutes(40))
        #expect(told(machine) == ["22:25:00 shopping quiet_hours 22:30:00"])
        #expect(machine.isBlocked("shopping") && machine.prompts(.closing).isEmpty)
        #expect(machine.folded == machine.engine.state)
    }

    /// A page is blocked by every target that it belongs to, and its use counts for the longest
    /// path's alone.
    @Test func ofAPage() throws {
        var shorts = target("games")
        let page = try #require(SitePath("shopping.example/shorts"))
        shorts.paths = [page]
        let rules = try waiting(
            [schedule("nights", ["daily 22:30-06:30"])], .zero,
            targets: [shorts, target("shopping")],
            budgets: [budget("little", of: "shopping", .minutes(20))])
        var machine = try evening(rules)
        let use = try machine.open(.page(page))
        machine.keepUsing([use], for: .minutes(40))
        #expect(told(machine) == ["22:25:00 shopping quiet_hours 22:30:00"])
        #expect(machine.isBlocked("shopping") && machine.prompts(.closing).isEmpty)
    }

    @Test func asAPromptUntilItCloses() throws {
        var machine = try evening()
        let use = try machine.open()
        machine.keepUsing([use], for: .minutes(26))
        let prompt = try #require(machine.prompts(.closing).first)
        #expect(prompt.targets == ["shopping"] && prompt.kind.choices == [.end, .dismiss])
        #expect(machine.clockTime(machine.engine.end(of: prompt.expires)) == "22:30:00")
    }

    /// Nothing is told of what nobody uses; what is opened late is told late.
    @Test func onlyWhatIsInUse() throws {
        var machine = try evening()
        machine.advance(.minutes(27))
        #expect(told(machine) == [])
        try machine.open()
        #expect(told(machine) == ["22:27:00 shopping quiet_hours 22:30:00"])
        var idle = try evening()
        let use = try idle.open()
        idle.send(.idle(reporter: 1, isIdle: true, isLocked: false, for: .zero))
        idle.keepUsing([use], for: .minutes(28))
        #expect(told(idle) == [])
        idle.send(.idle(reporter: 1, isIdle: false, isLocked: false, for: .zero))
        #expect(told(idle) == ["22:28:00 shopping quiet_hours 22:30:00"])
    }

    /// Shopping and games close together; each is told once, whenever it is opened.
    @Test func togetherAndOnceEach() throws {
        var machine = try evening(
            gated(schedules: [
                schedule("nights", ["daily 22:30-06:30"], blocks: ["games", "shopping"])
            ]))
        let uses = [try machine.open(), try machine.open(.site("games.example"))]
        machine.keepUsing(uses, for: .minutes(26))
        machine.send(.useClosed(uses[0]))
        try machine.open()
        #expect(told(machine) == ["22:25:00 games+shopping quiet_hours 22:30:00"])
    }

    @Test func aPermission() throws {
        var machine = try evening(at: "23:00")
        try machine.unblock()
        let use = try machine.open()
        machine.keepUsing([use], for: .minutes(16))
        #expect(told(machine) == ["23:10:30 shopping grant 23:15:30"])
    }

    /// One minute before the end of what lasted less than ten.
    @Test func aShortPermission() throws {
        var machine = try evening(at: "23:00")
        let request = try machine.ask(
            .target("shopping"), Intent(purpose: .planned, minutes: 9), isPause: false)
        machine.advance(.seconds(30))
        try machine.granted(request)
        let use = try machine.open()
        machine.keepUsing([use], for: .minutes(10))
        #expect(told(machine) == ["23:08:30 shopping grant 23:09:30"])
    }

    /// A minute that was just asked for is over before anything could be told of it.
    @Test func notAMinute() throws {
        var machine = try evening(at: "23:00")
        let request = try machine.ask(
            .target("shopping"), Intent(purpose: .planned, minutes: 1), isPause: false)
        machine.advance(.seconds(30))
        try machine.granted(request)
        let use = try machine.open()
        machine.keepUsing([use], for: .minutes(2))
        #expect(told(machine) == [] && machine.isBlocked("shopping"))
    }

    /// Nothing closes if nothing restricts the target when the permission ends.
    @Test func notIfNothingRestrictsThen() throws {
        var machine = try evening(at: "06:20")
        try machine.unblock()
        let use = try machine.open()
        machine.keepUsing([use], for: .minutes(20))
        #expect(told(machine) == [])
    }

    /// A permission runs on through quiet hours, but not through strict ones.
    @Test(arguments: [
        (false, "22:34:30 shopping grant 22:39:30"),
        (true, "22:29:00 shopping quiet_hours 22:30:00"),
    ])
    func aPermissionBeforeQuietHours(isStrict: Bool, expected: String) throws {
        var machine = try evening(everyNight(isStrict: isStrict), at: "22:24")
        machine.send(
            .startProtection(
                target: "shopping", length: .minutes(30), name: "Manual protection"))
        try machine.unblock()
        let use = try machine.open()
        machine.keepUsing([use], for: .minutes(16))
        #expect(told(machine) == [expected])
    }

    /// The end of a budget moves with the use, and is told once in a period.
    @Test func aBudget() throws {
        var machine = try evening(gated(budgets: [budget()]), at: "12:00")
        var use = try machine.open()
        machine.keepUsing([use], for: .minutes(41))
        #expect(told(machine) == ["12:40:00 shopping budget 12:45:00"])
        machine.send(.useClosed(use))
        machine.advance(.hours(1))
        use = try machine.open()
        machine.keepUsing([use], for: .minutes(4))
        #expect(machine.isBlocked("shopping") && told(machine).count == 1)
        machine.advance(.hours(15))
        use = try machine.open()
        machine.keepUsing([use], for: .minutes(41))
        #expect(told(machine).count == 2)
    }

    /// However many targets close at once, each is told once; later the old ones are forgotten.
    @Test func manyAtOnce() throws {
        let keys = (10..<70).map { "target\($0)" }
        var rules = try rules([], targets: keys)
        rules.budgets = try keys.map { try budget($0, of: $0) }
        var machine = try evening(rules, at: "12:00")
        let uses = try keys.map { try machine.open(.site("\($0).example")) }
        machine.keepUsing(uses, for: .minutes(44))
        #expect(told(machine).count == 60 && Set(told(machine)).count == 60)
        #expect(machine.engine.state.openTimeEndsTold.count == 60)
        machine.advance(.hours(24))
        let use = try machine.open(.site("target10.example"))
        machine.keepUsing([use], for: .minutes(41))
        #expect(told(machine).count == 61)
        #expect(machine.engine.state.openTimeEndsTold.count == 60)
        machine.advance(.days(9))
        machine.keepUsing([try machine.open(.site("target10.example"))], for: .minutes(41))
        #expect(told(machine).count == 62)
        #expect(machine.engine.state.openTimeEndsTold.count == 50)
        #expect(machine.folded == machine.engine.state)
    }

    @Test func aBudgetThatIsResetBeforeItIsUsedUp() throws {
        var machine = try evening(gated(budgets: [budget()]), at: "03:20")
        let use = try machine.open()
        machine.keepUsing([use], for: .minutes(45))
        #expect(told(machine) == [])
    }

    @Test func aCheckInsNewDay() throws {
        var machine = try evening(gated([checkIn()]), at: "20:00")
        machine.send(.answerCheckIn("morning", isYes: true))
        machine.advance(.minutes(7 * 60 + 50))
        let use = try machine.open()
        machine.keepUsing([use], for: .minutes(12))
        #expect(told(machine) == ["03:55:00 shopping check_in 04:00:00"])
    }

    @Test func notIfItIsSwitchedOff() throws {
        var rules = try everyNight()
        rules.silenced = [.closing]
        var machine = try evening(rules)
        let use = try machine.open()
        machine.keepUsing([use], for: .minutes(29))
        #expect(told(machine) == [])
    }

    // MARK: Answers

    private func prompted(_ machine: Machine) throws -> Prompt {
        try #require(machine.prompts(.closing).first)
    }

    @Test func endsAPermission() throws {
        var machine = try evening(at: "23:00")
        try machine.unblock()
        let use = try machine.open()
        machine.keepUsing([use], for: .minutes(11))
        machine.send(.answerPrompt(try prompted(machine).id, .end))
        #expect(machine.isBlocked("shopping") && machine.grantEndings == [.person])
        #expect(machine.prompts(.closing).isEmpty)
        #expect(machine.folded == machine.engine.state)
    }

    /// Open time that ends is protected until the restriction begins, without a gap.
    @Test func endsOpenTime() throws {
        var machine = try evening()
        let use = try machine.open()
        machine.keepUsing([use], for: .minutes(26))
        let events = machine.told.count
        machine.send(.answerPrompt(try prompted(machine).id, .end))
        #expect(machine.isBlocked("shopping") && machine.prompts(.closing).isEmpty)
        machine.advance(.minutes(10))
        #expect(machine.isBlocked("shopping"))
        #expect(machine.told.dropFirst(events).allSatisfy { $0.decision.isBlocked })
        #expect(machine.engine.state.protections.isEmpty)
    }

    /// The rest of a budget is given up until its reset.
    @Test func endsABudget() throws {
        var machine = try evening(gated(budgets: [budget()]), at: "12:00")
        let use = try machine.open()
        machine.keepUsing([use], for: .minutes(41))
        machine.send(.answerPrompt(try prompted(machine).id, .end))
        try machine.advance(to: "2026-11-19T03:59:59+01:00")
        #expect(machine.isBlocked("shopping"))
        machine.advance(.seconds(3))
        #expect(!machine.isBlocked("shopping"))
    }

    @Test func fineChangesNothing() throws {
        var machine = try evening()
        let use = try machine.open()
        machine.keepUsing([use], for: .minutes(26))
        machine.send(.answerPrompt(try prompted(machine).id, .dismiss))
        #expect(!machine.isBlocked("shopping") && machine.prompts(.closing).isEmpty)
        machine.keepUsing([use], for: .minutes(3))
        #expect(told(machine).count == 1)
    }

    /// A permission that is ended otherwise, and a protection, withdraw the news.
    @Test(arguments: [true, false])
    func withdrawn(byProtection: Bool) throws {
        var machine = try evening(at: "23:00")
        try machine.unblock()
        let use = try machine.open()
        machine.keepUsing([use], for: .minutes(11))
        #expect(machine.prompts(.closing).count == 1)
        if byProtection {
            machine.send(
                .startProtection(
                    target: "shopping", length: .hours(1), name: "Manual protection"))
        } else {
            machine.send(.endGrants(of: .target("shopping")))
        }
        #expect(machine.prompts(.closing).isEmpty)
    }
}

/// Kinds of news that a person switched off are not told; everything else goes on.
@Suite(.enabled(if: ZoneFiles.areInstalled, "\(ZoneFiles.missing)"))
struct SilencedNews {
    private func rules(_ silenced: Set<News>) throws -> RuleSet {
        var rules = try EngineTests.rules(
            [schedule("nights", ["daily 22:30-06:30"])],
            risk: risk([("always", "0.800", "true")]),
            auto: [auto(when: "local.hour == 23", blocks: ["shopping"])],
            text: "\(silenced.map(\.rawValue).sorted())")
        rules.silenced = silenced
        return rules
    }

    @Test(arguments: [
        (News.riskHigh, Prompt.Kind.riskHigh), (.autoProtection, .autoProtection),
        (.logOutcome, .logOutcome),
    ])
    func isNotTold(news: News, kind: Prompt.Kind) throws {
        for isSilenced in [true, false] {
            var machine = try Machine(
                at: "2026-11-18T22:40:00+01:00", rules: rules(isSilenced ? [news] : []))
            try machine.unblock()
            try machine.use(for: .minutes(5))
            try machine.advance(to: "2026-11-18T23:05:00+01:00")
            #expect(machine.prompts(kind).isEmpty == isSilenced)
            #expect(machine.engine.state.risk?.isElevated == true)
            #expect(machine.engine.state.protections.count == 1)
            #expect(machine.folded == machine.engine.state)
        }
    }

    /// An open prompt closes as soon as its news is switched off.
    @Test func isClosed() throws {
        var machine = try Machine(at: "2026-11-18T22:40:00+01:00", rules: rules([]))
        #expect(machine.prompts(.riskHigh).count == 1)
        machine.edit(try rules([.riskHigh]))
        #expect(machine.prompts(.riskHigh).isEmpty)
    }

    /// A question about a present block is always asked.
    @Test func questionsAreNoNews() throws {
        var machine = try Machine(
            at: "2026-11-18T22:40:00+01:00", rules: rules(Set(News.allCases)))
        machine.send(.attempt(.site("shopping.example")))
        #expect(machine.prompts(.blockedOpened).count == 1)
    }
}

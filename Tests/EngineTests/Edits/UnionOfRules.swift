import CEL
import Engine
import RuleModel
import Testing

@Suite("Old and new rules together")
struct UnionOfRules {
    @Test("With no earlier set a set is itself")
    func alone() throws {
        let set = try waitingNights()
        let union = RulesInForce(set)
        #expect(union.quietHours == set.quietHours)
        #expect(union.earlier.isEmpty && union.targets == set.targets)
        #expect(union.targets(openedWith: "shopping") == ["shopping"])
    }

    @Test("Schedules: the same once, a changed one beside it, one that is gone as it was")
    func schedules() throws {
        let same = try schedule("same", ["daily 12:00-13:00"])
        let union = try RulesInForce(
            waiting([same, try schedule("nights", ["daily 23:30-06:30"])]),
            beside: [
                waiting([
                    same, schedule("nights", ["daily 22:30-06:30"]),
                    schedule("gone", ["daily 15:00-16:00"]),
                ])
            ])
        let keys = union.quietHours.map(\.key)
        #expect(keys.count == 4)
        #expect(keys.filter { !$0.contains("@") } == ["gone", "nights", "same"])
        let former = try #require(keys.first { $0.hasPrefix("nights@") })
        #expect(RuleSet.writtenKey(of: former) == "nights")
        #expect(former.dropFirst("nights@".count).count == 6)
        // The same key in any company.
        let other = try RulesInForce(
            waiting([]),
            beside: [
                waiting([schedule("nights", ["daily 22:30-06:30"])]),
                waiting([schedule("nights", ["daily 23:00-06:30"])]),
            ])
        #expect(other.quietHours.map(\.key).contains(former))
    }

    @Test("The same hours of other targets are one schedule of both")
    func targetsOfSchedules() throws {
        let union = try RulesInForce(
            waiting([try schedule("nights", ["daily 22:30-06:30"], blocks: ["b"])]),
            beside: [waiting([schedule("nights", ["daily 22:30-06:30"], blocks: ["a"])])])
        #expect(union.quietHours.map { Set($0.targets) } == [["a", "b"]])
    }

    @Test("A target has every app and site that it ever had")
    func targets() throws {
        var old = target("shopping", sharing: "old.example")
        old.executables = ["/usr/bin/old"]
        var new = target("shopping", sharing: "new.example")
        new.apps = ["org.example.new"]
        new.name = "Shops"
        let union = try RulesInForce(
            waiting([], targets: [new]), beside: [waiting([], targets: [old])])
        #expect(union.targets.count == 1)
        #expect(union.targets[0].name == "Shops")
        #expect(
            Set(union.targets[0].sites)
                == ["shopping.example", "new.example", "old.example"])
        #expect(Set(union.targets[0].apps) == ["org.example.new", "org.example.shopping"])
        #expect(union.targets[0].executables == ["/usr/bin/old"])
    }

    @Test(
        "What is done with programs stays, unless nothing was done",
        arguments: [
            (Target.Enforcement.freeze, false, Target.Enforcement.notify, false, "freeze false"),
            (.notify, false, .stop, true, "stop true"), (.stop, true, .stop, false, "stop true"),
            (.stop, false, .stop, true, "stop true"), (.freeze, false, .stop, true, "freeze false"),
        ])
    func enforcement(
        old: Target.Enforcement, kill: Bool, new: Target.Enforcement, newKill: Bool,
        expected: String
    ) throws {
        var before = target("shopping")
        (before.enforcement, before.kill) = (old, kill)
        var after = target("shopping")
        (after.enforcement, after.kill) = (new, newKill)
        let union = try RulesInForce(
            waiting([], targets: [after]), beside: [waiting([], targets: [before])])
        #expect("\(union.targets[0].enforcement) \(union.targets[0].kill)" == expected)
    }

    @Test(
        "What is stopped if it is thawed stays so, if it was frozen",
        arguments: [
            (Target.Enforcement.freeze, Target.ThawResponse.stop, Target.ThawResponse.freeze, true),
            (.freeze, .freeze, .stop, true), (.freeze, .freeze, .freeze, false),
            (.notify, .stop, .freeze, false),
        ])
    func thaws(
        old: Target.Enforcement, before: Target.ThawResponse, after: Target.ThawResponse,
        isStopped: Bool
    ) throws {
        var earlier = target("shopping")
        (earlier.enforcement, earlier.onThaw) = (old, before)
        var later = target("shopping")
        later.onThaw = after
        let union = try RulesInForce(
            waiting([], targets: [later]), beside: [waiting([], targets: [earlier])])
        #expect(union.targets[0].onThaw == (isStopped ? .stop : .freeze))
    }

    @Test("The longest waits, the shortest grant, the lowest levels, the longest delay")
    func figures() throws {
        var old = UnblockRules.tested
        (old.grant, old.plannedWait, old.impulseWait) = (.minutes(10), .seconds(10), .minutes(5))
        var new = UnblockRules.tested
        (new.grant, new.plannedWait, new.impulseWait) = (.minutes(30), .minutes(1), .seconds(5))
        let low = RiskLevels(
            moderate: Score(thousandths: 300), high: Score(thousandths: 700),
            critical: Score(thousandths: 750))
        let union = try RulesInForce(
            waiting(
                [], .hours(1), risk: RiskRules(levels: low, factors: []), unblock: new,
                retention: .days(60), isDebug: true, awayAfter: .minutes(2)
            ),
            beside: [
                waiting(
                    [], .hours(5), unblock: old, retention: .days(90), awayAfter: .minutes(5))
            ])
        #expect(union.unblock.grant == .minutes(10))
        #expect(union.unblock.plannedWait == .minutes(1))
        #expect(union.unblock.impulseWait == .minutes(5))
        #expect(union.risk.levels.moderate.thousandths == 300)
        #expect(union.risk.levels.high.thousandths == 600)
        #expect(union.risk.levels.critical.thousandths == 750)
        #expect(union.weakeningWaits == .hours(5))
        #expect(union.awayAfter == .minutes(5))
        #expect(union.retention == .days(90))
        #expect(!union.isDebug)
        let ever = try RulesInForce(waiting([], retention: .days(60)), beside: [waiting([])])
        #expect(ever.retention == nil)
        let debug = try RulesInForce(
            waiting([], isDebug: true), beside: [waiting([], isDebug: true)])
        #expect(debug.isDebug)
    }

    @Test("A plan allows what either allowed: what only the other one let in is in force")
    func plans() throws {
        let free = Plan(
            key: "free", entries: 1, schedules: 1, autoProtections: 0, metrics: [.today],
            hasPredictiveAlerts: false, hasExport: false, canEditSchedules: false)
        let union = try RulesInForce(waiting([], plan: free), beside: [waiting([])])
        #expect(union.plan.entries == nil && union.plan.metrics == nil)
        #expect(union.plan.hasExport && union.plan.hasPredictiveAlerts)
        #expect(union.plan.key == "free")
        var other = free
        (other.entries, other.metrics) = (5, [.thisWeek])
        let both = try RulesInForce(waiting([], plan: free), beside: [waiting([], plan: other)])
        #expect(both.plan.entries == 5 && both.plan.metrics == [.today, .thisWeek])
        #expect(!both.plan.hasExport)
    }

    @Test("Check-ins are one by key: all that any holds, strict if any is, asked as the oldest is")
    func checkIns() throws {
        let old = CheckIn(
            key: "morning", question: "Old?", opens: 300, blocks: ["a"],
            onNo: CheckIn.OnNo(block: ["b"]), isStrict: false, fingerprint: "1")
        let new = CheckIn(
            key: "morning", question: "New?", opens: 420, blocks: ["c"],
            onNo: CheckIn.OnNo(block: ["d"]), isStrict: true, fingerprint: "2")
        let union = try RulesInForce(
            waiting([], checkIns: [new]), beside: [waiting([], checkIns: [old])])
        #expect(union.checkIns.count == 1)
        #expect(Set(union.checkIns[0].blocks) == ["a", "c"])
        #expect(Set(union.checkIns[0].onNo.block) == ["b", "d"])
        #expect(union.checkIns[0].isStrict && union.checkIns[0].opens == 300)
        #expect(union.checkIns[0].question == "New?")
    }

    @Test("Budgets: each holds, so the smaller one does")
    func budgets() throws {
        func budget(_ limit: Int64, days: Weekdays = .daily) -> Budget {
            Budget(
                key: "b", name: "B", target: "shopping", limit: .minutes(limit), days: days,
                fingerprint: "\(limit) \(days.rawValue)")
        }
        let union = try RulesInForce(
            waiting([], budgets: [budget(60)]), beside: [waiting([], budgets: [budget(30)])])
        #expect(union.budgets.map(\.limit.seconds).sorted() == [1800, 3600])
        #expect(Set(union.budgets.map(\.key)).count == 2)
        let same = try RulesInForce(
            waiting([], budgets: [budget(60)]), beside: [waiting([], budgets: [budget(60)])])
        #expect(same.budgets.count == 1)
        let fewer = try RulesInForce(
            waiting([], budgets: [budget(60, days: .weekdays)]),
            beside: [waiting([], budgets: [budget(60)])])
        #expect(Set(fewer.budgets.map(\.days)) == [.daily, .weekdays])
    }

    @Test("Entries are read in the zone of their own set")
    func zones() throws {
        let nights = try schedule("nights", ["daily 22:30-06:30"])
        let berlin = try waiting([nights], zone: "Europe/Berlin")
        let tokyo = try waiting([nights], zone: "Asia/Tokyo")
        let local = try waiting([nights])
        let two = RulesInForce(berlin, beside: [tokyo])
        #expect(
            Set(two.quietHours.map { $0.timeZone?.name }) == ["Europe/Berlin", "Asia/Tokyo"])
        #expect(two.timeZone?.name == "Europe/Berlin" && two.entryZone == nil)
        let moved = RulesInForce(berlin, beside: [local])
        #expect(Set(moved.quietHours.map { $0.timeZone?.name }) == ["Europe/Berlin", nil])
        let same = RulesInForce(berlin, beside: [berlin])
        #expect(same.quietHours.count == 1)
        #expect(same.entryZone?.name == "Europe/Berlin")
    }

    @Test("What had another name before is known by the apps and sites that both have")
    func formerNames() throws {
        let old = target("shopping", sharing: "shop.example")
        let other = target("games")
        var below = target("stores")
        below.sites = ["eu.shop.example"]
        var app = target("steam")
        app.apps = ["org.example.games"]
        let union = try RulesInForce(
            waiting([], targets: [below, app, target("news")]),
            beside: [waiting([], targets: [old, other])])
        #expect(union.targets(openedWith: "stores") == ["stores", "shopping"])
        #expect(union.targets(openedWith: "steam") == ["steam", "games"])
        #expect(union.targets(openedWith: "news") == ["news"])
    }
}

import RuleFiles
import RuleModel
import Testing

@Suite struct BudgetTests {
    private let targets = "targets: {a: {sites: [a.com]}, b: {sites: [b.com]}}\n"

    @Test func whatIsLeftOut() throws {
        let set = try ruleSet(targets + "budgets: {social: {target: a, limit: 45m}}")
        let budget = try #require(set.budgets.first)
        #expect(budget.key == "social" && budget.name == "social" && budget.target == "a")
        #expect(budget.limit == .minutes(45) && budget.per == .day && budget.resets == 0)
        #expect(budget.days == .daily)
        #expect(!budget.isStrict && budget.timeZone == nil && budget.fingerprint.count == 32)
        #expect(try ruleSet("plan: premium").budgets.isEmpty)
    }

    @Test func everyKey() throws {
        let set = try ruleSet(
            targets + """
                budgets:
                  z: {target: a, limit: 2h, per: day}
                  y:
                    name: Video per week
                    target: b
                    limit: 6d23h
                    per: week
                    resets: "04:00"
                    strict: true
                    time_zone: America/New_York
                """)
        #expect(set.budgets.map(\.key) == ["y", "z"])
        let week = set.budgets[0]
        #expect(week.name == "Video per week" && week.target == "b")
        #expect(week.limit == .hours(167) && week.per == .week && week.resets == 240)
        #expect(week.isStrict && week.timeZone?.name == "America/New_York")
    }

    @Test func hoursAndDays() throws {
        let set = try ruleSet(
            targets + """
                budgets:
                  x: {target: a, limit: 10m, per: hour}
                  y: {target: a, limit: 10m, per: hour, days: [mon, wed]}
                  z: {target: a, limit: 2h, days: weekends, resets: "04:00"}
                """)
        #expect(set.budgets.map(\.per) == [.hour, .hour, .day])
        #expect(
            set.budgets.map(\.days) == [.daily, Weekdays(rawValue: 0b101), .weekends])
        #expect(set.budgets.map(\.resets) == [0, 0, 240])
    }

    @Test func keysThatDoNotFitThePeriod() {
        #expect(
            lines(
                load(
                    targets + """
                        budgets:
                          a: {target: a, limit: 45m, per: hour, resets: "04:00"}
                          b: {target: a, limit: 45m, per: week, days: weekends}
                          c: {target: a, limit: 45m, per: hourly, days: weekend}
                          d: {target: a, limit: 45m, days: []}
                        """)) == [
                    "a.yaml:3:41: error: a budget per hour begins again at every full hour and "
                        + "cannot have \"resets:\"",
                    "a.yaml:4:41: error: a budget per week counts every day and cannot have "
                        + "\"days:\"",
                    "a.yaml:5:35: error: expected hour, day or week, found \"hourly\"; did you "
                        + "mean \"hour\"?",
                    "a.yaml:5:49: error: \"weekend\" is not a day; write mon, tue, wed, thu, fri, "
                        + "sat or sun, a span such as sun-thu, or daily, weekdays or weekends; did "
                        + "you mean \"weekends\"?",
                    "a.yaml:6:36: error: the list of days is empty",
                ])
    }

    @Test(arguments: [("1m", 60), ("45m", 2700), ("1h30m", 5400), ("23h59m59s", 86399)])
    func limits(written: String, seconds: Int64) throws {
        let set = try ruleSet(targets + "budgets: {a: {target: a, limit: \(written)}}")
        #expect(set.budgets[0].limit == .seconds(seconds))
    }

    @Test func aLimitThatIsNeverReachedIsTold() {
        #expect(
            lines(
                load(
                    targets + """
                        budgets:
                          a: {target: a, limit: 24h}
                          b: {target: a, limit: 25h, per: week}
                          c: {target: a, limit: 7d, per: week}
                          d: {target: a, limit: 59m59s, per: hour}
                          e: {target: a, limit: 1h, per: hour}
                        """)) == [
                    "a.yaml:3:25: warning: this limit has no effect, because it is at least as "
                        + "long as a whole day",
                    "a.yaml:5:25: warning: this limit has no effect, because it is at least as "
                        + "long as a whole week",
                    "a.yaml:7:25: warning: this limit has no effect, because it is at least as "
                        + "long as a whole hour",
                ])
    }

    @Test func whatIsMissingMisspeltOrOfTheWrongKind() {
        #expect(
            lines(
                load(
                    targets + """
                        budgets:
                          a: {limit: 45m}
                          b: {target: a}
                          c: {target: [a], limit: 45, per: month}
                          d: {target: c, limit: 59s, per: daily, resets: "24:00"}
                          e: {targets: a, limit: 8d, per: weekly}
                          f: 45m
                          g: {target: a, limit: 1h, strict: 1, name: "", reset: "04:00"}
                          h: {target: a, limit: forever, per: [day]}
                        """)) == [
                    "a.yaml:3:3: error: budget \"a\" needs \"target:\", the target whose use is "
                        + "counted",
                    "a.yaml:4:3: error: budget \"b\" needs \"limit:\", such as 45m",
                    "a.yaml:5:15: error: expected a target's key, found a list",
                    "a.yaml:5:27: error: \"45\" has no unit; write whole numbers followed by d, h, "
                        + "m or s, "
                        + "such as 15m, 1h30m or 10s; did you mean \"45m\"?",
                    "a.yaml:5:36: error: expected hour, day or week, found \"month\"",
                    "a.yaml:6:15: error: there is no target \"c\"; did you mean \"a\"?",
                    "a.yaml:6:25: error: expected a length of time from 1m to 7d, found 59s",
                    "a.yaml:6:35: error: expected hour, day or week, found \"daily\"; did you mean "
                        + "\"day\"?",
                    "a.yaml:6:50: error: \"24:00\" is not a valid time of day; times go from 00:00 "
                        + "to 23:59; did you mean \"00:00\"?",
                    "a.yaml:7:7: error: unknown key \"targets\" in budget \"e\"; did you mean "
                        + "\"target\"?",
                    "a.yaml:7:26: error: expected a length of time from 1m to 7d, found 8d",
                    "a.yaml:7:35: error: expected hour, day or week, found \"weekly\"; did you "
                        + "mean \"week\"?",
                    "a.yaml:8:6: error: expected a map with \"target:\" and \"limit:\", found "
                        + "\"45m\"",
                    "a.yaml:9:37: error: expected true or false, found \"1\"; did you mean "
                        + "\"true\"?",
                    "a.yaml:9:46: error: the name is blank",
                    "a.yaml:9:50: error: unknown key \"reset\" in budget \"g\"; did you mean "
                        + "\"resets\"?",
                    "a.yaml:10:25: error: \"forever\" is not a valid length of time; write whole "
                        + "numbers followed by d, h, m or s, such as 15m, 1h30m or 10s",
                    "a.yaml:10:39: error: expected hour, day or week, found a list",
                ])
    }

    @Test func anErrorPointsAtItsCharacter() {
        expect(
            targets + "budgets: {social: {target: aa, limit: 45m}}\n",
            says: """
                a.yaml:2:28: error: there is no target "aa"; did you mean "a"?
                budgets: {social: {target: aa, limit: 45m}}
                                           ^
                a.yaml:1:11: note: "a" is declared here
                1 error
                """)
    }

    @Test func filesMergeByKeyAndNullRemoves() throws {
        let lower = targets + "budgets: {a: {target: a, limit: 1h}, b: {target: b, limit: 1h}}"
        let loading = RuleLoader(zones: zones).load(sources: [
            RuleText(path: "lower.yaml", layer: 1, text: lower),
            RuleText(path: "u.yaml", layer: 2, text: "budgets: {a: {limit: 30m}, b: null}"),
        ])
        #expect(loading.rendered(color: false) == "")
        #expect(loading.ruleSet?.budgets.map(\.key) == ["a"])
        #expect(loading.ruleSet?.budgets.first?.limit == .minutes(30))
        #expect(loading.merged.origin(of: "budgets.a.limit") == "u.yaml:1")
        #expect(
            lines(load(lower, "budgets: {a: {limit: 30m}}")) == [
                "b.yaml:1:15: error: \"budgets.a.limit\" is set in two files of one directory"
            ])
    }

    @Test func tooManyAreRefusedInOneLine() {
        let many = (0...5000).map { "  b\($0): {target: a, limit: 1h}" }.joined(separator: "\n")
        #expect(
            lines(load(targets + "budgets:\n" + many, defaults: [])) == [
                "a.yaml:2:1: error: too many budgets: 5001; at most 5000 are allowed"
            ])
    }

    @Test func aFingerprintChangesWithTheEntryAlone() throws {
        func budget(_ text: String) throws -> Budget {
            try #require(load(targets + text, defaults: []).ruleSet?.budgets.first)
        }
        let base = try budget("budgets: {a: {target: a, limit: 1h}}")
        let same = try budget(
            "# other order\nbudgets: {b: {target: a, limit: 2h}, a: {limit: '1h', target: a}}")
        let other = try budget("budgets: {a: {target: a, limit: 1h1s}}")
        let renamed = try budget("budgets: {b: {target: a, limit: 1h}}")
        #expect(base.fingerprint == same.fingerprint && base == same)
        #expect(Set([base, other, renamed].map(\.fingerprint)).count == 3)
    }
}

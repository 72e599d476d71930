import Foundation
import RuleFiles
import RuleModel
import Testing

/// Warnings about a valid set, and valid sets without warnings.
@Suite struct WarningTests {
    private let shop = "targets: {shop: {sites: [amazon.com]}}\n"

    /// The words of the warnings, without their places; there must be no error.
    private func warnings(
        _ texts: String..., defaults: [RuleText] = defaults,
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> [String] {
        let layers = texts.enumerated().map {
            RuleText(path: "layer\($0).yaml", layer: texts.count == 1 ? 2 : $0 + 1, text: $1)
        }
        let loading = RuleLoader(zones: zones).load(sources: defaults + layers)
        #expect(loading.errors == 0, sourceLocation: sourceLocation)
        #expect(loading.ruleSet != nil, sourceLocation: sourceLocation)
        return loading.diagnostics.map(\.message)
    }

    private func ranges(_ ranges: String...) -> [String] {
        warnings(
            shop + "quiet_hours: {n: {block: [shop], ranges: [\(ranges.joined(separator: ", "))]}}")
    }

    private func conditions(_ condition: String) -> [String] {
        warnings("risk: {factors: {mine: {weight: 0.1, when: '\(condition)'}}}")
    }

    // MARK: - What is shipped

    @Test func theShippedFilesGiveNone() {
        #expect(warnings("version: 1\n") == [])
    }

    @Test func everyExampleGivesNone() throws {
        let directory = repository("rules/examples")
        let names = try FileManager.default.contentsOfDirectory(atPath: directory)
            .filter { $0.hasSuffix(".yaml") && !$0.hasSuffix(".test.yaml") }
        #expect(names.count >= 11)
        for name in names {
            let path = "\(directory)/\(name)"
            let loading = RuleLoader(zones: zones).load(
                sources: defaults + [
                    RuleText(
                        path: path, layer: 2,
                        text: try String(contentsOfFile: path, encoding: .utf8))
                ])
            #expect(loading.rendered(color: false) == "", "\(name)")
        }
    }

    @Test func warningsWaitUntilThereIsNoError() {
        let text = "features: {idle: local.hour > 3}\n"
        #expect(warnings(text) == ["no condition uses the feature \"idle\""])
        let loading = load(text + "plan: fre\n")
        #expect(loading.warnings == 0 && loading.errors == 1)
    }

    // MARK: - Sites

    @Test(arguments: [
        ("a.com, b.a.com", ["\"a.com\" already covers all its subdomains, including \"b.a.com\""]),
        ("b.a.com, a.com", ["\"a.com\" already covers all its subdomains, including \"b.a.com\""]),
        (
            "A.com, x.y.a.COM",
            ["\"a.com\" already covers all its subdomains, including \"x.y.a.com\""]
        ),
        ("a.com, ba.com, com.a", []), ("a.com, a.com.uk", []),
        ("a.com, a.com.", ["\"a.com\" appears twice in the list"]),
        (
            "bücher.de, www.xn--bcher-kva.de",
            [
                "\"xn--bcher-kva.de\" already covers all its subdomains, including "
                    + "\"www.xn--bcher-kva.de\""
            ]
        ),
    ])
    func sitesBelowOthers(sites: String, expected: [String]) {
        #expect(warnings("targets: {shop: {sites: [\(sites)]}}") == expected)
    }

    @Test func aSiteMayStandInSeveralTargets() {
        #expect(
            warnings("targets: {all: {sites: [a.com]}, some: {sites: [www.a.com, a.com.org]}}")
                == [])
    }

    // MARK: - Targets and features

    @Test func aTargetThatNothingUses() {
        let alone = "auto_protection: {high_risk: null}\n"
        let two = "targets: {a: {sites: [a.com]}, b: {sites: [b.com]}}\n"
        let said = ["no rule uses the target \"b\""]
        let hours = "quiet_hours: {n: {block: [a], ranges: [{time: 08:00-09:00}]}}\n"
        #expect(warnings(two + alone + hours) == said)
        // The shipped protection blocks every target.
        #expect(warnings(two + hours) == [])
        for use in [
            "check_ins: {c: {question: Q?, blocks: [b]}}",
            "check_ins: {c: {question: Q?, on_no: {block: [b]}}}",
            "budgets: {b: {target: b, limit: 1h}}",
            "risk: {factors: {f: {weight: 0.1, when: 'usage.b.today > duration(\"1h\")'}}}",
            "auto_protection: {high_risk: null, mine: {when: unblocks.today > 3, block: [b]}}",
        ] {
            let rest = use.hasPrefix("auto") ? "" : alone
            #expect(warnings(two + rest + hours + use) == [], "\(use)")
        }
    }

    @Test func targetsAndFeaturesOfALowerLayerMayBeForOthers() {
        let lower =
            "targets: {a: {sites: [a.com]}, b: {sites: [b.com]}}\nfeatures: {x: local.hour > 3}\n"
        let upper = """
            auto_protection: {high_risk: null}
            quiet_hours: {n: {block: [a], ranges: [{time: 08:00-09:00}]}}
            features: {y: local.hour > 4}
            """
        #expect(warnings(lower, upper) == ["no condition uses the feature \"y\""])
    }

    @Test func featuresAreReadThroughOthersAndByEverySection() {
        #expect(
            warnings(
                """
                features: {a: local.hour > 3, b: a && local.minute > 2, c: local.hour > 4}
                risk: {factors: {f: {weight: 0.1, when: b}}}
                auto_protection: {p: {when: c}}
                """) == [])
        // The name of a macro's variable hides the feature.
        #expect(
            warnings(
                """
                features: {a: local.hour > 3}
                risk: {factors: {f: {weight: 0.1, when: "[1, 2].exists(a, a == local.hour)"}}}
                """) == ["no condition uses the feature \"a\""])
    }

    // MARK: - Ranges

    private static let within = "this range lies within another range of the schedule"
    private static let twice = "this range appears twice in the schedule"

    @Test(arguments: [
        (["{time: 08:00-12:00}", "{time: 09:00-12:00}"], [within]),
        (["{time: 09:00-12:00}", "{time: 08:00-12:00}"], [within]),
        (["{time: 08:00-12:00}", "{time: 08:00-12:00}"], [twice]),
        (["{days: mon, time: 08:00-12:00}", "{days: mon-tue, time: 08:00-12:00}"], [within]),
        (["{time: 22:00-06:00}", "{time: 23:00-05:00}"], [within]),
        (["{time: 22:00-06:00}", "{time: 01:00-05:00}"], [within]),
        (["{time: 22:00-06:00}", "{time: 05:00-06:01}"], []),
        (["{days: fri, time: 22:00-06:00}", "{days: sat, time: 01:00-05:00}"], [within]),
        (["{days: fri, time: 22:00-06:00}", "{days: sun, time: 01:00-05:00}"], []),
        (["{days: sun, time: 22:00-06:00}", "{days: mon, time: 00:00-06:00}"], [within]),
        (["{time: 00:00-24:00}", "{time: 22:00-06:00}"], [within]),
        (["{days: mon-tue, time: 00:00-24:00}", "{days: mon, time: 22:00-06:00}"], [within]),
        (["{days: mon, time: 00:00-24:00}", "{days: mon, time: 22:00-06:00}"], []),
        (["{days: mon, time: 00:00-24:00}", "{days: mon, time: 22:00-00:00}"], [within]),
        (["{time: 08:00-12:00, except: [2026-12-24]}", "{time: 09:00-12:00}"], []),
        (
            [
                "{time: 08:00-12:00, except: [2026-12-24]}",
                "{time: 09:00-12:00, except: [2026-12-24, 2026-12-25]}",
            ], [within]
        ),
        // Thursday the 24th: the Monday is not touched.
        (
            [
                "{time: 08:00-12:00, except: [2026-12-24]}",
                "{days: mon, time: 09:00-12:00}",
            ], [within]
        ),
        (
            [
                "{time: 00:00-24:00, except: [2026-12-24]}",
                "{days: wed, time: 22:00-06:00}",
            ], []
        ),
        (["{time: 08:00-10:00}", "{time: 09:00-11:00}"], []),
        (["{time: 08:00-10:00}", "{time: 10:00-11:00}"], []),
        // 2026-12-24 is a Thursday.
        (["{time: 08:00-12:00}", "{dates: [2026-12-24], time: 09:00-12:00}"], [within]),
        (["{days: thu, time: 08:00-12:00}", "{dates: [2026-12-24], time: 09:00-12:00}"], [within]),
        (["{days: fri, time: 08:00-12:00}", "{dates: [2026-12-24], time: 09:00-12:00}"], []),
        (["{time: 09:00-12:00}", "{dates: [2026-12-24], time: 08:00-12:00}"], []),
        (["{dates: [2026-12-24], time: 08:00-12:00}", "{days: thu, time: 09:00-12:00}"], []),
        (
            [
                "{dates: [2026-12-01..2026-12-31], time: 08:00-12:00}",
                "{dates: [2026-12-24, 2026-12-27..2026-12-31], time: 08:00-10:00}",
            ], [within]
        ),
        (
            [
                "{dates: [2026-12-01..2026-12-30], time: 08:00-12:00}",
                "{dates: [2026-12-24, 2026-12-27..2026-12-31], time: 08:00-10:00}",
            ], []
        ),
        (
            [
                "{time: 08:00-12:00, except: [2026-12-20..2026-12-27]}",
                "{dates: [2026-12-24], time: 08:00-10:00}",
            ], []
        ),
    ])
    func rangesWithinOthers(written: [String], expected: [String]) {
        #expect(
            warnings(
                shop + "quiet_hours: {n: {block: [shop], ranges: ["
                    + written.joined(separator: ", ") + "]}}") == expected)
    }

    @Test func sitesAndTheirExceptions() {
        func target(_ sites: String, _ except: String) -> [String] {
            warnings("targets: {shop: {sites: [\(sites)], except_sites: [\(except)]}}")
                .filter { !$0.hasPrefix("no rule") }
        }
        #expect(target("amazon.com", "business.amazon.com") == [])
        #expect(
            target("amazon.com, ebay.com", "amazon.de") == [
                "no site of the target includes \"amazon.de\", so this exception has no effect"
            ])
        #expect(
            target("amazon.com, ebay.com", "amazon.com") == [
                "\"amazon.com\" is never blocked with this target, because \"except_sites:\" has "
                    + "\"amazon.com\""
            ])
        #expect(
            target("ebay.com, a.b.amazon.com", "amazon.com") == [
                "\"a.b.amazon.com\" is never blocked with this target, because \"except_sites:\" "
                    + "has \"amazon.com\""
            ])
    }

    @Test func pathsAndTheirExceptions() {
        func target(_ sites: String, _ except: String = "nothing.example") -> [String] {
            warnings("targets: {shop: {sites: [\(sites)], except_sites: [\(except)]}}")
                .filter { !$0.hasPrefix("no rule") && !$0.contains("nothing.example") }
        }
        #expect(target("a.com/x", "a.com/x/y, www.a.com") == [])
        #expect(target("a.com, www.a.com", "a.com/x").count == 1)
        #expect(
            target("a.com, www.a.com/x, b.com/x/y, b.com/x") == [
                "\"a.com\" already covers all its paths, including \"www.a.com/x\"",
                "\"b.com/x\" already covers all its paths, including \"b.com/x/y\"",
            ])
        #expect(
            target("a.com/x, b.com", "a.com, b.com/x, c.com/x") == [
                "\"a.com/x\" is never blocked with this target, because \"except_sites:\" has "
                    + "\"a.com\"",
                "no site of the target includes \"c.com/x\", so this exception has no effect",
            ])
        #expect(
            target("a.com/x/y, b.com", "a.com/x") == [
                "\"a.com/x/y\" is never blocked with this target, because \"except_sites:\" has "
                    + "\"a.com/x\""
            ])
        #expect(
            target("'*'", "a.com, b.com/x, localhost, printer.local") == [
                "no site of the target includes \"localhost\", so this exception has no effect",
                "no site of the target includes \"printer.local\", so this exception has no effect",
            ])
    }

    @Test func datesOnWhichTheRangeDoesNotBegin() {
        #expect(
            ranges("{days: mon-wed, time: 22:00-06:00, except: [2026-12-23, 2026-12-24]}") == [
                "2026-12-24 is a Thursday, and the range does not begin on that weekday, so this "
                    + "exception has no effect"
            ])
        #expect(
            ranges("{time: 22:00-06:00, except: [2026-12-24, 2026-12-24]}") == [
                "2026-12-24 appears twice in the list"
            ])
        #expect(
            ranges("{days: mon, time: 22:00-06:00, except: [2026-12-22..2026-12-27]}") == [
                "the range does not begin on 2026-12-22..2026-12-27 anyway, so this exception has "
                    + "no effect"
            ])
        #expect(ranges("{days: mon, time: 22:00-06:00, except: [2026-12-22..2026-12-28]}") == [])
        #expect(
            ranges("{dates: [2026-12-24], time: 22:00-06:00, except: [2026-12-25]}") == [
                "the range does not begin on 2026-12-25 anyway, so this exception has no effect"
            ])
        #expect(
            ranges("{dates: [2026-12-24, 2026-12-24], time: 22:00-06:00}") == [
                "2026-12-24 appears twice in the list"
            ])
    }

    @Test func aScheduleAllOfWhoseDaysAreExcepted() throws {
        let start = 20_454
        func dates(_ count: Int) -> String {
            (0..<count).map { CivilDateText.of(start + $0 * 7) }.joined(separator: ", ")
        }
        let day = ["thu", "fri", "sat", "sun", "mon", "tue", "wed"][start % 7]
        let never = [
            "the schedule \"n\" does not run for at least two years from "
                + "\(CivilDateText.of(start)): \"except:\" lists every day on which it would start"
        ]
        #expect(ranges("{days: \(day), time: 08:00-09:00, except: [\(dates(120))]}") == never)
        #expect(ranges("{days: \(day), time: 08:00-09:00, except: [\(dates(60))]}") == [])
        #expect(
            ranges(
                "{days: \(day), time: 08:00-09:00, except: [\(dates(120))]}",
                "{days: \(day), time: 10:00-11:00}") == [])
        let ever = "\(CivilDateText.of(start))..\(CivilDateText.of(start + 800))"
        #expect(ranges("{days: \(day), time: 08:00-09:00, except: [\(ever)]}") == never)
        #expect(
            ranges(
                "{days: \(day), time: 08:00-09:00, except: [\(ever)]}",
                "{dates: [\(ever)], time: 10:00-11:00}") == [])
    }

    // MARK: - Weights and levels

    @Test func aFactorThatWeighsNothing() {
        let said = ["the factor \"mine\" has weight 0, so the factor has no effect"]
        let zero = "risk: {factors: {mine: {weight: 0.000, when: unblocks.today > 3}}}"
        #expect(warnings(zero) == said)
        // Over another file's weight that is how its factor is switched off.
        #expect(warnings("risk: {factors: {late_night: {weight: 0}}}") == [])
        #expect(
            warnings(
                "risk: {factors: {mine: {weight: 0.1, when: unblocks.today > 3}}}",
                "risk: {factors: {mine: {weight: 0}}}") == [])
    }

    @Test func aLevelThatNoScoreReaches() {
        let factor =
            "risk: {levels: {high: 0.5}, factors: {a: {weight: 0.45, when: unblocks.today > 3}}}"
        #expect(
            warnings(factor, defaults: []) == [
                "the risk can never reach \"high\", which begins at 0.500: all factors together "
                    + "add up to only 0.450"
            ])
        #expect(warnings(factor) == [])
    }

    // MARK: - Conditions

    @Test(arguments: [
        ("local.hour >= 0", "true: the factor always adds its weight"),
        ("local.hour > 23", "false: the factor has no effect"),
        ("local.weekday in [0, 8]", "false: the factor has no effect"),
        ("local.hour < 12 || local.hour >= 12", "true: the factor always adds its weight"),
        ("unblocks.today < 0", "false: the factor has no effect"),
        ("true", "true: the factor always adds its weight"),
        ("quiet_hours.active && !quiet_hours.active", "false: the factor has no effect"),
        ("unblocks.impulse_ratio > 1.0", "false: the factor has no effect"),
    ])
    func conditionsThatNeverChange(condition: String, words: String) {
        #expect(
            conditions(condition)
                == ["the condition of the factor \"mine\" is always \(words)"])
    }

    @Test(arguments: [
        "local.hour >= 1", "local.hour in [22, 23, 0]", "unblocks.today >= 1",
        "mood.last == \"sad\"", "local.weekday != 7", "late", "late && local.hour == 22",
        "unblocks.since_last < duration(\"1h\")", "local.hour * 2 > 40",
        "unblocks.today > unblocks.this_week - 3", "now.getHours(\"Asia/Tokyo\") == 3",
        "now < timestamp(\"2030-01-01T00:00:00Z\")",
    ])
    func conditionsThatChange(condition: String) {
        #expect(conditions(condition) == [])
    }

    // MARK: - Conditions that mean something else

    private static func utc(_ name: String, _ instead: String) -> [String] {
        ["\(name)() without a time zone uses UTC; \(instead)\(name)(\"Europe/Berlin\")"]
    }

    @Test(arguments: [
        ("now.getHours() > 21", utc("getHours", "write local.hour, or name a zone: ")),
        ("now.getMonth() == 11", utc("getMonth", "name a zone: ")),
        (
            "(now - duration(\"1h\")).getMinutes() > 21",
            utc("getMinutes", "write local.minute, or name a zone: ")
        ),
        (
            "[1, 2].exists(x, now.getDayOfWeek() == x)",
            utc("getDayOfWeek", "write local.weekday, or name a zone: ")
        ),
        ("now.getHours(\"Asia/Tokyo\") > 21", []),
        ("now.getSeconds() > 21", []),
        ("unblocks.since_last.getHours() > 21", []),
        (
            "unblocks.impulse_ratio > 1/2",
            ["1 / 2 divides whole numbers, which gives 0; write 1.0 / 2.0 for the fraction"]
        ),
        (
            "unblocks.impulse_ratio * 10.0 > double(-7 / 2 + 9)",
            ["-7 / 2 divides whole numbers, which gives -3; write -7.0 / 2.0 for the fraction"]
        ),
        ("unblocks.impulse_ratio > 1.0/2.0", []),
        ("unblocks.today > 10 + 7 / -1", []),
        ("unblocks.today > 4 / 2", []),
        ("unblocks.today / 2 > 3", []),
    ])
    func conditionsThatMeanSomethingElse(condition: String, expected: [String]) {
        #expect(conditions(condition) == expected)
        #expect(
            warnings("features: {a: '\(condition)'}\nauto_protection: {p: {when: a}}") == expected)
    }

    /// The quotient of the least number and -1 has no place among the numbers.
    @Test func theLeastNumberDoesNotEndTheProgram() {
        let told = warnings(
            "features: {a: 'unblocks.today > -9223372036854775808 / -1'}\n"
                + "auto_protection: {p: {when: a}}")
        #expect(!told.contains { $0.contains("divides whole numbers") })
    }

    @Test func timesOfRulesInUTCAreThose() {
        #expect(
            warnings(
                "time_zone: UTC\n" + "features: {a: now.getHours() > 2}\n"
                    + "auto_protection: {p: {when: a}}") == [])
    }

    @Test func theWarningStandsAtTheCallOrTheDivision() {
        let text =
            "risk:\n  factors:\n    f:\n      weight: 0.1\n      when: >-\n"
            + "        unblocks.today > 3 &&\n        1 / 3 + 2 < now.getHours()\n"
        #expect(load(text).diagnostics.map { [$0.line, $0.column] } == [[7, 9], [7, 21]])
    }

    // MARK: - Budgets and waits

    @Test(arguments: [
        (
            "b: {target: shop, limit: 1h}",
            ["the budget \"b\" never matters: \"a\" counts the same use and is used up first"]
        ),
        (
            "b: {target: shop, limit: 30m}",
            [
                "the budget \"b\" never matters: \"a\" counts the same use and is used up at the same time"
            ]
        ),
        (
            "b: {target: shop, limit: 30m, strict: true}",
            [
                "the budget \"a\" never matters: \"b\" counts the same use and is used up at the same time"
            ]
        ),
        ("b: {target: shop, limit: 1h, strict: true}", []),
        ("b: {target: shop, limit: 1h, per: week}", []),
        ("b: {target: shop, limit: 1h, resets: \"04:00\"}", []),
        ("b: {target: shop, limit: 1h, time_zone: Asia/Tokyo}", []),
        ("b: {target: other, limit: 1h}", []),
    ])
    func budgetsBesideOthers(other: String, expected: [String]) {
        let targets = "targets: {shop: {sites: [a.com]}, other: {sites: [b.com]}}\n"
        let budgets = "budgets: {a: {target: shop, limit: 30m}, \(other)}\n"
        #expect(warnings(targets + budgets) == expected)
        let reads =
            "features: {f: 'budgets.a.left + budgets.b.left < duration(\"5m\")'}\n"
            + "auto_protection: {p: {when: f}}"
        #expect(warnings(targets + budgets + reads) == [])
    }

    @Test func aDelayBesideTimesOfTheMachine() {
        let said = [
            "edits that weaken the rules wait, but the times of the rules move with the machine's "
                + "time zone (until the delay is over, the former times also apply); to keep the "
                + "times for good, set \"time_zone:\", for example to Europe/Berlin"
        ]
        func nights(_ rest: String, delay: String = "24h") -> [String] {
            warnings(
                shop + "edits: {weakening_waits: \(delay)}\nquiet_hours: {n: {block: [shop], "
                    + "ranges: [{time: 22:00-06:00}]\(rest)")
        }
        #expect(nights("}}") == said)
        #expect(nights("}}", delay: "0s") == [])
        #expect(nights(", time_zone: Asia/Tokyo}}") == [])
        #expect(nights("}}\ntime_zone: Asia/Tokyo") == [])
        #expect(warnings(shop + "edits: {weakening_waits: 24h}") == [])
    }

    @Test func anImpulseThatOpensSooner() {
        let said = [
            "the wait before an impulse unblock (20s) is shorter than the wait before a planned one "
                + "(1m): calling a wish an impulse opens the target sooner"
        ]
        #expect(warnings("unblock: {wait: {planned: 1m, impulse: 20s}}") == said)
        #expect(warnings("unblock: {wait: {planned: 1m, impulse: 1m}}") == [])
        #expect(warnings("unblock: {wait: {planned: 1m, impulse: 2m}}") == [])
        let upper = load("unblock: {wait: {planned: 1h}}").diagnostics
        #expect(upper.map(\.kind) == [.shortImpulseWait] && upper[0].column == 27)
    }

    @Test func aConstantFeatureIsToldOnce() {
        #expect(
            warnings(
                """
                features: {x: local.hour > 30, y: x || local.hour > 31}
                risk: {factors: {f: {weight: 0.1, when: y}}}
                auto_protection: {p: {when: x && risk.automatic >= 0.5}}
                """) == ["the feature \"x\" is always false"])
    }

    @Test func overALowerLayerAConstantIsMeant() {
        #expect(warnings("features: {late: 'false'}") == [])
        #expect(warnings("risk: {factors: {weekend: {when: 'false'}}}") == [])
        #expect(warnings("auto_protection: {high_risk: {when: 'false'}}") == [])
    }

    @Test func aProtectionThatNeverBegins() {
        let none = "[high_frequency, late_night, rapid_unblocks, high_impulse_ratio, weekend]"
            .dropFirst().dropLast().split(separator: ", ").map { "\($0): null" }
            .joined(separator: ", ")
        func protection(_ condition: String) -> [String] {
            warnings(
                """
                risk: {factors: {\(none), said: {weight: 0.9, when: mood.last != ''}}}
                auto_protection: {mine: {when: \(condition)}}
                """)
        }
        let said = [
            "the auto-protection \"mine\" can never begin: its condition needs a higher score, but "
                + "all automatic factors together add up to only 0.100"
        ]
        #expect(protection("risk.automatic > 0.1") == said)
        #expect(protection("risk.automatic >= 0.1") == [])
        #expect(protection("risk.automatic > 0.1 || local.hour == 3") == [])
        #expect(protection("risk.automatic >= 0.5 && local.hour == 3") == said)
        #expect(protection("unblocks.today > 3") == [])
    }

    @Test func thousandsOfConditionsAreLookedAtWithinABound() {
        let factors = (0..<800).map {
            "    f\($0): {weight: 0.001, when: local.hour == \($0 % 24) && local.minute != "
                + "\($0 % 60) "
                + "&& unblocks.today != \($0) && local.weekday != \($0 % 7 + 1)}"
        }
        #expect(warnings("risk:\n  factors:\n" + factors.joined(separator: "\n")) == [])
    }
}

/// Dates as rule files write them.
private enum CivilDateText {
    static func of(_ day: Int) -> String {
        let date = Date(timeIntervalSince1970: Double(day) * 86400)
        return String(date.ISO8601Format().prefix(10))
    }
}

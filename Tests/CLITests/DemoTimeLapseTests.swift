import Engine
import Foundation
import RuleModel
import Testing

@testable import Demo
@testable import soteria

/// `soteria demo`: a day in thirty seconds.
@Suite struct DemoTimeLapseTests {
    private static let summary = """

        01:00 ██████·········█████████████████▒█████████████████████························█▒████████████
              06            09             12            15             18            21             00
        █ blocked  ▒ opened by permission  · open

        Requests            4: 3 unblocked, 1 kept
        Protection moments  1
        Blocked             11 h 42 min, with 1 auto-protection
        Highest risk        0.850

        Next steps:
          soteria demo --days 365  a whole year, in the dashboard
          soteria dashboard        your own days
          soteria rules list       your rules; write them in
                                   ~/.config/soteria/rules.d

        """

    /// The wait before each unblock, in seconds.
    private static let wait = Int(UnblockRules.standard.plannedWait.seconds)

    /// A time of the clock that is earlier by some seconds and by the wait.
    private static func before(_ hour: Int, _ minute: Int, _ second: Int, _ seconds: Int) -> String
    {
        let all = hour * 3600 + minute * 60 + second - seconds - wait
        return [all / 3600, all / 60 % 60, all % 60].map { ($0 < 10 ? "0" : "") + String($0) }
            .joined(separator: ":")
    }

    private static let day = """
        06:00:00  A new day. Soteria asks: Did you plan what to buy today?
        06:00:00  Shopping  blocked, no end known  Did you plan what to buy today? (check-in, strict), Quiet nights (quiet hours)
        06:00:00  Risk 0.000 low
        06:30:00  Shopping  stays blocked, no end known  Did you plan what to buy today? (check-in, strict)
        07:10:00  You wake up and unlock the screen.
        07:12:00  You answer yes.
        07:12:00  Shopping  open again
        09:00:00  Shopping  blocked until 17:00 (in 8 h)  Work (quiet hours)
        \(before(12, 31, 32, 12))  Lunch. You try to open amazon.com, which is blocked. Is it planned?
        \(before(12, 31, 32, 2))  Planned: you need ten minutes for a gift of about 40 EUR. You wait \(wait) s.
        12:31:32  You still want the gift and open the site.
        12:31:32  Shopping  open until 12:41 (in 10 min)
        12:41:32  Shopping  blocked again until 17:00 (in 4 h 19 min)  Work (quiet hours)
        12:42:00  You log the outcome: bought for 38.50 EUR, no regret.
        17:00:00  Shopping  open again
        18:00:00  Risk 0.100 low: weekend 0.100
        18:10:00  You look at shoes on ebay.com for 25 min. The site is open.
        22:00:00  Shopping  blocked until 06:30 (in 8 h 30 min)  Quiet nights (quiet hours)
        22:00:00  Risk 0.500 moderate: late_night 0.400, weekend 0.100
        \(before(22, 6, 42, 22))  You try to open ebay.com, but it is blocked.
        \(before(22, 6, 42, 12))  You answer: an impulse, because you are tired. You wait \(wait) s.
        22:06:42  You open the site anyway.
        22:06:42  Shopping  open until 22:21 (in 15 min)
        22:21:42  Shopping  blocked again until 06:30 (in 8 h 9 min)  Quiet nights (quiet hours)
        \(before(22, 25, 30, 20))  You try to open amazon.com, but it is blocked again.
        \(before(22, 25, 30, 15))  You answer: an impulse, because you are bored. You wait \(wait) s.
        22:25:30  You open the site anyway.
        22:25:30  Shopping  open until 22:40 (in 15 min)
        22:25:30  Risk 0.700 high: late_night 0.400, rapid_unblocks 0.200, weekend 0.100
        22:25:30  The risk is high. Soteria offers to protect you for 1 h.
        22:29:35  Shopping: today's budget of 45 min is used up.
        22:30:00  Auto-Protection: High Risk Detected. Soteria starts an auto-protection for 2 h.
        22:30:00  The protection ends the unblock early.
        22:30:00  Shopping  blocked until 06:30 (in 8 h)  Auto-Protection: High Risk Detected (auto-protection), Time for shops (budget used up), Quiet nights (quiet hours)
        22:30:00  Risk 0.850 critical: late_night 0.400, rapid_unblocks 0.200, budget_spent 0.150, weekend 0.100
        23:30:00  Risk 0.650 high: late_night 0.400, budget_spent 0.150, weekend 0.100
        00:08:00  You try to open amazon.com once more.
        00:08:10  You answer: an impulse, because you are bored.
        00:08:25  You keep the block: a protection moment.
        00:30:00  Shopping  stays blocked until 06:30 (in 6 h)  Time for shops (budget used up), Quiet nights (quiet hours)

        """

    private static func heading(_ speed: String) -> String {
        "A day with Soteria\(speed): Friday, 2026-11-20. The day is made up; the decisions are real.\n"
            + "Shops are blocked during work, at night, and until you answer a check-in. You can "
            + "use them for 45 min a day.\n\n"
    }

    private func lapse(_ zone: String = "Europe/Berlin", day: Int = 20_777) throws -> TimeLapse {
        let (rules, zone) = try DemoRules.day.load(["TZ": zone])
        return TimeLapse(.friday, rules, zone: zone, day: day)
    }

    private func perform(_ ears: DemoSurroundings, _ context: CommandContext, _ words: String...)
        -> Int32
    { context.perform(arguments: ["demo"] + words) }

    // MARK: Output

    @Test func atOnceItIsAllThere() {
        let ears = DemoSurroundings()
        #expect(perform(ears, ears.make(), "--seconds", "0") == 0)
        #expect(ears.error.isEmpty)
        #expect(ears.output == Self.heading("") + Self.day + Self.summary)
    }

    @Test func elsewhereItIsTheSameLineByLineInItsTime() {
        let ears = DemoSurroundings(Person([], isAtTerminal: false))
        #expect(perform(ears, ears.make()) == 0)
        #expect(ears.output == Self.heading(" in 30 seconds") + Self.day + Self.summary)
        #expect(ears.person.elapsed == .seconds(30))
        #expect(!ears.output.contains("\r") && !ears.output.contains("\u{1b}"))
    }

    @Test func withoutUTF8AndWithRulesElsewhere() {
        let ears = DemoSurroundings()
        let context = ears.make(
            style: Style(width: 40),
            environment: ["LANG": "C", "XDG_CONFIG_HOME": "/etc/xdg of mine"])
        #expect(perform(ears, context, "--seconds", "0") == 0)
        #expect(ears.output.utf8.allSatisfy { $0 < 128 })
        #expect(ears.output.contains("# blocked  + opened by permission  . open\n"))
        #expect(ears.output.contains("\n01:00 ###...###"))
        #expect(ears.output.contains("/etc/xdg of mine/soteria/rules.d\n"))
    }

    @Test func nothingOfThePersonIsRead() throws {
        // Rules with errors, and a socket and a state that are not there.
        try RuleFilesOnDisk.with(["10-own.yaml": "targets: 3\n"]) { home in
            let ears = DemoSurroundings()
            let context = ears.make(environment: [
                "XDG_CONFIG_HOME": home, "HOME": home, "SOTERIA_SOCKET": home + "/none",
                "STATE_DIRECTORY": home + "/none",
            ])
            #expect(perform(ears, context, "--seconds", "0") == 0)
            #expect(ears.output.contains(Self.day))
            let names = try FileManager.default.contentsOfDirectory(atPath: home)
            #expect(names == ["10-own.yaml"])
        }
    }

    @Test(arguments: [
        ("2026-11-20T00:30:00+01:00", "2026-11-20"), ("2026-11-20T23:59:00+01:00", "2026-11-20"),
        ("2026-11-19T23:00:00+01:00", "2026-11-13"), ("2026-11-26T12:00:00+01:00", "2026-11-20"),
        ("2026-01-01T12:00:00+01:00", "2025-12-26"),
    ])
    func itIsTheLastFridayOrToday(now: String, friday: String) throws {
        let ears = DemoSurroundings()
        let now = try #require(Instant(rfc3339: now))
        #expect(perform(ears, ears.make(now: now), "--seconds", "0") == 0)
        #expect(ears.output.hasPrefix("A day with Soteria: Friday, \(friday)."))
        #expect(ears.output.contains(Self.day))
    }

    @Test(arguments: ["America/Sao_Paulo", "Asia/Kathmandu", "Pacific/Kiritimati", "UTC"])
    func theStoryIsTheSameByEveryClock(zone: String) {
        let ears = DemoSurroundings()
        #expect(perform(ears, ears.make(environment: ["TZ": zone]), "--seconds", "0") == 0)
        #expect(ears.output.contains(Self.day))
    }

    // MARK: What the engine decided

    @Test func theDayComesToWhatTheStoryPromises() throws {
        let lapse = try lapse()
        #expect(lapse.totals.requests == 4 && lapse.totals.kept == 1)
        #expect(lapse.totals.unblocked == 3 && lapse.totals.autoProtections == 1)
        #expect(lapse.totals.highestRisk == Score(thousandths: 850))
        let levels = lapse.entries.compactMap { entry -> RiskLevel? in
            if case .assessed(let assessment) = entry.kind { assessment.level } else { nil }
        }
        #expect(levels.contains(.critical))
        let isAscending = zip(lapse.entries, lapse.entries.dropFirst()).allSatisfy {
            $0.at <= $1.at
        }
        #expect(isAscending)
        #expect(lapse.entries.allSatisfy { (lapse.from...lapse.to).contains($0.at) })
    }

    @Test func theBarIsTrueAtEveryMoment() throws {
        let lapse = try lapse()
        func standing(_ hour: Int, _ minute: Int) -> TimeLapse.Standing {
            lapse.standing(at: lapse.from + .minutes(Int64((hour - 6) * 60 + minute)))
        }
        #expect(standing(6, 0) == .blocked && standing(7, 13) == .open)
        #expect(standing(12, 30) == .blocked && standing(12, 40) == .granted)
        #expect(standing(12, 50) == .blocked && standing(20, 0) == .open)
        #expect(standing(22, 10) == .granted && standing(22, 31) == .blocked)
        let text = TimeLapseText(lapse: lapse, isUTF8: true, style: Style(width: 50))
        #expect(text.bar(at: lapse.from) == "06:00 █" + String(repeating: " ", count: 41))
        for minutes in stride(from: Int64(0), through: 19 * 60, by: 7) {
            #expect(text.bar(at: lapse.from + .minutes(minutes)).count == 48)
        }
        let colored = TimeLapseText(
            lapse: lapse, isUTF8: true, style: Style(width: 50, color: true))
        let plain = colored.bar(at: lapse.to).replacing(/\u{1b}\[[0-9]+m/, with: "")
        #expect(plain == text.bar(at: lapse.to))
    }

    // MARK: How it is played

    @Test func timeRunsOnAndSlowerWhereMuchHappens() throws {
        let lapse = try lapse()
        let shares = TimeLapsePlayer.shares(lapse)
        #expect(shares.count == lapse.entries.count)
        #expect(zip(shares, shares.dropFirst()).allSatisfy { $0 < $1 })
        #expect(shares.allSatisfy { $0 > 0 && $0 < 1 })
        // Nobody can read ten lines in a second.
        let gaps = zip(shares, shares.dropFirst()).map { $1 - $0 }
        #expect(gaps.allSatisfy { $0 * 30 > 0.4 })
        var before = lapse.from
        for step in 0...1000 {
            let clock = TimeLapsePlayer.clock(at: Double(step) / 1000, lapse, shares)
            #expect(clock >= before && clock <= lapse.to)
            before = clock
        }
        #expect(TimeLapsePlayer.clock(at: 0, lapse, shares) == lapse.from)
        #expect(TimeLapsePlayer.clock(at: 1, lapse, shares) == lapse.to)
        for (entry, share) in zip(lapse.entries, shares) {
            let clock = TimeLapsePlayer.clock(at: share, lapse, shares)
            #expect((clock - entry.at).magnitude < .seconds(1))
        }
    }

    /// The final contents of a terminal: each line as it was last written.
    private static func screen(_ output: String) -> String {
        // By scalars: a return and a newline are one character.
        output.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
            .map { line in
                let shown = line.split(separator: "\r", omittingEmptySubsequences: false)
                    .reduce("") { String($1) + $0.dropFirst($1.count) }
                return String(shown.reversed().drop { $0 == " " }.reversed())
            }.joined(separator: "\n")
    }

    @Test func aTerminalShowsTheSameWithTheBarBelow() throws {
        let ears = DemoSurroundings(Person([]))
        let context = ears.make(isTerminal: true)
        #expect(perform(ears, context, "--seconds", "12") == 0)
        #expect(
            Self.screen(ears.output) == Self.heading(" in 12 seconds") + Self.day + Self.summary)
        #expect(ears.person.elapsed == .seconds(12))
        let bars = ears.output.split(separator: "\r").filter {
            $0.contains(#/^[0-9]{2}:[0-9]{2} /#)
        }
        // About ten a second.
        #expect((100...220).contains(bars.count))
        let clocks = bars.map { String($0.prefix(5)) }
        #expect(clocks.contains { $0.hasPrefix("15:") } && clocks.contains { $0.hasPrefix("20:") })
        // Colours alone need the escape character.
        #expect(!ears.output.contains("\u{1b}"))
    }

    @Test func atOnceThereIsNoBarOnATerminalEither() {
        let ears = DemoSurroundings(Person([]))
        let context = ears.make(
            style: Style(width: 100, color: true), isTerminal: true)
        #expect(perform(ears, context, "--seconds", "0") == 0)
        #expect(!ears.output.contains("\r"))
        let plain = ears.output.replacing(/\u{1b}\[[0-9]+m/, with: "")
        #expect(plain == Self.heading("") + Self.day + Self.summary)
        #expect(ears.output.contains("\u{1b}[31mblocked"))
        #expect(ears.output.contains("\u{1b}[31mRisk 0.850 critical\u{1b}[0m"))
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP], [0.0, 3.3, 17, 29.9])
    func ctrlCEndsItCleanlyAtEveryMoment(signal: Int32, after: Double) {
        for isTerminal in [true, false] {
            let ears = DemoSurroundings(
                Person(.after(.seconds(after), .signals(signal)), isAtTerminal: isTerminal))
            #expect(perform(ears, ears.make(isTerminal: isTerminal)) == 128 + signal)
            #expect(ears.person.elapsed == .seconds(after))
            // The bar is gone, the lines so far stand, and nothing is said of an error.
            let shown = Self.screen(ears.output)
            #expect((Self.heading(" in 30 seconds") + Self.day).hasPrefix(shown))
            #expect(ears.error.isEmpty)
        }
    }
}

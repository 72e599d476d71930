import RuleFiles
import RuleModel
import SeededRandom
import Testing

@testable import soteria

/// LeechBlock's options become rules, and what has no counterpart is named.
@Suite struct LeechBlockTests {
    private func draft(_ lines: String...) throws -> RuleDraft {
        try #require(LeechBlock.draft(Array(lines.joined(separator: "\n").utf8)))
    }

    /// The omissions, as `LINE SETTING=VALUE`.
    private func left(_ draft: RuleDraft) -> [String] {
        draft.omissions.map { "\($0.line ?? 0) \($0.setting)=\($0.value)" }
    }

    @Test func aSetBecomesATarget() throws {
        let draft = try draft(
            "numSets=2", "setName1=Social media",
            "sites1=+reddit.com/r/swift reddit.com https://www.facebook.com youtube.com/shorts",
            "times1=0900-1700,2230-2400", "limitMins1=45", "limitPeriod1=86400", "limitOffset1=4",
            "conjMode1=false", "days1=62", "blockURL1=delayed.html?$S&$U", "delaySecs1=30",
            "delayAllowMins1=10", "setName2=", "sites2=", "times2=", "days2=62",
            "blockURL2=blocked.html?$S&$U", "theme=")
        #expect(
            draft.targets == [
                RuleDraft.Target(
                    name: "Social media",
                    sites: ["reddit.com", "facebook.com", "youtube.com/shorts"],
                    exceptSites: ["reddit.com/r/swift"],
                    ranges: [
                        RangeEntry(days: ["weekdays"], time: "09:00-17:00"),
                        RangeEntry(days: ["weekdays"], time: "22:30-24:00"),
                    ],
                    limit: RuleDraft.Limit(
                        length: .minutes(45), period: .day, days: ["weekdays"], resets: "04:00"),
                    wait: .seconds(30), grant: .minutes(10))
            ])
        #expect(draft.omissions.isEmpty, "\(left(draft))")
    }

    @Test func whatRulesCannotNameIsListed() throws {
        let draft = try draft(
            "sites1=a.com ~cats >b.com c.com/*/d #note FILE e.com/?q=1 f.com:8080 *.g.com h.com/*",
            "regexpBlock1=x+", "waitSecs1=5", "password=secret", "orcode=", "saveSecs=10",
            "theme=dark", "some words", "futureOption1=7", "futureSwitch1=false")
        #expect(draft.targets.map(\.sites) == [["a.com", "g.com", "h.com"]])
        #expect(
            left(draft) == [
                "1 sites1=~cats", "1 sites1=>b.com", "1 sites1=c.com/*/d", "1 sites1=#note",
                "1 sites1=FILE", "1 sites1=e.com/?q=1", "1 sites1=f.com:8080", "2 regexpBlock1=x+",
                "3 waitSecs1=5", "4 password=(not shown)", "7 theme=dark", "8 =some words",
                "9 futureOption1=7",
            ])
        #expect(draft.omissions.allSatisfy { !$0.reason.isEmpty })
    }

    @Test func everySiteButAFew() throws {
        let draft = try draft("sites3=* +work.example.com", "times3=0000-2400", "days3=127")
        #expect(
            draft.targets == [
                RuleDraft.Target(
                    name: "Block set 3", sites: ["*"], exceptSites: ["work.example.com"],
                    ranges: [RangeEntry(days: ["daily"], time: "00:00-24:00")])
            ])
    }

    /// Times and a limit together block only once both hold: the whole day until the limit is used
    /// up would be another rule.
    @Test func timesTogetherWithALimitAreNoQuietHours() throws {
        let both = try draft(
            "sites1=a.com", "times1=0000-2400", "limitMins1=30", "limitPeriod1=3600",
            "conjMode1=true", "days1=127")
        #expect(both.targets.first?.ranges == [])
        #expect(
            both.targets.first?.limit == RuleDraft.Limit(length: .minutes(30), period: .hour))
        #expect(left(both) == ["2 times1=0000-2400"])
        let one = try draft("sites1=a.com", "times1=0900-1700", "conjMode1=true")
        #expect(one.targets.first?.ranges == [] && left(one) == ["2 times1=0900-1700"])
    }

    @Test func valuesBeyondTheRulesAreListed() throws {
        let draft = try draft(
            "sites1=a.com", "times1=0900-0800,0960-1700,1000-1100", "limitMins1=5",
            "limitPeriod1=5400", "days1=65", "blockURL1=delayed.html?$S&$U", "delaySecs1=9000",
            "sites2=b.com", "limitMins2=0.5", "limitPeriod2=86400", "days2=127",
            "sites3=c.com", "limitMins3=12.5", "limitPeriod3=604800", "days3=62",
            "sites4=d.com", "days4=900", "disable5=true", "sites5=e.com", "sites6=~x",
            "times6=1000-1100")
        #expect(
            draft.targets.first?.ranges == [RangeEntry(days: ["sat", "sun"], time: "10:00-11:00")]
                || draft.targets.first?.ranges
                    == [RangeEntry(days: ["weekends"], time: "10:00-11:00")]
        )
        #expect(
            draft.targets.map(\.limit) == [
                nil, nil, RuleDraft.Limit(length: .seconds(750), period: .week), nil,
            ])
        #expect(
            left(draft) == [
                "2 times1=0900-0800", "2 times1=0960-1700", "3 limitMins1=5", "4 limitPeriod1=5400",
                "7 delaySecs1=9000", "9 limitMins2=0.5", "14 limitPeriod3=604800",
                "17 days4=900", "18 disable5=true", "20 sites6=~x", "21 times6=1000-1100",
            ])
    }

    @Test func theLastOfTwoLinesCounts() throws {
        let draft = try draft("sites1=a.com\r", "sites1=b.com\r", "# note", "")
        #expect(draft.targets.map(\.sites) == [["b.com"]])
        #expect(left(draft) == ["1 sites1=a.com"])
    }

    @Test(arguments: [
        [], Array("theme=dark\n".utf8), Array("a: b\n".utf8), [0xff, 0xfe, 0x73], Array("=".utf8),
        Array("sites0=a.com\nsites=b.com\nsites99999999999999999999=c.com".utf8),
    ])
    func otherFilesAreRefused(bytes: [UInt8]) { #expect(LeechBlock.draft(bytes) == nil) }

    /// A file that is read makes rules that load; nothing traps.
    @Test func randomFiles() {
        var random = SeededGenerator()
        let pieces = [
            "sites1=", "sites2=", "times1=", "limitMins1=", "limitPeriod1=", "limitOffset1=",
            "days1=", "conjMode1=true", "blockURL1=delayed.html", "delaySecs1=", "disable2=true",
            "setName1=", "\n", "\r\n", "\n", " ", "a.com", "+b.a.com", "*", "~", ">", "/", "/x",
            "0900-1700", ",", "-", "3600", "86400", "604800", "12.5", "99", "-4", "é", "日本.jp", "=",
            "\u{0}", "\u{301}", "\u{feff}", "9999999999999999999", "xn--", "[::1]", "%", "?", "#",
        ]
        var loaded = 0
        for _ in 0..<400 {
            let count = Int.random(in: 1...60, using: &random)
            let text = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            var bytes = Array(("sites1=a.com " + text).utf8)
            if Bool.random(using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] =
                    UInt8.random(in: 0...255, using: &random)
            }
            guard let draft = LeechBlock.draft(bytes), !draft.targets.isEmpty else { continue }
            let file = draft.file(["x"], besides: ["block_set_1"])
            let loading = RuleLoader(zones: ZoneSource(environment: [:])).load(
                sources: [RuleText(path: "leechblock.yaml", layer: 2, text: file.text)])
            let words = loading.rendered(color: false)
            #expect(loading.ruleSet != nil, "seed \(random.seed): \(file.text)\n\(words)")
            loaded += 1
        }
        #expect(loaded > 100)
    }
}

import SeededRandom
import Testing

@testable import RuleModel

/// Lists that were compared when they were read, and targets that share sites.
@Suite struct ComparedListsTests {
    private func target(
        _ key: String = "a", sites: [String] = [], lists: [SiteList] = []
    ) -> Target {
        Target(key: key, name: key, sites: sites, lists: lists, apps: [], fingerprint: "")
    }

    private func list(
        _ entries: [String], digest: String, comparedWith others: [SiteList] = []
    ) -> SiteList {
        var builder = SiteListBuilder()
        for entry in entries {
            let isBelow = entry.hasPrefix("*.")
            builder.add(isBelow ? String(entry.dropFirst(2)) : entry, isSubdomainsOnly: isBelow)
        }
        return builder.list(digest: digest, comparedWith: others)
    }

    @Test func whatIsKnownOfOthers() {
        let old = list(["a.com", "b.com", "*.c.com"], digest: "1")
        let more = list(["com"], digest: "2", comparedWith: [old])
        #expect(more.covers(old) == .max && more.covers(more) == .max)
        let less = list(["a.com", "c.com"], digest: "3", comparedWith: [old, more])
        #expect(less.covers(old) < .max && less.covers(more) == 0)
        // A list knows nothing about lists that it was not compared with.
        #expect(old.covers(more) == 0 && less.covers(list(["c.com"], digest: "4")) == 0)
        // The same digest is the same list, whoever read it.
        #expect(list(["a.com"], digest: "1").covers(old) == .max)
    }

    /// Whether lists were compared before changes no answer.
    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func theSameAnswers(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        func entries(_ count: Int) -> [String] {
            (0..<count).map { _ in
                (Int.random(in: 0..<3, using: &generator) == 0 ? "*." : "")
                    + generator.name(labels: 1...3)
            }
        }
        let few = entries(Int(seed % 30))
        let old = list(few, digest: "1")
        let new = seed % 2 == 0 ? few + entries(5) : entries(60)
        let rest = list(entries(20), digest: "3", comparedWith: [old])
        let plain = target(lists: [list(new, digest: "2"), rest])
        let compared = target(lists: [list(new, digest: "2", comparedWith: [old]), rest])
        let before = target(lists: [old])
        #expect(before.firstSite(notIn: plain) == before.firstSite(notIn: compared), "seed \(seed)")
        #expect(seed % 2 == 1 || before.firstSite(notIn: compared) == nil, "seed \(seed)")
    }

    @Test func whoSharesSites() {
        let long = siteList((0..<500).map { "n\($0).example" }, digest: "1")
        let targets = [
            target("same", lists: [siteList(["n0.example"], digest: "1")]),
            target("below", sites: ["www.n7.example"]), target("above", sites: ["example"]),
            target("none", sites: ["a.com"], lists: [siteList(["*.b.com"], digest: "2")]),
            target("one", lists: [siteList(["n3.example", "z.com"], digest: "3")]),
        ]
        let index = TargetIndex(targets)
        let keys = Set(targets.map(\.key))
        let named = target(lists: [long])
        #expect(named.keys(of: keys, in: index) == ["same", "above", "one"])
        #expect(named.keys(of: ["none", "one"], in: index) == ["one"])
        #expect(named.keys(of: [], in: index) == [])
        // A list that names a part of another one's site is found from the other side.
        #expect(
            targets[1].keys(of: ["long"], in: TargetIndex([target("long", lists: [long])]))
                == ["long"])
        let below = target("x", lists: [siteList(["*.b.com"], digest: "9")])
        #expect(below.keys(of: keys, in: index) == ["none"])
        #expect(target("y", sites: ["b.com"]).keys(of: keys, in: index) == [])
        #expect(
            targets[3].keys(of: ["y"], in: TargetIndex([target("y", sites: ["b.com"])]))
                == ["y"])
        #expect(target("e", lists: [siteList([], digest: "1")]).keys(of: keys, in: index) == [])
    }
}

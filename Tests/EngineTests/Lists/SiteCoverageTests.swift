import RuleModel
import SeededRandom
import Testing

/// The union of the sites and lists of targets.
@Suite struct SiteCoverageTests {
    private func target(
        _ key: String = "a", sites: [String] = [], lists: [SiteList] = [],
        except: [String] = []
    ) -> Target {
        Target(
            key: key, name: key, sites: sites, lists: lists, exceptSites: except, apps: [],
            fingerprint: "")
    }

    @Test func sitesAndListsTogether() {
        let list = siteList(["b.com", "*.c.com"], digest: "1")
        let target = target(sites: ["a.com"], lists: [list, siteList(["d.com"], digest: "2")])
        #expect(target.siteCount == 4)
        for host in ["a.com", "x.a.com", "b.com", "x.c.com", "D.com."] {
            #expect(target.names(site: host), "\(host)")
        }
        #expect(!target.names(site: "c.com") && !target.names(site: "com"))
        #expect(target.lists(site: "a.com") && target.lists(site: "b.com"))
        #expect(!target.lists(site: "x.a.com") && !target.lists(site: "c.com"))
        #expect(target.sites(prefix: 1) == ["a.com"] && target.sites(prefix: 0).isEmpty)
        #expect(Set(target.sites(prefix: 9)) == ["a.com", "b.com", "*.c.com", "d.com"])
    }

    @Test func oneIndexOfAll() {
        let shared = siteList(["casino.example", "bets.example"], digest: "1")
        let index = TargetIndex([
            target("one", sites: ["bets.example", "a.com"], lists: [shared]),
            target("two", lists: [shared, siteList(["a.com"], digest: "2")]),
            target("three", sites: ["casino.example"]),
        ])
        #expect(index.targets(site: "www.casino.example") == ["one", "three", "two"])
        #expect(index.targets(site: "BETS.example") == ["one", "two"])
        #expect(index.targets(site: "a.com.") == ["one", "two"])
        #expect(index.targets(site: "example") == [])
    }

    @Test func theFirstSiteThatIsMissing() {
        let list = siteList(["b.com", "c.com"], digest: "1")
        let all = target(sites: ["a.com"], lists: [list])
        #expect(all.firstSite(notIn: all) == nil)
        #expect(all.firstSite(notIn: target(lists: [list])) == "a.com")
        #expect(all.firstSite(notIn: target(sites: ["com"])) == nil)
        #expect(all.firstSite(notIn: target(sites: ["a.com", "b.com", "c.com"])) == nil)
        let missing = all.firstSite(notIn: target(sites: ["a.com", "b.com"]))
        #expect(missing == "c.com")
        let below = target(sites: ["a.com", "www.b.com", "c.com"])
        #expect(all.firstSite(notIn: below) == "b.com")
    }

    @Test func whatStandsForSubdomainsAlone() {
        let below = target(lists: [siteList(["*.a.com"], digest: "1")])
        #expect(below.firstSite(notIn: target(sites: ["a.com"])) == nil)
        #expect(below.firstSite(notIn: target(lists: [siteList(["*.com"], digest: "2")])) == nil)
        #expect(target(sites: ["a.com"]).firstSite(notIn: below) == "a.com")
        #expect(below.firstSite(notIn: target()) == "www.a.com")
        // However many of them are named, there are others.
        let some = target(sites: ["www.a.com", "s0.a.com", "s1.a.com"])
        #expect(below.firstSite(notIn: some) == "s2.a.com")
    }

    @Test func exceptionsAreMissing() {
        let whole = target(sites: ["a.com", "b.com"])
        let part = target(sites: ["a.com", "b.com"], except: ["x.a.com"])
        #expect(whole.firstSite(notIn: part) == "x.a.com")
        #expect(part.firstSite(notIn: whole) == nil && part.firstSite(notIn: part) == nil)
        // Wider and narrower ones.
        let less = target(sites: ["a.com", "b.com"], except: ["a.com"])
        #expect(part.firstSite(notIn: less) == "a.com" && less.firstSite(notIn: part) == nil)
        let more = target(sites: ["a.com", "b.com"], except: ["y.x.a.com"])
        #expect(more.firstSite(notIn: part) == "x.a.com" && part.firstSite(notIn: more) == nil)
        // An exception where there is nothing changes nothing.
        let idle = target(sites: ["a.com", "b.com"], except: ["c.com"])
        #expect(whole.firstSite(notIn: idle) == nil && idle.firstSite(notIn: whole) == nil)
    }

    @Test func exceptionsFromLists() {
        let list = siteList(["b.com", "x.c.com", "*.d.com"], digest: "1")
        let whole = target(lists: [list])
        for (exception, missing) in [
            ("b.com", "b.com"), ("y.b.com", "y.b.com"), ("c.com", "x.c.com"),
            ("x.c.com", "x.c.com"), ("d.com", "www.d.com"), ("a.com", nil),
        ] {
            let part = target(lists: [list], except: [exception])
            #expect(whole.firstSite(notIn: part) == missing, "\(exception)")
            #expect(part.firstSite(notIn: whole) == nil, "\(exception)")
            #expect(part.firstSite(notIn: part) == nil, "\(exception)")
        }
    }

    @Test(arguments: [
        // Both leave it out, one does, neither has anything there.
        (["a.com"], ["x.a.com"], ["a.com"], ["x.a.com"], ["x.a.com"]),
        (["a.com"], ["x.a.com"], ["a.com"], [], []),
        (["a.com"], ["x.a.com"], ["b.com"], [], ["x.a.com"]),
        (["a.com"], ["x.a.com"], ["b.com"], ["y.b.com"], ["x.a.com", "y.b.com"]),
        (["a.com"], ["x.a.com"], ["a.com"], ["a.com"], ["x.a.com"]),
        (["a.com"], ["x.a.com"], ["y.x.a.com"], [], []),
        (["a.com"], ["x.a.com"], ["y.x.a.com"], ["y.x.a.com"], ["x.a.com", "y.x.a.com"]),
        (["a.com"], ["y.x.a.com"], ["a.com"], ["x.a.com"], ["y.x.a.com"]),
    ])
    func exceptionsOfBoth(
        sites: [String], except: [String], others: [String], otherExcept: [String],
        united: [String]
    ) {
        var one = target(sites: sites, except: except)
        let other = target(sites: others, except: otherExcept)
        let first = one
        one.uniteSites(with: other)
        #expect(one.exceptSites == united)
        #expect(first.firstSite(notIn: one) == nil && other.firstSite(notIn: one) == nil)
    }

    @Test func exceptionsBesideLists() {
        let list = siteList(["x.a.com", "*.b.com"], digest: "1")
        var one = target(sites: ["a.com", "b.com"], except: ["x.a.com", "b.com", "c.com"])
        one.uniteSites(with: target(lists: [list]))
        #expect(one.exceptSites == ["c.com"])
    }

    @Test func unitedEachIsThereOnce() {
        let list = siteList(["b.com"], digest: "1")
        var one = target(sites: ["a.com", "c.com"], lists: [list])
        one.uniteSites(
            with: target(
                sites: ["c.com", "d.com"],
                lists: [siteList(["b.com"], digest: "1"), siteList(["e.com"], digest: "2")]))
        #expect(one.sites == ["a.com", "c.com", "d.com"])
        #expect(one.lists.map(\.digest) == ["1", "2"])
        #expect(one.siteCount == 5)
    }

    @Test func thePathOfAList() {
        let list = siteList(["b.com"], digest: "1")
        var set = RuleSet.empty
        set.sources = [
            RuleText(path: "/a.yaml", layer: 2, text: "x"),
            RuleText(list: "/lists/b.txt", layer: 2, digest: "1"),
        ]
        #expect(set.path(of: list) == "/lists/b.txt")
        #expect(set.path(of: siteList(["b.com"], digest: "2")) == nil)
    }

    /// A witness is a host that the one has and the other has not; where there is none, no host out
    /// of many is one.
    @Test(arguments: 1...60 as ClosedRange<UInt64>)
    func model(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        func entries(_ count: Int) -> [String] {
            (0..<count).map { _ in
                (Int.random(in: 0..<3, using: &generator) == 0 ? "*." : "")
                    + generator.name(labels: 1...3)
            }
        }
        let old = target(
            sites: (0..<Int(seed % 3)).map { _ in generator.name(labels: 1...3) },
            lists: [siteList(entries(Int(seed % 7)), digest: "1")])
        let new = target(
            sites: (0..<20).map { _ in generator.name(labels: 1...2) },
            lists: [siteList(entries(Int(seed % 50)), digest: "2")])
        let asked = (0..<500).map { _ in generator.name(labels: 1...4) }
        if let witness = old.firstSite(notIn: new) {
            #expect(old.names(site: witness) && !new.names(site: witness), "seed \(seed)")
        } else {
            for host in asked {
                #expect(!old.names(site: host) || new.names(site: host), "seed \(seed): \(host)")
            }
        }
        var both = new
        both.uniteSites(with: old)
        #expect(old.firstSite(notIn: both) == nil, "seed \(seed)")
        for host in asked {
            let expected = old.names(site: host) || new.names(site: host)
            #expect(both.names(site: host) == expected, "seed \(seed): \(host)")
        }
    }
}

import RuleModel
import SeededRandom
import Testing

/// A list of the entries; `*.` before a name makes it one of subdomains alone.
func siteList(_ entries: [String], digest: String = "0123456789abcdef") -> SiteList {
    var builder = SiteListBuilder()
    for entry in entries {
        let isBelow = entry.hasPrefix("*.")
        builder.add(isBelow ? String(entry.dropFirst(2)) : entry, isSubdomainsOnly: isBelow)
    }
    return builder.list(digest: digest)
}

@Suite struct SiteListTests {
    @Test func itselfAndAllBelow() {
        let list = siteList(["example.com", "a.b.example.org", "shop"])
        for host in [
            "example.com", "www.example.com", "a.b.c.example.com", "a.b.example.org",
            "x.a.b.example.org", "shop", "my.shop",
        ] {
            #expect(list.matches(host), "\(host)")
        }
        for host in [
            "", ".", "com", "xample.com", "anexample.com", "example.com.de", "b.example.org",
            "example.org", "shops", "shop.com", "example", "www.example",
        ] {
            #expect(!list.matches(host), "\(host)")
        }
        #expect(list.count == 3 && !list.hasSubdomainsOnly)
    }

    @Test func subdomainsAlone() throws {
        let list = siteList(["*.example.com", "b.example.com", "*.b.example.com"])
        #expect(!list.matches("example.com"))
        #expect(list.matches("a.example.com") && list.matches("a.a.example.com"))
        #expect(list.hasSubdomainsOnly && list.count == 3)
        let nearest = try #require(list.entry(site: "b.example.com"))
        #expect(nearest.name == "b.example.com" && !nearest.isSubdomainsOnly)
        #expect(list.entry(site: "x.example.com")?.name == "example.com")
        #expect(list.entry(site: "x.b.example.com")?.name == "b.example.com")
        #expect(list.entry(site: "example.com") == nil)
        // Whichever came first, the host itself is matched where it is named.
        for entries in [["*.a.com", "a.com"], ["a.com", "*.a.com"]] {
            #expect(siteList(entries).matches("a.com") && siteList(entries).matches("x.a.com"))
        }
    }

    @Test(arguments: ["EXAMPLE.com", "Www.Example.COM", "example.com.", "WWW.EXAMPLE.COM."])
    func caseAndTheFinalDot(host: String) {
        #expect(siteList(["example.com"]).matches(host))
        #expect(siteList(["Example.COM"]).matches(host))
    }

    @Test func hostsThatAreNone() {
        let list = siteList(["example.com"])
        let label = String(repeating: "a", count: 50)
        let long = Array(repeating: label, count: 4).joined(separator: ".") + ".b."
        let longest = String(repeating: "c", count: 253 - long.utf8.count - 11) + long
        #expect(!list.matches(String(repeating: "a.", count: 1000) + "example.com"))
        #expect(list.matches(longest + "example.com") && longest.utf8.count + 11 == 253)
        #expect(!list.matches("example.com.."))
        #expect(!list.matches(".com") && list.matches("..example.com"))
        #expect(!list.matches("exämple.com") && !list.matches("\u{0}"))
        #expect(siteList(["*.example.com"]).matches(".example.com"))
    }

    @Test func anEmptyList() {
        let list = siteList([])
        #expect(list.count == 0 && !list.matches("a.com") && list.entry(site: "a.com") == nil)
        #expect(Array(list).isEmpty && list.entry(at: 0) == nil)
    }

    @Test func whatIsTooLongIsNotTaken() {
        var builder = SiteListBuilder()
        let taken = [0, 254, 253].map { count in
            builder.add(String(repeating: "a", count: count), isSubdomainsOnly: count == 253)
        }
        #expect(taken == [false, false, true] && builder.count == 1)
        let list = builder.list(digest: "")
        #expect(list.first { _ in true }?.name.utf8.count == 253)
    }

    @Test func sameDigestSameList() {
        let one = siteList(["a.com"], digest: "11")
        let other = siteList(["a.com"], digest: "11")
        #expect(one == other && one !== other && Set([one, other]).count == 1)
        #expect(one != siteList(["a.com"], digest: "12"))
    }

    @Test func repeatedNamesTakeNoRoom() {
        var generator = SeededGenerator(seed: 7)
        let names = (0..<1000).map { _ in generator.domain() }
        let once = siteList(names)
        let often = siteList(names + names.reversed() + names + names)
        #expect(once.count == Set(names).count && often.count == once.count)
        #expect(Set(often.map(\.name)) == Set(names))
        #expect(often.memory < once.memory * 2)
    }

    /// The bar is 48 bytes; what the arrays have reserved counts.
    @Test func fewBytesADomain() {
        var generator = SeededGenerator(seed: 11)
        let names = (0..<20_000).map { _ in generator.domain() }
        let list = siteList(names)
        let bytes = Double(list.memory) / Double(list.count)
        #expect(bytes <= 48, "\(bytes)")
        #expect(list.count > 19_900)
    }

    /// Against a plain set of names and a loop over the labels.
    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func model(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let size = [0, 1, 3, 20, 300][Int(seed % 5)]
        let entries = (0..<size).map { _ in
            (Int.random(in: 0..<4, using: &generator) == 0 ? "*." : "") + generator.name()
        }
        let set = Set(entries)
        let list = siteList(entries, digest: String(generator.next(), radix: 16))
        #expect(list.count == set.count, "seed \(seed)")
        let told = list.map { ($0.isSubdomainsOnly ? "*." : "") + $0.name }
        #expect(told.count == set.count && Set(told) == set, "seed \(seed)")
        let asked = entries.map { $0.hasPrefix("*.") ? String($0.dropFirst(2)) : $0 }
        for host in asked + asked.map({ "a." + $0 }) + (0..<300).map({ _ in generator.name() }) {
            var expected: String?
            var suffix = host[...]
            while expected == nil, !suffix.isEmpty {
                let isHost = suffix.utf8.count == host.utf8.count
                if set.contains(String(suffix)) || (!isHost && set.contains("*." + suffix)) {
                    expected = String(suffix)
                }
                guard let dot = suffix.firstIndex(of: ".") else { break }
                suffix = suffix[suffix.index(after: dot)...]
            }
            #expect(list.entry(site: host)?.name == expected, "seed \(seed): \(host)")
            #expect(list.matches(host.uppercased()) == (expected != nil), "seed \(seed): \(host)")
        }
    }
}

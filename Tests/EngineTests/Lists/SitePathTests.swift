import RuleModel
import SeededRandom
import Testing

/// Paths of sites, and targets with every site.
@Suite struct SitePathTests {
    private static func target(
        _ sites: [String], key: String = "a", except: [String] = [], lists: [SiteList] = []
    ) -> Target {
        Target(
            key: key, name: key, sites: sites.filter { !$0.contains("/") && $0 != "*" },
            paths: sites.compactMap { SitePath($0) }, hasEverySite: sites.contains("*"),
            lists: lists, exceptSites: except.filter { !$0.contains("/") },
            exceptPaths: except.compactMap { SitePath($0) }, apps: [], fingerprint: "")
    }

    private func page(_ text: String) throws -> SitePath { try #require(SitePath(text)) }

    /// The extension's tests have the same table (`test_spellings_of_a_path`).
    @Test(arguments: [
        ("/", ""), ("//", ""), ("/./..", ""), ("/shorts", "/shorts"), ("/shorts/", "/shorts"),
        ("//shorts//x", "/shorts/x"), ("/Shorts", "/Shorts"), ("/%73horts", "/shorts"),
        ("/%2573", "/%2573"), ("/a%2fb", "/a%2Fb"), ("/a/b", "/a/b"), ("/%2e%2E/x", "/x"),
        ("/a/./b/../c", "/a/b/c"), ("/%C3%BC", "/%C3%BC"), ("/%c3%bc", "/%C3%BC"),
        ("/ü", "/%C3%BC"), ("/%", "/%25"), ("/%4", "/%254"), ("/%zz", "/%25zz"),
        ("/a*b", "/a%2Ab"), ("/a%20b", "/a%20b"), ("/a b", "/a%20b"), ("/~x;y=1", "/~x;y=1"),
        ("/a+b", "/a+b"), ("/%00", "/%00"), ("/%FF", "/%FF"), ("shorts", "/shorts"), ("", ""),
    ])
    func spellings(written: String, normal: String) {
        #expect(SitePath.normalised(written) == normal)
        #expect(SitePath.normalised(normal) == normal)
        #expect(SitePath(host: "a.com", path: written)?.path == (normal.isEmpty ? nil : normal))
    }

    private static let pageCases: [(asked: String, targets: [String], named: String?)] = [
        ("youtube.com/shorts", ["video"], "/shorts"),
        ("www.YouTube.com./shorts/abc", ["video"], "/shorts"),
        ("youtube.com/Shorts", [], nil), ("youtube.com/shortsale", [], nil),
        ("youtube.com/a/shorts", [], nil), ("notyoutube.com/shorts", [], nil),
        ("com/shorts", [], nil), ("youtube.com/shorts/good/x", [], "/shorts/good"),
        ("youtube.com/shorts/goods", ["video"], "/shorts"),
        ("m.youtube.com/shorts/good", ["mobile"], "/shorts/good"),
        ("m.youtube.com/feed/x", ["feed", "mobile"], "/feed"),
        ("kids.youtube.com/shorts", [], "/shorts"), ("kids.youtube.com/feed", ["feed"], "/feed"),
    ]

    @Test(arguments: pageCases)
    func pages(asked: String, targets: [String], named: String?) throws {
        let index = TargetIndex([
            Self.target(
                ["youtube.com/shorts"], key: "video",
                except: ["youtube.com/shorts/good", "kids.youtube.com"]),
            Self.target(["youtube.com/feed"], key: "feed"),
            Self.target(["m.youtube.com"], key: "mobile"),
        ])
        let page = try page(asked)
        #expect(index.targets(page: page) == targets)
        #expect(index.named(page: page)?.path == named)
        // A host alone has no path.
        #expect(index.targets(site: "youtube.com") == [])
    }

    @Test func useIsThatOfTheLongestPath() throws {
        let index = TargetIndex([
            Self.target(["a.com"], key: "site"), Self.target(["a.com/x"], key: "short"),
            Self.target(["a.com/x/y"], key: "long"), Self.target(["www.a.com/x/y"], key: "same"),
            Self.target(["*"], key: "rest"),
        ])
        func nearest(_ text: String, without key: String? = nil) throws -> [String] {
            let page = try page(text)
            return index.nearest(index.targets(page: page).filter { $0 != key }, to: page)
        }
        #expect(try nearest("a.com/x/y/z") == ["long"])
        #expect(try nearest("www.a.com/x/y") == ["long", "same"])
        #expect(try nearest("a.com/x/z") == ["short"])
        #expect(try nearest("a.com/z") == ["rest", "site"])
        // Of those that are given: a target that is not monitored counts nothing.
        #expect(try nearest("a.com/x/y", without: "long") == ["short"])
    }

    /// The extension's tests have the same hosts (`test_every_site_is_public`).
    @Test(arguments: [
        "localhost", "a.localhost", "printer.local", "router", "nas.internal", "home.arpa",
        "x.home.arpa", "0.1.2.3", "10.0.0.1", "127.8.9.1", "100.64.0.1", "100.127.255.255",
        "169.254.1.1", "172.16.0.1", "172.31.0.1", "192.168.1.1", "[::]", "[::1]", "[fc00::1]",
        "[fdff::1]", "[fe80::1]", "[febf::1]", "[::ffff:a00:1]", "NAS.Local.", "", ".", "[]",
        "[1::2::3]", "[x]",
    ])
    func whatIsNotPublic(host: String) {
        #expect(!SiteScope.isPublic(host))
        #expect(TargetIndex([Self.target(["*"])]).targets(site: host) == [])
    }

    @Test(arguments: [
        "example.com", "Local.Example", "10.0.0.example", "11.0.0.1", "100.63.0.1", "100.128.0.1",
        "172.15.0.1", "172.32.0.1", "192.169.0.1", "8.8.8.8", "[2001:db8::1]", "[fe00::1]",
        "[fec0::1]", "[::ffff:808:808]", "[::2]", "[1:2:3:4:5:6:7:8]",
    ])
    func whatIsPublic(host: String) {
        #expect(SiteScope.isPublic(host))
        let index = TargetIndex([Self.target(["*"], key: "b", except: ["work.example"])])
        #expect(index.targets(site: host) == ["b"])
        #expect(index.targets(site: "x.work.example") == [])
    }

    private typealias Pair = (
        sites: [String], except: [String], others: [String], otherExcept: [String],
        missing: String?
    )

    private static let pairs: [Pair] = [
        (["a.com/x"], [], ["a.com/x"], [], nil), (["a.com/x"], [], ["a.com"], [], nil),
        (["a.com"], [], ["a.com/x"], [], "a.com"), (["a.com/x"], [], ["a.com/x/y"], [], "a.com/x"),
        (["a.com/x"], [], [], [], "a.com/x"), (["a.com"], [], ["a.com"], ["a.com/x"], "a.com/x"),
        (["a.com"], ["a.com/x"], ["a.com"], ["a.com/x/y"], nil),
        (["a.com"], ["a.com/x/y"], ["a.com"], ["a.com/x"], "a.com/x"),
        (["www.a.com"], [], ["a.com"], ["a.com/x"], "www.a.com/x"),
        (["a.com/x"], [], ["a.com"], ["www.a.com"], "www.a.com/x"),
        (["*"], [], ["a.com"], [], "example.com"), (["a.com", "b.a.com/x"], [], ["*"], [], nil),
        (["localhost"], [], ["*"], [], "localhost"), (["*"], [], ["*"], ["a.com"], "a.com"),
        (["*"], ["a.com"], ["*"], ["b.a.com"], nil), (["*"], [], ["*"], ["com"], "example.com"),
        (["*"], [], ["*"], ["localhost"], nil), (["*"], [], ["*"], ["a.com/x"], "a.com/x"),
        (["*"], [], ["com", "org", "net"], [], "example.x0"),
    ]

    @Test(arguments: pairs)
    func theFirstPlaceThatIsMissing(
        sites: [String], except: [String], others: [String], otherExcept: [String],
        missing: String?
    ) {
        let one = Self.target(sites, except: except)
        #expect(one.firstSite(notIn: Self.target(others, except: otherExcept)) == missing)
        #expect(one.firstSite(notIn: one) == nil)
    }

    @Test func pathsOfLists() {
        let list = siteList(["b.com", "x.c.com", "*.d.com"], digest: "1")
        let whole = Self.target([], lists: [list])
        for (exception, missing) in [
            ("b.com/x", "b.com/x"), ("com/x", nil), ("c.com/x", "x.c.com/x"),
            ("d.com/x", "www.d.com/x"), ("a.com/x", nil),
        ] {
            let part = Self.target([], except: [exception], lists: [list])
            let found = whole.firstSite(notIn: part)
            if exception == "com/x" {
                #expect(found?.hasSuffix("com/x") == true)
            } else {
                #expect(found == missing, "\(exception)")
            }
            #expect(part.firstSite(notIn: whole) == nil, "\(exception)")
        }
    }
}

/// A page or an entry as an oracle sees it: labels from the last to the first, and segments.
private struct NaivePlace {
    let labels: [Substring]
    let segments: [Substring]

    init(_ text: String) {
        let parts = text.split(separator: "/")
        labels = parts[0].split(separator: ".").reversed()
        segments = Array(parts.dropFirst())
    }

    func includes(_ page: NaivePlace) -> Bool {
        page.labels.starts(with: labels) && page.segments.starts(with: segments)
    }
}

/// A target as an oracle sees it.
private struct NaiveTarget {
    var sites: [String]
    var except: [String]
    var hasEverySite: Bool

    func has(_ page: String) -> Bool {
        let place = NaivePlace(page)
        func isIn(_ entries: [String]) -> Bool {
            entries.contains { NaivePlace($0).includes(place) }
        }
        return (isIn(sites) || (hasEverySite && place.labels.count > 1)) && !isIn(except)
    }

    func target(_ key: String) -> Target {
        Target(
            key: key, name: key, sites: sites.filter { !$0.contains("/") },
            paths: sites.compactMap { SitePath($0) }, hasEverySite: hasEverySite,
            exceptSites: except.filter { !$0.contains("/") },
            exceptPaths: except.compactMap { SitePath($0) }, apps: [], fingerprint: "")
    }
}

extension SeededGenerator {
    /// A host out of few, perhaps with a path.
    fileprivate mutating func place() -> String {
        let segments = (0..<Int.random(in: 0...3, using: &self)).map { _ in
            "/" + (["a", "A", "b"].randomElement(using: &self) ?? "a")
        }
        let host = (0..<Int.random(in: 1...3, using: &self)).map { _ in
            ["a", "b", "c"].randomElement(using: &self) ?? "a"
        }
        return host.joined(separator: ".") + segments.joined()
    }

    fileprivate mutating func naiveTarget() -> NaiveTarget {
        NaiveTarget(
            sites: (0..<Int.random(in: 0...4, using: &self)).map { _ in place() },
            except: (0..<Int.random(in: 0...3, using: &self)).map { _ in place() },
            hasEverySite: Int.random(in: 0..<4, using: &self) == 0)
    }
}

@Suite struct SitePathOracle {
    private func has(_ target: Target, _ page: String) -> Bool {
        let index = TargetIndex([target])
        guard let path = SitePath(page) else { return !index.targets(site: page).isEmpty }
        return !index.targets(page: path).isEmpty
    }

    @Test func everyAnswerIsThatOfAnOracle() {
        var generator = SeededGenerator(for: #function)
        for round in 0..<1500 {
            let context = "round \(round) of seed \(generator.seed)"
            let (old, new) = (generator.naiveTarget(), generator.naiveTarget())
            let (one, two) = (old.target("one"), new.target("two"))
            let index = TargetIndex([one, two])
            var united = two
            united.uniteSites(with: one)
            let missing = one.firstSite(notIn: two)
            if let missing {
                #expect(old.has(missing) && !new.has(missing), "\(context): \(missing)")
            }
            #expect(one.firstSite(notIn: united) == nil, "\(context)")
            #expect(two.firstSite(notIn: united) == nil, "\(context)")
            for _ in 0..<40 {
                let page = generator.place()
                let expected = [old.has(page) ? "one" : nil, new.has(page) ? "two" : nil]
                    .compactMap(\.self)
                if let path = SitePath(page) {
                    #expect(index.targets(page: path) == expected, "\(context): \(page)")
                    // No more of a path needs to be known than what is named.
                    let named = index.named(page: path)
                    #expect(
                        named.map(index.targets(page:)) ?? index.targets(site: path.host)
                            == expected, "\(context): \(page)")
                } else {
                    #expect(index.targets(site: page) == expected, "\(context): \(page)")
                }
                if missing == nil, old.has(page) { #expect(new.has(page), "\(context): \(page)") }
                if old.has(page) || new.has(page) {
                    #expect(has(united, page), "\(context): \(page)")
                }
            }
        }
    }

    /// An exception stays in a union unless the other target has something there.
    @Test func noExceptionIsLostInAUnionWithoutNeed() {
        var generator = SeededGenerator(for: #function)
        for round in 0..<1500 {
            let (old, new) = (generator.naiveTarget(), generator.naiveTarget())
            var united = new.target("two")
            united.uniteSites(with: old.target("one"))
            let kept = Set(united.exceptSites + united.exceptPaths.map(\.text))
            for exception in old.except where !kept.contains(exception) {
                let area = NaivePlace(exception)
                let isNeeded =
                    new.has(exception)
                    || (new.hasEverySite && area.labels.count == 1)
                    || new.sites.contains { site in
                        area.includes(NaivePlace(site)) || NaivePlace(site).includes(area)
                            || site.contains("/") || exception.contains("/")
                    }
                #expect(isNeeded, "round \(round) of seed \(generator.seed): \(exception)")
            }
        }
    }
}

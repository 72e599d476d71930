import RuleModel
import Testing

/// Which targets a site or an app belongs to.
struct TargetIndexTests {
    private let index = TargetIndex([
        Target(
            key: "shopping", name: "", sites: ["amazon.com", "ebay.co.uk"],
            apps: ["com.amazon.app"], fingerprint: ""),
        Target(
            key: "video", name: "", sites: ["video.amazon.com", "xn--bcher-kva.example"],
            apps: ["com.amazon.app", "org.mpv"], executables: ["/usr/bin/mpv", "/opt/a b/run"],
            fingerprint: ""),
        Target(
            key: "games", name: "", sites: [], apps: [],
            executables: ["/usr/games/supertux2", "/usr/bin/mpv"], fingerprint: ""),
        Target(key: "empty", name: "", sites: [], apps: [], fingerprint: ""),
    ])

    @Test(arguments: [
        ("amazon.com", ["shopping"]), ("www.amazon.com", ["shopping"]),
        ("AMAZON.COM", ["shopping"]),
        ("Www.Amazon.Com.", ["shopping"]), ("a.b.c.amazon.com", ["shopping"]),
        ("video.amazon.com", ["shopping", "video"]),
        ("www.video.amazon.com", ["shopping", "video"]), ("notamazon.com", []),
        ("amazon.com.evil.example", []), ("amazon.co", []), ("com", []), ("", []), (".", []),
        ("..", []), ("amazon", []), ("ebay.co.uk", ["shopping"]), ("co.uk", []),
        ("xn--bcher-kva.example", ["video"]), ("-amazon.com", []), ("amazon.com..", []),
        (" amazon.com", []),
    ])
    func sites(host: String, targets: [String]) {
        #expect(index.targets(site: host) == targets)
    }

    @Test(arguments: [
        ("com.amazon.app", ["shopping", "video"]), ("org.mpv", ["video"]),
        ("com.amazon", []), ("com.amazon.app.more", []), ("ORG.MPV", []), ("", []),
    ])
    func apps(identifier: String, targets: [String]) {
        #expect(index.targets(app: identifier).sorted() == targets)
    }

    /// By the path as the rules have it, whole and to the letter.
    @Test(arguments: [
        ("/usr/games/supertux2", ["games"]), ("/usr/bin/mpv", ["games", "video"]),
        ("/opt/a b/run", ["video"]), ("mpv", []), ("usr/bin/mpv", []), ("/usr/bin/MPV", []),
        ("/usr/bin/mpv/", []), ("/usr//bin/mpv", []), ("/usr/bin", []), ("/", []),
        ("org.mpv", ["video"]), ("/org.mpv", []),
    ])
    func executables(path: String, targets: [String]) {
        #expect(index.targets(app: path).sorted() == targets)
    }

    /// An exception wins within its target, and nowhere else.
    @Test(arguments: [
        ("amazon.com", ["shopping"], "amazon.com"),
        ("www.amazon.com", ["shopping"], "amazon.com"),
        ("business.amazon.com", [], nil), ("a.Business.Amazon.com.", [], nil),
        ("pay.business.amazon.com", ["money"], "pay.business.amazon.com"),
        ("notbusiness.amazon.com", ["shopping"], "amazon.com"),
        ("listed.example", ["shopping"], "listed.example"),
        ("open.listed.example", [], nil), ("com", [], nil),
        ("video.business.amazon.com", ["video"], "video.business.amazon.com"),
        ("live.video.business.amazon.com", [], nil),
    ])
    func exceptions(host: String, targets: [String], entry: String?) {
        let index = TargetIndex([
            Target(
                key: "shopping", name: "", sites: ["amazon.com", "x.business.amazon.com"],
                lists: [siteList(["listed.example"], digest: "1")],
                exceptSites: ["business.amazon.com", "open.listed.example"], apps: [],
                fingerprint: ""),
            Target(
                key: "money", name: "", sites: ["pay.business.amazon.com"], apps: [],
                fingerprint: ""),
            Target(
                key: "video", name: "", sites: ["video.business.amazon.com"],
                exceptSites: ["live.video.business.amazon.com"], apps: [], fingerprint: ""),
        ])
        #expect(index.targets(site: host) == targets)
        #expect(index.entry(site: host.lowercased()) == entry)
    }

    /// No host name is longer than 253 characters and a final dot.
    @Test func longHostsAreNoHosts() {
        let longest = String(repeating: "a.", count: 122) + "amazon.com"
        #expect(index.targets(site: longest) == ["shopping"])
        #expect(index.targets(site: "a" + longest) == [])
        #expect(index.targets(site: String(repeating: "a.", count: 20_000) + "amazon.com") == [])
        #expect(index.targets(site: String(repeating: ".", count: 20_000)) == [])
    }
}

import Engine
import RuleFiles
import RuleModel
import Testing

@Suite struct TargetTests {
    private func site(_ written: String) -> RuleLoadResult {
        load("targets: {a: {sites: [\(written)]}}")
    }

    @Test(arguments: [
        ("amazon.com", "amazon.com"), ("Amazon.COM", "amazon.com"), ("amazon.com.", "amazon.com"),
        (".amazon.com", "amazon.com"), ("www.amazon.co.uk", "www.amazon.co.uk"),
        ("192.168.1.10", "192.168.1.10"), ("localhost", "localhost"),
        ("xn--bcher-kva.example", "xn--bcher-kva.example"), ("4chan.org", "4chan.org"),
        ("bücher.example", "xn--bcher-kva.example"), ("BÜCHER.example", "xn--bcher-kva.example"),
        ("bu\u{308}cher.example", "xn--bcher-kva.example"), ("mañana.com", "xn--maana-pta.com"),
        ("例え.テスト", "xn--r8jz45g.xn--zckzah"), ("例え。テスト", "xn--r8jz45g.xn--zckzah"),
        ("правда.рф", "xn--80aafi6cg.xn--p1ai"), ("☃.net", "xn--n3h.net"), ("💩.la", "xn--ls8h.la"),
        ("ليهمابتكلموشعربي.example", "xn--mgbaj8aa3bc3bgekyl4ayiw.example"),
        ("παράδειγμα.δοκιμή", "xn--hxajbheg2az3al.xn--jxalpdlp"),
    ])
    func sites(written: String, stored: String) throws {
        if written.hasPrefix("ليهم") { return try arabic() }
        let loading = site("\"\(written)\"")
        #expect(loading.rendered(color: false) == "")
        #expect(loading.ruleSet?.targets[0].sites == [stored])
    }

    /// The first sample of RFC 3492, section 7.1.
    private func arabic() throws {
        let points: [UInt32] = [
            0x0644, 0x064A, 0x0647, 0x0645, 0x0627, 0x0628, 0x062A, 0x0643, 0x0644, 0x0645, 0x0648,
            0x0634, 0x0639, 0x0631, 0x0628, 0x064A, 0x061F,
        ]
        let label = String(
            String.UnicodeScalarView(points.dropLast().compactMap(Unicode.Scalar.init)))
        let set = try #require(site("\"\(label).example\"").ruleSet)
        #expect(set.targets[0].sites[0].hasPrefix("xn--mgb"))
    }

    @Test(arguments: [
        ("https://www.Amazon.de/gp?x=1", "is an address", "www.amazon.de"),
        ("http://user:pw@ebay.com:8080/", "is an address", "ebay.com"),
        ("amazon.com:443", "is an address", "amazon.com"),
        ("a@b.com", "is an address", "b.com"), ("https://", "is an address", nil),
        ("*.amazon.com", "a site already includes all its subdomains", "amazon.com"),
        ("foo..bar", "a part between two dots is empty", nil), (".", "is empty", nil),
        ("foo bar.com", "\" \" is not allowed", nil),
        ("foo_bar.com", "\"_\" is not allowed", nil),
        ("-foo.com", "begins or ends with \"-\"", nil),
        ("foo-.com", "begins or ends with \"-\"", nil),
        ("a.*.com", "\"*\" is not allowed", nil),
        ("youtube.com:443/shorts", "is an address", "youtube.com"),
        ("*/shorts", "a path needs its host", nil),
        ("*.youtube.com/shorts", "includes all its subdomains", "youtube.com/shorts"),
        ("youtube.com/shorts?a=b", "a path already includes every query", "youtube.com/shorts"),
        (
            "youtube.com/%73horts/#top", "a path already includes every fragment",
            "youtube.com/shorts"
        ),
        ("youtube.com/shorts/*", "already includes everything below it", "youtube.com/shorts"),
        ("youtube.com/?a=b", "a path already includes every query", "youtube.com"),
        ("youtube.com/a b", "write it as \"%20\"", nil),
        ("foo_bar.com/x", "\"_\" is not allowed", nil), ("/shorts", "is an address", nil),
        ("youtube.com/" + String(repeating: "a", count: 1000), "is longer than 1000", nil),
        ("foo\u{200b}.com", "is not allowed", nil),
        ("foo\u{202e}.com", "is not allowed", nil),
        (String(repeating: "a", count: 64) + ".com", "is longer than 63 characters", nil),
        (String(repeating: "ü", count: 64) + ".com", "is too long", nil),
        (String(repeating: "ü", count: 63) + ".com", "is longer than 63 characters", nil),
        (String(repeating: "abcdefg.", count: 32) + "com", "longer than 253 characters", nil),
    ])
    func whatIsNoHostName(written: String, reason: String, meant: String?) throws {
        let loading = site("\"\(written)\"")
        let first = try #require(loading.diagnostics.first)
        #expect(first.severity == .error && first.message.contains(reason), "\(first)")
        #expect(first.suggestion == meant)
        #expect(first.line == 1 && first.column == 23)
    }

    @Test(arguments: [
        ("youtube.com/shorts", "youtube.com/shorts"),
        ("YouTube.com./Shorts/", "youtube.com/Shorts"),
        (".youtube.com//a/./b/..", "youtube.com/a/b"),
        ("youtube.com/%73horts", "youtube.com/shorts"),
        ("youtube.com/%2573", "youtube.com/%2573"), ("a.com/b%2fc", "a.com/b%2Fc"),
        ("bücher.example/ü", "xn--bcher-kva.example/%C3%BC"), ("a.com/@b:c", "a.com/@b:c"),
        ("192.168.1.10/x", "192.168.1.10/x"),
        (
            "a.com/" + String(repeating: "a", count: 999),
            "a.com/" + String(repeating: "a", count: 999)
        ),
    ])
    func paths(written: String, stored: String) throws {
        let loading = site("\"\(written)\"")
        #expect(loading.rendered(color: false) == "")
        let target = try #require(loading.ruleSet?.targets.first)
        #expect(target.paths.map(\.text) == [stored] && target.sites.isEmpty)
        #expect(
            try ruleSet("targets: {a: {sites: ['\(stored)']}}").targets[0].paths == target.paths)
    }

    @Test(arguments: ["amazon.com/", "amazon.com//", "amazon.com/.", "amazon.com/%2e%2e/"])
    func thePathOfAWholeSite(written: String) throws {
        let target = try ruleSet("targets: {a: {sites: ['\(written)']}}").targets[0]
        #expect(target.sites == ["amazon.com"] && target.paths.isEmpty)
    }

    @Test func everySite() throws {
        let set = try ruleSet(
            "targets: {a: {sites: ['*'], except_sites: [b.com, c.com/d], apps: [org.b]}}")
        let target = set.targets[0]
        #expect(target.hasEverySite && target.sites.isEmpty && target.siteCount == 1)
        #expect(target.exceptSites == ["b.com"] && target.exceptPaths.map(\.text) == ["c.com/d"])
        #expect(
            lines(
                load(
                    """
                    targets:
                      a: {sites: ["*", b.com]}
                      b: {sites: ["*"], sites_from: [list.txt]}
                      c: {sites: [b.com], except_sites: ["*"]}
                    """)
            ).filter { !$0.contains("absolute") } == [
                "a.yaml:2:7: error: \"*\" already includes every public site; leave out the other "
                    + "sites and lists, or move them to another target",
                "a.yaml:4:23: error: \"*\" after \"except_sites:\" would leave out every site; "
                    + "name the sites that stay open",
            ])
    }

    @Test func aNameWithoutADotIsDoubtful() {
        #expect(
            lines(site("amazon")) == [
                "a.yaml:1:23: warning: \"amazon\" has no dot, so it means the host \"amazon\" and "
                    + "every host that ends in \".amazon\""
            ])
    }

    @Test func sitesThatAreEqualInTheEndAreToldOnce() {
        let loading = site("amazon.com, AMAZON.com., ebay.com")
        #expect(
            lines(loading) == [
                "a.yaml:1:35: warning: \"amazon.com\" appears twice in the list"
            ])
        #expect(loading.ruleSet?.targets[0].sites == ["amazon.com", "ebay.com"])
    }

    @Test(arguments: [
        ("com.valvesoftware.Steam", "com.valvesoftware.Steam"), ("firefox", "firefox"),
        ("org.gnome.Maps.desktop", "org.gnome.Maps"), ("code-oss", "code-oss"),
        ("foo_bar", "foo_bar"), ("org.telegram.desktop", "org.telegram.desktop"),
        ("org.telegram.desktop.desktop", "org.telegram.desktop"), ("mpv.desktop", "mpv"),
        ("gimp-2.10.desktop", "gimp-2.10"),
        ("libreoffice7.6-writer.desktop", "libreoffice7.6-writer"),
    ])
    func apps(written: String, stored: String) {
        #expect(load("targets: {a: {apps: [\(written)]}}").ruleSet?.targets[0].apps == [stored])
    }

    @Test(arguments: [
        ("/usr/bin/steam", "is a path", "steam"),
        ("/usr/share/applications/steam.desktop", "is a path", "steam"),
        ("a b", "not a valid application id", nil),
        ("", "not a valid application id", nil), (".hidden", "not a valid application id", nil),
        ("a\tb", "not a valid application id", nil), ("../x", "is a path", "x"),
    ])
    func whatIsNoApplication(written: String, reason: String, meant: String?) throws {
        let loading = load("targets: {a: {apps: [\"\(written)\"]}}")
        let first = try #require(loading.diagnostics.first)
        #expect(loading.ruleSet == nil)
        #expect(first.message.contains(reason) && first.suggestion == meant, "\(first)")
    }

    @Test func aTargetIsAMapWithSitesOrApps() {
        #expect(
            lines(
                load(
                    """
                    targets:
                      a: {}
                      b: [amazon.com]
                      c: {site: [x.com]}
                      d: {sites: x.com, name: ""}
                      e: {apps: []}
                      f: {apps: [[x]], name: {}}
                      g h: {apps: [x]}
                      i: {sites: [null], name: null}
                    """)) == [
                    "a.yaml:2:3: error: target \"a\" has no sites, apps or executables",
                    "a.yaml:3:6: error: expected a map with \"sites:\" and \"apps:\", found a list",
                    "a.yaml:4:7: error: unknown key \"site\" in target \"c\"; did you "
                        + "mean \"sites\"?",
                    "a.yaml:5:14: error: expected a list of sites, found \"x.com\"; did "
                        + "you mean \"[x.com]\"?",
                    "a.yaml:5:27: error: the name is blank",
                    "a.yaml:6:13: error: the list of apps is empty",
                    "a.yaml:7:14: error: expected an application id, found a list",
                    "a.yaml:7:26: error: expected text, found a map",
                    "a.yaml:8:3: error: a key can contain only letters, digits, _ and -, cannot "
                        + "begin with -, and can have at most 64 characters; to show any other "
                        + "name, add \"name:\"",
                    "a.yaml:9:15: error: expected a host name such as amazon.com, found null",
                    "a.yaml:9:22: warning: there is no \"targets.i.name\", so null removes nothing",
                ])
    }

    @Test func namesAreOneLineOfReasonableLength() {
        for name in ["\"a\\nb\"", "\"\\e[31m\"", String(repeating: "a", count: 201), "\" \""] {
            #expect(load("targets: {a: {name: \(name), sites: [a.com]}}").ruleSet == nil)
        }
        #expect(load("targets: {a: {name: \"Läden 🛒\", sites: [a.com]}}").ruleSet != nil)
    }

    @Test func theFingerprintIsTheEntrys() throws {
        func fingerprint(_ text: String) throws -> String {
            try ruleSet(text).targets[0].fingerprint
        }
        let base = try fingerprint("targets: {a: {sites: [a.com, b.com], name: A}}")
        #expect(
            try fingerprint("targets:\n  a:\n    name: 'A'\n    sites: [a.com, b.com]\n") == base)
        #expect(try fingerprint("targets: {a: {sites: [b.com, a.com], name: A}}") != base)
        #expect(try fingerprint("targets: {b: {sites: [a.com, b.com], name: A}}") != base)
    }

    @Test func exceptions() throws {
        let set = try ruleSet(
            "targets: {a: {sites: [b.com], except_sites: [X.b.com, bücher.b.com]}}")
        #expect(set.targets[0].exceptSites == ["x.b.com", "xn--bcher-kva.b.com"])
        #expect(
            lines(
                load(
                    """
                    targets:
                      a: {apps: [org.b], except_sites: [b.com]}
                      b: {sites: [b.com], except_sites: x.b.com}
                      c: {sites: [b.com], except_sites: []}
                      d: {sites: [b.com], except_site: [x.b.com]}
                    """)) == [
                    "a.yaml:2:22: error: \"except_sites:\" also needs \"sites:\" or "
                        + "\"sites_from:\"",
                    "a.yaml:3:37: error: expected a list of sites, found \"x.b.com\"; did you mean "
                        + "\"[x.b.com]\"?",
                    "a.yaml:4:37: error: the list of sites is empty",
                    "a.yaml:5:23: error: unknown key \"except_site\" in target \"d\"; did you mean "
                        + "\"except_sites\"?",
                ])
    }
}

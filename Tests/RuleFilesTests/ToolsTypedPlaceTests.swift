import RuleFiles
import Testing

/// Places as people type or paste them.
@Suite struct ToolsTypedPlaceTests {
    @Test(arguments: [
        ("amazon.de", "amazon.de"), ("https://www.Amazon.de/dp/x?y", "amazon.de"),
        ("*.ebay.com", "ebay.com"), ("münchen.de", "xn--mnchen-3ya.de"),
        ("http://user:pw@shop.example:8080/a#b", "shop.example"), ("  amazon.com \n", "amazon.com"),
        ("AMAZON.COM.", "amazon.com"), (".amazon.com", "amazon.com"), ("amazon.com/", "amazon.com"),
        ("amazon.com/a/b", "amazon.com/a/b"), ("www.YouTube.com/Shorts/?x=1", "youtube.com/Shorts"),
        ("youtube.com/shorts/*", "youtube.com/shorts"), ("amazon.com?x=1", "amazon.com"),
        ("amazon.com:443", "amazon.com"), ("https://*.ebay.com/", "ebay.com"),
        ("www.ebay.co.uk", "ebay.co.uk"), ("www.com", "www.com"),
        ("WWW.München.DE", "xn--mnchen-3ya.de"),
        ("https://WWW.MÜNCHEN.de/ä", "xn--mnchen-3ya.de"), ("localhost", "localhost"),
        ("http://localhost:3000/x", "localhost"), ("192.168.1.1", "192.168.1.1"),
        ("xn--mnchen-3ya.de", "xn--mnchen-3ya.de"), ("例え。テスト", "xn--r8jz45g.xn--zckzah"),
        ("smile.amazon.de", "smile.amazon.de"),
        ("//amazon.de/x", "amazon.de"), ("mailto:me@shop.example", "shop.example"),
    ])
    func sites(typed: String, host: String) throws {
        #expect(TypedSite.normalised(typed) == .success(host))
        // The result is a valid entry of a rule, and normalising it again changes nothing.
        #expect(TypedSite.normalised(host) == .success(host))
        var file = ToolsFile()
        try file.set(TargetEntry(key: "a", sites: [host]))
        let target = load(file).ruleSet?.targets.first
        #expect(target.map { $0.sites + $0.paths.map(\.text) } == [host])
    }

    @Test(arguments: [
        ("https://www.youtube.com/shorts?a=b", "youtube.com/shorts"),
        ("http://user:pw@shop.example:8080/a/#b", "shop.example/a"),
        ("//amazon.de/x", "amazon.de/x"), ("https://ebay.com", nil), ("https://ebay.com/", nil),
        ("https://ebay.com/?a=/b", nil), ("youtube.com/shorts", nil), ("ebay.com", nil),
        ("https://", nil), ("https://a.com/" + String(repeating: "x", count: 2000), nil),
    ])
    func whatAnAddressLeavesOut(typed: String, part: String?) {
        #expect(TypedSite.part(typed) == part)
    }

    @Test(arguments: [
        ("", "enter a site, such as amazon.com"),
        (" \n", "enter a site, such as amazon.com"),
        (
            "amazon",
            "\"amazon\" is not the full name of a site; enter the name as your browser shows it, "
                + "such as amazon.com"
        ),
        (
            "www.",
            "\"www.\" is not the full name of a site; enter the name as your browser shows it, "
                + "such as amazon.com"
        ),
        ("*", "\"*\" means every site; write it in a rule file, together with \"except_sites:\""),
        ("a b.com", "\"a b.com\" is not a host name: \" \" is not allowed"),
        ("a..com", "\"a..com\" is not a host name: a part between two dots is empty"),
        (
            "https://",
            "\"https://\" is an address; write only its host name, or a path of it such as "
                + "youtube.com/shorts, without \"https://\" and port"
        ),
        ("-a.com", "\"-a.com\" is not a host name: \"-a\" begins or ends with \"-\""),
        (
            "amazon.com, ebay.com",
            "\"amazon.com, ebay.com\" is not a host name: \",\" is not allowed"
        ),
        ("<b>.com", "\"<b>.com\" is not a host name: \"<\" is not allowed"),
        (
            "javascript:alert(1)",
            "\"javascript:alert(1)\" is not the full name of a site; enter the name as your "
                + "browser shows it, such as amazon.com"
        ),
    ])
    func whatIsNoSite(typed: String, words: String) {
        guard case .failure(let problem) = TypedSite.normalised(typed) else {
            Issue.record("taken: \(TypedSite.normalised(typed))")
            return
        }
        #expect(problem.description == words)
    }

    @Test func siteOfAnyLengthGivesAnAnswer() {
        for piece in ["a", "a.", "ü", "https://", "*.", "://*.", "www.", "\u{301}", "@", ":"] {
            let typed = String(repeating: piece, count: 10_000)
            if case .success(let host) = TypedSite.normalised(typed) {
                #expect(host.utf8.count <= 512)
            }
        }
    }

    @Test func apps() {
        #expect(AppName.normalised(" firefox.desktop ") == .success("firefox"))
        #expect(
            AppName.normalised("org.telegram.desktop") == .success("org.telegram.desktop"))
        #expect(AppName.normalised("com.valvesoftware.Steam").map { $0.count } == .success(23))
        for typed in ["", "a b", "/usr/share/applications/x.desktop", "-x", ".x"] {
            guard case .failure(let problem) = AppName.normalised(typed) else {
                Issue.record("\(typed) is taken")
                continue
            }
            #expect(problem.description.contains("application id"))
        }
        guard case .failure(let path) = AppName.normalised("/usr/share/applications/x.desktop")
        else { return }
        #expect(path.suggestion == "x" && path.description.hasSuffix("did you mean \"x\"?"))
    }

    @Test func executables() {
        #expect(ExecutableName.normalised(" /usr/games/x ") == .success("/usr/games/x"))
        guard case .failure(let bare) = ExecutableName.normalised("supertux2") else {
            Issue.record("a bare name is taken")
            return
        }
        #expect(bare.suggestion == "/usr/bin/supertux2" && bare.message.contains("absolute path"))
    }
}

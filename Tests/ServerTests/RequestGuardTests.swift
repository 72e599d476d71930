import Testing

@testable import soteria_dashboard

/// Which requests are let in.
@Suite struct RequestGuardTests {
    let requestGuard = RequestGuard(port: 4711)
    let session: Session
    let sessions: Sessions

    init() {
        var sessions = Sessions()
        (session, _) = sessions.begin()
        self.sessions = sessions
    }

    /// A request as one of our own pages sends it, changed by the test.
    func head(
        _ method: String = "GET", _ path: String = "/goals",
        _ change: (inout RequestHead) -> Void = { _ in }
    ) -> RequestHead {
        var head = RequestHead(
            method: method, target: requestGuard.base + path, hosts: [requestGuard.host])
        head.cookies = [session.cookie.text]
        head.fetchSites = ["same-origin"]
        if method == "POST" {
            head.origins = [requestGuard.origin]
            head.contentTypes = ["application/x-www-form-urlencoded"]
        }
        change(&head)
        return head
    }

    func refusal(_ head: RequestHead) -> Refusal? {
        guard case .refused(let refusal) = requestGuard.admit(head, sessions, number: 1) else {
            return nil
        }
        return refusal
    }

    @Test(arguments: ["GET", "HEAD", "POST"])
    func ourOwnPagesAreAnswered(method: String) throws {
        let asked = head(method, "/goals/3/remove?a=b")
        guard case .page(let admitted) = requestGuard.admit(asked, sessions, number: 7) else {
            Issue.record("not let in")
            return
        }
        #expect(admitted.number == 7 && admitted.session.number == session.number)
        #expect(admitted.path == ["goals", "3", "remove"] && admitted.query == ["a": "b"])
    }

    @Test(arguments: [
        [], ["127.0.0.1"], ["127.0.0.1:4712"], ["localhost:4711"], ["evil.example:4711"],
        ["evil.example"], ["127.0.0.1:4711."], ["127.0.0.1:04711"], ["127.0.0.1:4711 "],
        ["[::1]:4711"], ["127.0.0.1:4711", "evil.example"], ["127.0.0.1:4711", "127.0.0.1:4711"],
        ["127.1:4711"], ["2130706433:4711"], [""],
    ])
    func otherNamesAreNotServed(hosts: [String]) {
        for path in ["/goals", "/"] {
            #expect(refusal(head("GET", path) { $0.hosts = hosts }) == .misdirected)
        }
        var entering = RequestHead(method: "GET", target: "/enter?token=x", hosts: hosts)
        #expect(refusal(entering) == .misdirected)
        entering.target = "/.."
        #expect(refusal(entering) == .misdirected)
    }

    @Test(arguments: ["PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "CONNECT", "get", "X", ""])
    func otherMethodsAreNotTaken(method: String) {
        #expect(refusal(head(method)) == .wrongMethod(allowed: "GET, HEAD, POST"))
    }

    @Test func withoutACookieNobodyIsLetIn() {
        #expect(refusal(head { $0.cookies = [] }) == .forbidden)
        #expect(refusal(head { $0.cookies = ["", "x"] }) == .forbidden)
        let cookie = session.cookie.text
        for wrong in [
            cookie.uppercased() + "0", String(cookie.dropLast()), cookie + "0", "0" + cookie,
        ] {
            #expect(refusal(head { $0.cookies = [wrong] }) == .forbidden)
        }
        #expect(refusal(head("POST") { $0.cookies = [] }) == .forbidden)
    }

    @Test func plantedCookiesBesideOursDoNoHarm() {
        let cookie = session.cookie.text
        #expect(refusal(head { $0.cookies = ["planted", cookie, ""] }) == nil)
    }

    @Test(arguments: ["", "x", "/s-0123456789abcdef/", "/goals", "/favicon.ico", "/enter/"])
    func withoutTheBaseNobodyIsLetIn(path: String) {
        var asked = head()
        asked.target = path.isEmpty ? "/" : path.hasPrefix("/") ? path : requestGuard.base + path
        let isEntrance = path == "/enter/"
        #expect(isEntrance ? refusal(asked) == nil : refusal(asked) == .forbidden)
    }

    @Test func thePathOfTheCookieIsLedTo() {
        let asked = head("GET", "")
        guard case .redirect(let address) = requestGuard.admit(asked, sessions, number: 1) else {
            Issue.record("not led on")
            return
        }
        #expect(address == requestGuard.base + "/")
    }

    @Test(arguments: [
        [], ["null"], ["http://127.0.0.1:4712"], ["https://127.0.0.1:4711"],
        ["http://localhost:4711"], ["http://evil.example"], ["http://127.0.0.1:4711/"],
        ["http://127.0.0.1:4711", "http://evil.example"], [""],
    ])
    func formsOfOtherOriginsAreRefused(origins: [String]) {
        #expect(refusal(head("POST") { $0.origins = origins }) == .forbidden)
    }

    @Test(arguments: ["cross-site", "same-site", "none", "Same-Origin", ""])
    func formsThatTheBrowserSaysComeFromElsewhereAreRefused(site: String) {
        #expect(refusal(head("POST") { $0.fetchSites = [site] }) == .forbidden)
        #expect(
            refusal(head("POST") { $0.fetchSites = ["same-origin", site] }) == .forbidden)
    }

    @Test func formsOfBrowsersThatDoNotSayItAreTaken() {
        #expect(refusal(head("POST") { $0.fetchSites = [] }) == nil)
    }

    @Test(arguments: [
        ("none", true), ("same-origin", true), ("same-site", false), ("cross-site", false),
    ])
    func pagesOfOtherPortsCannotEmbedOurs(site: String, isLetIn: Bool) {
        #expect((refusal(head { $0.fetchSites = [site] }) == nil) == isLetIn)
        #expect(refusal(head { $0.origins = ["http://127.0.0.1:9"] }) == .forbidden)
    }

    @Test(arguments: [
        [], ["text/plain"], ["multipart/form-data; boundary=x"], ["application/json"],
        ["application/x-www-form-urlencoded", "text/plain"],
        ["application/x-www-form-urlencoded; charset=utf-7"], [""],
        ["text/plain; application/x-www-form-urlencoded"],
    ])
    func otherFormsAreNotTaken(types: [String]) {
        #expect(refusal(head("POST") { $0.contentTypes = types }) == .wrongMediaType)
    }

    @Test(arguments: [
        "application/x-www-form-urlencoded", "Application/X-WWW-Form-Urlencoded",
        "application/x-www-form-urlencoded; charset=UTF-8",
        "application/x-www-form-urlencoded;charset=utf-8",
    ])
    func ourFormsAreTaken(type: String) {
        #expect(refusal(head("POST") { $0.contentTypes = [type] }) == nil)
    }

    @Test func theEntranceTakesOnlyGets() {
        for method in ["HEAD", "POST"] {
            let asked = RequestHead(
                method: method, target: "/enter?token=x", hosts: [requestGuard.host])
            #expect(refusal(asked) == .wrongMethod(allowed: "GET"))
        }
        let asked = RequestHead(method: "GET", target: "/enter", hosts: [requestGuard.host])
        guard case .entrance(let token) = requestGuard.admit(asked, sessions, number: 1) else {
            Issue.record("no entrance")
            return
        }
        #expect(token.isEmpty)
    }

    @Test func fieldsComeWithoutTheToken() throws {
        let body = "a=1&csrf=\(session.csrf.text)&a=2"
        #expect(try requestGuard.fields(of: Array(body.utf8), from: session) == ["a": ["1", "2"]])
    }

    @Test func formsNeedTheTokenOfTheirSession() {
        let token = session.csrf.text
        let other = Session(number: 9).csrf.text
        for body in [
            "", "a=1", "csrf=", "csrf=\(other)", "csrf=\(token)0", "csrf=\(token.dropLast())",
            "csrf=\(token)&csrf=\(token)", "csrf=\(token)&csrf=x", "CSRF=\(token)",
            "csrf=\(session.cookie.text)",
        ] {
            #expect(throws: Refusal.forbidden, "\(body)") {
                try requestGuard.fields(of: Array(body.utf8), from: session)
            }
        }
    }

    @Test func brokenAndLargeFormsAreRefused() {
        let token = "csrf=\(session.csrf.text)&a="
        for broken in ["%", "%zz", "%ff", "%00"] {
            #expect(throws: Refusal.malformed) {
                try requestGuard.fields(of: Array((token + broken).utf8), from: session)
            }
        }
        let room = RequestGuard.largestForm - token.utf8.count
        let largest = token + String(repeating: "x", count: room)
        #expect((try? requestGuard.fields(of: Array(largest.utf8), from: session)) != nil)
        #expect(throws: Refusal.tooLarge) {
            try requestGuard.fields(of: Array((largest + "x").utf8), from: session)
        }
    }

    @Test func everyServerHasABaseOfItsOwn() {
        let bases = (0..<50).map { _ in RequestGuard(port: 1).base }
        #expect(Set(bases).count == 50)
        #expect(bases.allSatisfy { $0.wholeMatch(of: /\/s-[0-9a-f]{16}/) != nil })
    }
}

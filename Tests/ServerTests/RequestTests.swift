import Foundation
import Testing

@testable import soteria_dashboard

/// Requests of whoever is not our own page, over real sockets.
@Suite(.timeLimit(.minutes(30))) struct RequestTests {
    @Test func ourOwnPagesAreShown() async throws {
        let pages = FakePages()
        try await LiveServer.run(pages) { server in
            let visitor = try server.enter()
            let reply = try visitor.get(
                "/goals/a%20b?x=1&x=2", ["Accept-Language": "de-AT, en;q=0.5"])
            #expect(reply.status == 200 && reply["content-type"] == "text/html; charset=utf-8")
            let asked = try #require(pages.requests.last)
            #expect(asked.method == .get && asked.path == ["goals", "a b"])
            #expect(asked.query == ["x": "2"] && asked.form == [:])
            #expect(asked.base == visitor.base && asked.languages == ["de-AT", "en"])
            #expect(reply.text == "<p>csrf=\(asked.csrf)</p>")
            #expect(try visitor.get("/missing").status == 404)
            #expect(try visitor.get("/style.css")["content-type"] == "text/css")
        }
    }

    @Test func aFormIsTaken() async throws {
        let pages = FakePages()
        try await LiveServer.run(pages) { server in
            let visitor = try server.enter()
            let reply = try visitor.post(
                "/form", "name=%C3%A4+b&day=mo&csrf=\(visitor.csrf())&day=tu")
            #expect(reply.status == 303)
            #expect(reply["location"] == visitor.base + "/goals?done=%C3%A4%20added")
            let asked = try #require(pages.requests.last)
            #expect(asked.method == .post && asked.form == ["name": ["ä b"], "day": ["mo", "tu"]])
        }
    }

    @Test func withoutTheCookieNothingIsShown() async throws {
        let pages = FakePages()
        try await LiveServer.run(pages) { server in
            let visitor = try server.enter()
            for cookie in ["", "soteria=", "soteria=x", "other=1", visitor.cookie + "0"] {
                for path in ["/", "/goals", "/style.css", "/events", "/file"] {
                    let reply = try visitor.get(path, ["Cookie": cookie])
                    #expect(reply.status == 403 && reply.text.contains("soteria dashboard"))
                }
            }
            let cookie = ["Cookie": visitor.cookie]
            for path in ["/", "/goals", "/s-0000000000000000/", "/style.css", "/favicon.ico"] {
                #expect(try server.ask("GET", path, cookie).status == 403)
            }
            #expect(pages.requests.isEmpty)
        }
    }

    @Test func aPlantedCookieBesideOursDoesNoHarm() async throws {
        try await LiveServer.run { server in
            let visitor = try server.enter()
            let cookies = "soteria=planted; a=b; \(visitor.cookie); soteria="
            #expect(try visitor.get("/", ["Cookie": cookies]).status == 200)
        }
    }

    @Test func theBaseWithoutItsSlashLeadsThere() async throws {
        try await LiveServer.run { server in
            let visitor = try server.enter()
            let reply = try server.ask("GET", visitor.base)
            #expect(reply.status == 308 && reply["location"] == visitor.base + "/")
        }
    }

    @Test func otherNamesAreNotServed() async throws {
        try await LiveServer.run { server in
            let visitor = try server.enter()
            for host in [
                "evil.example", "evil.example:\(server.port)", "127.0.0.1",
                "localhost:\(server.port)", "127.0.0.1:\(server.port + 1)",
            ] {
                let reply = try visitor.get("/", ["Host": host])
                #expect(reply.status == 421 && !reply.text.contains("csrf"))
            }
            let browser = try Browser(port: server.port)
            browser.send(
                "GET \(visitor.base)/ HTTP/1.1\r\nHost: \(server.host)\r\nHost: evil\r\n"
                    + "Cookie: \(visitor.cookie)\r\n\r\n")
            #expect(try browser.reply().status == 421)
            let nameless = try Browser(port: server.port)
            nameless.send("GET \(visitor.base)/ HTTP/1.1\r\nCookie: \(visitor.cookie)\r\n\r\n")
            #expect([400, 421].contains(try nameless.reply().status))
        }
    }

    @Test func targetsOfOtherHostsAreNotServed() async throws {
        try await LiveServer.run { server in
            let visitor = try server.enter()
            func ask(_ origin: String) throws -> Reply {
                try server.ask("GET", origin + visitor.base + "/", ["Cookie": visitor.cookie])
            }
            #expect(try ask("").status == 200)
            #expect(try ask(server.origin).status == 200)
            #expect(try ask("HTTP://\(server.host)").status == 200)
            for origin in [
                "http://evil.example", "http://evil.example:\(server.port)",
                "http://\(server.host).evil.example", "http://\(server.host)@evil.example",
                "http://evil.example@\(server.host)", "https://\(server.host)", "http://",
                "http:", "evil.example:80",
            ] {
                let reply = try ask(origin)
                #expect(reply.status == 400 && !reply.text.contains("csrf"), "\(origin)")
            }
        }
    }

    @Test func formsFromElsewhereAreRefused() async throws {
        let pages = FakePages()
        try await LiveServer.run(pages) { server in
            let visitor = try server.enter()
            let form = "a=1&csrf=\(try visitor.csrf())"
            let shown = pages.requests.count
            for origin in [
                "", "null", "http://evil.example", "http://127.0.0.1:\(server.port + 1)",
            ] {
                #expect(try visitor.post("/form", form, ["Origin": origin]).status == 403)
            }
            for site in ["cross-site", "same-site", "none"] {
                #expect(try visitor.post("/form", form, ["Sec-Fetch-Site": site]).status == 403)
            }
            #expect(try visitor.post("/form", form, ["Cookie": ""]).status == 403)
            for type in ["", "text/plain", "application/json", "multipart/form-data"] {
                #expect(try visitor.post("/form", form, ["Content-Type": type]).status == 415)
            }
            #expect(pages.requests.count == shown)
            #expect(try visitor.post("/form", form).status == 303)
        }
    }

    @Test func formsWithoutTheirTokenAreRefused() async throws {
        let pages = FakePages()
        try await LiveServer.run(pages) { server in
            let visitor = try server.enter()
            let token = try visitor.csrf()
            let shown = pages.requests.count
            for form in ["", "a=1", "csrf=", "csrf=x", "csrf=\(token)0", "csrf=\(token)&csrf=x"] {
                #expect(try visitor.post("/form", form).status == 403)
            }
            #expect(try visitor.post("/form?csrf=\(token)", "a=1").status == 403)
            #expect(try visitor.post("/form", "csrf=\(token)&a=%ff").status == 400)
            #expect(pages.requests.count == shown)
        }
    }

    @Test func largeFormsAreRefused() async throws {
        let pages = FakePages()
        try await LiveServer.run(pages) { server in
            let visitor = try server.enter()
            let token = "csrf=\(try visitor.csrf())&a="
            let shown = pages.requests.count
            let large = token + String(repeating: "x", count: RequestGuard.largestForm)
            #expect(try visitor.post("/form", large).status == 413)
            // Of a length that is not said before, as pages of ours never send.
            let browser = try Browser(port: server.port)
            let piece = String(repeating: "x", count: 65_536)
            browser.send(
                server.request(
                    "POST", visitor.base + "/form",
                    [
                        "Cookie": visitor.cookie, "Origin": server.origin, "Content-Length": "",
                        "Content-Type": "application/x-www-form-urlencoded",
                        "Transfer-Encoding": "chunked",
                    ]))
            for _ in 0..<5 { browser.send("10000\r\n\(piece)\r\n") }
            browser.send("0\r\n\r\n")
            #expect(try browser.reply().status == 413)
            #expect(pages.requests.count == shown)
            let fitting =
                token + String(repeating: "x", count: RequestGuard.largestForm - token.utf8.count)
            #expect(try visitor.post("/form", fitting).status == 303)
        }
    }

    @Test func otherMethodsAreNotTaken() async throws {
        try await LiveServer.run { server in
            let visitor = try server.enter()
            for method in ["PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "PROPFIND"] {
                let reply = try visitor.ask(method, "/")
                #expect(reply.status == 405 && reply["allow"] == "GET, HEAD, POST")
            }
            for path in ["/events", "/file"] {
                let reply = try visitor.ask("HEAD", path)
                #expect(reply.status == 405 && reply["allow"] == "GET")
            }
            #expect(try visitor.post("/events", "csrf=\(visitor.csrf())").status == 405)
        }
    }

    @Test func headIsAnsweredAsGetIsWithoutTheBody() async throws {
        try await LiveServer.run { server in
            let visitor = try server.enter()
            let browser = try Browser(port: server.port)
            let cookie = ["Cookie": visitor.cookie]
            browser.send(server.request("HEAD", visitor.base + "/missing", cookie))
            browser.send(server.request("GET", visitor.base + "/missing", cookie))
            let head = try browser.reply(isHead: true)
            let page = try browser.reply()
            #expect(head.status == 404 && page.status == 404)
            #expect(head["content-length"] == "\(page.body.count)" && page.body.count > 0)
        }
    }

    @Test(arguments: [
        "/../etc/passwd", "/..", "/%2e%2e/x", "/.%2e/", "/a/../../x", "/%2e%2e%2fx", "/a%2fb",
        "/a%5cb", "/%00", "/%", "/%zz", "/%c0%ae%c0%ae/", "//", "/a//b", "/..\\x", "/./",
    ])
    func pathsThatLeadElsewhereAreRefused(path: String) async throws {
        let pages = FakePages()
        try await LiveServer.run(pages) { server in
            let visitor = try server.enter()
            #expect(try visitor.get(path).status == 400)
            #expect(try server.ask("GET", path, ["Cookie": visitor.cookie]).status == 400)
            #expect(pages.requests.isEmpty)
        }
    }

    @Test func aPageAsksTheDaemonByAConnectionOfItsOwn() async throws {
        let daemon = FakeDaemon()
        try daemon.start()
        defer { try? daemon.end() }
        try await LiveServer.run(daemon: daemon.path) { server in
            let visitor = try server.enter()
            #expect(try visitor.get("/risk").text == "moderate")
            #expect(try daemon.connectionCount == 0)
            try daemon.stop()
            let reply = try visitor.get("/risk")
            #expect(reply.status == 503 && reply.text == "nothing is listening at \(daemon.path)")
            try daemon.start()
            #expect(try visitor.get("/risk").text == "moderate")
        }
    }

    @Test func manyRequestsComeByOneConnection() async throws {
        try await LiveServer.run { server in
            let visitor = try server.enter()
            let browser = try Browser(port: server.port)
            let path = visitor.base + "/"
            for _ in 0..<20 {
                browser.send(server.request("GET", path, ["Cookie": visitor.cookie]))
                browser.send(server.request("GET", path))
                #expect(try browser.reply().status == 200)
                #expect(try browser.reply().status == 403)
            }
        }
    }
}

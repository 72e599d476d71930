import Testing

@testable import soteria_dashboard

/// The headers of every response.
@Suite(.timeLimit(.minutes(30))) struct HeaderTests {
    static let expected = [
        "content-security-policy":
            "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; "
            + "connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        "referrer-policy": "same-origin",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "x-frame-options": "DENY",
    ]

    static func check(_ reply: Reply, _ what: String) {
        for (name, value) in expected {
            let found = reply.fields.filter { $0.name == name }.map(\.value)
            #expect(found == [value], "\(name) of \(what)")
        }
        #expect(reply["permissions-policy"]?.contains("geolocation=()") == true, "\(what)")
        #expect(reply["server"] == nil && reply["date"] != nil, "\(what)")
        #expect(reply["access-control-allow-origin"] == nil, "\(what)")
    }

    @Test func everyAnswerHasThem() async throws {
        try await LiveServer.run { server in
            let visitor = try server.enter()
            let token = try LiveServer.token(in: server.open())
            for (what, status, reply) in [
                ("entrance", 200, try server.ask("GET", "/enter?token=\(token)")),
                ("used token", 403, try server.ask("GET", "/enter?token=\(token)")),
                ("page", 200, try visitor.get()),
                ("head", 200, try visitor.ask("HEAD", "/")),
                ("missing page", 404, try visitor.get("/missing")),
                ("style", 200, try visitor.get("/style.css")),
                ("download", 200, try visitor.get("/file")),
                ("redirect", 308, try server.ask("GET", visitor.base)),
                ("form", 303, try visitor.post("/form", "csrf=\(visitor.csrf())")),
                ("no token", 403, try visitor.post("/form", "a=b")),
                ("no cookie", 403, try server.ask("GET", visitor.base + "/")),
                ("other name", 421, try visitor.get("/", ["Host": "evil"])),
                ("bad path", 400, try visitor.get("/..")),
                ("bad method", 405, try visitor.ask("PUT", "/")),
                ("bad form", 415, try visitor.post("/form", "a", ["Content-Type": "text/plain"])),
                ("stream", 200, try visitor.stream().1),
            ] {
                #expect(reply.status == status, "\(what)")
                Self.check(reply, what)
            }
        }
    }

    @Test(arguments: [
        "nonsense\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "GET  HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\nHost 127.0.0.1\r\n\r\n", "GET / HTTP/1.1\r\nContent-Length: x\r\n\r\n",
        "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}\r\n\r\n",
    ])
    func whatIsNoRequestIsAnsweredWithThemToo(text: String) async throws {
        try await LiveServer.run { server in
            let browser = try Browser(port: server.port)
            browser.send(text)
            let reply = try browser.reply()
            #expect(reply.status == 400)
            Self.check(reply, text)
            #expect(browser.isEnded)
        }
    }

    @Test func pagesOutsideHaveNoMeansThatTheyWouldNeedASessionFor() {
        let refusals: [Refusal] = [
            .malformed, .forbidden, .wrongMethod(allowed: "GET"), .tooLarge, .wrongMediaType,
            .misdirected, .tooMany,
        ]
        let texts = refusals.map(PlainPage.refusal) + [PlainPage.leading(to: "/s-1/\"<>&'")]
        for text in texts {
            #expect(text.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">"))
            #expect(text.contains("<h1>") && text.contains("<title>"))
            for means in ["<script", "<style", "style=", "<img", "<link", "src="] {
                #expect(!text.contains(means), "\(means)")
            }
        }
        #expect(texts.last?.contains("/s-1/&quot;&lt;&gt;&amp;&#39;") == true)
        #expect(Set(refusals.map(\.status)).count == refusals.count)
    }
}
